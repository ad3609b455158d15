"""Finished games to look at again."""

from __future__ import annotations


def name(code: str, game: int) -> str:
    """Return the name that a game keeps for good: that of its match in the store."""
    return f"{code}.{game}"
