"""Whole programs that learn, to read and to change."""
