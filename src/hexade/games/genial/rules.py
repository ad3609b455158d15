"""THE RULES of the board game, once: the state as one record, and the kernels that change it.

Rule numbers are given where a rule is applied. `s` is a state (dtype STATE), `v` a variant's table
(dtype TABLE, see variants.py). A move is a small number: KEEP (draw without exchanging), EXCHANGE,
or PLACE + 36 * edge + lay (board.LAYS: the colour on the edge's first cell and that on its second).
A chance move is the kind of the tile drawn.
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import (
    NONE,
    ONE,
    count,
    kinds,
    lowest,
    one,
    popcount,
    select,
    signed,
    size,
)
from hexade.contract.chance import below, mix, seat_seed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial import board
from hexade.games.genial.board import CELLS, EAST, FREE, NORTH_EAST, NORTH_WEST, WORDS
from hexade.games.genial.scoring import exchangeable, has_won, points, score

KEEP, EXCHANGE, PLACE = 0, 1, 2  # moves
DEALING, PLACING, OFFERED, DRAWING, OVER = range(5)  # phases
DOUBLES = np.uint64(board.DOUBLES)
PHASE_NAMES = ("deal", "place", "offer", "draw", "over")
MOST_MOVES = 12 * len(board.EDGES)  # six tiles of two colours each, laid either way
BOARD_FULL, ALL_AT_GOAL = 0, 1  # reasons for the end
ANYWHERE = -1  # for a seat that has laid its first tile (A7)

STATE = np.dtype(
    [
        ("free", "u8", (WORDS,)),  # edges with both cells free
        ("racks", "u8", (4,)),  # multisets of tile kinds, as are the next three
        ("bag", "u8"),
        ("aside", "u8"),  # shown in an exchange, back in the bag after the draw (A12)
        ("drawn", "u8"),  # tiles drawn so far in this draw
        ("draws", "i2"),  # tiles drawn since the beginning: the n of chance
        ("ply", "i2"),  # tiles laid since the beginning
        ("cells", "i1", (CELLS,)),  # a colour, FREE or WALL
        ("tracks", "i1", (4, 6)),  # markers; in the duel only row 0, positive towards seat 0
        ("marks", "i1", (6,)),  # duel markers: the seat that holds one, or -1 (D2)
        ("bag_size", "i1"),
        ("opened", "i1"),  # a bit for each seat that has laid its first tile (A7)
        ("phase", "i1"),
        ("turn", "u1"),
        ("bonus", "i1"),  # bonus turns owed, the current one included (A11)
        ("drawer", "u1"),
        ("due", "i1"),  # tiles that the drawer must still draw
        ("reason", "i1"),
    ],
    align=True,
)


@kernel
def is_full(s: Record, v: Record) -> bool:
    """Tell whether no two adjacent free cells are left (A13)."""
    for w in range(v["words"]):
        if s["free"][w] != NONE:
            return False
    return True


@kernel
def untouched(s: Record, v: Record, symbol: int) -> bool:
    """Tell whether no tile lies beside this printed symbol (A7)."""
    c = signed(v["printed"][symbol])
    return bool(
        s["cells"][c + EAST] >= FREE
        and s["cells"][c + NORTH_WEST] >= FREE
        and s["cells"][c + NORTH_EAST] >= FREE
        and s["cells"][c - EAST] >= FREE
        and s["cells"][c - NORTH_WEST] >= FREE
        and s["cells"][c - NORTH_EAST] >= FREE
    )


@kernel
def has_opened(s: Record, seat: int) -> bool:
    """Tell whether this seat has laid its first tile."""
    return bool((int(s["opened"]) >> seat) & 1)


@kernel
def openings(s: Record, v: Record) -> int:
    """Return a bit for each symbol beside which the seat in turn must lay (A7), or ANYWHERE."""
    if has_opened(s, signed(s["turn"])):
        return ANYWHERE
    found = 0
    for symbol in range(6):
        found |= int(untouched(s, v, symbol)) << symbol
    return found


@kernel
def allowed(s: Record, v: Record, w: int, symbols: int) -> Word:
    """Return word w of the set of edges on which the seat in turn may lay a tile (A6, A7)."""
    if symbols == ANYWHERE:
        return s["free"][w]
    mask = NONE
    for symbol in range(6):
        if (symbols >> symbol) & 1:
            mask |= v["beside"][symbol, w]
    return s["free"][w] & mask


@kernel
def turnable(rack: Word) -> Word:
    """Return the kinds on a rack that can be laid two ways: all but the doubles."""
    return kinds(rack) & ~DOUBLES


@kernel
def is_legal(s: Record, v: Record, move: int) -> bool:
    """Tell whether the seat in turn may make this move."""
    if s["phase"] == OFFERED:
        return move in (KEEP, EXCHANGE)
    if s["phase"] != PLACING or move < PLACE or move >= PLACE + 36 * v["edges"].shape[0]:
        return False
    edge, lay = (move - PLACE) // 36, (move - PLACE) % 36
    if (allowed(s, v, edge // 64, openings(s, v)) >> np.uint64(edge % 64)) & ONE == NONE:
        return False
    return count(s["racks"][s["turn"]], signed(v["kind"][lay])) > 0


@kernel
def list_legal(s: Record, v: Record, out: Record) -> int:
    """Write all legal moves in ascending order; return how many there are."""
    if s["phase"] == OFFERED:
        out[0], out[1] = KEEP, EXCHANGE
        return 2
    if s["phase"] != PLACING:
        return 0
    n = 0
    rack, symbols = s["racks"][s["turn"]], openings(s, v)
    for w in range(v["words"]):
        edges = allowed(s, v, w, symbols)
        while edges != NONE:
            base = PLACE + 36 * (64 * w + lowest(edges))
            edges &= edges - ONE
            there = kinds(rack)
            while there != NONE:
                out[n] = base + lowest(there) // 3
                there &= there - ONE
                n += 1
            there = turnable(rack)
            while there != NONE:
                out[n] = base + signed(v["turned"][lowest(there) // 3])
                there &= there - ONE
                n += 1
    return n


@kernel
def decision(s: Record) -> int:
    """Return the number of the current decision, which is public.

    Offers do not add to it: nobody can see later that one was made and declined.
    """
    return 2 * int(s["ply"]) + (1 if s["phase"] == OFFERED else 0)


@kernel
def random_move(s: Record, v: Record, seed: Word) -> int:
    """Return one of the legal moves, all equally likely, in the order of `list_legal`."""
    key = mix(seat_seed(seed, signed(s["turn"])))
    if s["phase"] == OFFERED:
        return below(key, decision(s), 2)
    symbols, n_edges = openings(s, v), 0
    for w in range(v["words"]):
        n_edges += popcount(allowed(s, v, w, symbols))
    rack = s["racks"][s["turn"]]
    n_kinds = popcount(kinds(rack))
    n_lays = n_kinds + popcount(turnable(rack))
    k = below(key, decision(s), n_edges * n_lays)
    edge = nth_allowed(s, v, k // n_lays, symbols)
    k %= n_lays
    if k < n_kinds:
        return PLACE + 36 * edge + select(kinds(rack), k) // 3
    return PLACE + 36 * edge + signed(v["turned"][select(turnable(rack), k - n_kinds) // 3])


@kernel
def nth_allowed(s: Record, v: Record, k: int, symbols: int) -> int:
    """Return the k-th edge on which the seat in turn may lay a tile."""
    word = passed = total = 0
    for w in range(v["words"]):
        total += popcount(allowed(s, v, w, symbols))
        if k >= total:
            word, passed = w + 1, total
    return 64 * word + select(allowed(s, v, word, symbols), k - passed)


@kernel
def place(s: Record, v: Record, move: int) -> None:
    """Lay a tile and score it (A6, A8)."""
    seat = signed(s["turn"])
    edge, lay = (move - PLACE) // 36, (move - PLACE) % 36
    a, b = signed(v["edges"][edge, 0]), signed(v["edges"][edge, 1])
    colour_a, colour_b = signed(v["first"][lay]), signed(v["second"][lay])
    points_a, points_b = points(s, a, colour_a), points(s, b, colour_b)
    cover(s, v, edge, colour_a, colour_b)
    s["racks"][seat] -= one(signed(v["kind"][lay]))
    score_both(s, v, seat, colour_a, colour_b, points_a, points_b)
    s["opened"] = int(s["opened"]) | (1 << seat)


@kernel
def score_both(
    s: Record, v: Record, seat: int, colour_a: int, colour_b: int, points_a: int, points_b: int
) -> None:
    """Score both halves of a tile, and count the bonus turns owed (A8, A11)."""
    if colour_a == colour_b:
        earned = score(s, v, seat, colour_a, points_a, points_b)
    else:
        # A9: the order of two different colours never matters.
        earned = score(s, v, seat, colour_a, points_a, 0)
        earned += score(s, v, seat, colour_b, points_b, 0)
    s["bonus"] = max(0, int(s["bonus"]) - 1) + earned


@kernel
def both_points(s: Record, v: Record, move: int, out: Record) -> None:
    """Write the points of both halves of a placement, before any cap (A8)."""
    edge, lay = (move - PLACE) // 36, (move - PLACE) % 36
    out[0] = points(s, signed(v["edges"][edge, 0]), signed(v["first"][lay]))
    out[1] = points(s, signed(v["edges"][edge, 1]), signed(v["second"][lay]))


@kernel
def cover(s: Record, v: Record, edge: int, colour_a: int, colour_b: int) -> None:
    """Put two colours on an edge and remove all edges that are no longer free."""
    s["cells"][v["edges"][edge, 0]] = colour_a
    s["cells"][v["edges"][edge, 1]] = colour_b
    for w in range(v["words"]):
        s["free"][w] &= ~v["shadow"][edge, w]


@kernel
def bonus_turns(s: Record, seat: int) -> int:
    """Return how many bonus turns a seat may still take: none with an empty rack (A11)."""
    return 0 if s["racks"][seat] == NONE else int(s["bonus"])


@kernel
def after_placing(s: Record, v: Record, seat: int) -> None:
    """Decide what follows a placement."""
    if has_won(s, v, seat):
        finish(s, ALL_AT_GOAL)  # A13: before owed bonus turns and a full board
    elif is_full(s, v):
        finish(s, BOARD_FULL)
    elif bonus_turns(s, seat) == 0:
        s["bonus"] = 0
        if exchangeable(s, v, seat) != NONE:
            s["phase"] = OFFERED
        else:
            start_draw(s, v, seat)


@kernel
def finish(s: Record, reason: int) -> None:
    """End the game."""
    s["phase"], s["reason"], s["bonus"] = OVER, reason, 0


@kernel
def start_draw(s: Record, v: Record, seat: int) -> None:
    """Make a seat draw up to a full rack (A12)."""
    s["drawer"] = seat
    s["due"] = int(v["rack"]) - size(s["racks"][seat])
    if s["phase"] != DEALING:
        s["phase"] = DRAWING


@kernel
def exchange(s: Record, v: Record) -> None:
    """Set tiles aside before the draw (A12, D3)."""
    seat = signed(s["turn"])
    s["aside"] = exchangeable(s, v, seat)
    s["racks"][seat] -= s["aside"]


@kernel
def decide(s: Record, v: Record, move: int) -> None:
    """Make a legal move of the seat in turn."""
    if s["phase"] == PLACING:
        s["ply"] += 1
        place(s, v, move)
        after_placing(s, v, signed(s["turn"]))
    else:
        if move == EXCHANGE:
            exchange(s, v)
        start_draw(s, v, signed(s["turn"]))


@kernel
def draw(s: Record, v: Record, kind: int) -> None:
    """Take one tile from the bag; the last one due ends the draw."""
    tile = one(kind)
    s["bag"] -= tile
    s["bag_size"] -= 1
    s["racks"][s["drawer"]] += tile
    s["drawn"] += tile
    s["draws"] += 1
    s["due"] -= 1
    if s["due"] == 0:
        after_drawing(s, v)


@kernel
def after_drawing(s: Record, v: Record) -> None:
    """Put back what was set aside, and continue with the next seat (A5, A12)."""
    s["bag"] += s["aside"]
    s["bag_size"] += size(s["aside"])
    s["aside"], s["drawn"] = NONE, NONE
    if s["phase"] == DRAWING:
        s["turn"] = (signed(s["turn"]) + 1) % int(v["seats"])
        s["phase"] = PLACING
        return
    for seat in range(v["seats"]):
        if s["racks"][seat] == NONE:
            start_draw(s, v, seat)
            return
    s["phase"] = PLACING
