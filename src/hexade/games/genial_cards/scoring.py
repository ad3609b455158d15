"""Scoring in the card game, as kernels: what a card scores, the order, the weakest chip.

`s` is a state (dtype STATE), `v` what was agreed (dtype TABLE).
"""

from __future__ import annotations

from hexade.contract.bits import NONE, signed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.cards import AREA_ENDS, TOP

END_1, END_2 = AREA_ENDS[1:3]


@kernel
def limit(low: int) -> int:
    """Return the last field open to a chip, given the lowest of the other five (E5)."""
    return END_1 if low < 1 else END_2 if low <= END_1 else TOP


@kernel
def climb(at: int, steps: int, low: int) -> int:
    """Return where a chip ends up; steps into a closed area are lost (E5)."""
    return min(at + steps, limit(low))


@kernel
def weakest(s: Record, seat: int) -> int:
    """Return the field of the weakest chip."""
    low = int(s["chips"][seat, 0])
    for colour in range(1, 6):
        low = min(low, int(s["chips"][seat, colour]))
    return low


@kernel
def weakest_besides(s: Record, seat: int, a: int, b: int) -> int:
    """Return the field of the weakest of four chips, two colours left out."""
    low = TOP
    for colour in range(6):
        if colour not in (a, b):
            low = min(low, int(s["chips"][seat, colour]))
    return low


@kernel
def score(s: Record, seat: int, a: int, b: int) -> int:
    """Move two chips, `a` first, by the face-up cards that show them (E4); return bonus turns."""
    low = weakest_besides(s, seat, a, b)
    at_a, at_b = int(s["chips"][seat, a]), int(s["chips"][seat, b])
    to_a = climb(at_a, int(s["shown"][a]), min(low, at_b))
    to_b = climb(at_b, int(s["shown"][b]), min(low, to_a))
    s["chips"][seat, a], s["chips"][seat, b] = to_a, to_b
    return int(at_a < to_a == TOP) + int(at_b < to_b == TOP)  # E7


@kernel
def order_matters(s: Record, v: Record, seat: int, kind: int) -> bool:
    """Tell whether the order of scoring changes where the chips end up (E5)."""
    a, b = signed(v["first"][kind]), signed(v["second"][kind])
    low = weakest_besides(s, seat, a, b)
    at_a, at_b = int(s["chips"][seat, a]), int(s["chips"][seat, b])
    due_a, due_b = int(s["shown"][a]), int(s["shown"][b])
    first_a, first_b = climb(at_a, due_a, min(low, at_b)), climb(at_b, due_b, min(low, at_a))
    then_a, then_b = climb(at_a, due_a, min(low, first_b)), climb(at_b, due_b, min(low, first_a))
    return first_a != then_a or first_b != then_b


@kernel
def holding_back(s: Record, v: Record, seat: int) -> Word:
    """Return a mask of the card kinds that show every chip in the lowest area of this seat.

    Only with these can the first symbol open the next area for the second (E5).
    """
    low = weakest(s, seat)
    mask = NONE if low > END_1 else ~NONE
    end = END_1 if low > 0 else 0
    for colour in range(6):
        if s["chips"][seat, colour] <= end:
            mask &= v["showing"][colour]
    return mask


@kernel
def showing_weakest(s: Record, v: Record, seat: int) -> Word:
    """Return a mask of the card kinds that show one of the weakest colours of this seat."""
    low = weakest(s, seat)
    mask = NONE
    for colour in range(6):
        if s["chips"][seat, colour] == low:
            mask |= v["showing"][colour]
    return mask


@kernel
def may_renew(s: Record, v: Record, seat: int) -> bool:
    """Tell whether a new hand is offered: the hand has cards, none with a weakest colour (E6)."""
    hand = s["hands"][seat]
    return bool(hand != NONE and hand & showing_weakest(s, v, seat) == NONE)


@kernel
def rank_key(s: Record, seat: int) -> int:
    """Return the six chips sorted, the weakest first, as one number: higher is better (A14)."""
    key = 0
    for colour in range(6):
        at = int(s["chips"][seat, colour])
        place = 5
        for other in range(6):
            there = int(s["chips"][seat, other])
            if there < at or (there == at and other < colour):
                place -= 1
        key += at << (4 * place)
    return key
