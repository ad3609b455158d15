"""Kernels of the rules for batches, environments, perft and greedy players."""

from __future__ import annotations

import numpy as np

from hexade.contract.batch_templates import CHANCE, NOBODY
from hexade.contract.bits import NONE, ONE, lowest, nth, signed
from hexade.contract.chance import mix
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.rules import plays
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
    """Return the card that comes next in the fixed order: see docs/perft.md."""
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
def mark_factors(s: Record, v: Record, out: Record) -> None:
    """Write the legal moves as bits: an action has one factor."""
    if s["phase"] == OFFERED:
        out[0] = np.uint64(3)
    if s["phase"] == PLAYING:
        out[0] = plays(s, v) << np.uint64(PLAY)


@kernel
def join_factors(v: Record, parts: Record) -> int:
    """Return the move itself."""
    return signed(parts[0])


@kernel
def standing(s: Record, v: Record, seat: int) -> int:
    """Return a number that is higher for the better placed (E9, E10)."""
    return rank_key(s, seat) if v["rounds"] == 1 else int(s["points"][seat])


@kernel
def reward(s: Record, v: Record, seat: int) -> float:
    """Return what a finished game is worth to a seat (lab/returns.py says how)."""
    seats, own, total = int(v["seats"]), standing(s, v, seat), 0
    for other in range(seats):
        key = standing(s, v, other)
        total += int(own > key) - int(own < key)
    return total / (seats - 1)


@kernel
def sum_of_points(s: Record, v: Record, seat: int) -> int:
    """Return the sum of a seat's chips."""
    total = 0
    for colour in range(6):
        total += signed(s["chips"][seat, colour])
    return total


@kernel
def worth(s: Record, v: Record, seat: int) -> int:
    """Return the sorted chips, the weakest first, as one number."""
    return rank_key(s, seat)


@kernel
def digest(s: Record) -> Word:
    """Return a checksum of a finished game."""
    word = s["pile"] ^ np.uint64(signed(s["ply"]))
    for seat in range(4):
        word = mix(word ^ s["hands"][seat]) + np.uint64(signed(s["points"][seat]))
        for colour in range(6):
            word = word * np.uint64(31) + np.uint64(signed(s["chips"][seat, colour]))
    return mix(word ^ s["discard"])
