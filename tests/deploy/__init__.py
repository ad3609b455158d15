"""Tests of what hosts a server: the files of `deploy`."""
