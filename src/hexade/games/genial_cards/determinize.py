"""States that could be behind a view: its secrets are redealt, every deal being equally likely.

The draw pile comes first, because the viewer knows most about it: it holds nothing but what was
there when it was last shuffled and the viewer has not drawn. All else that is unseen is in hands;
which hand a card went to, and when, is not tracked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np

from hexade.contract import bits
from hexade.contract.chance import GUESS, Stream
from hexade.contract.game import Seat
from hexade.contract.kernel import over_arrays, speed_up
from hexade.games.genial_cards.cards import CARDS
from hexade.games.genial_cards.scoring import may_renew
from hexade.games.genial_cards.state import DRAWING, OFFERED, CardsState
from hexade.games.genial_cards.view import CardsView

Bounds = tuple[tuple[int, int], ...]  # per kind: unseen cards, and the most that can be in the pile
_may_renew = speed_up(over_arrays(may_renew))
_HALF = 1 << 31


def determinize(view: CardsView, seed: int) -> CardsState:
    """Return a state that could be behind a view, its secrets dealt from the seed."""
    data = view.thaw()
    state = data[0]
    pile = _deal_pile(view, seed)
    state["pile"] = bits.pack(pile.elements())
    held = Counter(bits.unpack(view.unseen)) - pile
    fresh = Counter(bits.unpack(view.left_over)) - pile  # what other seats have drawn of it
    hands = _deal_hands(view, held, fresh, seed)
    for seat, hand in hands.items():
        state["hands"][seat] = bits.pack(hand)
        if seat == state["drawer"]:
            state["drawn"] = bits.pack(hand[: view.drawn_size])
    for seat, cards in _deal_taken(view, hands, fresh, seed).items():
        state["taken"][seat] = bits.pack(cards)
    if _may_choose(view, data) and Stream(seed, GUESS + 3).below(0, 2):
        state["due"], state["phase"] = 0, OFFERED
    return CardsState(view.setup, data)


def _may_choose(view: CardsView, data: np.ndarray) -> bool:
    """Tell whether the seat in turn, unknown to the viewer, may still take a new hand (E6).

    It has played its card and drawn nothing yet: either it is still choosing, or it has declined.
    A draw that was cut in two by a new pile has left nothing on the discard pile (E8).
    """
    known, seat = view.record, int(view.record["turn"])
    if known["phase"] != DRAWING or seat == view.seat or view.drawn_size:
        return False
    return bool(known["discard_size"] > 0 and _may_renew(data, view.table, seat))


def _deal_pile(view: CardsView, seed: int) -> Counter[int]:
    """Choose the draw pile: all possible sets of individual cards are equally likely."""
    bounds, size = _bounds(view), int(view.record["pile_size"])
    return Counter(dict(enumerate(_choose(bounds, size, Stream(seed, GUESS), 1))))


def _bounds(view: CardsView) -> Bounds:
    unseen, most = view.unseen, view.left_over
    return tuple((unseen >> 3 * kind & 7, most >> 3 * kind & 7) for kind in range(len(CARDS)))


@lru_cache(1024)
def _ways(bounds: Bounds) -> list[list[int]]:
    """Return in how many ways n cards can be chosen from the first k kinds, as rows k of n."""
    rows = [[1]]
    for unseen, most in bounds:
        row = [0] * (len(rows[-1]) + min(unseen, most))
        for n, ways in enumerate(rows[-1]):
            for more in range(min(unseen, most) + 1):
                row[n + more] += ways * comb(unseen, more)
        rows.append(row)
    return rows


def _choose(bounds: Bounds, n: int, chance: Stream, at: int) -> list[int]:
    """Return how many cards of each kind are among n, chosen in one of `_ways`."""
    rows = _ways(bounds)
    counts = []
    for k in range(len(bounds) - 1, -1, -1):
        unseen, most = bounds[k]
        weights = [
            comb(unseen, here) * rows[k][n - here] if 0 <= n - here < len(rows[k]) else 0
            for here in range(min(unseen, most) + 1)
        ]
        here = _pick(chance, at + k, weights)
        counts.append(here)
        n -= here
    return counts[::-1]


def _pick(chance: Stream, n: int, weights: Sequence[int]) -> int:
    """Return an index by weight, however large the weights."""
    left = (chance.below(2 * n, _HALF) * _HALF + chance.below(2 * n + 1, _HALF)) * sum(weights)
    left //= _HALF * _HALF
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("no card can be dealt")


def _deal_hands(
    view: CardsView, held: Counter[int], fresh: Counter[int], seed: int
) -> dict[Seat, list[int]]:
    """Deal the other seats their hands; the cards that a seat has just drawn come first."""
    pool = Stream(seed, GUESS + 1).shuffled(sorted(held.elements()))
    drawing = view.drawn_size > 0
    special = int(view.record["drawer"] if drawing else view.record["turn"])
    hands: dict[Seat, list[int]] = {}
    for seat in sorted(range(view.setup.seats), key=lambda seat: seat != special):
        if seat == view.seat:
            continue
        hand: list[int] = []
        if seat == special and drawing:
            hand = _take(pool, view.drawn_size, Counter(fresh))
        hands[seat] = hand + _take(pool, view.hand_sizes[seat] - len(hand), Counter(pool))
    return hands


def _take(pool: list[int], count: int, allowed: Counter[int]) -> list[int]:
    """Take the first `count` allowed cards out of a pool."""
    taken: list[int] = []
    for kind in list(pool):
        if len(taken) < count and allowed[kind]:
            allowed[kind] -= 1
            pool.remove(kind)
            taken.append(kind)
    return taken


def _deal_taken(
    view: CardsView, hands: dict[Seat, list[int]], fresh: Counter[int], seed: int
) -> dict[Seat, list[int]]:
    """Decide who has drawn which of the fresh cards: first those in a seat's own hand."""
    left = Stream(seed, GUESS + 2).shuffled(sorted(fresh.elements()))
    taken: dict[Seat, list[int]] = {}
    for seat, hand in hands.items():
        taken[seat] = []
        for kind in hand:
            if kind in left and len(taken[seat]) < view.taken_sizes[seat]:
                left.remove(kind)
                taken[seat].append(kind)
    for seat, cards in taken.items():
        missing = view.taken_sizes[seat] - len(cards)
        cards += left[:missing]
        del left[:missing]
    return taken
