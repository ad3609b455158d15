"""Tests of `hexade.server.ops`."""
