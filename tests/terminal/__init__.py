"""Tests of playing at a terminal, alone or on a server."""
