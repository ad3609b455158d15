"""A view of the collecting game as a row of numbers (contract/features.py), written by a kernel.

Nothing is hidden, so that it writes the same row for a view and for the state behind it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.features import DTYPE, Part, length
from hexade.contract.kernel import Record, kernel, over_arrays, speed_up
from hexade.contract.setup import Setup
from hexade.games.genial_collect.state import PHASE_NAMES
from hexade.games.genial_collect.view import CollectView

PHASES = len(PHASE_NAMES)


@cache
def parts(setup: Setup) -> tuple[Part, ...]:
    """Return what the numbers of a row mean."""
    seats = setup.seats
    return (
        Part("pile", (6,), "tiles of each colour in the pile (G1)"),
        Part("middle", (6,), "tiles of each colour in the middle"),
        Part("shown", (6,), "1 for each colour turned up in this turn (G2)"),
        Part("owned", (seats, 6), "tiles of each seat"),
        Part("turn", (seats,), "whose turn it is"),
        Part("phase", (PHASES,), ", ".join(PHASE_NAMES)),
        Part("due", (1,), "tiles that must still be turned up into the middle (G5)"),
        Part("goal", (1,), "how many of every colour are needed (G1)"),
    )


@kernel
def observe(s: Record, v: Record, seat: int, out: Record) -> None:
    """Write the row of what a seat knows of a state; a spectator looks from seat 0."""
    for n in range(out.shape[0]):
        out[n] = 0
    seats, first = int(v["seats"]), max(seat, 0)
    for colour in range(6):
        out[colour] = s["pile"][colour]
        out[6 + colour] = s["middle"][colour]
        out[12 + colour] = s["shown"][colour] > 0
    for n in range(seats):
        other = (first + n) % seats
        for colour in range(6):
            out[18 + 6 * n + colour] = s["owned"][other, colour]
        out[18 + 6 * seats + n] = signed(s["turn"]) == other
    at = 18 + 7 * seats
    out[at + int(s["phase"])] = 1
    out[at + PHASES] = s["due"]
    out[at + PHASES + 1] = v["goal"]


_observe = speed_up(over_arrays(observe))


def features(view: CollectView) -> np.ndarray:
    """Return a view as a row."""
    out = np.empty(length(parts(view.setup)), DTYPE)
    _observe(view.data, view.table, view.seat, out)
    return out
