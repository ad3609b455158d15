"""A match: submit a move made for a version, get Accepted with what happened, or Rejected.

A match is a value. `submit` gives a new one and leaves the old as it was, so a server can write
the events down first and replace its match only then, or drop the new one to take a move back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, CHANCE_ACTS, AnyGame, Event, Move, Seat, Turn
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import Record, replay
from hexade.contract.setup import Setup

_NONE: Mapping[Seat, Move] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Match:
    """One game in progress."""

    game: AnyGame
    setup: Setup
    state: Any
    version: int = 0  # how many events there have been: no gaps
    draws: int = 0  # how often chance has acted: the n of the next draw
    sealed: Mapping[Seat, Move] = field(
        default_factory=lambda: _NONE
    )  # simultaneous choices, until all are in

    @property
    def waiting_for(self) -> frozenset[Seat]:
        """The seats that must still move, or CHANCE alone while the table has to deal."""
        return self.game.to_act(self.state) - self.sealed.keys()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.game.to_act(self.state)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move was taken: the match after it, and what happened, in order and in full."""

    match: Match
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A move was refused; the match is as it was."""

    reason: Reason


def start(game: AnyGame, setup: Setup, dealer: Stream) -> Accepted:
    """Begin a match and deal."""
    return settle(Match(game, setup, game.begin(setup)), dealer)


def submit(
    match: Match, seat: Seat, move: Move | str, version: int, dealer: Stream | None = None
) -> Accepted | Rejected:
    """Make a move, given as a number or in notation, that was made for this version.

    With a dealer chance answers at once; without one the match waits for `settle`, and until then
    nothing hidden has been revealed. A simultaneous choice is sealed, may be changed until the
    last seat has chosen, and does not raise the version, so that nobody's choice is ever stale.
    """
    if match.over:
        return Rejected(Reason("over", "", "the game is over"))
    if version != match.version:
        text = f"the move was made for version {version}, the game is at {match.version}"
        return Rejected(Reason("stale", "", text))
    try:
        number = match.game.parse(move) if isinstance(move, str) else move
    except Refusal as refusal:
        return Rejected(refusal.reason)
    reason = match.game.why_not(match.state, seat, number) if seat >= 0 else _NO_SEAT
    if reason:
        return Rejected(reason)
    return _seal(match, {seat: number}, dealer)


_NO_SEAT = Reason("no-seat", "", "only a seat can move")


def expire(
    match: Match, seats: Iterable[Seat], dealer: Stream | None = None
) -> Accepted | Rejected:
    """Have the table move for seats that are too slow, where the rules say what happens then."""
    made: dict[Seat, Move] = {}
    for seat in seats:
        move = match.game.absent(match.state, seat) if seat in match.waiting_for else None
        if move is None:
            return Rejected(Reason("not-absent", "", f"the table cannot move for seat {seat} now"))
        made[seat] = move
    return _seal(match, made, dealer)


def settle(match: Match, dealer: Stream) -> Accepted:
    """Let chance act until a seat must, or the game is over."""
    happened: list[Event] = []
    while match.waiting_for == CHANCE_ACTS:
        outcome = dealer.pick(match.draws, match.game.chances(match.state))
        match, events = _step(match, {CHANCE: outcome})
        happened += events
    return Accepted(match, tuple(happened))


def resume(game: AnyGame, record: Record) -> Match:
    """Return the match as it stands at the end of a record; raise Fault if it is bad.

    Choices at the end of a record that not all have made are dropped: the version is before them.
    """
    match = Match(game, record.setup, game.begin(record.setup))
    for step in replay(game, record):
        draws = match.draws + (CHANCE in step.turn)
        match = replace(match, state=step.state, draws=draws, version=step.version)
    return match


def told(match: Match, events: Iterable[Event], seat: Seat) -> list[Event]:
    """Return events as a seat, or a watcher, may know them."""
    return [match.game.tell(event, seat) for event in events]


def _seal(match: Match, made: Turn, dealer: Stream | None) -> Accepted:
    sealed = {**match.sealed, **made}
    if match.game.to_act(match.state) != sealed.keys():
        return Accepted(replace(match, sealed=MappingProxyType(sealed)))
    match, events = _step(match, sealed)
    if dealer is None:
        return Accepted(match, tuple(events))
    dealt = settle(match, dealer)
    return Accepted(dealt.match, (*events, *dealt.events))


def _step(match: Match, turn: Turn) -> tuple[Match, list[Event]]:
    after = match.game.apply(match.state, turn)
    events = match.game.events(match.state, turn, after)
    version = match.version + len(events)
    draws = match.draws + (CHANCE in turn)
    return Match(match.game, match.setup, after, version, draws), events
