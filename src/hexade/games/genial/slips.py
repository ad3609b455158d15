"""Slips: what somebody overlooked who made a move where another one was better, from a closed list.

Each slip is a fact about the positions after the two moves, as the mover may know them, and belongs
to one of the tastes (tastes.py). It is told only of a move that takes the mover's markers at least
as far as the better one: whoever makes it got points for what was overlooked. The page has the
words; those here are for the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hexade.contract.bits import NONE, lowest, size
from hexade.contract.game import Move
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.games.genial import board
from hexade.games.genial.giveaway import GIVEN, best_opened
from hexade.games.genial.picture import COLOUR_NAMES
from hexade.games.genial.reasons import (
    A_GIFT,
    A_LOSS,
    SCARCE,
    STATES,
    at_weakest,
    best_half,
    bits_of,
    gain_of,
    lay_both,
    places,
    write,
)
from hexade.games.genial.rules import OVER, PLACE
from hexade.games.genial.scoring import first_of_track, standing, weakest
from hexade.games.genial.view import GenialView

# In the order in which they are looked for: only the first is told.
CODES = ("last", "weakest", "shuts", "gift", "denies", "spends", "places")
TASTE_OF = {
    "last": "unseen", "weakest": "weakest", "shuts": "own", "gift": "own", "denies": "own",
    "spends": "now", "places": "now",
}  # fmt: skip
LAST, FORGETS, SHUTS, GIFT, DENIES, SPENDS, PLACES = range(len(CODES))
ROW = 6  # numbers of a slip, its code the first
FEW = 3  # tiles with a colour that are still to come: more need not be counted


@kernel
def lifted_by(now: Record, then: Record, v: Record, seat: int) -> int:
    """Return a bit for each weakest colour of a seat that a move takes further."""
    weak, mask = at_weakest(now, v, seat), 0
    for colour in range(6):
        if (weak >> colour) & 1 and standing(then, v, seat, colour) > standing(
            now, v, seat, colour
        ):
            mask |= 1 << colour
    return mask


@kernel
def forgotten(states: Record, v: Record, seat: int, unseen: Word, out: Record) -> int:
    """Write that the better move takes a weakest colour further, and this one takes none.

    If few tiles with such a colour are still to come, that is what was overlooked.
    """
    now, then, instead = states[0], states[1], states[2]
    mask = lifted_by(now, instead, v, seat)
    if v["tug"] or mask == 0 or lifted_by(now, then, v, seat) != 0:
        return 0
    low, to = weakest(now, v, seat), 0
    for colour in range(6):
        if (mask >> colour) & 1:
            at = standing(instead, v, seat, colour)
            to = at if to == 0 else min(to, at)
            left = size(unseen & v["showing"][colour])
            held = size(then["racks"][seat] & v["showing"][colour])
            if left <= FEW and held == 0:
                return write(out, 0, LAST, colour, left, low, at, 0)
    return write(out, 0, FORGETS, mask, low, to, bits_of(at_weakest(now, v, seat)), 0)


@kernel
def allowed_to_others(states: Record, v: Record, seat: int, out: Record) -> int:
    """Write that the better move spoils the best place for an opponent's weakest colour."""
    now, then, instead = states[0], states[1], states[2]
    if v["tug"] or then["phase"] == OVER or instead["phase"] == OVER:
        return 0
    for step in range(1, int(v["seats"])):
        other = (seat + step) % int(v["seats"])
        if v["track"][other] == v["track"][seat] or not first_of_track(v, other):
            continue
        weak = at_weakest(now, v, other)
        for colour in range(6):
            if not (weak >> colour) & 1:
                continue
            left, less = best_half(then, colour), best_half(instead, colour)
            if left >= A_LOSS and less == 0:
                return write(out, 0, SHUTS, colour, other, left, bits_of(weak), 0)
            if left - less >= A_LOSS:
                return write(out, 0, DENIES, colour, other, left, less, bits_of(weak))
    return 0


