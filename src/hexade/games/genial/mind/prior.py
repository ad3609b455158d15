"""The prior of a move: a cheap estimate of its value, used to select the moves to evaluate.

It is the sum of the priors of the tile's two halves. A half is better the more points it scores,
the weaker its colour is, and the more points it takes from opponents who could play there. The
numbers were fitted to the value network: its favourite is among the first 64 of about 900 moves in
98 of 100 positions.
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import NONE, ONE, count, signed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.mind.value_features import opponents
from hexade.games.genial.rules import EXCHANGE, KEEP, OFFERED, PLACE, PLACING, allowed, openings
from hexade.games.genial.scoring import standing, weakest

# By how far a marker is ahead of the weakest one of its track: 0, 1, 2, 3 or 4, up to 7, more.
GAIN = np.array([0.216, 0.138, 0.147, 0.121, 0.126, 0.117], np.float32)
FIRST_TWO = np.array([0.060, 0.031, 0.007, 0.023, 0.004, 0.0], np.float32)
DENY = np.array([0.018, 0.017, 0.015, 0.013, 0.009, 0.007], np.float32)
SPARE = np.array([0.011, 0.008, 0.005, 0.002, 0.0, 0.0], np.float32)
REACH = np.float32(0.041)  # for a marker that reaches the end of its track
NEVER = np.float32(-1e9)


@kernel
def class_of(ahead: int) -> int:
    """Return the class of a marker that is so far ahead of the weakest."""
    if ahead <= 2:
        return ahead
    if ahead <= 4:
        return 3
    return 4 if ahead <= 7 else 5


@kernel
def rate_cell(s: Record, v: Record, g: Record, cell: int) -> None:
    """Write the prior of each colour on a cell that a tile can still cover."""
    seat = signed(s["turn"])
    low = weakest(s, v, seat)
    covers = cover(s, v, g, cell, seat, low)
    for colour in range(6):
        own = standing(s, v, seat, colour)
        gain = min(signed(g["points"][cell, colour]), int(v["end"]) - own)
        of = class_of(own - low)
        worth = covers + GAIN[of] * gain + FIRST_TWO[of] * min(gain, 2)
        if own < v["end"] <= own + gain:
            worth += REACH
        g["priors"][cell, colour] = worth


@kernel
def cover(s: Record, v: Record, g: Record, cell: int, seat: int, low: int) -> Word:
    """Return the value of covering this cell: what opponents lose, less what we give up."""
    worth = np.float32(0.0)
    for colour in range(6):
        there = signed(g["points"][cell, colour])
        if there == 0:
            continue
        own = standing(s, v, seat, colour)
        worth -= SPARE[class_of(own - low)] * min(there, int(v["end"]) - own)
        for n in range(opponents(v)):
            other = (seat + 1 + n) % int(v["seats"])
            theirs = standing(s, v, other, colour)
            ahead = class_of(theirs - weakest(s, v, other))
            worth += DENY[ahead] * min(there, int(v["end"]) - theirs)
    return worth


@kernel
def prior(v: Record, g: Record, edge: int, lay: int) -> Word:
    """Return the prior of a placement."""
    first = g["priors"][v["edges"][edge, 0], v["first"][lay]]
    return first + g["priors"][v["edges"][edge, 1], v["second"][lay]]


@kernel
def prior_lane(
    i: int, words: int, states: Record, table: Record, grounds: Record, out: Record
) -> None:
    """Write the prior of each move on 64 edges of one game: out[game, move], NEVER if illegal."""
    game, w = i // words, i % words
    s, v, g = states[game], table[0], grounds[game]
    if w == 0:
        out[game, KEEP] = out[game, EXCHANGE] = 0.0 if s["phase"] == OFFERED else NEVER
    edges = allowed(s, v, w, openings(s, v)) if s["phase"] == PLACING else NONE
    rack = s["racks"][s["turn"]]
    for bit in range(min(64, (out.shape[1] - PLACE) // 36 - 64 * w)):
        edge = 64 * w + bit
        free = (edges >> np.uint64(bit)) & ONE != NONE
        for lay in range(36):
            found: Word = NEVER
            if free and count(rack, signed(v["kind"][lay])) > 0:
                found = prior(v, g, edge, lay)
            out[game, PLACE + 36 * edge + lay] = found
