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
TWO = np.float32(2.0)
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
def weigh(s: Record, v: Record, g: Record) -> None:
    """Write what points are worth in each colour, to the seat in turn and to its opponents."""
    seat, end = signed(s["turn"]), int(v["end"])
    low = weakest(s, v, seat)
    for colour in range(6):
        own = standing(s, v, seat, colour)
        of = class_of(own - low)
        g["room"][colour] = end - own
        g["gain"][colour], g["first_two"][colour] = GAIN[of], FIRST_TWO[of]
        g["spare"][colour] = SPARE[of]
        g["shown"][colour] = 0 if s["racks"][seat] & v["showing"][colour] == NONE else 1
    for n in range(opponents(v)):
        other = (seat + 1 + n) % int(v["seats"])
        least = weakest(s, v, other)
        for colour in range(6):
            theirs = standing(s, v, other, colour)
            g["their_room"][n, colour] = end - theirs
            g["deny"][n, colour] = DENY[class_of(theirs - least)]


@kernel
def rate_cell(v: Record, g: Record, cell: int) -> None:
    """Write the prior of each colour on a cell that a tile can still cover."""
    covers = cover(v, g, cell)
    most = NEVER
    for colour in range(6):
        room, there = g["room"][colour], np.float32(g["points"][cell, colour])
        gain = min(there, room)
        worth = covers + g["gain"][colour] * gain + g["first_two"][colour] * min(gain, TWO)
        if np.float32(0.0) < room <= there:
            worth += REACH
        g["priors"][cell, colour] = worth
        if g["shown"][colour]:
            most = max(most, worth)
    g["most"][cell] = most


@kernel
def cover(v: Record, g: Record, cell: int) -> Word:
    """Return the value of covering this cell: what opponents lose, less what we give up."""
    worth, rivals = np.float32(0.0), opponents(v)
    for colour in range(6):
        if g["points"][cell, colour] == 0:
            continue
        there = np.float32(g["points"][cell, colour])
        worth -= g["spare"][colour] * min(there, g["room"][colour])
        for n in range(rivals):
            worth += g["deny"][n, colour] * min(there, g["their_room"][n, colour])
    return worth


@kernel
def prior(v: Record, g: Record, edge: int, lay: int) -> Word:
    """Return the prior of a placement."""
    first = g["priors"][v["edges"][edge, 0], v["first"][lay]]
    return first + g["priors"][v["edges"][edge, 1], v["second"][lay]]


@kernel
def prior_lane(
    i: int, edges: int, states: Record, table: Record, grounds: Record, out: Record
) -> None:
    """Write the prior of each move on one edge of one game: out[game, move], NEVER if illegal."""
    game, edge = i // edges, i % edges
    s, v, g = states[game], table[0], grounds[game]
    if edge == 0:
        out[game, KEEP] = out[game, EXCHANGE] = 0.0 if s["phase"] == OFFERED else NEVER
    free = False
    if s["phase"] == PLACING:
        there = allowed(s, v, edge // 64, openings(s, v))
        free = (there >> np.uint64(edge % 64)) & ONE != NONE
    rack = s["racks"][s["turn"]]
    for lay in range(36):
        found: Word = NEVER
        if free and count(rack, signed(v["kind"][lay])) > 0:
            found = prior(v, g, edge, lay)
        out[game, PLACE + 36 * edge + lay] = found
