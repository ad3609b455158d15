"""The collecting game (rules G)."""
