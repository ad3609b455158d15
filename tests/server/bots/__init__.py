"""Tests of `hexade.server.bots`."""
