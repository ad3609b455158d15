"""Reasons for a move, from a closed list: what it brings, what it denies, what it leaves open.

Each reason is a fact about the table before the move and after it, as its seat may know them; some
compare the move with the *rival*, the legal move that takes the chips furthest. The page has the
words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract.bits import NONE, lowest, signed, size
from hexade.contract.game import Move
from hexade.contract.kernel import Record, kernel, speed_up
from hexade.games.genial_cards.cards import CARD_NAMES, COLOURS, TOP
from hexade.games.genial_cards.rules import decide
from hexade.games.genial_cards.scoring import limit, weakest
from hexade.games.genial_cards.state import (
    ANY,
    BACKWARD,
    BETWEEN,
    FORWARD,
    OVER,
    PLAY,
    PLAYING,
    RENEW,
)
from hexade.games.genial_cards.view import CardsView

# In the order in which they are given: a page shows the first three.
CODES = (
    "wins", "ends", "bonus", "lifts", "opens", "shuts", "gift", "denies", "order", "prepares",
    "saves", "points", "renews",
)  # fmt: skip
(
    WINS, ENDS, BONUS, LIFTS, OPENS, SHUTS, GIFT, DENIES, ORDER, PREPARES, SAVES, POINTS, RENEWS,
) = range(len(CODES))  # fmt: skip
ROW = 6  # numbers of a reason, its code the first
MOST = len(CODES) + 2  # more than ever hold together
STATES = 3  # a view, and the tables after the move and after the rival


@kernel
def gain_of(before: Record, after: Record, seat: int) -> int:
    """Return how far a seat's chips have moved in all."""
    total = 0
    for colour in range(6):
        total += int(after["chips"][seat, colour]) - int(before["chips"][seat, colour])
    return total


@kernel
def furthest(states: Record, table: Record, seat: int, moves: Record) -> int:
    """Return the index of the card that takes the chips furthest; the first of equal ones."""
    best, at = -1, 0
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], table[0], int(moves[n]))
        gain = gain_of(states[0], states[1], seat)
        if gain > best:
            best, at = gain, n
    return at


@kernel
def at_weakest(s: Record, seat: int) -> int:
    """Return a bit for each colour whose chip is on the weakest field (A14)."""
    low, mask = weakest(s, seat), 0
    for colour in range(6):
        if s["chips"][seat, colour] == low:
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
def open_to(s: Record, seat: int, colour: int) -> int:
    """Return the last field that is open to a chip (E5)."""
    low = TOP
    for other in range(6):
        if other != colour:
            low = min(low, int(s["chips"][seat, other]))
    return limit(low)


