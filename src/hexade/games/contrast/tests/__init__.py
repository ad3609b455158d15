"""Tests of CONTRAST."""
