"""Tests of every room but the games, which keep their own."""
