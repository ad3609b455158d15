"""What a table agrees on, as the record of numbers and tables that the kernels read."""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract import bits
from hexade.contract.setup import Form, Option, Setup
from hexade.games.genial_cards import cards

ROUNDS = Option("rounds", 1, 1, 12, "E10")
FORMS = (Form("base", (2, 3, 4), "E2", options=(ROUNDS,), start_rule="E2"),)
OPEN_CARDS = {2: 2, 3: 1, 4: 1}  # E2: dealt face up in front of each player
TINY = "tiny"  # a set-up to be solved: three kinds of cards, and the round begins near its end
_ONE_ROUND = Option("rounds", 1, 1, 1, "E10")
TINY_FORMS = (Form(TINY, (2,), "E2", options=(_ONE_ROUND,), start_rule="E2"),)
TINY_CARDS = (("rg", 3), ("rb", 3), ("gb", 3))
TINY_HAND, TINY_OPEN = 2, 1
TINY_CHIPS = (6, 6, 6, 10, 10, 10)  # no card shows the last three colours

TABLE = np.dtype(
    [
        ("showing", "u8", (6,)),  # the card kinds that show a colour, three bits each
        ("first", "u1", (len(cards.CARDS),)),  # the colours of a card
        ("second", "u1", (len(cards.CARDS),)),
        ("seats", "i1"),
        ("open", "i1"),  # face-up cards of each player between turns
        ("rounds", "i1"),
        ("hand", "i1"),  # cards in a full hand
        ("deck_size", "i1"),
        ("chips", "i1", (6,)),  # where chips begin
        ("deck", "u8"),  # a multiset of card kinds
    ],
    align=True,
)


@cache
def table(variant: str, seats: int, rounds: int) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    made = np.zeros(1, TABLE)
    row = made[0]
    row["showing"] = [
        sum(7 << 3 * kind for kind, card in enumerate(cards.CARDS) if colour in card)
        for colour in range(6)
    ]
    row["first"], row["second"] = zip(*cards.CARDS, strict=True)
    row["seats"], row["open"], row["rounds"] = seats, OPEN_CARDS[seats], rounds
    row["deck"], row["deck_size"], row["hand"] = cards.DECK, cards.DECK_SIZE, cards.HAND
    if variant == TINY:
        row["deck"] = bits.pack(cards.KIND_OF[name] for name, n in TINY_CARDS for _ in range(n))
        row["deck_size"] = sum(n for _, n in TINY_CARDS)
        row["hand"], row["open"], row["chips"] = TINY_HAND, TINY_OPEN, TINY_CHIPS
    made.flags.writeable = False
    return made


def table_of(setup: Setup) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    return table(setup.variant, setup.seats, setup.option("rounds"))
