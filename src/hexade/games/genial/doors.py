"""The doors to the rules: kernels over arrays, as the facade, the bots and batches call them.

A state or a table comes as an array of one, which Numba takes in faster than a bare record.
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import NONE, ONE, lowest, signed
from hexade.contract.chance import mix, nth_seed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.board import CELLS, EAST, FREE, NORTH_EAST, NORTH_WEST
from hexade.games.genial.rules import (
    PLACE,
    allowed,
    decide,
    decision,
    draw,
    is_legal,
    list_legal,
    openings,
    play_on,
)
from hexade.games.genial.scoring import (
    exchangeable,
    points,
    rank_key,
    ray,
    score,
    showing,
    standing,
    weakest,
)
from hexade.games.genial.variants import NINES

SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number with bits all over


@kernel
def decided(before: Record, after: Record, table: Record, move: int) -> None:
    """Write the state after a legal move; all three are arrays of one."""
    after[0] = before[0]
    decide(after[0], table[0], move)


@kernel
def drew(before: Record, after: Record, table: Record, kind: int) -> None:
    """Write the state after a tile was drawn; all three are arrays of one."""
    after[0] = before[0]
    draw(after[0], table[0], kind)


@kernel
def legal_moves(states: Record, table: Record, out: Record) -> int:
    """Write all legal moves of an array of one state."""
    return list_legal(states[0], table[0], out)


@kernel
def may_make(states: Record, table: Record, move: int) -> bool:
    """Tell whether a move is legal in an array of one state."""
    return is_legal(states[0], table[0], move)


@kernel
def offer_shows(states: Record, table: Record, seat: int) -> Word:
    """Return the tile kinds that an exchange looks at, for an array of one state (A12, D3)."""
    s, v = states[0], table[0]
    at = int(v["end"]) if v["exchange"] == NINES else weakest(s, v, seat)
    return showing(s, v, seat, at)


@kernel
def both_points(states: Record, table: Record, move: int, out: Record) -> None:
    """Write the points of both halves of a placement, before any cap (A8)."""
    s, v = states[0], table[0]
    edge, lay = (move - PLACE) // 36, (move - PLACE) % 36
    out[0] = points(s, signed(v["edges"][edge, 0]), signed(v["first"][lay]))
    out[1] = points(s, signed(v["edges"][edge, 1]), signed(v["second"][lay]))


@kernel
def worths(states: Record, table: Record, moves: Record, seat: int, out: Record) -> None:
    """Write for each legal move the weakest marker and then the sum after it, as one number.

    `states` is an array of two: a state or view, and a place to try moves on.
    """
    v = table[0]
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], v, int(moves[n]))
        total = 0
        for colour in range(6):
            total += standing(states[1], v, seat, colour)
        out[n] = 1024 * weakest(states[1], v, seat) + total


@kernel
def open_edges(states: Record, table: Record, out: Record) -> int:
    """Write the cells of every edge on which the seat in turn may lay a tile; return how many."""
    v = table[0]
    n = 0
    for w in range(v["words"]):
        edges = allowed(states[0], v, w, openings(states[0], v))
        while edges != NONE:
            edge = 64 * w + lowest(edges)
            edges &= edges - ONE
            out[n, 0], out[n, 1] = v["edges"][edge, 0], v["edges"][edge, 1]
            n += 1
    return n


@kernel
def lines(states: Record, cells: Record, out: Record, points: Record) -> int:
    """Write every line that starts beside a cell: cell, direction, colour, length; return how many.

    `points` gets what a half of each colour would bring on each of the cells (A8).
    """
    s = states[0]
    count = 0
    for n in range(cells.shape[0]):
        cell = int(cells[n])
        for way in range(6):
            step = step_of(way)
            colour = int(s["cells"][cell + step])
            if colour < FREE:
                length = ray(s, cell, step, colour)
                out[count, 0], out[count, 1] = cell, way
                out[count, 2], out[count, 3] = colour, length
                points[cell, colour] += length
                count += 1
    return count


@kernel
def most_points(edges: Record, points: Record, out: Record) -> None:
    """Write for each colour the most that both halves of a double would bring on one of the edges.

    A half alone brings no more.
    """
    for n in range(edges.shape[0]):
        for colour in range(6):
            both = points[edges[n, 0], colour] + points[edges[n, 1], colour]
            out[colour] = max(out[colour], both)


@kernel
def step_of(way: int) -> int:
    """Return the step of a direction, numbered as in board.STEPS."""
    step = EAST if way % 3 == 0 else NORTH_WEST if way % 3 == 1 else NORTH_EAST
    return step if way < 3 else -step


@kernel
def try_score(
    states: Record, table: Record, seat: int, colour: int, first: int, second: int, out: Record
) -> None:
    """Write where a marker comes to stand, as the tracks have it, and the bonus turns earned."""
    v = table[0]
    states[1]["tracks"][v["track"][seat], colour] = states[0]["tracks"][v["track"][seat], colour]
    states[1]["marks"][colour] = states[0]["marks"][colour]
    earned = score(states[1], v, seat, colour, first, second)
    out[0], out[1] = states[1]["tracks"][v["track"][seat], colour], earned


@kernel
def reaches(states: Record, table: Record, seat: int, out: Record) -> None:
    """Write for each colour where 0, 1, 2 … points take the marker; `states` as for worths."""
    for colour in range(6):
        for points_made in range(out.shape[1]):
            try_score(states, table, seat, colour, points_made, 0, out[colour, points_made])


@kernel
def pair_reaches(
    states: Record, table: Record, seat: int, colour: int, pairs: Record, out: Record
) -> None:
    """Write where the two halves of a double take the marker, for each pair of points (B2)."""
    for n in range(pairs.shape[0]):
        first, second = int(pairs[n, 0]), int(pairs[n, 1])
        try_score(states, table, seat, colour, first, second, out[n])


@kernel
def exchange_of(states: Record, table: Record, seat: int) -> Word:
    """Return the tiles that a seat may set aside, for an array of one state (A12, D3)."""
    return exchangeable(states[0], table[0], seat)


@kernel
def ranking(states: Record, table: Record, seat: int) -> int:
    """Return the rank key of a seat for an array of one state."""
    return rank_key(states[0], table[0], seat)


@kernel
def digest(s: Record) -> Word:
    """Return a checksum of a finished game."""
    word = mix(s["bag"] ^ (np.uint64(s["ply"]) << np.uint64(16)) ^ np.uint64(s["draws"]))
    for seat in range(4):
        word = mix(word ^ s["racks"][seat])
        for colour in range(6):
            word = word * np.uint64(31) + np.uint64(signed(s["tracks"][seat, colour]) + 9)
    for colour in range(6):
        word = word * np.uint64(31) + np.uint64(signed(s["marks"][colour]) + 1)
    for cell in range(CELLS):
        word += np.uint64(s["cells"][cell]) * (np.uint64(2 * cell + 1) * SPREAD)
    return mix(word ^ np.uint64(4 * signed(s["turn"]) + signed(s["reason"])))


@kernel
def play_lane(
    i: int,
    states: Record,
    opening: Record,
    table: Record,
    seed: Word,
    first: int,
    n: int,
    out: Record,
) -> None:
    """Play n random games one after the other, the first of lane i being number first + i * n.

    Adds their moves to out[i, 0] and their checksums to out[i, 1].
    """
    for k in range(n):
        states[i] = opening[0]
        play_on(states[i], table[0], nth_seed(seed, first + i * n + k))
        out[i, 0] += np.uint64(states[i]["ply"])
        out[i, 1] += digest(states[i])


@kernel
def decision_of(states: Record) -> int:
    """Return the number of the decision to be made now, for an array of one state."""
    return decision(states[0])