@kernel
def used_up(states: Record, v: Record, seat: int, out: Record) -> int:
    """Write that the better move keeps a tile, or places, for a colour that is weakest after it."""
    now, then, instead = states[0], states[1], states[2]
    if v["tug"] or then["phase"] == OVER or instead["phase"] == OVER:
        return 0
    weak = at_weakest(then, v, seat)
    for colour in range(6):
        tiles = now["racks"][seat] & v["showing"][colour]
        if not (weak >> colour) & 1 or tiles == NONE:
            continue
        kept = then["racks"][seat] & v["showing"][colour]
        if size(tiles) == 1 and kept == NONE and instead["racks"][seat] & tiles != NONE:
            return write(out, 0, SPENDS, colour, lowest(tiles) // 3, bits_of(weak), 0, 0)
        left, more = places(then, colour), places(instead, colour)
        if kept != NONE and left < more <= SCARCE:
            return write(out, 0, PLACES, colour, left, more, bits_of(weak), 0)
    return 0


@kernel
def list_slips(
    states: Record,
    table: Record,
    seat: int,
    move: int,
    better: int,
    unseen: Word,
    halves: Record,
    given: Record,
    out: Record,
) -> int:
    """Write the first slip of a move, compared with a better one; return whether there is one.

    `states` are a view and room for two more; `halves` and `given` as for best_opened.
    """
    v = table[0]
    if move < PLACE or better < PLACE or move == better:
        return 0
    lay_both(states, v, move, better)
    then, instead = states[1], states[2]
    more = gain_of(states[0], instead, v, seat)
    if gain_of(states[0], then, v, seat) < more:
        return 0
    if forgotten(states, v, seat, unseen, out):
        return 1
    found = allowed_to_others(states, v, seat, out)
    if found and out[0, 0] == SHUTS:
        return 1
    if v["seats"] > 1 and not v["tug"] and then["phase"] != OVER and instead["phase"] != OVER:
        opens = best_opened(states, table, seat, move, unseen, halves, given)
        less = best_opened(states, table, seat, better, unseen, halves, given)
        lay_both(states, v, move, better)  # comparing has tried things on them
        if opens - less >= A_GIFT:
            return write(out, 0, GIFT, opens, less, 0, 0, 0)
    return found if found else used_up(states, v, seat, out)


_list_slips = speed_up(list_slips)


def slip(
    view: GenialView, moves: Sequence[Move], move: Move, better: Move
) -> dict[str, Any] | None:
    """Return what somebody overlooked who made a move where another one was better."""
    halves, given = np.zeros((4, 6), np.int64), np.zeros(len(GIVEN), np.int64)
    out = np.zeros((1, ROW), np.int64)
    unseen = np.uint64(view.unseen)
    states = view.thaw(STATES)
    if not _list_slips(states, view.table, view.seat, move, better, unseen, halves, given, out):
        return None
    return _named(out[0].tolist(), view)


def _named(row: Sequence[int], view: GenialView) -> dict[str, Any]:
    """Return a slip as data, by what its numbers mean."""
    code, *numbers = row
    name = CODES[code]
    return {"slip": name, "taste": TASTE_OF[name], **_facts(code, numbers, view)}


def _facts(code: int, numbers: Sequence[int], view: GenialView) -> dict[str, Any]:
    a, b, c, d, e = numbers
    if code == FORGETS:
        return {"colours": _colours(a), "from": b, "to": c, "tied": d}
    if code == GIFT:
        return {"seat": (view.seat + 1) % view.setup.seats, "opens": a, "instead": b}
    colour = {"colour": board.COLOURS[a]}
    if code == LAST:
        return {**colour, "left": b, "from": c, "to": d}
    if code == SHUTS:
        return {**colour, "seat": b, "points": c, "tied": d}
    if code == DENIES:
        return {**colour, "seat": b, "points": c, "instead": d, "tied": e}
    if code == SPENDS:
        return {**colour, "tile": board.TILE_NAMES[b], "tied": c}
    return {**colour, "places": b, "instead": c, "tied": d}


def _colours(mask: int) -> list[str]:
    return [colour for n, colour in enumerate(board.COLOURS) if mask >> n & 1]


def say_slip(slip: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return a slip as the end of a sentence about the move."""
    name = names[slip["seat"]] if "seat" in slip else ""
    colour = COLOUR_NAMES[slip["colour"]] if "colour" in slip else ""
    said = {
        "last": "did not count tiles: {more} with {colour} can come, and {colour} stays at {from}",
        "weakest": "forgot the weakest colour: {colours} could have gone from {from} to "
        "at least {to}",
        "shuts": "looked only at own points: the last place for {name}'s weakest, {colour}, stays "
        "open, for {points}",
        "gift": "looked only at own points: opens {steps} for {name}, the better move {instead}",
        "denies": "looked only at own points: leaves {name} {points} with its weakest, {colour}, "
        "the better move {instead}",
        "spends": "looked only at this move: {tile} was the only tile with {colour}, the weakest",
        "places": "looked only at this move: leaves {left_places} for {colour}, the weakest, the "
        "better move {instead}",
    }[slip["slip"]]
    colours = " and ".join(COLOUR_NAMES[one] for one in slip.get("colours", ()))
    words = {"name": name, "colour": colour, "colours": colours}
    words["more"] = f"only {slip['left']} more" if slip.get("left") else "no more"
    words["steps"] = _counted(slip.get("opens", 0), "step")
    words["left_places"] = _counted(slip.get("places", 0), "place")
    return said.format(**{**slip, **words})


def _counted(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}" + ("" if number == 1 else "s")
