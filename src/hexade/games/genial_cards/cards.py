"""The material of the card game: colours, cards and the areas of a board (E1)."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from hexade.contract import bits

COLOURS = "rgboyp"
COLOUR_NAMES = dict(
    zip(COLOURS, ("red", "green", "blue", "orange", "yellow", "purple"), strict=True)
)

CARDS = tuple(combinations(range(6), 2))  # E1: two different colours each
CARD_NAMES = tuple(COLOURS[a] + COLOURS[b] for a, b in CARDS)
KIND_OF = {name[::step]: kind for kind, name in enumerate(CARD_NAMES) for step in (1, -1)}
COPIES = 4  # E1
DECK = bits.pack([kind for kind in range(len(CARDS)) for _ in range(COPIES)])
DECK_SIZE = COPIES * len(CARDS)
HAND = 6  # E2

AREA_ENDS = (0, 3, 6, 10)  # E1: 0; 1 to 3; 4 to 6; 7 to 10
TOP = AREA_ENDS[-1]
GOAL = AREA_ENDS[-2] + 1  # E9: all six chips here or further end the round


def names(multiset: np.uint64 | int) -> list[str]:
    """Return the names of the cards in a multiset, in order."""
    return [CARD_NAMES[kind] for kind in bits.unpack(multiset)]
