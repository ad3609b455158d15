"""The facade: CONTRAST as the contract requires it."""

from __future__ import annotations

from hexade.contract.base import BaseGame
from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY, Move, Seat, Turn
from hexade.games.contrast import deck, players, rules
from hexade.games.contrast.state import CHOOSING, OVER, ContrastState, opening
from hexade.games.contrast.variants import FORMS, SEATS
from hexade.games.contrast.view import ContrastView

_ALL = {seats: frozenset(range(seats)) for seats in SEATS}


class Contrast(BaseGame[ContrastState, ContrastView], folder=__package__):
    """Rules F. There are no kernels: plain values are fast enough for some forty rounds."""

    name = "contrast"
    chapters = "F"
    moves = rules.MISS + 1
    chance_moves = deck.PICTURES
    forms = FORMS
    judge = staticmethod(players.judge)
    players = players.PLAYERS
    begin = staticmethod(opening)

    def to_act(self, state: ContrastState) -> frozenset[Seat]:
        """Return all seats while they choose (F3), chance before that, nobody at the end."""
        if state.phase == CHOOSING:
            return _ALL[state.setup.seats]
        return NOBODY if state.phase == OVER else CHANCE_ACTS

    def legal(self, state: ContrastState, seat: Seat) -> list[Move]:
        """Return the symbols on the cards in a seat's hand, ascending (F3)."""
        return rules.symbols(state.rows[seat]) if _chooses(state, seat) else []

    def chances(self, state: ContrastState) -> list[tuple[Move, int]]:
        """Return the cards that may be laid (F2) or the pictures that may come next (F1)."""
        return [(move, 1) for move in rules.chances(state)]

    def apply(self, state: ContrastState, turn: Turn) -> ContrastState:
        """Return the state after all have chosen or missed, or chance has acted."""
        if CHANCE in turn:
            return rules.happened(state, turn[CHANCE])
        return rules.played(state, turn)

    def absent(self, state: ContrastState, seat: Seat) -> Move | None:
        """Return the miss of a seat that is too slow (F4)."""
        return rules.MISS if _chooses(state, seat) else None


def _chooses(state: ContrastState, seat: Seat) -> bool:
    return state.phase == CHOOSING and seat in _ALL[state.setup.seats]


GAME = Contrast()  # type: ignore[abstract]  # the folder defines it all
