"""Sampled worlds: what a seat has not seen is dealt at random, and the rest is kept."""

from __future__ import annotations

from typing import NamedTuple

from hexade.contract.bits import NONE, nth, one, size
from hexade.contract.chance import below
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.determinize import KINDS, most_of


class HiddenCards(NamedTuple):
    """The cards that a seat has not seen, as multisets."""

    unseen: Word
    in_pile: Word  # those that can be in the draw pile


@kernel
def hidden_cards(unseen: Word, left_over: Word) -> HiddenCards:
    """Return the cards that a viewer has not seen, and which can be in the draw pile (E8)."""
    pile = NONE
    for kind in range(KINDS):
        for _ in range(most_of(unseen, left_over, kind)):
            pile += one(kind)
    return HiddenCards(unseen, pile)


@kernel
def imagine(s: Record, v: Record, seat: int, hidden: HiddenCards, key: Word) -> None:
    """Deal the cards that a seat has not seen.

    Cards that cannot be in the pile are in hands. By E3 every hand has six cards.
    """
    pile, hands = hidden.in_pile, hidden.unseen - hidden.in_pile
    n = 0
    for left in range(size(pile), int(s["pile_size"]), -1):
        card = one(nth(pile, below(key, n, left)))
        pile, hands = pile - card, hands + card
        n += 1
    s["pile"] = pile
    left = size(hands)
    others = int(v["seats"]) - 1
    each = left // others
    for ahead in range(1, others + 1):
        hand = hands
        if ahead < others:
            hand = NONE
            for _ in range(each):
                card = one(nth(hands, below(key, n, left)))
                hand, hands = hand + card, hands - card
                left -= 1
                n += 1
        s["hands"][(seat + ahead) % int(v["seats"])] = hand
