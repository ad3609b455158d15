"""The facade: the card game as the contract requires it."""

from __future__ import annotations

from hexade.contract.batch_templates import instantiate
from hexade.contract.bits import members
from hexade.contract.game import CHANCE_ACTS, NOBODY, Move, Seat
from hexade.contract.kernel_game import ONE_SEAT, KernelGame
from hexade.games.genial_cards import batch, features, rules
from hexade.games.genial_cards.levels import LEVELS
from hexade.games.genial_cards.mind import judge
from hexade.games.genial_cards.state import (
    BETWEEN,
    KEEP,
    LAST_MOVE,
    MOST_MOVES,
    OFFERED,
    OVER,
    PLAYING,
    ROUND,
    CardsState,
    opening,
)
from hexade.games.genial_cards.variants import FORMS
from hexade.games.genial_cards.view import CardsView


class GenialCards(KernelGame[CardsState, CardsView], folder=__package__):
    """Rules E."""

    name = "genial_cards"
    title = "Card game"
    chapters = "E"
    moves = LAST_MOVE + 1
    chance_moves = ROUND + 1  # in the deal a move may also name its seat (DEAL_TO)
    forms = FORMS
    measured_levels = LEVELS
    declining = KEEP
    kernels = instantiate(rules, batch, features, begin=opening, most_moves=MOST_MOVES)
    judge = staticmethod(judge.judge)

    def to_act(self, state: CardsState) -> frozenset[Seat]:
        """Return the seat in turn, chance while cards are drawn, nobody at the end."""
        phase = state.record["phase"]
        if phase in (PLAYING, OFFERED):
            return ONE_SEAT[int(state.record["turn"])]
        return NOBODY if phase == OVER else CHANCE_ACTS

    def seen_to_act(self, state: CardsState) -> frozenset[Seat]:
        """Return the same, but chance while a new hand is possible: only its seat knows (E6)."""
        return CHANCE_ACTS if state.record["phase"] == OFFERED else self.to_act(state)

    def chances(self, state: CardsState) -> list[tuple[Move, int]]:
        """Return the cards in the draw pile and how many there are of each, or the next round."""
        if self.to_act(state) != CHANCE_ACTS:
            return []
        if state.record["phase"] == BETWEEN:
            return [(ROUND, 1)]
        return members(int(state.record["pile"]))


GAME = GenialCards()  # type: ignore[abstract]  # the folder defines it all
