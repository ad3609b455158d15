"""The chips of whoever is ahead as coloured hexes, for a small picture of a game."""

from __future__ import annotations

from hexade.contract.mosaic import Stone, rows
from hexade.games.genial_cards.outcome import scores
from hexade.games.genial_cards.view import CardsView


def mosaic(view: CardsView) -> list[Stone]:
    """Return a row for each colour, the weakest first; all chips lie open (E9)."""
    best = max(scores(view), key=lambda one: sorted(one.values()))
    return rows(sorted(best.items(), key=lambda colour: colour[1]))
