"""The laws hold for every game, and each of them catches a game that breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from hexade import games
from hexade.contract.base import BaseGame
from hexade.contract.game import Event, Move, Result, Seat, Turn
from hexade.contract.kernel import default_target
from hexade.contract.laws import LawBrokenError, Moment, check, law_of_values
from hexade.contract.level import LEVELS, Level
from hexade.contract.picture import plain
from hexade.contract.reason import Fault, Reason
from hexade.contract.setup import Setup, agree
from tests.toys import TOY, Known, Minimal, State, Toy

MUST_WRITE = 21  # names at most, of data and methods
EVERY = 7 if default_target() == "cpu" else 29


@pytest.mark.parametrize("name", games.names())
def test_every_game_keeps_the_laws(name: str) -> None:
    check(games.find(name), games=1, every=EVERY)


def test_the_toy_keeps_the_laws() -> None:
    check(TOY, games=8, every=1)


def test_a_game_that_writes_only_what_it_must_keeps_the_laws() -> None:
    must = BaseGame.__abstractmethods__
    assert len(must) <= MUST_WRITE
    assert {name for name in vars(Minimal) if not name.startswith("_")} == must
    check(Minimal(), games=8, every=1)


def test_the_defaults_say_what_is_true_of_any_game() -> None:
    game, setup = Minimal(), agree(TOY)
    result = {"ranks": [2, 1], "scores": [1, 3]}
    assert (game.title, game.actions(setup), game.sides(setup)) == ("Toy", 3, [(0,), (1,)])
    assert game.verdict(setup, result, ["Ann", "Bob"]) == ["1. Bob", "2. Ann"]
    assert game.measure(setup, result) == [0.0, 1.0]
    dealt = State(setup, (2, 3))
    assert game.forecast(game.view(dealt, 0), 1) == "high"
    assert str(game.why_not(dealt, 0, 7)) == "move number 7 is not legal now"
    assert str(game.why_not(State(setup), 1, 0)) == "it is not the turn of seat 1"
    assert plain(game.picture(game.view(dealt, 1), ["Ann", "Bob"], True)).startswith("{")


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


@dataclass(frozen=True, eq=False)
class Carved:
    """A state or view with an array that nobody can write to until it is pickled."""

    setup: Setup
    seat: Seat
    ply: int
    held: np.ndarray

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Carved) and hash(self) == hash(other)

    def __hash__(self) -> int:
        return hash((self.setup, self.seat, self.ply, self.held.tobytes()))


def carved(known: Known) -> Carved:
    held = np.array([known.dealt, known.card or 0, *known.said], np.int8)
    held.flags.writeable = False
    return Carved(known.setup, known.seat, known.ply, held)


class Thaws(Toy):
    """Gives views that can be written to once they have been pickled."""

    def view(self, state: State, seat: Seat) -> Known:
        """Keep what is known in an array."""
        return carved(super().view(state, seat))  # type: ignore[return-value]


def test_the_law_of_values_sees_a_view_that_thaws_when_it_is_pickled() -> None:
    state = State(agree(TOY), (2, 3))
    for game, thaws in ((TOY, False), (Thaws(), True)):
        after = TOY.apply(state, {0: 0, 1: 1})
        moment = Moment(game, state.setup, state, {0: 0, 1: 1}, after, 2)
        if thaws:
            with pytest.raises(LawBrokenError, match="nobody can write to a state or a view"):
                law_of_values(moment)
        else:
            law_of_values(moment)


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


class Overjoyed(Toy):
    """Expects more than a win."""

    def judge(self, view: Known, moves: Sequence[Move], effort: float, seed: int) -> list[float]:
        """Judge too well."""
        return [1.5 for _ in moves]


class Moody(Toy):
    """Never judges the same twice."""

    mood = 0

    def judge(self, view: Known, moves: Sequence[Move], effort: float, seed: int) -> list[float]:
        """Judge by mood."""
        self.mood += 1
        return [1 / self.mood for _ in moves]


class Hasty(Toy):
    """Thinks that it is over when it is not."""

    def turns_left(self, view: Known) -> int:
        """Return no turn."""
        return 0


class Coarse(Toy):
    """Has too few levels."""

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Leave out the first."""
        return LEVELS[1:]


class Backward(Toy):
    """Has its champion first."""

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Turn them round."""
        return LEVELS[::-1]


class Lonely(Toy):
    """Forgets a seat."""

    def sides(self, setup: Setup) -> Sequence[Sequence[Seat]]:
        """Leave out the last."""
        return super().sides(setup)[:-1]


class Unfair(Toy):
    """Calls all seats one side, but places them apart."""

    def sides(self, setup: Setup) -> Sequence[Sequence[Seat]]:
        """Put all together."""
        return [tuple(range(setup.seats))]


class Vague(Toy):
    """Measures only the first seat."""

    def measure(self, setup: Setup, result: Result) -> list[float]:
        """Leave out the others."""
        return super().measure(setup, result)[:1]


class Restless(Toy):
    """Gives other features at every call."""

    calls = 0

    def features(self, view: Known) -> np.ndarray:
        """Count the calls in the row."""
        self.calls += 1
        row = super().features(view)
        row[0] = self.calls % 100
        return row


class Growing(Toy):
    """Gives a longer row to those who hold a card."""

    def features(self, view: Known) -> np.ndarray:
        """Add the card once more."""
        row = super().features(view)
        return np.append(row, row[:1]) if view.card else row


@pytest.mark.parametrize(
    "broken",
    [
        LeaksInView, LeaksInEvents, LeaksConsistently, TellsNotes, LeaksInMoves, HidesNothing,
        Forgetful, Descending, Permissive, Stutters, Dice, Early, Nobody, Anywhere,
        PreviewsObjects, Unsteady,
        Overjoyed, Moody, Hasty, Coarse, Backward, Lonely, Unfair, Vague, Restless, Growing,
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
