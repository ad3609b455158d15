"""The board as coloured hexes, for a small picture of a game."""

from __future__ import annotations

from math import sqrt

from hexade.contract.mosaic import Stone
from hexade.games.genial import board
from hexade.games.genial.variants import printed
from hexade.games.genial.view import GenialView


def mosaic(view: GenialView) -> list[Stone]:
    """Return every cell that holds a colour; all of them lie open (A7)."""
    cells, symbols = view.record["cells"].tolist(), printed(view.setup.variant)
    return [
        Stone(*_middle(cell), board.COLOURS[colour], board.cell_name(cell) in symbols)
        for cell, colour in enumerate(cells)
        if colour < board.FREE
    ]


def _middle(cell: int) -> tuple[float, float]:
    """Return where the middle of a cell lies, in units of its radius."""
    r, q = cell // board.WIDTH - board.CENTRE[0], cell % board.WIDTH - board.CENTRE[1]
    return sqrt(3) * (q - r / 2), -1.5 * r
