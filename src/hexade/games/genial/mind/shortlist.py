"""Looking one move ahead: a shortlist of moves by their priors, and the network's values."""

from __future__ import annotations

from typing import NamedTuple

from hexade.contract.bits import NONE, ONE, kinds, lowest, signed
from hexade.contract.kernel import Record, kernel
from hexade.games.genial.board import CELLS
from hexade.games.genial.mind.network import ValueNetwork, keep_sums, logit, squash
from hexade.games.genial.mind.prior import prior, rate_cell, weigh
from hexade.games.genial.mind.value_features import describe_move, row_of, survey_for
from hexade.games.genial.rules import (
    EXCHANGE,
    KEEP,
    OFFERED,
    PLACE,
    allowed,
    openings,
    turnable,
)
from hexade.games.genial.scoring import share


class Scratch(NamedTuple):
    """The arrays that a search writes to, allocated once for each decision."""

    grounds: Record  # one of dtype GROUND
    sketches: Record  # one of dtype SKETCH
    moves: Record  # the shortlist
    values: Record  # priors of its moves, then their expected outcomes
    rows: Record  # inputs of the network, its layers, and what it keeps
    picked: Record  # which inputs of a layer count
    valued: Record  # one number: how many positions have been valued


@kernel
def prepare(s: Record, v: Record, g: Record, which: int) -> None:
    """Survey a position for the seat in turn, with the priors of every cell."""
    survey_for(s, v, g)
    weigh(s, v, g, which)
    for cell in range(CELLS):
        if g["alive"][cell]:
            rate_cell(v, g, cell)


@kernel
def look_around(s: Record, v: Record, scratch: Scratch, net: ValueNetwork, which: int) -> None:
    """Prepare for valuing moves: survey the position, and keep what the network makes of it."""
    prepare(s, v, scratch.grounds[0], which)
    describe_move(s, v, scratch.grounds[0], scratch.sketches[0], KEEP, scratch.rows[3])
    keep_sums(scratch.rows, scratch.picked, net)


@kernel
def shortlist(s: Record, v: Record, g: Record, width: int, moves: Record, priors: Record) -> int:
    """Write the moves with the best priors, in no order; return how many."""
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
            if n == width and most(v, g, edge) <= priors[0]:
                continue
            there = kinds(rack)
            while there != NONE:
                lay = lowest(there) // 3
                there &= there - ONE
                n = keep(v, g, edge, lay, n, width, moves, priors)
            there = turnable(rack)
            while there != NONE:
                lay = signed(v["turned"][lowest(there) // 3])
                there &= there - ONE
                n = keep(v, g, edge, lay, n, width, moves, priors)
    return n


@kernel
def most(v: Record, g: Record, edge: int) -> float:
    """Return a prior that no tile of the rack exceeds on this edge."""
    found: float = g["most"][v["edges"][edge, 0]] + g["most"][v["edges"][edge, 1]]
    return found


@kernel
def keep(
    v: Record, g: Record, edge: int, lay: int, n: int, width: int, moves: Record, priors: Record
) -> int:
    """Keep a move if it is among the best so far: `priors` is a heap with the worst on top."""
    worth = prior(v, g, edge, lay)
    move = PLACE + 36 * edge + lay
    if n < width:
        at = n
        while at > 0 and priors[(at - 1) // 2] > worth:
            up = (at - 1) // 2
            priors[at], moves[at] = priors[up], moves[up]
            at = up
        priors[at], moves[at] = worth, move
        return n + 1
    if worth <= priors[0]:
        return n
    at = 0
    while True:
        down = 2 * at + 1
        if down >= n:
            break
        if down + 1 < n and priors[down + 1] < priors[down]:
            down += 1
        if priors[down] >= worth:
            break
        priors[at], moves[at] = priors[down], moves[down]
        at = down
    priors[at], moves[at] = worth, move
    return n


@kernel
def value_of(s: Record, v: Record, scratch: Scratch, net: ValueNetwork, move: int) -> float:
    """Return the expected outcome for the seat in turn after its move; exact if the game ends."""
    sketch, rows = scratch.sketches[0], scratch.rows
    scratch.valued[0] += 1
    if describe_move(s, v, scratch.grounds[0], sketch, move, rows[0]) == 0:
        return squash(logit(rows, scratch.picked, net))
    return share(sketch["after"], v, signed(s["turn"]))


@kernel
def choose(
    s: Record, v: Record, scratch: Scratch, net: ValueNetwork, width: int, which: int
) -> int:
    """Value the moves with the best priors, of these numbers; return the index of the best."""
    moves, values = scratch.moves, scratch.values
    look_around(s, v, scratch, net, which)
    n = shortlist(s, v, scratch.grounds[0], width, moves, values)
    best = 0
    for at in range(n):
        values[at] = value_of(s, v, scratch, net, int(moves[at]))
        if values[at] > values[best]:
            best = at
    return best


@kernel
def value_all(
    states: Record, table: Record, scratch: Scratch, net: ValueNetwork, moves: Record, out: Record
) -> None:
    """Write the expected outcome of each of some legal moves, one move ahead."""
    look_around(states[0], table[0], scratch, net, row_of(table[0]))
    for n in range(moves.shape[0]):
        out[n] = value_of(states[0], table[0], scratch, net, int(moves[n]))
