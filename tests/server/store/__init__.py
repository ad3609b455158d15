"""Tests of `hexade.server.store`."""
