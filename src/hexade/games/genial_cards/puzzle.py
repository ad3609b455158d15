"""Puzzles of the card game: two players in the middle of a round, before any bonus turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.game import Move
from hexade.contract.kernel import over_arrays, speed_up
from hexade.contract.puzzle import FAR, PIECE, PLACE, SAME, PuzzleRules
from hexade.games.genial_cards import notation, rules
from hexade.games.genial_cards.cards import COLOURS, TOP, names
from hexade.games.genial_cards.picture import open_cards
from hexade.games.genial_cards.state import PLAYING
from hexade.games.genial_cards.view import CardsView

FIRST_MOVE = 8
LEAST_CARDS = 4  # different ones in hand: fewer are no choice

_decide = speed_up(over_arrays(rules.decide))


def suits(view: CardsView) -> bool:
    """Tell whether the round is well under way, and no chip is at the end of its row yet."""
    held = view.record
    hand = {kind for kind in range(15) if view.hand >> 3 * kind & 7}
    return bool(
        held["phase"] == PLAYING
        and held["bonus"] == 0
        and held["ply"] >= FIRST_MOVE
        and len(hand) >= LEAST_CARDS
        and held["chips"].max() < TOP
    )


def _gains(view: CardsView, move: Move) -> np.ndarray:
    """Return how far a move takes each chip."""
    data = view.thaw()
    _decide(data, view.table, move)
    return np.asarray(data[0]["chips"][view.seat] - view.record["chips"][view.seat])


def points(view: CardsView, moves: Sequence[Move]) -> list[int]:
    """Return how far each move takes the chips."""
    return [int(_gains(view, move).sum()) for move in moves]


def colour(view: CardsView, move: Move) -> str:
    """Return the colour that a card is about: the one that moves further, then the weaker one."""
    gains, chips = _gains(view, move), view.record["chips"][view.seat]
    card, _ = notation.parts(move)
    return max(card, key=lambda one: (gains[COLOURS.index(one)], -chips[COLOURS.index(one)]))


def compare(view: CardsView, best: Move, move: Move) -> str:
    """Compare a move with the best one: the same card in another order is another move (E5)."""
    if best == move:
        return SAME
    ours, theirs = notation.parts(best)[0], notation.parts(move)[0]
    if ours == theirs:
        return PIECE
    return PLACE if colour(view, best) in theirs else FAR


def sketch(view: CardsView) -> str:
    """Return the face-up cards of the others, one's own, and one's hand, row by row."""
    own, seats = view.seat, range(view.setup.seats)
    rows = [open_cards(view, seat) for seat in (*(s for s in seats if s != own), own)]
    hand = names(view.hand)
    return "/".join([".".join(row) for row in rows] + ["".join(hand[:3]), "".join(hand[3:])])


PUZZLES = PuzzleRules("base", 2, suits, points, compare, colour, sketch)