@kernel
def write(out: Record, n: int, code: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """Write a reason and return how many there are then."""
    out[n, 0], out[n, 1], out[n, 2] = code, a, b
    out[n, 3], out[n, 4], out[n, 5] = c, d, e
    return n + 1


@kernel
def is_over(s: Record) -> bool:
    """Tell whether the round has ended (E9)."""
    return bool(s["phase"] == OVER or s["phase"] == BETWEEN)


@kernel
def brought(states: Record, v: Record, seat: int, out: Record, n: int) -> int:
    """Write what the move brings: the end, a bonus turn, a higher weakest colour, an open area."""
    now, then = states[0], states[1]
    if is_over(then):
        n = write(out, n, WINS if v["rounds"] == 1 else ENDS, 0, 0, 0, 0, 0)
    full = lifted = freed = 0
    low, weak, last = weakest(now, seat), at_weakest(now, seat), 0
    to = low
    for colour in range(6):
        was, at = int(now["chips"][seat, colour]), int(then["chips"][seat, colour])
        if was < TOP <= at:
            full |= 1 << colour
        if at > was and (weak >> colour) & 1:
            lifted |= 1 << colour
            to = at if to == low else min(to, at)
        opened = open_to(then, seat, colour)
        if opened > open_to(now, seat, colour) and at < opened and opened >= last:
            freed = freed | (1 << colour) if opened == last else 1 << colour
            last = opened
    if full and then["phase"] == PLAYING and signed(then["turn"]) == seat:
        n = write(out, n, BONUS, full, 0, 0, 0, 0)
    if lifted:
        n = write(out, n, LIFTS, lifted, low, to, bits_of(weak), weakest(then, seat))
    if freed and not is_over(then):
        n = write(out, n, OPENS, freed, last, 0, 0, 0)
    return n


@kernel
def denied(states: Record, v: Record, seat: int, out: Record, n: int) -> int:
    """Write what the move takes from the next player: matches for the weakest colour (E4)."""
    now, then, rival = states[0], states[1], states[2]
    if is_over(then):
        return n
    other = (seat + 1) % int(v["seats"])
    weak = at_weakest(now, other)
    tied = bits_of(weak)
    for colour in range(6):
        if not (weak >> colour) & 1:
            continue
        before, after = int(now["shown"][colour]), int(then["shown"][colour])
        instead = int(rival["shown"][colour])
        if before > 0 and after == 0:
            return write(out, n, SHUTS, colour, other, before, 0, tied)
        if before > after:
            return write(out, n, DENIES, colour, other, before, after, tied)
        if instead > after and not is_over(rival):
            return write(out, n, GIFT, colour, other, after, instead, tied)
    return n


@kernel
def can_finish(s: Record, v: Record, seat: int, colour: int) -> bool:
    """Tell whether a card in hand would take a chip to the end of its row (E4, E7)."""
    at = int(s["chips"][seat, colour])
    if at >= TOP or s["hands"][seat] & v["showing"][colour] == NONE:
        return False
    return bool(open_to(s, seat, colour) == TOP and at + int(s["shown"][colour]) >= TOP)


@kernel
def left_open(states: Record, v: Record, seat: int, out: Record, n: int) -> int:
    """Write what the move leaves open for later."""
    now, then, rival = states[0], states[1], states[2]
    if is_over(then):
        return n
    for colour in range(6):
        if can_finish(then, v, seat, colour) and not can_finish(now, v, seat, colour):
            n = write(out, n, PREPARES, colour, int(then["chips"][seat, colour]), TOP, 0, 0)
            break
    weak = at_weakest(then, seat)
    for colour in range(6):
        cards = now["hands"][seat] & v["showing"][colour]
        if not (weak >> colour) & 1 or size(cards) != 1:
            continue
        if then["hands"][seat] & cards != NONE and rival["hands"][seat] & cards == NONE:
            return write(out, n, SAVES, colour, lowest(cards) // 3, bits_of(weak), 0, 0)
    return n


@kernel
def ordered(states: Record, v: Record, seat: int, move: int, out: Record, n: int) -> int:
    """Write that the other order of scoring would bring fewer steps, if it would (E5)."""
    way = (move - PLAY) % 3
    if way == ANY:
        return n
    gain = gain_of(states[0], states[1], seat)
    states[2] = states[0]
    decide(states[2], v, move - way + (BACKWARD if way == FORWARD else FORWARD))
    less = gain_of(states[0], states[2], seat)
    kind = (move - PLAY) // 3
    first = signed(v["first"][kind] if way == FORWARD else v["second"][kind])
    return write(out, n, ORDER, first, gain, less, 0, 0) if less < gain else n


@kernel
def list_reasons(
    states: Record, table: Record, seat: int, move: int, moves: Record, out: Record
) -> int:
    """Write all reasons for a move that hold, in no order; return how many there are.

    `states` are a view and room for two more.
    """
    v = table[0]
    if move < PLAY:
        mask = at_weakest(states[0], seat)
        return write(out, 0, RENEWS, mask, 0, 0, 0, 0) if move == RENEW else 0
    rival = int(moves[furthest(states, table, seat, moves)])
    states[1], states[2] = states[0], states[0]
    decide(states[1], v, move)
    decide(states[2], v, rival)
    n = brought(states, v, seat, out, 0)
    n = denied(states, v, seat, out, n)
    n = left_open(states, v, seat, out, n)
    gain = gain_of(states[0], states[1], seat)
    if gain > 0 and gain == gain_of(states[0], states[2], seat):
        n = write(out, n, POINTS, gain, 0, 0, 0, 0)
    return ordered(states, v, seat, move, out, n)


_list_reasons = speed_up(list_reasons)


def reasons(view: CardsView, moves: Sequence[Move], move: Move) -> list[dict[str, Any]]:
    """Return why one of the legal moves is a good one, the most important reason first."""
    out, listed = np.zeros((MOST, ROW), np.int64), np.array(moves, np.int32)
    count = _list_reasons(view.thaw(STATES), view.table, view.seat, move, listed, out)
    return [_named(row) for row in sorted(out[:count].tolist(), key=lambda row: int(row[0]))]


def _named(row: Sequence[int]) -> dict[str, Any]:
    """Return a reason as data, by what its numbers mean."""
    code, a, b, c, d, e = row
    said: dict[int, dict[str, Any]] = {
        BONUS: {"colours": _colours(a)},
        LIFTS: {"colours": _colours(a), "from": b, "to": c, "tied": d, "weakest": e},
        OPENS: {"colours": _colours(a), "to": b},
        SHUTS: {"colour": _colour(a), "seat": b, "cards": c, "tied": e},
        GIFT: {"colour": _colour(a), "seat": b, "opens": c, "instead": d, "tied": e},
        DENIES: {"colour": _colour(a), "seat": b, "from": c, "to": d, "tied": e},
        ORDER: {"colour": _colour(a), "steps": b, "instead": c},
        PREPARES: {"colour": _colour(a), "at": b, "end": c},
        SAVES: {"colour": _colour(a), "card": CARD_NAMES[b % len(CARD_NAMES)], "tied": c},
        POINTS: {"points": a},
        RENEWS: {"colours": _colours(a)},
    }
    return {"why": CODES[code], **said.get(code, {})}


def _colour(number: int) -> str:
    return COLOURS[number % 6]


def _colours(mask: int) -> list[str]:
    return [colour for n, colour in enumerate(COLOURS) if mask >> n & 1]
