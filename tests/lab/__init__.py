"""Tests of the room `lab`."""
