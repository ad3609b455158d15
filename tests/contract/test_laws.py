"""The laws hold for every game, and each of them catches a game that breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexade import games
from hexade.contract.game import Event, Move, Result, Seat, Turn
from hexade.contract.kernel import default_target
from hexade.contract.laws import LawBrokenError, check
from hexade.contract.reason import Fault, Reason
from hexade.contract.setup import Setup
from tests.toys import TOY, Known, State, Toy

EVERY = 7 if default_target() == "cpu" else 29


@pytest.mark.parametrize("name", games.names())
def test_every_game_keeps_the_laws(name: str) -> None:
    check(games.find(name), games=1, every=EVERY)


def test_the_toy_keeps_the_laws() -> None:
    check(TOY, games=8, every=1)


class LeaksInView(Toy):
    """Shows a watcher the last card."""

    def view(self, state: State, seat: Seat) -> Known:
        """Look at another's card."""
        known = super().view(state, seat)
        return replace(known, card=state.cards[-1]) if seat < 0 and state.cards else known

    def determinize(self, view: Known, seed: int) -> State:
        """Keep to what was seen."""
        guess = super().determinize(view if view.seat >= 0 else replace(view, card=None), seed)
        if view.seat >= 0 or view.card is None:
            return guess
        return replace(guess, cards=(*guess.cards[:-1], view.card))


class LeaksInEvents(Toy):
    """Tells all cards to all."""

    def tell(self, event: Event, seat: Seat) -> Event:
        """Tell everything."""
        return event


class LeaksConsistently(Toy):
    """Shows a seat its neighbour's card, and guesses accordingly."""

    def view(self, state: State, seat: Seat) -> Known:
        """Look at the neighbour's card; the view keeps it where the words will be."""
        known = super().view(state, seat)
        if seat < 0 or known.said or len(state.cards) < state.setup.seats:
            return known
        return replace(known, said=(0, state.cards[seat - 1]))

    def determinize(self, view: Known, seed: int) -> State:
        """Keep to what was seen."""
        if len(view.said) != 2 or view.seat < 0 or view.dealt < view.setup.seats:
            return super().determinize(view, seed)
        guess = super().determinize(replace(view, said=()), seed)
        cards = list(guess.cards)
        cards[view.seat - 1] = view.said[1]
        return replace(guess, cards=tuple(cards))


class TellsNotes(Toy):
    """Tells whatever stands in an event."""

    def tell(self, event: Event, seat: Seat) -> Event:
        """Keep cards secret, and nothing else."""
        return super().tell(event, seat) | {k: v for k, v in event.items() if k == "a note"}


class LeaksInMoves(Toy):
    """Lets a seat move by what another one holds."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Forbid low beside a neighbour's three."""
        moves = super().legal(state, seat)
        return moves[1:] if moves and state.cards[seat - 1] == 3 else moves


class HidesNothing(Toy):
    """Gives the same guess for every seed."""

    def determinize(self, view: Known, seed: int) -> State:
        """Ignore the seed."""
        return super().determinize(view, 1)


class Forgetful(Toy):
    """Gives guesses in which the viewer's own card is another."""

    def determinize(self, view: Known, seed: int) -> State:
        """Forget one's own card."""
        return super().determinize(Known(view.setup, -2, view.dealt, None, view.said), seed)


class Descending(Toy):
    """Lists its moves the wrong way round."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Reverse the moves."""
        return super().legal(state, seat)[::-1]


class Permissive(Toy):
    """Refuses nothing."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Reason | None:
        """Allow everything."""
        return None


class Stutters(Toy):
    """Writes a move that it cannot read."""

    def text(self, move: Move) -> str:
        """Write every move alike."""
        return "low"


class Dice(Toy):
    """Gives another state at every call."""

    calls = 0

    def apply(self, state: State, turn: Turn) -> State:
        """Count the calls in the state."""
        self.calls += 1
        after = super().apply(state, turn)
        return State(after.setup, (*after.cards[:-1], after.cards[-1] + self.calls % 2), after.said)


class Endless(Toy):
    """Never ends."""

    def to_act(self, state: State) -> frozenset[Seat]:
        """Go on for ever."""
        return super().to_act(state) or frozenset(range(state.setup.seats))

    def result(self, state: State) -> Result | None:
        """Have no result."""
        return None


class Early(Toy):
    """Has a result from the beginning."""

    def result(self, state: State) -> Result | None:
        """Rank all alike."""
        return {"ranks": [1] * state.setup.seats, "scores": []}


class Nobody(Toy):
    """Has no winner."""

    def result(self, state: State) -> Result | None:
        """Rank everybody second."""
        found = super().result(state)
        return found and found | {"ranks": [2] * state.setup.seats}


class Silent(Toy):
    """Writes nothing down of what was said."""

    def events(self, before: State, turn: Turn, after: State) -> list[Event]:
        """Leave out words."""
        return super().events(before, turn, after)[:1]


class PreviewsObjects(Toy):
    """Shows before a move what cannot be sent."""

    def preview(self, view: Known, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Keep the words as they are."""
        return {"said": tuple(legal)}


class Unsteady(Toy):
    """Shows something else before a move each time."""

    def __init__(self) -> None:
        self.asked = 0

    def preview(self, view: Known, legal: Sequence[Move]) -> dict[str, Any] | None:
        """Count how often it was asked."""
        self.asked += 1
        return {"asked": self.asked}


class Anywhere(Toy):
    """Can be played by any number."""

    forms = (*Toy.forms[:1], Toy.forms[1].__class__("any", tuple(range(-1, 12)), "T1"))

    def begin(self, setup: Setup) -> State:
        """Begin with too many."""
        raise LawBrokenError("nobody asked whether so many can play")


@pytest.mark.parametrize(
    "broken",
    [
        LeaksInView, LeaksInEvents, LeaksConsistently, TellsNotes, LeaksInMoves, HidesNothing,
        Forgetful, Descending, Permissive, Stutters, Dice, Early, Nobody, Anywhere,
        PreviewsObjects, Unsteady,
    ],
)  # fmt: skip
def test_a_game_that_breaks_a_law_is_caught(broken: type[Toy]) -> None:
    with pytest.raises(LawBrokenError):
        check(broken(), games=8, every=1)


def test_a_game_that_does_not_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexade.contract.laws.LONGEST_GAME", 50)
    with pytest.raises(LawBrokenError, match="did not end"):
        check(Endless(), every=1000)


def test_a_game_whose_records_do_not_replay_is_caught() -> None:
    with pytest.raises(Fault):
        check(Silent(), games=1, every=1)
