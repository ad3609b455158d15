"""Kernels of the rules for batches, environments, perft and greedy players."""

from __future__ import annotations

import numpy as np

from hexade.contract.batch_templates import CHANCE, NOBODY
from hexade.contract.bits import ONE, signed
from hexade.contract.chance import mix
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_collect.outcome import rank_key
from hexade.games.genial_collect.rules import is_good, may_stop, nth_tile
from hexade.games.genial_collect.state import DECIDING, OVER, STOP, TURN_UP, TURNING

_SCALE = 1000  # of a greedy player's tiles, so that an average is a whole number


@kernel
def acting(s: Record) -> int:
    """Return the seat that is to act, CHANCE or NOBODY."""
    if s["phase"] == DECIDING:
        return signed(s["turn"])
    return NOBODY if s["phase"] == OVER else CHANCE


@kernel
def fixed_outcome(s: Record, step: int) -> int:
    """Return the tile that comes next in the fixed order: see docs/perft.md."""
    return nth_tile(s, step * int(s["draws"]) % int(s["pile_size"]))


@kernel
def mark_legal(s: Record, v: Record, out: Record) -> None:
    """Write 1 at every legal move."""
    if s["phase"] == DECIDING:
        out[TURN_UP] = 1
        if may_stop(s):
            out[STOP] = 1


@kernel
def mark_factors(s: Record, v: Record, out: Record) -> None:
    """Write the legal moves as bits: an action has one factor."""
    if s["phase"] == DECIDING:
        out[0] = ONE << np.uint64(TURN_UP)
        if may_stop(s):
            out[0] |= ONE << np.uint64(STOP)


@kernel
def join_factors(v: Record, parts: Record) -> int:
    """Return the move itself."""
    return signed(parts[0])


@kernel
def reward(s: Record, v: Record, seat: int) -> float:
    """Return what a finished game is worth to a seat (lab/returns.py says how)."""
    seats, own, total = int(v["seats"]), rank_key(s, v, seat), 0
    for other in range(seats):
        key = rank_key(s, v, other)
        total += int(own > key) - int(own < key)
    return total / (seats - 1)


@kernel
def sum_of_points(s: Record, v: Record, seat: int) -> int:
    """Return how many tiles a seat owns."""
    total = 0
    for colour in range(6):
        total += signed(s["owned"][seat, colour])
    return total


@kernel
def useful(s: Record, v: Record, seat: int, colour: int, more: int) -> int:
    """Return how many tiles of a colour would count for the goal with some more (G6)."""
    return min(int(s["owned"][seat, colour]) + more, int(v["goal"]))


@kernel
def worth(s: Record, v: Record, seat: int) -> int:
    """Return the tiles that count for the goal; while one is turned up, their expected number.

    A greedy player expects to stop after the next tile.
    """
    owned = stopped = 0
    for colour in range(6):
        owned += useful(s, v, seat, colour, 0)
        more = int(s["middle"][colour]) + 1 if s["shown"][colour] > 0 else 0
        stopped += useful(s, v, seat, colour, more)
    if s["phase"] != TURNING or signed(s["turn"]) != seat:
        return _SCALE * owned
    total = 0
    for colour in range(6):
        after = owned
        if is_good(s, colour):
            lying = int(s["middle"][colour]) + 1
            here = useful(s, v, seat, colour, 0)
            after = stopped + useful(s, v, seat, colour, lying) - here
        total += after * int(s["pile"][colour])
    return _SCALE * total // int(s["pile_size"])


@kernel
def digest(s: Record) -> Word:
    """Return a checksum of a finished game."""
    word = np.uint64(signed(s["ply"]))
    for seat in range(4):
        for colour in range(6):
            word = word * np.uint64(31) + np.uint64(signed(s["owned"][seat, colour]))
        word = mix(word)
    for colour in range(6):
        lying = np.uint64(signed(s["middle"][colour]))
        word = word * np.uint64(31) + lying + np.uint64(8) * np.uint64(signed(s["pile"][colour]))
    return mix(word ^ np.uint64(signed(s["turn"])))
