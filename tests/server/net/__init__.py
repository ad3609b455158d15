"""Tests of `hexade.server.net`."""
