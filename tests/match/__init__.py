"""Tests of the room `match`."""
