"""One look ahead: the moves that are worth a look, each with the value of what comes of it.

A `desk` is what a thinker works on: (a ground, a sketch, a spare state, moves, looks, rows, a tally
of the positions valued), each an array; a `net` is the network's layers (network.logit).
"""

from __future__ import annotations

from hexade.contract.bits import NONE, ONE, kinds, lowest, signed
from hexade.contract.kernel import Record, kernel
from hexade.games.genial.board import CELLS
from hexade.games.genial.mind.network import logit, squash
from hexade.games.genial.mind.prior import glance, glance_at
from hexade.games.genial.mind.value_features import look, survey_for
from hexade.games.genial.rules import (
    EXCHANGE,
    KEEP,
    OFFERED,
    PLACE,
    allowed,
    decide,
    openings,
    turnable,
)
from hexade.games.genial.scoring import share


@kernel
def take_stock(s: Record, v: Record, g: Record) -> None:
    """Survey a position for the seat in turn, and glance at every cell."""
    survey_for(s, v, g)
    for cell in range(CELLS):
        if g["alive"][cell]:
            glance_at(s, v, g, cell)


@kernel
def shortlist(s: Record, v: Record, g: Record, width: int, moves: Record, looks: Record) -> int:
    """Write the moves that look best at first sight, in no order; return how many."""
    if s["phase"] == OFFERED:
        moves[0], moves[1] = KEEP, EXCHANGE
        return 2
    n = 0
    rack = s["racks"][s["turn"]]
    symbols = openings(s, v)
    for w in range(v["words"]):
        edges = allowed(s, v, w, symbols)
        while edges != NONE:
            edge = 64 * w + lowest(edges)
            edges &= edges - ONE
            there = kinds(rack)
            while there != NONE:
                lay = lowest(there) // 3
                there &= there - ONE
                n = keep(v, g, edge, lay, n, width, moves, looks)
            there = turnable(rack)
            while there != NONE:
                lay = signed(v["turned"][lowest(there) // 3])
                there &= there - ONE
                n = keep(v, g, edge, lay, n, width, moves, looks)
    return n


@kernel
def keep(
    v: Record, g: Record, edge: int, lay: int, n: int, width: int, moves: Record, looks: Record
) -> int:
    """Keep a move if it is among the best so far: `looks` is a heap with its worst on top."""
    worth = glance(v, g, edge, lay)
    move = PLACE + 36 * edge + lay
    if n < width:
        at = n
        while at > 0 and looks[(at - 1) // 2] > worth:
            up = (at - 1) // 2
            looks[at], moves[at] = looks[up], moves[up]
            at = up
        looks[at], moves[at] = worth, move
        return n + 1
    if worth <= looks[0]:
        return n
    at = 0
    while True:
        down = 2 * at + 1
        if down >= n:
            break
        if down + 1 < n and looks[down + 1] < looks[down]:
            down += 1
        if looks[down] >= worth:
            break
        looks[at], moves[at] = looks[down], moves[down]
        at = down
    looks[at], moves[at] = worth, move
    return n


@kernel
def value_of(s: Record, v: Record, desk: Record, net: Record, move: int) -> float:
    """Return the expected outcome for the seat in turn after its move; exact where it ends."""
    ground, sketch, spare, work = desk[0][0], desk[1][0], desk[2], desk[5]
    desk[6][0] += 1
    if look(s, v, ground, sketch, move, work[0]) == 0:
        return squash(logit(work, net))
    spare[0] = s
    decide(spare[0], v, move)
    return share(spare[0], v, signed(s["turn"]))


@kernel
def choose(s: Record, v: Record, desk: Record, net: Record, width: int) -> int:
    """Return the index of the best of the shortlisted moves, which get their values."""
    ground, moves, looks = desk[0][0], desk[3], desk[4]
    take_stock(s, v, ground)
    n = shortlist(s, v, ground, width, moves, looks)
    best = 0
    for at in range(n):
        looks[at] = value_of(s, v, desk, net, int(moves[at]))
        if looks[at] > looks[best]:
            best = at
    return best


@kernel
def value_all(
    states: Record, table: Record, desk: Record, net: Record, moves: Record, out: Record
) -> None:
    """Write the expected outcome of each of some legal moves, with one look ahead."""
    take_stock(states[0], table[0], desk[0][0])
    for n in range(moves.shape[0]):
        out[n] = value_of(states[0], table[0], desk, net, int(moves[n]))
