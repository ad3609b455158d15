"""What lies on the table as coloured hexes, for a small picture of a game: what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple


class Stone(NamedTuple):
    """One hex with its symbol; its middle in units of a hex's radius, y downwards."""

    x: float
    y: float
    colour: str  # its letter
    printed: bool = False  # on the board, not on a tile


def rows(values: Sequence[tuple[str, int]]) -> list[Stone]:
    """Return a row of hexes for each colour, as many as its number, the rows shifted by a half."""
    return [
        Stone(sqrt(3) * (at + row % 2 / 2), 1.5 * row, colour)
        for row, (colour, number) in enumerate(values)
        for at in range(number)
    ]
