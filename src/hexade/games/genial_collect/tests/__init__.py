"""Tests of the collecting game: rule sentences, records, the judge, and a naive referee."""
