"""The facade: CONTRAST as the contract asks for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from hexade.contract.features import Part
from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY, Event, Move, Result, Seat, Turn
from hexade.contract.level import Usual
from hexade.contract.picture import Picture
from hexade.contract.reason import Reason
from hexade.contract.setup import Form, Setup
from hexade.games.contrast import deck, features, notation, picture, refuse, rules, view
from hexade.games.contrast.players import PLAYERS, judged
from hexade.games.contrast.rules import State
from hexade.games.contrast.view import View

_ALL = {seats: frozenset(range(seats)) for seats in rules.SEATS}


class Contrast(Usual):
    """Rules F."""

    name = "contrast"
    title = "Contrast"
    chapters = "F"
    moves = rules.MISS + 1
    chance_moves = deck.PICTURES
    forms = tuple(Form(variant, rules.SEATS, "F2", has_start=False) for variant in rules.ROW)
    players = PLAYERS
    kernels = None  # plain values are fast enough for a game of some forty rounds

    def begin(self, setup: Setup) -> State:
        """Return the state before any card was laid."""
        return rules.opening(setup)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return all seats while they choose (F3), chance before that, nobody at the end."""
        if state.phase == rules.CHOOSING:
            return _ALL[state.setup.seats]
        return NOBODY if state.phase == rules.OVER else CHANCE_ACTS

    def legal(self, state: State, seat: Seat) -> list[Move]:
        """Return the symbols on the cards in a seat's hand, ascending (F3)."""
        return rules.symbols(state.rows[seat]) if self._chooses(state, seat) else []

    def why_not(self, state: State, seat: Seat, move: Move) -> Reason | None:
        """Return why a move is refused, with the rule."""
        return refuse.why_not(state, seat, move)

    def chances(self, state: State) -> list[tuple[Move, int]]:
        """Return the cards that may be laid (F2) or the pictures that may come next (F1)."""
        return [(move, 1) for move in rules.chances(state)]

    def apply(self, state: State, turn: Turn) -> State:
        """Return the state after all have chosen or missed, or chance has acted."""
        if CHANCE in turn:
            return rules.happened(state, turn[CHANCE])
        return rules.played(state, turn)

    def events(self, before: State, turn: Turn, after: State) -> list[Event]:
        """Return what a record says of a turn."""
        return notation.events(before, turn, after)

    def result(self, state: State) -> Result | None:
        """Return ranks and scores at the end."""
        return notation.result(state) if state.phase == rules.OVER else None

    def absent(self, state: State, seat: Seat) -> Move | None:
        """Return the miss of a seat that is too slow (F4)."""
        return rules.MISS if self._chooses(state, seat) else None

    def _chooses(self, state: State, seat: Seat) -> bool:
        return state.phase == rules.CHOOSING and seat in _ALL[state.setup.seats]

    def view(self, state: State, seat: Seat) -> View:
        """Return what a seat may know."""
        return view.view(state, seat)

    def tell(self, event: Event, seat: Seat) -> Event:
        """Return an event as a seat may know it."""
        return view.tell(event)

    def determinize(self, known: View, seed: int) -> State:
        """Return the state behind a view."""
        return view.behind(known)

    def text(self, move: Move) -> str:
        """Return a move in notation."""
        return notation.text(move)

    def parse(self, text: str) -> Move:
        """Return the move that a text means."""
        return notation.parse(text)

    def read(self, state: State, events: Sequence[Event]) -> list[Turn]:
        """Return the turns that the first event, or a round of choices, tells of."""
        return notation.read(state, events)

    def tidy(self, event: Event) -> Event:
        """Return an event in its one spelling."""
        return notation.tidy(event)

    def rule_of(self, setup: Setup, event: str, key: str = "") -> str:
        """Return the rule behind what an event says."""
        return notation.rule_of(setup, event, key)

    def show(self, known: View, chosen: Collection[Seat] = ()) -> dict[str, Any]:
        """Return a view as JSON, with the keys of the bot protocol and a few more."""
        return view.show(known, chosen)

    def preview(self, known: View, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Return who else could choose each of one's symbols: rows are open to all."""
        return view.preview(known, legal)

    def scores(self, known: View) -> Any:
        """Return the cards won."""
        return list(known.won)

    def picture(self, known: View, names: Sequence[str], glyphs: bool) -> Picture:
        """Return the table as its viewer sees it."""
        return picture.table(known, names, glyphs)

    def forecast(self, known: View, move: Move, names: Sequence[str] = ()) -> str:
        """Return in a few words who else could choose a symbol."""
        return picture.forecast(known, move, names)

    def say(self, event: Event, names: Sequence[str]) -> str | None:
        """Return what the table does in a sentence."""
        return picture.say(event, names)

    def verdict(self, setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
        """Return a result in sentences."""
        return picture.verdict(setup, result, names)

    def worth(self, known: View, moves: Sequence[Move]) -> list[int] | None:
        """Return nothing: what a symbol is worth is for the others to say."""
        return None

    def judge(
        self, known: View, moves: Sequence[Move], effort: float, seed: int
    ) -> list[float] | None:
        """Return the chance of each symbol to win this picture, however hard one thinks."""
        return judged(known, moves)

    def turns_left(self, known: View) -> int:
        """Return how many pictures there may still be: each takes at least one card (F7)."""
        return max(1, known.stack)

    def sides(self, setup: Setup) -> tuple[tuple[Seat, ...], ...]:
        """Return every seat alone, but two as one team (F10)."""
        seats = range(setup.seats)
        return (tuple(seats),) if setup.seats == rules.TEAM else tuple((seat,) for seat in seats)

    def measure(self, setup: Setup, result: Result) -> list[float]:
        """Return the cards that each seat has won."""
        return [float(won) for won in result["scores"]]

    def actions(self, setup: Setup) -> int:
        """Return how many moves there are, whatever was agreed."""
        return self.moves

    def parts(self, setup: Setup) -> tuple[Part, ...]:
        """Return what the numbers of a row of features mean."""
        return features.parts(setup)

    def features(self, known: View) -> np.ndarray:
        """Return a view as a row of numbers."""
        return features.features(known)

    def stake(self, setup: Setup) -> float:
        """Return one: a judge here speaks of one picture, not of the game."""
        return 1.0

    def reached(self, setup: Setup, result: Result) -> float:
        """Return the share of the stack that a team has won (F10)."""
        return float(result["scores"][0] / rules.STACK[setup.seats])


GAME = Contrast()
