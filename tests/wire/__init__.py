"""Tests of `hexade.wire`."""
