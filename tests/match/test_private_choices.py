"""A choice that only its seat may know of, in a match: decided with the move or after it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hexade import games
from hexade.contract.chance import Stream
from hexade.contract.game import Event, Move, Seat
from hexade.contract.setup import Setup, agree
from hexade.match import Accepted, Match, Rejected, reveals_nothing, start, submit
from hexade.match.play import finish, play

GAMES = [name for name in games.names() if games.find(name).declining is not None]


@cache
def before_choice(name: str) -> tuple[Match, Seat, Move, Move]:
    """Return a match, the seat to move, a move that leaves a choice, and one that leaves none."""
    game = games.find(name)
    for seed in range(100):
        dealer, dice = Stream(seed), Stream(seed, 9)
        match = start(game, agree(game), dealer).match
        while not match.over:
            (seat,) = match.waiting_for
            legal = game.legal(match.state, seat)
            if len(legal) > 2:
                after = {move: submit(match, seat, move, match.version) for move in legal[::5]}
                made = {m: a.match for m, a in after.items() if isinstance(a, Accepted)}
                leaves = [move for move, one in made.items() if one.private]
                others = [move for move, one in made.items() if not (one.private or one.over)]
                if leaves and others:
                    return match, seat, leaves[0], others[0]
            move = legal[dice.below(match.version, len(legal))]
            answer = submit(match, seat, move, match.version, dealer)
            assert isinstance(answer, Accepted)
            match = answer.match
    raise AssertionError("no choice came up")


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_made_with_the_move_is_the_same_as_one_made_after_it(name: str) -> None:
    match, seat, move, _ = before_choice(name)
    left: Any = submit(match, seat, move, match.version)
    for choice in left.match.game.legal(left.match.state, seat):
        later: Any = submit(left.match, seat, choice, left.match.version, Stream(4))
        for then in (choice, match.game.text(choice)):
            once: Any = submit(match, seat, move, match.version, Stream(4), then)
            assert once.match == later.match
            assert once.events == (*left.events, *later.events)
            held: Any = submit(match, seat, move, match.version, None, then)
            assert reveals_nothing(match, seat, move, held.match, choice)


@pytest.mark.parametrize("name", GAMES)
def test_to_decline_is_fine_where_there_is_nothing_to_choose(name: str) -> None:
    match, seat, _, plain = before_choice(name)
    decline = match.game.declining
    with_it: Any = submit(match, seat, plain, match.version, Stream(4), decline)
    assert with_it == submit(match, seat, plain, match.version, Stream(4))


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_follow_is_refused_together_with_the_move(name: str) -> None:
    match, seat, move, plain = before_choice(name)
    after: Any = submit(match, seat, move, match.version)
    choice = match.game.legal(after.match.state, seat)[-1]
    for then in (choice, match.game.text(choice), "nonsense", plain, match.game.text(plain)):
        refused = submit(match, seat, plain, match.version, Stream(4), then)
        assert isinstance(refused, Rejected)
        assert refused.reason.text
    refused = submit(match, seat, move, match.version, Stream(4), plain)
    assert isinstance(refused, Rejected)


class Listener:
    """A player who declines or not as it likes, and notes in a common list what it hears when."""

    def __init__(self, game: Any, notes: list[tuple[Seat, str]], seed: int) -> None:
        self.game, self.notes, self.dice, self.count = game, notes, Stream(seed), 0
        self.name = "listener"
        self.seat: Seat = -1

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Remember the seat."""
        self.seat = seat

    def hear(self, event: Event) -> None:
        """Note what was heard."""
        self.notes.append((self.seat, event["event"]))

    def choose(self, view: Any, legal: Any, time_ms: int | None = None) -> Move:
        """Choose at random, and note whether the choice is private."""
        self.count += 1
        choice = legal[self.dice.below(self.count, len(legal))]
        private = len(legal) == 2 and legal[0] == self.game.declining
        self.notes.append((self.seat, "private" if private else "public"))
        return int(choice)

    def rise(self, result: Any) -> None:
        """Do nothing."""


@pytest.mark.parametrize("run", [play, finish], ids=["play", "finish"])
@pytest.mark.parametrize("name", GAMES)
def test_others_hear_of_the_move_when_the_choice_is_made(name: str, run: Any) -> None:
    game = games.find(name)
    met = 0
    for seed in range(6):
        notes: list[tuple[Seat, str]] = []
        players = [Listener(game, notes, seed + n) for n in range(2)]
        run(game, agree(game, seats=2), players, seed)
        for n, (seat, what) in enumerate(notes):
            if what == "private":
                met += 1
                last = max(m for m in range(n) if notes[m] == (seat, "public"))
                since = notes[last + 1 : n]
                assert since, "its own seat has heard of the move"
                assert {who for who, _ in since} == {seat}
        events = [[what for who, what in notes if who == seat] for seat in (0, 1)]
        heard = [[w for w in own if w not in ("private", "public")] for own in events]
        assert heard[0] == heard[1]  # and in the end all have heard the same
    assert met
