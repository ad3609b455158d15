"""Tests of the terminal client and of what the commands write."""
