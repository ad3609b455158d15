"""A view of CONTRAST as a row of numbers (contract/features.py)."""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.features import DTYPE, Part, length, split
from hexade.contract.setup import Setup
from hexade.games.contrast import deck, rules, variants
from hexade.games.contrast.view import ContrastView

_KINDS = len(deck.CARDS)


@cache
def parts(setup: Setup) -> tuple[Part, ...]:
    """Return what the numbers of a row mean."""
    seats, row = setup.seats, variants.ROW[setup.variant]
    return (
        Part("picture", (deck.PICTURES,), "the picture that lies face up (F3)"),
        Part("shown", (deck.PICTURES,), "all pictures turned up so far"),
        Part("rows", (seats, row, _KINDS), "the cards in each seat's row, left to right (F8)"),
        Part("won", (seats,), "cards won by each seat"),
        Part("stack", (1,), "picture cards in the stack"),
        Part("ply", (1,), "rounds that have been played"),
        Part("phase", (len(rules.PHASE_NAMES),), ", ".join(rules.PHASE_NAMES)),
    )


def features(view: ContrastView) -> np.ndarray:
    """Return a view as a row; a spectator looks from seat 0."""
    named = parts(view.setup)
    out = np.zeros(length(named), DTYPE)
    part = split(named, out)
    if view.picture is not None:
        part["picture"][view.picture] = 1
    part["shown"][list(view.shown)] = 1
    seats, first = view.setup.seats, max(view.seat, 0)
    for n in range(seats):
        seat = (first + n) % seats
        for at, card in enumerate(view.rows[seat]):
            part["rows"][n, at, card] = 1
        part["won"][n] = view.won[seat]
    part["stack"][0], part["ply"][0] = view.stack, view.ply
    part["phase"][view.phase] = 1
    return out
