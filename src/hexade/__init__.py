"""Hexade: an open digital table for a family of games, and an exact simulator of the same rules."""

__version__ = "0.1.0"
