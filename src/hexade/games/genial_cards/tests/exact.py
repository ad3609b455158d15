"""Rounds that can be won at once, by exact expectation over what is unseen: for `bench.perfect`.

No rule says which turn of a round is the last, so that only this can be known exactly: a card that
ends the round wins it (E9), and after any other card the next player wins at once with the chance
that its hand holds a card that does. All hands that the unseen cards allow are equally likely. So
values of cards that do not win are upper bounds, and what is lost is at least what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from hexade.contract.bits import members
from hexade.contract.game import Move, Seat
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import OVER, PLAYING, CardsState


def values(position: CardsState, seat: Seat, legal: Sequence[Move]) -> list[float] | None:
    """Return 1 for each card that wins and at most that for the others; None if no card does."""
    if position.setup.seats != 2 or position.record["phase"] != PLAYING:
        return None
    after = [GAME.apply(position, {seat: move}) for move in legal]
    if not any(state.record["phase"] == OVER for state in after):
        return None
    return [1.0 if s.record["phase"] == OVER else 1 - _loses(position, s, seat) for s in after]


def _loses(position: CardsState, state: CardsState, seat: Seat) -> float:
    """Return how likely the next player can end the round with the first card that it plays."""
    if state.record["phase"] == PLAYING:
        return 0.0  # a bonus turn: the round can still be won
    view = GAME.view(position, seat)
    hand = view.hand_sizes[1 - seat]
    unseen = members(view.unseen)
    left = sum(count for _, count in unseen)
    lacking = sum(count for kind, count in unseen if not _wins(state, 1 - seat, kind))
    return 1 - comb(lacking, hand) / comb(left, hand)


def _wins(state: CardsState, other: Seat, kind: int) -> bool:
    """Tell whether a card would end the round for the next player."""
    data = state.thaw()
    data[0]["hands"][other], data[0]["turn"], data[0]["phase"] = 1 << 3 * kind, other, PLAYING
    data[0]["bonus"], data[0]["due"] = 0, 0
    now = CardsState(state.setup, data)
    plays = (GAME.apply(now, {other: move}) for move in GAME.legal(now, other))
    return any(after.record["phase"] == OVER for after in plays)
