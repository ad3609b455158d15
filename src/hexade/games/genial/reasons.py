"""Reasons for a move, from a closed list: what it brings, what it denies, what it leaves open.

Each reason is a fact about the position before the move and the one after it, as its seat may know
them; some compare the move with the *rival*, the legal move that takes the markers furthest. The
page has the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract.bits import NONE, kinds, lowest, signed, size
from hexade.contract.game import Move
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.games.genial import board
from hexade.games.genial.board import CELLS, EAST, FREE, NORTH_EAST, NORTH_WEST, WIDTH
from hexade.games.genial.giveaway import GIVEN, best_opened
from hexade.games.genial.rules import (
    DOUBLES,
    EXCHANGE,
    OVER,
    PLACE,
    PLACING,
    decide,
)
from hexade.games.genial.scoring import (
    first_of_track,
    offer_shows,
    points,
    reached,
    share,
    standing,
    weakest,
)
from hexade.games.genial.variants import NINES
from hexade.games.genial.view import GenialView

# In the order in which they are given: a page shows the first three.
CODES = (
    "wins", "bonus", "lifts", "pulls", "shuts", "gift", "denies", "prepares", "keeps", "saves",
    "points", "swaps", "sheds",
)  # fmt: skip
(
    WINS, BONUS, LIFTS, PULLS, SHUTS, GIFT, DENIES, PREPARES, KEEPS, SAVES, POINTS, SWAPS, SHEDS,
) = range(len(CODES))  # fmt: skip
ROW = 6  # numbers of a reason, its code the first
MOST = len(CODES) + 4  # more than ever hold together
STATES = 3  # a view, and the positions after the move and after the rival
A_GIFT = 3  # steps by which the rival must open more than the move
A_LOSS = 2  # points by which the best place for a colour must get worse
SCARCE = 4  # with more places left nobody need keep any


@kernel
def gain_of(before: Record, after: Record, v: Record, seat: int) -> int:
    """Return how far a seat's markers have moved in all."""
    total = 0
    for colour in range(6):
        total += standing(after, v, seat, colour) - standing(before, v, seat, colour)
    return total


@kernel
def furthest(states: Record, table: Record, seat: int, moves: Record) -> int:
    """Return the index of the placement that takes the markers furthest; the first of equal ones.

    `states` are a view, and one to try things on.
    """
    best, at = -1, 0
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], table[0], int(moves[n]))
        gain = gain_of(states[0], states[1], table[0], seat)
        if gain > best:
            best, at = gain, n
    return at


@kernel
def is_open(s: Record, cell: int) -> bool:
    """Tell whether a half of a tile can still lie on a cell: it has a free neighbour."""
    return bool(
        s["cells"][cell] == FREE
        and (
            s["cells"][cell + EAST] == FREE
            or s["cells"][cell + NORTH_WEST] == FREE
            or s["cells"][cell + NORTH_EAST] == FREE
            or s["cells"][cell - EAST] == FREE
            or s["cells"][cell - NORTH_WEST] == FREE
            or s["cells"][cell - NORTH_EAST] == FREE
        )
    )


@kernel
def best_half(s: Record, colour: int) -> int:
    """Return the most that one half of a colour can still score anywhere (A8)."""
    best = 0
    for cell in range(WIDTH + 1, CELLS - WIDTH - 1):
        if is_open(s, cell):
            best = max(best, points(s, cell, colour))
    return best


@kernel
def places(s: Record, colour: int) -> int:
    """Return on how many cells a half of a colour would still score."""
    found = 0
    for cell in range(WIDTH + 1, CELLS - WIDTH - 1):
        if is_open(s, cell) and points(s, cell, colour) > 0:
            found += 1
    return found


@kernel
def best_double(s: Record, colour: int) -> int:
    """Return the most that both halves of a double can still score together (A8)."""
    best = 0
    for cell in range(WIDTH + 1, CELLS - WIDTH - 1):
        if s["cells"][cell] != FREE:
            continue
        here = points(s, cell, colour)
        for way in range(3):
            step = EAST if way == 0 else NORTH_WEST if way == 1 else NORTH_EAST
            if s["cells"][cell + step] == FREE:
                best = max(best, here + points(s, cell + step, colour))
    return best


@kernel
def can_finish(s: Record, v: Record, seat: int, colour: int) -> bool:
    """Tell whether a tile on a seat's rack could take a marker to the next end of its track."""
    at = standing(s, v, seat, colour)
    need = (int(v["stop"]) if at < v["stop"] else int(v["end"])) - at
    tiles = s["racks"][seat] & v["showing"][colour]
    if need <= 0 or tiles == NONE:
        return False
    if best_half(s, colour) >= need:
        return True
    return bool(kinds(tiles) & DOUBLES != NONE and best_double(s, colour) >= need)


@kernel
def at_weakest(s: Record, v: Record, seat: int) -> int:
    """Return a bit for each colour whose marker is at the weakest position (A14)."""
    low, mask = weakest(s, v, seat), 0
    for colour in range(6):
        if standing(s, v, seat, colour) == low:
            mask |= 1 << colour
    return mask


