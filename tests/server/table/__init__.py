"""Tests of `hexade.server.table`."""
