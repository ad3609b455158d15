"""The smallest game that has everything: chance, a secret, and choices made at the same time.

Each seat is dealt a secret card from 1 to 3, then all say `high` or `low` together. Whoever says
`high` scores the card, whoever says `low` scores one; the table may say `pass` for the slow (T3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hexade.contract.base import BaseGame
from hexade.contract.chance import Stream
from hexade.contract.features import DTYPE, Part
from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY, Event, Move, Result, Seat, Turn
from hexade.contract.picture import Picture, Span
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Form, Option, Setup

WORDS = ("low", "high", "pass")


@dataclass(frozen=True)
class State:
    """What has been dealt and said."""

    setup: Setup
    cards: tuple[int, ...] = ()
    said: tuple[int, ...] = ()


@dataclass(frozen=True)
class Known:
    """A view: one's own card, and what was said."""

    setup: Setup
    seat: Seat
    dealt: int
    card: int | None
    said: tuple[int, ...]

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self.said)


class Minimal(BaseGame[State, Known]):
    """The game with what a game must write, and nothing else."""

    name = "toy"
    chapters = "T"
    moves, chance_moves = 3, 4
    forms = (
        Form("base", (2, 3), "T1", options=(Option("bank", 0, 0, 9, "T2"),)),
        Form("other", (2,), "T1", editions=("1", "2")),
    )

    def begin(self, setup: Setup) -> State:
        """Return the state before the deal."""
        return State(setup)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return chance until all have a card, then all seats."""
        if len(state.cards) < state.setup.seats:
            return CHANCE_ACTS
        return NOBODY if state.said else frozenset(range(state.setup.seats))

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return low and high."""
        return [0, 1] if seat in self.to_act(state) else []

    def chances(self, state: State) -> Sequence[tuple[Move, int]]:
        """Return the three cards, all equally likely."""
        return [(1, 1), (2, 1), (3, 1)] if self.to_act(state) == CHANCE_ACTS else []

    def apply(self, state: State, turn: Turn) -> State:
        """Deal a card, or take down what all said."""
        if CHANCE in turn:
            return replace(state, cards=(*state.cards, turn[CHANCE]))
        return replace(state, said=tuple(turn[seat] for seat in range(state.setup.seats)))

    def events(self, before: State, turn: Turn, after: State) -> list[Event]:
        """Return one event for each card and each word."""
        if CHANCE in turn:
            return [{"event": "deal", "seat": len(before.cards), "card": turn[CHANCE]}]
        return [{"event": "say", "seat": n, "word": WORDS[w]} for n, w in sorted(turn.items())]

    def result(self, state: State) -> Result | None:
        """Return scores and ranks once all have spoken."""
        if not state.said:
            return None
        pairs = zip(state.cards, state.said, strict=True)
        scores = [(1, card, 0)[word] for card, word in pairs]
        return {"ranks": [1 + sum(b > a for b in scores) for a in scores], "scores": scores}

    def view(self, state: State, seat: Seat) -> Known:
        """Return what a seat may know."""
        own = state.cards[seat] if 0 <= seat < len(state.cards) else None
        return Known(state.setup, seat, len(state.cards), own, state.said)

    def tell(self, event: Event, seat: Seat) -> Event:
        """Keep another's card secret."""
        secret = event["event"] == "deal" and event["seat"] != seat
        keys = ("event", "seat") if secret else ("event", "seat", "card", "word")
        return {key: event[key] for key in keys if key in event}

    def determinize(self, view: Known, seed: int) -> State:
        """Deal the others any cards."""
        chance = Stream(seed)
        cards = [1 + chance.below(n, 3) for n in range(view.dealt)]
        if view.card is not None:
            cards[view.seat] = view.card
        return State(view.setup, tuple(cards), view.said)

    def text(self, move: Move) -> str:
        """Return the word of a move."""
        return WORDS[move]

    def parse(self, text: str) -> Move:
        """Return the move of a word."""
        if text not in WORDS:
            raise Refusal(Reason("unreadable", "T1", f"say low or high, not {text!r}"))
        return WORDS.index(text)

    def read(self, state: State, events: Sequence[Event]) -> list[Turn]:
        """Read one card, or as many words as there are seats."""
        if self.to_act(state) == CHANCE_ACTS:
            return [{CHANCE: events[0]["card"]}]
        said = events[: state.setup.seats]
        if len(said) < state.setup.seats:
            return []
        return [{event["seat"]: self.parse(event["word"]) for event in said}]

    def show(self, view: Known, chosen: Collection[Seat] = ()) -> dict[str, Any]:
        """Return a view as JSON."""
        return {"card": view.card, "dealt": view.dealt, "said": list(view.said)}


class Toy(Minimal):
    """The game with more of what a game may write; tests break it in one place each."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Reason | None:
        """Refuse all but low and high, and all but the three cards."""
        if seat == CHANCE:
            fits = (move, 1) in self.chances(state)
            return None if fits else Reason("no-card", "T2", "there is no such card")
        if seat not in self.to_act(state):
            return Reason("not-now", "T1", "it is not your turn")
        return None if move in (0, 1) else Reason("no-word", "T1", "say low or high")

    def absent(self, state: State, seat: Seat) -> Move | None:
        """Return pass, while all are speaking."""
        return 2 if seat in self.to_act(state) else None

    def rule_of(self, setup: Setup, event: str, key: str = "") -> str:
        """Return a rule."""
        return "T1"

    def picture(self, view: Known, names: Sequence[str], glyphs: bool) -> Picture:
        """Return one line."""
        return [[Span(f"card {view.card}", "r")]]

    def forecast(self, view: Known, move: Move, names: Sequence[str] = ()) -> str:
        """Return what a word scores."""
        return f"scores {view.card if move else 1}"

    def preview(self, view: Known, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Return what each word scores."""
        return {WORDS[move]: view.card if move else 1 for move in legal}

    def scores(self, view: Known) -> Any:
        """Return nothing won: the game ends with its first points."""
        return [0] * view.setup.seats

    def verdict(self, setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
        """Return one line for each seat."""
        return [f"{name}: {score}" for name, score in zip(names, result["scores"], strict=True)]

    def worth(self, view: Known, moves: Sequence[Move]) -> Sequence[int] | None:
        """Return what each word scores."""
        return [(view.card or 0) if move else 1 for move in moves]

    def turns_left(self, view: Known) -> int:
        """Return one: all speak but once."""
        return 1

    def measure(self, setup: Setup, result: Result) -> list[float]:
        """Return what each seat scored."""
        return [float(score) for score in result["scores"]]

    def parts(self, setup: Setup) -> tuple[Part, ...]:
        """Return one's own card and the word of each seat."""
        seats = (setup.seats,)
        return Part("card", (1,), "one's own card"), Part("said", seats, "the words, from 1 on")

    def features(self, view: Known) -> np.ndarray:
        """Return a view as a row of numbers."""
        said = [word + 1 for word in view.said] or [0] * view.setup.seats
        return np.array([view.card or 0, *said], DTYPE)


TOY = Toy()
