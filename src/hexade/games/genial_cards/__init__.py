"""The card game (rules E)."""
