"""Tastes: what people overlook, as the hand-written rule (mind/oneply.py) with a part left out.

The rule is the same for everybody; a taste switches off what somebody with this habit does not look
at. Nothing here is learned: how far a level follows its tastes, it stays the same when the judge
changes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.game import Move
from hexade.contract.kernel import Record, compiled, kernel, speed_up
from hexade.contract.level import mask_of
from hexade.games.genial.mind.cell_points import GROUND, SKETCH
from hexade.games.genial.mind.oneply import Taste, rate
from hexade.games.genial.mind.value_features import survey_for
from hexade.games.genial.view import GenialView

# Adds to its leading colours and forgets the weakest; looks only at its own markers; looks only at
# this move; does not count which tiles are still to come.
TASTES = ("weakest", "own", "now", "unseen")
WEAKEST, OWN, NOW, UNSEEN = (1 << n for n in range(len(TASTES)))
LEADING = -4.0  # the softness at which the further a marker is, the more its points count
USUAL = 0.8  # how likely a rack shows a colour, to somebody who does not count tiles
POINT = 0.05  # of an outcome, for a point of the rule
MOST = 30.0  # points: what a won game is worth to the rule
_PLAIN_MOVES = 8  # that are rated without a compiler


@kernel
def taste_of(tastes: int) -> Taste:
    """Return the numbers of the rule, in the order of `Taste`, for tastes given as bits."""
    leading = (tastes & WEAKEST) != 0
    alone = (tastes & OWN) != 0
    ahead = 0.0 if (tastes & NOW) != 0 else 1.0
    blindly = USUAL if (tastes & UNSEEN) != 0 else -1.0
    return Taste(
        LEADING if leading else 0.84, 0.0 if leading else 0.63, 0.59, 0.14, 0.107, 0.077, 0.35,
        0.0 if alone else 0.8, 0.255, 0.07, 0.7, ahead, blindly,
    )  # fmt: skip


@kernel
def taste_moves(
    states: Record,
    table: Record,
    beside: Record,
    grounds: Record,
    sketches: Record,
    moves: Record,
    tastes: int,
    out: Record,
) -> None:
    """Write how good each move looks to somebody with these tastes; states[0] is a view."""
    taste, bag = taste_of(tastes), states[0]["bag"]
    states[0]["bag"] = beside[0]["unseen"]  # the rule only counts what the mover has not seen
    survey_for(states[0], table[0], grounds[0])
    for n in range(moves.shape[0]):
        worth = rate(states[0], table[0], grounds[0], sketches[0], int(moves[n]), taste)
        out[n] = 0.5 + POINT * min(max(worth, -MOST), MOST)
    states[0]["bag"] = bag


_taste_moves = speed_up(taste_moves)


def tasted(view: GenialView, moves: Sequence[Move], tastes: Sequence[str]) -> list[float] | None:
    """Return how good each legal move looks to somebody with some tastes."""
    if not compiled() and len(moves) > _PLAIN_MOVES:
        return None  # as plain Python it would take seconds
    listed, out = np.array(moves, np.int32), np.zeros(len(moves))
    mask = mask_of(tuple(tastes), TASTES)
    grounds, sketches = np.zeros(1, GROUND), np.zeros(1, SKETCH)
    _taste_moves(view.thaw(), view.table, view.beside, grounds, sketches, listed, mask, out)
    return out.tolist()
