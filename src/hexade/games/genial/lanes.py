"""The board game in lanes: what batches, environments and perft need of its rules."""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import NONE, ONE, kinds, lowest, nth, signed
from hexade.contract.chance import below
from hexade.contract.kernel import Record, Word, kernel
from hexade.contract.lanes import CHANCE, NOBODY, lanes
from hexade.games.genial.features import observe
from hexade.games.genial.rules import (
    DEALING,
    DRAWING,
    OFFERED,
    OVER,
    PLACE,
    PLACING,
    allowed,
    decide,
    draw,
    is_legal,
    list_legal,
    openings,
    random_move,
    turnable,
)
from hexade.games.genial.scoring import rank_key, weakest


@kernel
def acting(s: Record) -> int:
    """Return the seat that is to act, CHANCE or NOBODY."""
    if s["phase"] == DEALING or s["phase"] == DRAWING:
        return CHANCE
    return NOBODY if s["phase"] == OVER else signed(s["turn"])


@kernel
def random_outcome(s: Record, dealer: Word) -> int:
    """Return the kind of the next tile, every tile in the bag as likely."""
    return nth(s["bag"], below(dealer, int(s["draws"]), int(s["bag_size"])))


@kernel
def fixed_outcome(s: Record, step: int) -> int:
    """Return the kind that the fixed order brings: see docs/perft.md."""
    return nth(s["bag"], step * int(s["draws"]) % int(s["bag_size"]))


@kernel
def mark_legal(s: Record, v: Record, out: Record) -> None:
    """Write 1 at every legal move."""
    if s["phase"] == OFFERED:
        out[0], out[1] = 1, 1
    if s["phase"] != PLACING:
        return
    rack, symbols = s["racks"][s["turn"]], openings(s, v)
    lays = NONE
    there, turned = kinds(rack), turnable(rack)
    while there != NONE:
        kind = lowest(there) // 3
        lays |= ONE << np.uint64(kind)
        if (turned >> np.uint64(3 * kind)) & ONE:
            lays |= ONE << np.uint64(v["turned"][kind])
        there &= there - ONE
    for w in range(v["words"]):
        edges = allowed(s, v, w, symbols)
        while edges != NONE:
            base = PLACE + 36 * (64 * w + lowest(edges))
            edges &= edges - ONE
            left = lays
            while left != NONE:
                out[base + lowest(left)] = 1
                left &= left - ONE


@kernel
def reward(s: Record, v: Record, seat: int) -> float:
    """Return what a finished game is worth to a seat (lab/adapters/returns.py says how)."""
    seats = int(v["seats"])
    if seats == 1:
        return weakest(s, v, seat) / int(v["end"])
    own, total = rank_key(s, v, seat), 0
    for other in range(seats):
        key = rank_key(s, v, other)
        total += int(own > key) - int(own < key)
    return total / (seats - 1)


LANES = lanes(
    "board",
    {
        "acting": acting,
        "befall": draw,
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
