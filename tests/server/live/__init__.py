"""Tests of `hexade.server.live`."""
