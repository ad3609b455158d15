"""Tests of the server room."""
