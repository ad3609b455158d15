"""The tiles of whoever is ahead as coloured hexes, for a small picture of a game."""

from __future__ import annotations

from hexade.contract.mosaic import Stone, rows
from hexade.games.genial_collect.outcome import scores
from hexade.games.genial_collect.view import CollectView


def mosaic(view: CollectView) -> list[Stone]:
    """Return a row for each colour, the weakest first; all tiles lie open (G6)."""
    best = max(scores(view), key=lambda one: sorted(one.values()))
    return rows(sorted(best.items(), key=lambda colour: colour[1]))
