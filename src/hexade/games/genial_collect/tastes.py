"""Tastes: what people overlook, as a rule of thumb with a part left out or out of proportion.

The rule counts tiles that its goal still needs: what stopping brings now, and what one more tile
would bring on average; and it takes away what the middle then offers the next player. A taste
switches off what somebody with this habit does not look at, or fears a bad tile too much or too
little. Nothing is learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.game import Move
from hexade.contract.kernel import Record, kernel, speed_up
from hexade.contract.level import mask_of
from hexade.games.genial_collect.preview import next_tile
from hexade.games.genial_collect.rules import is_good
from hexade.games.genial_collect.state import STOP, TURN_UP
from hexade.games.genial_collect.view import CollectView

# Counts every tile alike; fears a bad tile too much, and stops too early; too little, and stops too
# late; does not look at what it leaves for others; does not count what the pile still holds.
TASTES = ("any", "early", "late", "own", "unseen")
ANY, EARLY, LATE, OWN, UNSEEN = (1 << n for n in range(len(TASTES)))
FEAR, HOPE = 2.0, 0.4  # how much a bad tile counts to those who stop too early or too late
RIVALS = 0.5  # weight of what the next player may take
TILE = 0.03  # of an outcome, for a tile


@kernel
def needed(s: Record, v: Record, seat: int, colour: int, more: int, tastes: int) -> int:
    """Return how many of some tiles of a colour count for a seat (G6)."""
    if tastes & ANY:
        return more
    return min(more, max(0, int(v["goal"]) - int(s["owned"][seat, colour])))


@kernel
def chance_of(s: Record, colour: int, tastes: int) -> float:
    """Return how likely the next tile has a colour."""
    if tastes & UNSEEN:
        return 1.0 / 6.0
    return float(s["pile"][colour]) / float(s["pile_size"])


@kernel
def offered(s: Record, v: Record, seat: int, bad: int, left: bool, tastes: int) -> float:
    """Return what the middle would offer a seat: after stopping, or after a bad tile (G3, G4)."""
    total = 0.0
    for colour in range(6):
        lying = int(s["middle"][colour]) + int(colour == bad)
        if s["shown"][colour] > 0:
            lying = lying + 1 if left else 0
        if lying > 0:
            more = needed(s, v, seat, colour, lying + 1, tastes)
            total += chance_of(s, colour, tastes) * more
    return total


@kernel
def rate(s: Record, v: Record, seat: int, move: int, tastes: int) -> float:
    """Return how good a move looks, in tiles."""
    after = (seat + 1) % int(v["seats"])
    rivals = 0.0 if tastes & OWN else RIVALS
    have = 0
    for colour in range(6):
        if s["shown"][colour] > 0:
            have += needed(s, v, seat, colour, int(s["middle"][colour]) + 1, tastes)
    if move == STOP:
        return have - rivals * offered(s, v, after, -1, False, tastes)
    fear = FEAR if tastes & EARLY else HOPE if tastes & LATE else 1.0
    worth = float(have)
    for colour in range(6):
        likely = chance_of(s, colour, tastes)
        if is_good(s, colour):
            more = needed(s, v, seat, colour, int(s["middle"][colour]) + 1, tastes)
            worth += likely * (more - rivals * offered(s, v, after, -1, False, tastes))
        else:
            worth -= likely * fear * have
            worth -= likely * rivals * offered(s, v, after, colour, True, tastes)
    return worth


@kernel
def taste_moves(states: Record, table: Record, moves: Record, tastes: int, out: Record) -> None:
    """Write how good each move looks to somebody with these tastes."""
    s, v = states[0], table[0]
    for n in range(moves.shape[0]):
        out[n] = 0.5 + TILE * rate(s, v, signed(s["turn"]), int(moves[n]), tastes)


_taste_moves = speed_up(taste_moves)


def tasted(view: CollectView, moves: Sequence[Move], tastes: Sequence[str]) -> list[float]:
    """Return how good each legal move looks to somebody with some tastes."""
    listed, out = np.array(moves, np.int32), np.zeros(len(moves))
    _taste_moves(view.thaw(), view.table, listed, mask_of(tuple(tastes), TASTES), out)
    return out.tolist()


def slip(
    view: CollectView, moves: Sequence[Move], move: Move, better: Move
) -> dict[str, Any] | None:
    """Return whether somebody stopped too early or too late, with the odds of a bad tile (G2)."""
    if {move, better} != {STOP, TURN_UP}:
        return None
    odds = next_tile(view)
    name = "early" if move == STOP else "late"
    return {"slip": name, "taste": name, **{key: odds[key] for key in ("bad", "pile", "cost")}}


def say_slip(slip: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return a slip as the end of a sentence about the move."""
    bad, pile = slip["bad"], slip["pile"]
    few = "only " if slip["slip"] == "early" and 0 < 2 * bad < pile else ""
    odds = (
        f"{few}{bad or 'none'} of {pile} tile{'s' * (pile != 1)} {'were' if bad > 1 else 'was'} bad"
    )
    blame = {"early": "stopped too early", "late": "should have stopped"}[slip["slip"]]
    return f"{blame}: {odds}, with {slip['cost']} to lose"
