"""Tests of the card game: rule sentences, records, and a naive referee."""
