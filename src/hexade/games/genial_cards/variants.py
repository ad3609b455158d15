"""What a table agrees on, as the record of numbers and tables that the kernels read."""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.setup import Form, Option, Setup
from hexade.games.genial_cards import cards

ROUNDS = Option("rounds", 1, 1, 12, "E10")
FORMS = (Form("base", (2, 3, 4), "E2", options=(ROUNDS,), start_rule="E2"),)
OPEN_CARDS = {2: 2, 3: 1, 4: 1}  # E2: dealt face up in front of each player

TABLE = np.dtype(
    [
        ("showing", "u8", (6,)),  # the card kinds that show a colour, three bits each
        ("first", "u1", (len(cards.CARDS),)),  # the colours of a card
        ("second", "u1", (len(cards.CARDS),)),
        ("seats", "i1"),
        ("open", "i1"),  # face-up cards of each player between turns
        ("rounds", "i1"),
    ],
    align=True,
)


@cache
def table(seats: int, rounds: int) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    made = np.zeros(1, TABLE)
    row = made[0]
    row["showing"] = [
        sum(7 << 3 * kind for kind, card in enumerate(cards.CARDS) if colour in card)
        for colour in range(6)
    ]
    row["first"], row["second"] = zip(*cards.CARDS, strict=True)
    row["seats"], row["open"], row["rounds"] = seats, OPEN_CARDS[seats], rounds
    made.flags.writeable = False
    return made


def table_of(setup: Setup) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    return table(setup.seats, setup.option("rounds"))
