"""The card game in lanes: what batches, environments and perft need of its rules."""

from __future__ import annotations

from hexade.contract.bits import NONE, ONE, lowest, nth, signed
from hexade.contract.kernel import Record, kernel
from hexade.contract.lanes import CHANCE, NOBODY, lanes
from hexade.games.genial_cards.features import observe
from hexade.games.genial_cards.rules import (
    befall,
    decide,
    is_legal,
    list_legal,
    plays,
    random_move,
    random_outcome,
)
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import BETWEEN, OFFERED, OVER, PLAY, PLAYING, ROUND


@kernel
def acting(s: Record) -> int:
    """Return the seat that is to act, CHANCE or NOBODY."""
    if s["phase"] == PLAYING or s["phase"] == OFFERED:
        return signed(s["turn"])
    return NOBODY if s["phase"] == OVER else CHANCE


@kernel
def fixed_outcome(s: Record, step: int) -> int:
    """Return the card that the fixed order brings: see docs/perft.md."""
    if s["phase"] == BETWEEN:
        return ROUND
    return nth(s["pile"], step * int(s["draws"]) % int(s["pile_size"]))


@kernel
def mark_legal(s: Record, v: Record, out: Record) -> None:
    """Write 1 at every legal move."""
    if s["phase"] == OFFERED:
        out[0], out[1] = 1, 1
    if s["phase"] != PLAYING:
        return
    left = plays(s, v)
    while left != NONE:
        out[PLAY + lowest(left)] = 1
        left &= left - ONE


@kernel
def standing(s: Record, v: Record, seat: int) -> int:
    """Return a number that is higher for the better placed (E9, E10)."""
    return rank_key(s, seat) if v["rounds"] == 1 else int(s["points"][seat])


@kernel
def reward(s: Record, v: Record, seat: int) -> float:
    """Return what a finished game is worth to a seat (lab/adapters/returns.py says how)."""
    seats, own, total = int(v["seats"]), standing(s, v, seat), 0
    for other in range(seats):
        key = standing(s, v, other)
        total += int(own > key) - int(own < key)
    return total / (seats - 1)


LANES = lanes(
    "cards",
    {
        "acting": acting,
        "befall": befall,
        "random_outcome": random_outcome,
        "fixed_outcome": fixed_outcome,
        "decide": decide,
        "is_legal": is_legal,
        "list_legal": list_legal,
        "mark_legal": mark_legal,
        "random_move": random_move,
        "reward": reward,
        "observe": observe,
    },
)
