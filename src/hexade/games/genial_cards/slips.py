"""Slips: what somebody overlooked who made a move where another one was better, from a closed list.

Each slip is a fact about the tables after the two cards, as the mover may know them, and belongs to
one of the tastes (tastes.py). It is told only of a card that takes the mover's chips at least as
far as the better one: whoever plays it got steps for what was overlooked. The page has the words;
those here are for the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hexade.contract.bits import NONE, lowest, size
from hexade.contract.game import Move
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.games.genial_cards.cards import CARD_NAMES, COLOUR_NAMES, COLOURS
from hexade.games.genial_cards.reasons import (
    STATES,
    at_weakest,
    bits_of,
    gain_of,
    is_over,
    write,
)
from hexade.games.genial_cards.rules import decide
from hexade.games.genial_cards.scoring import weakest
from hexade.games.genial_cards.state import PLAY
from hexade.games.genial_cards.view import CardsView

# In the order in which they are looked for: only the first is told.
CODES = ("last", "weakest", "gift", "spends")
TASTE_OF = {"last": "unseen", "weakest": "weakest", "gift": "own", "spends": "now"}
LAST, FORGETS, GIFT, SPENDS = range(len(CODES))
ROW = 6  # numbers of a slip, its code the first
FEW = 3  # unseen cards with a colour: more need not be counted


@kernel
def lifted_by(now: Record, then: Record, seat: int) -> int:
    """Return a bit for each weakest colour of a seat that a card takes further."""
    weak, mask = at_weakest(now, seat), 0
    for colour in range(6):
        if (weak >> colour) & 1 and then["chips"][seat, colour] > now["chips"][seat, colour]:
            mask |= 1 << colour
    return mask


@kernel
def forgotten(states: Record, v: Record, seat: int, unseen: Word, out: Record) -> int:
    """Write that the better card takes a weakest colour further, and this one takes none."""
    now, then, instead = states[0], states[1], states[2]
    mask = lifted_by(now, instead, seat)
    if mask == 0 or lifted_by(now, then, seat) != 0:
        return 0
    low, to = weakest(now, seat), 0
    for colour in range(6):
        if (mask >> colour) & 1:
            at = int(instead["chips"][seat, colour])
            to = at if to == 0 else min(to, at)
            left = size(unseen & v["showing"][colour])
            if left <= FEW and then["hands"][seat] & v["showing"][colour] == NONE:
                return write(out, 0, LAST, colour, left, low, at, 0)
    return write(out, 0, FORGETS, mask, low, to, bits_of(at_weakest(now, seat)), 0)


@kernel
def left_for_next(states: Record, v: Record, seat: int, out: Record) -> int:
    """Write that more cards lie open for the next player's weakest colour than need to (E4)."""
    now, then, instead = states[0], states[1], states[2]
    other = (seat + 1) % int(v["seats"])
    weak = at_weakest(now, other)
    for colour in range(6):
        left, less = int(then["shown"][colour]), int(instead["shown"][colour])
        if (weak >> colour) & 1 and left > less:
            return write(out, 0, GIFT, colour, other, left, less, bits_of(weak))
    return 0


@kernel
def used_up(states: Record, v: Record, seat: int, out: Record) -> int:
    """Write that the only card with a colour that is weakest after it was played."""
    now, then, instead = states[0], states[1], states[2]
    weak = at_weakest(then, seat)
    for colour in range(6):
        cards = now["hands"][seat] & v["showing"][colour]
        if not (weak >> colour) & 1 or size(cards) != 1:
            continue
        if then["hands"][seat] & cards == NONE and instead["hands"][seat] & cards != NONE:
            return write(out, 0, SPENDS, colour, lowest(cards) // 3, bits_of(weak), 0, 0)
    return 0


@kernel
def list_slips(
    states: Record, table: Record, seat: int, move: int, better: int, unseen: Word, out: Record
) -> int:
    """Write the first slip of a move, compared with a better one; return whether there is one.

    `states` are a view and room for two more.
    """
    v = table[0]
    if move < PLAY or better < PLAY or move == better:
        return 0
    states[1], states[2] = states[0], states[0]
    decide(states[1], v, move)
    decide(states[2], v, better)
    less = gain_of(states[0], states[1], seat) < gain_of(states[0], states[2], seat)
    if less or is_over(states[1]) or is_over(states[2]):
        return 0
    if forgotten(states, v, seat, unseen, out):
        return 1
    return left_for_next(states, v, seat, out) or used_up(states, v, seat, out)


_list_slips = speed_up(list_slips)


def slip(view: CardsView, moves: Sequence[Move], move: Move, better: Move) -> dict[str, Any] | None:
    """Return what somebody overlooked who played a card where another one was better."""
    out, unseen = np.zeros((1, ROW), np.int64), np.uint64(view.unseen)
    if not _list_slips(view.thaw(STATES), view.table, view.seat, move, better, unseen, out):
        return None
    return _named(out[0].tolist())


def _named(row: Sequence[int]) -> dict[str, Any]:
    """Return a slip as data, by what its numbers mean."""
    code, *numbers = row
    name = CODES[code]
    return {"slip": name, "taste": TASTE_OF[name], **_facts(code, numbers)}


def _facts(code: int, numbers: Sequence[int]) -> dict[str, Any]:
    a, b, c, d, e = numbers
    if code == FORGETS:
        return {"colours": _colours(a), "from": b, "to": c, "tied": d}
    if code == LAST:
        return {"colour": COLOURS[a], "left": b, "from": c, "to": d}
    if code == GIFT:
        return {"colour": COLOURS[a], "seat": b, "opens": c, "instead": d, "tied": e}
    return {"colour": COLOURS[a], "card": CARD_NAMES[b], "tied": c}


def _colours(mask: int) -> list[str]:
    return [colour for n, colour in enumerate(COLOURS) if mask >> n & 1]


def say_slip(slip: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return a slip as the end of a sentence about the move."""
    name = names[slip["seat"]] if "seat" in slip else ""
    colour = COLOUR_NAMES[slip["colour"]] if "colour" in slip else ""
    said = {
        "last": "did not count cards: {more} with {colour} can come, and {colour} stays on {from}",
        "weakest": "forgot the weakest colour: {colours} could have gone from {from} to "
        "at least {to}",
        "gift": "looked only at own steps: leaves {name} {opens} for its weakest, {colour}, the "
        "better move {instead}",
        "spends": "looked only at this card: {card} was the only one with {colour}, the weakest",
    }[slip["slip"]]
    colours = " and ".join(COLOUR_NAMES[one] for one in slip.get("colours", ()))
    more = f"only {slip['left']} more" if slip.get("left") else "no more"
    return said.format(**{**slip, "name": name, "colour": colour, "colours": colours, "more": more})