@kernel
def bits_of(mask: int) -> int:
    """Return how many of six bits are set."""
    found = 0
    for colour in range(6):
        found += (mask >> colour) & 1
    return found


@kernel
def write(out: Record, n: int, code: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """Write a reason and return how many there are then."""
    out[n, 0], out[n, 1], out[n, 2] = code, a, b
    out[n, 3], out[n, 4], out[n, 5] = c, d, e
    return n + 1


@kernel
def brought(states: Record, v: Record, seat: int, out: Record, n: int) -> int:
    """Write what the move brings: a win, a bonus turn, a higher weakest colour, a colour won."""
    now, then = states[0], states[1]
    if then["phase"] == OVER and v["seats"] > 1 and share(then, v, seat) == 1.0:
        n = write(out, n, WINS, 0, 0, 0, 0, 0)
    full = pulled = lifted = 0
    low, weak = weakest(now, v, seat), at_weakest(now, v, seat)
    to = low
    for colour in range(6):
        was, at = standing(now, v, seat, colour), standing(then, v, seat, colour)
        if at <= was:
            continue
        if reached(v, was, at) > 0 and not (v["tug"] and now["marks"][colour] == seat):
            full |= 1 << colour  # D2: who holds a marker earns no bonus turn with it
        if was <= 0 < at:
            pulled |= 1 << colour
        if (weak >> colour) & 1:
            lifted |= 1 << colour
            to = at if to == low else min(to, at)
    if full and then["phase"] == PLACING and signed(then["turn"]) == seat:
        n = write(out, n, BONUS, full, 0, 0, 0, 0)
    if v["tug"]:
        return write(out, n, PULLS, pulled, 0, 0, 0, 0) if pulled else n
    if lifted:
        after = weakest(then, v, seat)
        n = write(out, n, LIFTS, lifted, low, to, bits_of(weak), after)
    return n


@kernel
def denied(states: Record, v: Record, seat: int, out: Record, n: int) -> int:
    """Write what the move takes from others: the last, or the best place for their weakest."""
    now, then = states[0], states[1]
    if v["tug"] or then["phase"] == OVER:
        return n
    for step in range(1, int(v["seats"])):
        other = (seat + step) % int(v["seats"])
        if v["track"][other] == v["track"][seat] or not first_of_track(v, other):
            continue
        weak = at_weakest(now, v, other)
        for colour in range(6):
            if not (weak >> colour) & 1:
                continue
            before, after = best_half(now, colour), best_half(then, colour)
            tied = bits_of(weak)
            if before > 0 and after == 0:
                return write(out, n, SHUTS, colour, other, before, 0, tied)
            if before - after >= A_LOSS:
                return write(out, n, DENIES, colour, other, before, after, tied)
    return n


@kernel
def left_open(states: Record, v: Record, seat: int, out: Record, n: int) -> int:
    """Write what the move leaves open; states[2] is the position after the rival."""
    if states[1]["phase"] == OVER or v["tug"]:
        return n
    if v["bonus"]:
        n = prepared(states, v, seat, out, n)
    weak = at_weakest(states[1], v, seat)
    if states[2]["phase"] != OVER:
        n = kept_open(states, v, seat, weak, out, n)
    return saved(states, v, seat, weak, out, n)


@kernel
def prepared(states: Record, v: Record, seat: int, out: Record, n: int) -> int:
    """Write that a tile on the rack could take a marker to its end, if none could before."""
    now, then = states[0], states[1]
    for colour in range(6):
        if can_finish(then, v, seat, colour) and not can_finish(now, v, seat, colour):
            at = standing(then, v, seat, colour)
            end = int(v["stop"]) if at < v["stop"] else int(v["end"])
            return write(out, n, PREPARES, colour, at, end, 0, 0)
    return n


@kernel
def kept_open(states: Record, v: Record, seat: int, weak: int, out: Record, n: int) -> int:
    """Write that more of the last places for a weakest colour stay open than after the rival."""
    then = states[1]
    for colour in range(6):
        held = then["racks"][seat] & v["showing"][colour] != NONE
        if not (weak >> colour) & 1 or not held:
            continue
        left, less = places(then, colour), places(states[2], colour)
        if 2 <= left <= SCARCE and less < left:
            return write(out, n, KEEPS, colour, left, less, bits_of(weak), 0)
    return n


@kernel
def saved(states: Record, v: Record, seat: int, weak: int, out: Record, n: int) -> int:
    """Write that the only tile with a weakest colour stays on the rack, which the rival uses."""
    now, then, rival = states[0], states[1], states[2]
    for colour in range(6):
        tiles = now["racks"][seat] & v["showing"][colour]
        if not (weak >> colour) & 1 or size(tiles) != 1:
            continue
        if then["racks"][seat] & tiles != NONE and rival["racks"][seat] & tiles == NONE:
            return write(out, n, SAVES, colour, lowest(tiles) // 3, bits_of(weak), 0, 0)
    return n


@kernel
def compared(
    states: Record,
    table: Record,
    seat: int,
    move: int,
    rival: int,
    unseen: Word,
    halves: Record,
    given: Record,
    out: Record,
    n: int,
) -> int:
    """Write that the rival would open more for the next player, if it does."""
    v = table[0]
    gain = gain_of(states[0], states[2], v, seat)
    ends = states[1]["phase"] == OVER or states[2]["phase"] == OVER
    if v["seats"] == 1 or rival == move or ends:
        return n
    theirs = best_opened(states, table, seat, rival, unseen, halves, given)
    own = best_opened(states, table, seat, move, unseen, halves, given)
    if theirs - own >= A_GIFT:
        return write(out, n, GIFT, own, theirs, gain, 0, 0)
    return n


@kernel
def of_exchange(states: Record, v: Record, seat: int, out: Record) -> int:
    """Write why tiles are exchanged (A12, D3)."""
    s, mask = states[0], 0
    if v["exchange"] == NINES:
        for colour in range(6):
            if standing(s, v, seat, colour) == v["end"]:
                mask |= 1 << colour
        tiles = s["racks"][seat] & offer_shows(s, v, seat)
        return write(out, 0, SHEDS, mask, size(tiles), 0, 0, 0)
    return write(out, 0, SWAPS, at_weakest(s, v, seat), 0, 0, 0, 0)


@kernel
def list_reasons(
    states: Record,
    table: Record,
    seat: int,
    move: int,
    moves: Record,
    unseen: Word,
    halves: Record,
    given: Record,
    out: Record,
) -> int:
    """Write all reasons for a move that hold, in no order; return how many there are.

    `states` are a view and room for two more; `halves` and `given` as for best_opened.
    """
    v = table[0]
    if move < PLACE:
        return of_exchange(states, v, seat, out) if move == EXCHANGE else 0
    rival = int(moves[furthest(states, table, seat, moves)])
    n = compared_first(states, table, seat, move, rival, unseen, halves, given, out)
    n = brought(states, v, seat, out, n)
    n = denied(states, v, seat, out, n)
    n = left_open(states, v, seat, out, n)
    gain = gain_of(states[0], states[1], v, seat)
    if gain > 0 and gain == gain_of(states[0], states[2], v, seat):
        n = write(out, n, POINTS, gain, 0, 0, 0, 0)
    return n


@kernel
def compared_first(
    states: Record,
    table: Record,
    seat: int,
    move: int,
    rival: int,
    unseen: Word,
    halves: Record,
    given: Record,
    out: Record,
) -> int:
    """Compare with the rival, and leave the positions after move and rival in states[1] and [2]."""
    lay_both(states, table[0], move, rival)
    n = compared(states, table, seat, move, rival, unseen, halves, given, out, 0)
    lay_both(states, table[0], move, rival)  # comparing has tried things on them
    return n


@kernel
def lay_both(states: Record, v: Record, move: int, rival: int) -> None:
    """Write the positions after the move and after the rival."""
    states[1], states[2] = states[0], states[0]
    decide(states[1], v, move)
    decide(states[2], v, rival)


_list_reasons = speed_up(list_reasons)


def reasons(view: GenialView, moves: Sequence[Move], move: Move) -> list[dict[str, Any]]:
    """Return why one of the legal moves is a good one, the most important reason first."""
    halves, given = np.zeros((4, 6), np.int64), np.zeros(len(GIVEN), np.int64)
    out = np.zeros((MOST, ROW), np.int64)
    listed = np.array(moves, np.int32)
    count = _list_reasons(
        view.thaw(STATES), view.table, view.seat, move, listed, np.uint64(view.unseen), halves,
        given, out,
    )  # fmt: skip
    return [_named(row) for row in sorted(out[:count].tolist(), key=lambda row: int(row[0]))]


def _named(row: Sequence[int]) -> dict[str, Any]:
    """Return a reason as data, by what its numbers mean."""
    code, a, b, c, d, e = row
    said: dict[int, dict[str, Any]] = {
        BONUS: {"colours": _colours(a)},
        LIFTS: {"colours": _colours(a), "from": b, "to": c, "tied": d, "weakest": e},
        PULLS: {"colours": _colours(a)},
        SHUTS: {"colour": _colour(a), "seat": b, "points": c, "tied": e},
        GIFT: {"opens": a, "instead": b, "gain": c},
        DENIES: {"colour": _colour(a), "seat": b, "from": c, "to": d, "tied": e},
        PREPARES: {"colour": _colour(a), "at": b, "end": c},
        KEEPS: {"colour": _colour(a), "places": b, "instead": c, "tied": d},
        SAVES: {"colour": _colour(a), "tile": _tile(b), "tied": c},
        POINTS: {"points": a},
        SWAPS: {"colours": _colours(a)},
        SHEDS: {"colours": _colours(a), "tiles": b},
    }
    return {"why": CODES[code], **said.get(code, {})}


def _colour(number: int) -> str:
    return board.COLOURS[number % 6]


def _colours(mask: int) -> list[str]:
    return [colour for n, colour in enumerate(board.COLOURS) if mask >> n & 1]


def _tile(kind: int) -> str:
    return board.TILE_NAMES[kind % len(board.TILE_NAMES)]
