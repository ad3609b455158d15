"""The prior of a move: a cheap estimate of its value, used to select the moves to evaluate.

It is the sum of the priors of the tile's two halves. A half is better the more points it scores,
the weaker its colour is, the more points it takes from opponents who could play there, and the
fewer it adds where they can play next. The numbers, one table for each network and stage of the
game (`prior_weights.py`), were fitted to the networks' values.
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import NONE, ONE, count, signed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.mind.prior_weights import (
    DENY,
    FIRST,
    GAIN,
    GROW,
    OPENED,
    REACH,
    SPARE,
)
from hexade.games.genial.mind.value_features import opponents
from hexade.games.genial.rules import EXCHANGE, KEEP, OFFERED, PLACE, PLACING, allowed, openings
from hexade.games.genial.scoring import standing, weakest

TWO = np.float32(2.0)
NEVER = np.float32(-1e9)
OPEN, CROWDED = 0.4, 0.15  # parts of the area that are alive when a stage of the game ends


@kernel
def stage_of(v: Record, g: Record) -> int:
    """Return the stage of the game, by how much of the area can still be covered."""
    side = int(v["side"])
    part = float(g["living"]) / float(3 * side * (side - 1) - 5)
    if part > OPEN:
        return 0
    return 1 if part > CROWDED else 2


@kernel
def class_of(ahead: int) -> int:
    """Return the class of a marker that is so far ahead of the weakest."""
    if ahead <= 2:
        return ahead
    if ahead <= 4:
        return 3
    return 4 if ahead <= 7 else 5


@kernel
def weigh(s: Record, v: Record, g: Record, which: int) -> None:
    """Write what points are worth in each colour, to the seat in turn and to its opponents.

    `which` is the row of the numbers in `prior_weights.py`.
    """
    seat, end, rivals = signed(s["turn"]), int(v["end"]), opponents(v)
    low, stage = weakest(s, v, seat), stage_of(v, g)
    g["reach"] = REACH[which, stage]
    for colour in range(6):
        own = standing(s, v, seat, colour)
        of = class_of(own - low)
        g["room"][colour] = end - own
        g["gain"][colour], g["first_two"][colour] = GAIN[which, stage, of], FIRST[which, stage, of]
        g["spare"][colour], g["grow"][colour] = SPARE[which, stage, of], GROW[which, stage, of]
        g["shown"][colour] = 0 if s["racks"][seat] & v["showing"][colour] == NONE else 1
    for n in range(rivals):
        other = (seat + 1 + n) % int(v["seats"])
        least = weakest(s, v, other)
        for colour in range(6):
            theirs = standing(s, v, other, colour)
            of = class_of(theirs - least)
            g["their_room"][n, colour] = end - theirs
            g["deny"][n, colour] = DENY[which, stage, of]
            g["grow"][colour] += OPENED[which, stage, of]


@kernel
def rate_cell(v: Record, g: Record, cell: int) -> None:
    """Write the prior of each colour on a cell that a tile can still cover."""
    covers = cover(v, g, cell)
    most = NEVER
    for colour in range(6):
        room, there = g["room"][colour], np.float32(g["points"][cell, colour])
        gain = min(there, room)
        worth = covers + g["gain"][colour] * gain + g["first_two"][colour] * min(gain, TWO)
        worth += g["grow"][colour] * np.float32(g["growth"][cell, colour])
        if np.float32(0.0) < room <= there:
            worth += g["reach"]
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
        worth += g["spare"][colour] * min(there, g["room"][colour])
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
