"""States that could be behind a view: its secrets are redealt, every deal being equally likely.

The draw pile comes first, because the viewer knows most about it: it holds nothing but what was
there when it was last shuffled and the viewer has not drawn. All else that is unseen is in hands;
which hand a card went to, and when, is not tracked.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from hexade.contract.bits import NONE, count, one, packed, signed, size, spread
from hexade.contract.chance import GUESS, below, shuffle, stream
from hexade.contract.kernel import Record, Word, kernel, over_arrays, speed_up
from hexade.games.genial_cards.cards import CARDS, DECK_SIZE
from hexade.games.genial_cards.scoring import may_renew
from hexade.games.genial_cards.state import DRAWING, OFFERED, CardsState
from hexade.games.genial_cards.view import CardsView

KINDS = len(CARDS)
LONGEST = DECK_SIZE + 8  # a row of ways: a number for each size of a pile, and room beside it
_COMB = np.array([[comb(n, k) for k in range(8)] for n in range(8)])
_HALF = 1 << 31


class Dealt(NamedTuple):
    """The arrays that a deal needs."""

    ways: Record  # in how many ways n cards can be chosen from the first k kinds: row k
    pool: Record  # cards in random order that are still to be dealt
    hands: Record  # the hands, one after the other


def room() -> Dealt:
    """Return the arrays that a deal needs."""
    pools = (np.empty(DECK_SIZE, np.int8) for _ in range(2))
    return Dealt(np.empty((KINDS + 1, LONGEST), np.int64), *pools)


@kernel
def deal_unseen(s: Record, v: Record, seat: int, beside: Record, seed: Word, dealt: Dealt) -> None:
    """Make a view a state that could be behind it."""
    left_over = beside["stock"] - (s["taken"][seat] if seat >= 0 else NONE)
    pile = deal_pile(beside["unseen"], left_over, int(s["pile_size"]), seed, dealt.ways)
    s["pile"] = pile
    fresh = left_over - pile  # what other seats have drawn of it
    deal_hands(s, v, seat, beside, beside["unseen"] - pile, fresh, seed, dealt)
    deal_taken(s, v, seat, beside, fresh, seed, dealt)
    if may_choose(s, v, seat, beside) and below(stream(seed, GUESS + 3), 0, 2):
        s["due"], s["phase"] = 0, OFFERED


@kernel
def may_choose(s: Record, v: Record, seat: int, beside: Record) -> bool:
    """Tell whether the seat in turn, unknown to the viewer, may still take a new hand (E6).

    It has played its card and drawn nothing yet: either it is still choosing, or it has declined.
    A draw that was cut in two by a new pile has left nothing on the discard pile (E8).
    """
    turn = signed(s["turn"])
    if s["phase"] != DRAWING or turn == seat or beside["drawn_size"]:
        return False
    return bool(s["discard_size"] > 0 and may_renew(s, v, turn))


@kernel
def deal_pile(unseen: Word, left_over: Word, cards: int, seed: Word, ways: Record) -> Word:
    """Choose the draw pile: all possible sets of individual cards are equally likely."""
    count_ways(unseen, left_over, ways)
    key, found = stream(seed, GUESS), NONE
    for kind in range(KINDS - 1, -1, -1):
        there = count(unseen, kind)
        here = 0
        left = scaled(key, kind + 1, ways[kind + 1, cards])
        while here < most_of(unseen, left_over, kind):
            left -= _COMB[there, here] * ways_of(ways, kind, cards - here)
            if left < 0:
                break
            here += 1
        for _ in range(here):
            found += one(kind)
        cards -= here
    return found


@kernel
def most_of(unseen: Word, left_over: Word, kind: int) -> int:
    """Return how many cards of a kind can be in the draw pile."""
    return min(count(unseen, kind), count(left_over, kind))


@kernel
def ways_of(ways: Record, kinds: int, cards: int) -> int:
    """Return in how many ways so many cards can be chosen from the first kinds."""
    return int(ways[kinds, cards]) if cards >= 0 else 0


@kernel
def count_ways(unseen: Word, left_over: Word, ways: Record) -> None:
    """Write in how many ways n cards can be chosen from the first k kinds, as rows k of n."""
    for n in range(ways.shape[1]):
        ways[0, n] = 0
    ways[0, 0] = 1
    for kind in range(KINDS):
        for n in range(ways.shape[1]):
            found = 0
            for more in range(min(most_of(unseen, left_over, kind), n) + 1):
                found += _COMB[count(unseen, kind), more] * ways[kind, n - more]
            ways[kind + 1, n] = found


@kernel
def scaled(key: Word, n: int, limit: int) -> int:
    """Return the n-th number of a stream below a limit that may have up to 57 bits."""
    first, second = below(key, 2 * n, _HALF), below(key, 2 * n + 1, _HALF)
    high, low = limit // _HALF, limit % _HALF
    # (first * HALF + second) * limit / HALF / HALF, in parts that fit into a word
    return first * high + (first * low + second * high + second * low // _HALF) // _HALF


@kernel
def deal_hands(
    s: Record,
    v: Record,
    seat: int,
    beside: Record,
    held: Word,
    fresh: Word,
    seed: Word,
    dealt: Dealt,
) -> None:
    """Deal the other seats their hands; the cards that a seat has just drawn come first."""
    pool, hands = dealt.pool, dealt.hands
    left, at = spread(held, pool), 0
    shuffle(stream(seed, GUESS + 1), pool, left)
    drawn = int(beside["drawn_size"])
    for n in range(-1, int(v["seats"])):
        other = nth_dealt(s, beside, n)
        if other == seat or other < 0:
            continue
        end = at + int(beside["hand_sizes"][other])
        begin = at
        if n < 0 and drawn > 0:
            at += take(pool, left, drawn, fresh, hands, at)
            left -= at - begin
        left -= take(pool, left, end - at, ~NONE, hands, at)
        s["hands"][other] = packed(hands, begin, end)
        if other == s["drawer"]:
            s["drawn"] = packed(hands, begin, min(begin + drawn, end))
        at = end


@kernel
def nth_dealt(s: Record, beside: Record, n: int) -> int:
    """Return the seat that is dealt n-th: first, as number -1, the one that draws or is in turn.

    -1 where its number comes again.
    """
    first = signed(s["drawer"]) if beside["drawn_size"] else signed(s["turn"])
    return first if n < 0 else -1 if n == first else n


@kernel
def take(pool: Record, left: int, most: int, allowed: Word, out: Record, at: int) -> int:
    """Move the first allowed cards of a pool to `out`; return how many.

    `~NONE` allows seven of each kind: all there are.
    """
    taken = 0
    for n in range(left):
        kind = int(pool[n])
        if taken < most and count(allowed, kind) > 0:
            allowed -= one(kind)
            out[at + taken] = kind
            taken += 1
        else:
            pool[n - taken] = kind
    return taken


@kernel
def deal_taken(
    s: Record, v: Record, seat: int, beside: Record, fresh: Word, seed: Word, dealt: Dealt
) -> None:
    """Decide who has drawn which of the fresh cards: first those in a seat's own hand."""
    pool, hands = dealt.pool, dealt.hands
    left, at = spread(fresh, pool), 0
    shuffle(stream(seed, GUESS + 2), pool, left)
    for n in range(-1, int(v["seats"])):
        other = nth_dealt(s, beside, n)
        if other == seat or other < 0:
            continue
        s["taken"][other] = NONE
        for card in range(at, at + int(beside["hand_sizes"][other])):
            kind = one(int(hands[card]))
            if size(s["taken"][other]) < beside["taken_sizes"][other]:
                found = take(pool, left, 1, kind, hands, card)
                left -= found
                s["taken"][other] += kind if found else NONE
        at += int(beside["hand_sizes"][other])
    for n in range(-1, int(v["seats"])):
        other = nth_dealt(s, beside, n)
        if other == seat or other < 0:
            continue
        missing = int(beside["taken_sizes"][other]) - size(s["taken"][other])
        found = take(pool, left, missing, ~NONE, hands, 0)
        left -= found
        s["taken"][other] += packed(hands, 0, found)


_deal_unseen = speed_up(over_arrays(deal_unseen))


def determinize(view: CardsView, seed: int) -> CardsState:
    """Return a state that could be behind a view, its secrets dealt from the seed."""
    data = view.thaw()
    _deal_unseen(data, view.table, view.seat, view.beside, np.uint64(seed), room())
    return CardsState(view.setup, data)
