"""Tests of the board game."""
