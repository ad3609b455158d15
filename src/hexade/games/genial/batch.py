"""Kernels of the rules for batches, environments, perft and greedy players."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hexade.contract.batch_templates import CHANCE, NOBODY
from hexade.contract.bits import NONE, ONE, kind_set, kinds, lowest, nth, popcount, signed
from hexade.contract.chance import below, mix
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.board import CELLS, TILES
from hexade.games.genial.rules import (
    DEALING,
    DRAWING,
    OFFERED,
    OVER,
    PLACE,
    PLACING,
    allowed,
    draw,
    openings,
    turnable,
)
from hexade.games.genial.scoring import rank_key, standing, weakest

SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number whose bits are spread out
FIRST_TURN = len(TILES)  # the first lay of a tile turned round
# Between two doubles lies a run of kinds of two colours; turned round, they come in that order.
_DOUBLES = [kind for kind, (a, b) in enumerate(TILES) if a == b]
_RUNS = tuple(np.uint64((1 << end) - (2 << begin)) for begin, end in pairwise(_DOUBLES))
_LAY, _ONE_LAY = 8, np.uint64(0xFF)  # bits of a lay beside others in a word
befall = draw  # chance only draws tiles


@kernel
def acting(s: Record) -> int:
    """Return the seat that is to act, CHANCE or NOBODY."""
    if s["phase"] == DEALING or s["phase"] == DRAWING:
        return CHANCE
    return NOBODY if s["phase"] == OVER else signed(s["turn"])


@kernel
def random_outcome(s: Record, dealer: Word) -> int:
    """Return the kind of the next tile, all tiles in the bag equally likely."""
    return nth(s["bag"], below(dealer, int(s["draws"]), int(s["bag_size"])))


@kernel
def fixed_outcome(s: Record, step: int) -> int:
    """Return the kind that comes next in the fixed order: see docs/perft.md."""
    return nth(s["bag"], step * int(s["draws"]) % int(s["bag_size"]))


@kernel
def mark_legal(s: Record, v: Record, out: Record) -> None:
    """Write 1 at every legal move."""
    if s["phase"] == OFFERED:
        out[0], out[1] = 1, 1
    if s["phase"] != PLACING:
        return
    lays, symbols = lay_set(s["racks"][s["turn"]]), openings(s, v)
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
def list_share(s: Record, v: Record, share: int, shares: int, out: Record) -> int:
    """Write every shares-th legal move from number `share` on; return how many there are in all.

    The order is that of `list_legal`: edge by edge, on each the tiles and then the tiles turned.
    """
    if s["phase"] == OFFERED:
        for n in range(share, 2, shares):
            out[n] = n
        return 2
    if s["phase"] != PLACING:
        return 0
    rack, symbols, edges = s["racks"][s["turn"]], openings(s, v), 0
    for w in range(v["words"]):
        edges += popcount(allowed(s, v, w, symbols))
    tiles = kinds(rack)
    n_kinds = popcount(tiles)
    n_lays = n_kinds + popcount(turnable(rack))
    straight, turned = packed_lays(tiles), packed_turns(v, turnable(rack))
    w, lay = 0, share
    left = allowed(s, v, 0, symbols)
    for n in range(share, edges * n_lays, shares):
        while lay >= n_lays or left == NONE:
            if left == NONE:
                w += 1
                left = allowed(s, v, w, symbols)
            else:
                lay -= n_lays
                left &= left - ONE
        held = straight >> np.uint64(_LAY * lay)
        if lay >= n_kinds:
            held = turned >> np.uint64(_LAY * (lay - n_kinds))
        out[n] = PLACE + 36 * (64 * w + lowest(left)) + signed(held & _ONE_LAY)
        lay += shares
    return edges * n_lays


@kernel
def packed_lays(tiles: Word) -> Word:
    """Return the lays of some kinds as they are, the lowest first, side by side."""
    found, at = NONE, 0
    while tiles != NONE:
        found |= np.uint64(lowest(tiles) // 3) << np.uint64(at)
        tiles &= tiles - ONE
        at += _LAY
    return found


@kernel
def packed_turns(v: Record, tiles: Word) -> Word:
    """Return the lays of some kinds turned round, the lowest kind first, side by side."""
    found, at = NONE, 0
    while tiles != NONE:
        found |= np.uint64(v["turned"][lowest(tiles) // 3]) << np.uint64(at)
        tiles &= tiles - ONE
        at += _LAY
    return found


@kernel
def lay_set(rack: Word) -> Word:
    """Return a bit for each way to lay a tile of a rack, without a loop over its tiles."""
    as_they_are = kind_set(rack)
    found = as_they_are
    for n in range(len(_RUNS)):
        found |= (as_they_are & _RUNS[n]) << np.uint64(FIRST_TURN - 1 - n)
    return found


@kernel
def edge_count(v: Record) -> int:
    """Return how many pairs of adjacent cells the area has."""
    side = int(v["side"])
    return 9 * side * side - 15 * side + 6


@kernel
def mark_factors(s: Record, v: Record, out: Record) -> None:
    """Write the edges and then the lays that are legal: any of these on any of those.

    The edge after the last stands for an offer; its lays 0 and 1 are to keep and to exchange.
    """
    lays, last = out.shape[0] - 1, edge_count(v)
    if s["phase"] == OFFERED:
        out[last // 64] |= ONE << np.uint64(last % 64)
        out[lays] = np.uint64(3)
    if s["phase"] != PLACING:
        return
    out[lays], symbols = lay_set(s["racks"][s["turn"]]), openings(s, v)
    for w in range(v["words"]):
        out[w] = allowed(s, v, w, symbols)


@kernel
def join_factors(v: Record, parts: Record) -> int:
    """Return the move of an edge and a lay, or the answer to an offer."""
    edge, lay = signed(parts[0]), signed(parts[1])
    return lay if edge == edge_count(v) else PLACE + 36 * edge + lay


@kernel
def reward(s: Record, v: Record, seat: int) -> float:
    """Return what a finished game is worth to a seat (lab/returns.py says how)."""
    seats = int(v["seats"])
    if seats == 1:
        return weakest(s, v, seat) / int(v["end"])
    own, total = rank_key(s, v, seat), 0
    for other in range(seats):
        key = rank_key(s, v, other)
        total += int(own > key) - int(own < key)
    return total / (seats - 1)


@kernel
def sum_of_points(s: Record, v: Record, seat: int) -> int:
    """Return the sum of a seat's markers, as it counts them."""
    total = 0
    for colour in range(6):
        total += standing(s, v, seat, colour)
    return total


@kernel
def worth(s: Record, v: Record, seat: int) -> int:
    """Return the weakest marker and then the sum of all, as one number."""
    total = 0
    for colour in range(6):
        total += standing(s, v, seat, colour)
    return 1024 * weakest(s, v, seat) + total


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
