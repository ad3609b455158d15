"""Scoring in the board game, as kernels: points, markers, exchanges and ranks.

`s` is a state (dtype rules.STATE), `v` a variant's table (dtype TABLE, see variants.py).
"""

from __future__ import annotations

from hexade.contract.bits import NONE
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.board import EAST, NORTH_EAST, NORTH_WEST
from hexade.games.genial.variants import NINES, WEAKEST


@kernel
def ray(s: Record, cell: int, step: int, colour: int) -> int:
    """Count cells of one colour in a straight line from the adjacent cell outwards (A8)."""
    found = 0
    at = cell + step
    while s["cells"][at] == colour:
        found += 1
        at += step
    return found


@kernel
def points(s: Record, cell: int, colour: int) -> int:
    """Count all lines that end at a free cell.

    It is called before the tile is laid: its other half is still a free cell and never counts (A8).
    """
    return (
        ray(s, cell, EAST, colour)
        + ray(s, cell, NORTH_WEST, colour)
        + ray(s, cell, NORTH_EAST, colour)
        + ray(s, cell, -EAST, colour)
        + ray(s, cell, -NORTH_WEST, colour)
        + ray(s, cell, -NORTH_EAST, colour)
    )


@kernel
def standing(s: Record, v: Record, seat: int, colour: int) -> int:
    """Return a marker's position as this seat counts it."""
    return int(v["sign"][seat]) * int(s["tracks"][v["track"][seat], colour])


@kernel
def advance(v: Record, at: int, steps: int) -> int:
    """Return where a marker ends up: it stops at 18, at 36, at 9 (A10, B2, D1)."""
    return min(int(v["stop"]) if at < v["stop"] else int(v["end"]), at + steps)


@kernel
def advance_both(v: Record, at: int, first: int, second: int) -> int:
    """Return where two halves of a colour move a marker, each scored on its own (B2)."""
    # B2: the better order is taken.
    return max(
        advance(v, advance(v, at, first), second),
        advance(v, advance(v, at, second), first),
    )


@kernel
def reached(v: Record, before: int, after: int) -> int:
    """Count the ends of a track that a marker has reached (A11, C2)."""
    found = 1 if before < v["stop"] <= after else 0
    if v["stop"] < v["end"] and before < v["end"] <= after:
        found += 1
    return found


@kernel
def score(s: Record, v: Record, seat: int, colour: int, first: int, second: int) -> int:
    """Move one marker by one half or, for a double, two; return the bonus turns earned."""
    before = standing(s, v, seat, colour)
    after = advance_both(v, before, first, second)
    s["tracks"][v["track"][seat], colour] = int(v["sign"][seat]) * after
    earned = reached(v, before, after)
    if v["tug"] and earned:
        # D2: the duel marker is taken once; its holder earns no further bonus in this colour.
        if s["marks"][colour] == seat:
            earned = 0
        s["marks"][colour] = seat
    return earned if v["bonus"] else 0


@kernel
def has_won(s: Record, v: Record, seat: int) -> bool:
    """Tell whether all six markers are at the goal (A13, B3, C3, D4)."""
    for colour in range(6):
        if standing(s, v, seat, colour) < v["goal"]:
            return False
    return True


@kernel
def weakest(s: Record, v: Record, seat: int) -> int:
    """Return the position of the weakest marker (A14)."""
    low = standing(s, v, seat, 0)
    for colour in range(1, 6):
        low = min(low, standing(s, v, seat, colour))
    return low


@kernel
def showing(s: Record, v: Record, seat: int, position: int) -> Word:
    """Return a mask of the tile kinds that show a colour whose marker is at this position."""
    mask = NONE
    for colour in range(6):
        if standing(s, v, seat, colour) == position:
            mask |= v["showing"][colour]
    return mask


@kernel
def offer_shows(s: Record, v: Record, seat: int) -> Word:
    """Return a mask of the tile kinds that decide about an exchange (A12, D3)."""
    return showing(s, v, seat, int(v["end"]) if v["exchange"] == NINES else weakest(s, v, seat))


@kernel
def exchangeable(s: Record, v: Record, seat: int) -> Word:
    """Return the tiles that this seat may set aside now: none where no exchange is offered."""
    rack = s["racks"][seat]
    if v["exchange"] == WEAKEST:
        # A12: all, if no tile shows a weakest colour; an empty rack gets no exchange.
        return NONE if rack & showing(s, v, seat, weakest(s, v, seat)) else rack
    if v["exchange"] == NINES:
        return rack & showing(s, v, seat, int(v["end"]))  # D3
    return NONE


@kernel
def rank_key(s: Record, v: Record, seat: int) -> int:
    """Return a number that is higher for the better placed: weakest marker first (A14, D5)."""
    key = 0
    own = 0
    for colour in range(6):
        at = standing(s, v, seat, colour)
        if v["tug"] and at <= 0:
            continue  # D5: only markers on one's own side count
        own += 1
        place_of = 5
        for other in range(6):
            there = standing(s, v, seat, other)
            if v["tug"] and there <= 0:
                continue
            if there < at or (there == at and other < colour):
                place_of -= 1
        key += at << (6 * place_of)
    return key + (own << 36) if v["tug"] else key


@kernel
def share(s: Record, v: Record, seat: int) -> float:
    """Return a seat's share of first place or, in solo, how far its weakest marker has come."""
    if v["seats"] == 1:
        return float(weakest(s, v, seat)) / float(v["end"])
    own = rank_key(s, v, seat)
    level = 1.0
    for other in range(v["seats"]):
        if v["track"][other] == v["track"][seat] and not v["tug"]:
            continue
        if other == seat:
            continue
        key = rank_key(s, v, other)
        if key > own:
            return 0.0
        if key == own and (v["tug"] or first_of_track(v, other)):
            level += 1.0
    return 1.0 / level


@kernel
def first_of_track(v: Record, seat: int) -> bool:
    """Tell whether this seat is the first of those that share its track."""
    for other in range(seat):
        if v["track"][other] == v["track"][seat]:
            return False
    return True
