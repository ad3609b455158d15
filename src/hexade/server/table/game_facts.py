"""What happens in a game: its start, moves that are made, held or taken back, and late players.

`facts.py` has what happens at the table around it, and the union of all facts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from hexade.contract.game import Seat
from hexade.contract.record import Record
from hexade.contract.setup import Setup
from hexade.match import Accepted, accepted, expire, settle, start, submit, take_up
from hexade.server.settings import Settings
from hexade.server.table import clocks, news
from hexade.server.table.base_fact import BaseFact, GameFact, ListedFact, Made, News
from hexade.server.table.dealing import dealer
from hexade.server.table.state import HeldMove, SettledMove, Table
from hexade.wire.request_kinds import Phase


class GameStarted(ListedFact, tag="started", frozen=True):
    """A game began."""

    starts: ClassVar[bool] = True
    is_aside: ClassVar[bool] = False
    phase: ClassVar[Phase | None] = "playing"

    seed: int
    bot_seed: int  # independent of the deal, so that bots learn nothing about it
    start: int
    key: str = ""  # with the seed it decides the deal; older games have none
    gone_on: bool = False  # played on from the table's origin; the rest is dealt from the seed

    def setup(self, table: Table) -> Setup:
        return replace(table.setup, start=self.start)

    def play(self, table: Table) -> Made:
        dealing, setup = dealer(self.seed, self.key), self.setup(table)
        if not self.gone_on or table.origin is None:
            return start(table.game, setup, dealing)
        past = tuple(table.origin.events)
        taken = take_up(table.game, Record(setup, table.names, None, past))
        dealt = settle(taken.match, dealing)
        return Accepted(dealt.match, (*past, *taken.events, *dealt.events))

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.number += 1
        table.log = []
        table.seed, table.key, table.bot_seed = self.seed, self.key, self.bot_seed
        table.left_ms = clocks.full(table.agreed.clock, table.setup.seats)
        table.rematch, table.agreed_to_start, table.swaps = set(), set(), {}
        table.holds, table.settled = 0, None
        table.applicants = []
        table.advance(made, now)

    def own(self, seat: Seat) -> str | None:
        return None


class MoveFact(GameFact, frozen=True):
    """A move of a seat; chance answers at once unless the move is held."""

    is_move: ClassVar[bool] = True
    is_aside: ClassVar[bool] = False

    seat: int
    move: int
    left_ms: list[int] | None = None
    then: int | None = None  # the answer to a private choice, made with the move

    def play(self, table: Table) -> Made:
        match, dealing = table.match_of(self.seat), None if self.is_held else table.dealer()
        if match is None:
            return None
        made = accepted(submit(match, self.seat, self.move, match.version, dealing, self.then))
        kept = table.private_of(self.seat)
        return Accepted(made.match, (*kept.made.events, *made.events)) if kept else made


class MoveMade(MoveFact, tag="moved", frozen=True):
    """A seat moved, or chose while others have not."""

    known: int = 0  # how many of its events its seat received before, with a private choice

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.left_ms = self.left_ms
        if made is not None and self.seat in made.match.sealed:
            table.match = made.match
        else:
            table.advance(made, now)

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        if made is not None and self.seat in made.match.sealed:
            return news.chosen(made.match, self.seat, seat, self.own(seat))
        if made is None:
            return None
        known = self.known if seat == self.seat else 0
        return news.moved(table, seat, made.events[known:], self.own(seat), now)


class MoveHeld(MoveFact, tag="held", frozen=True):
    """A seat moved and chance has not answered: it may be taken back, or leaves a private choice.

    Nobody else receives anything of a private choice until it is made.
    """

    is_held: ClassVar[bool] = True

    final: bool = False  # it cannot be taken back: it only leaves a private choice

    def apply(self, table: Table, made: Made, now: float) -> None:
        if made is not None:
            choice = table.private_of(self.seat)
            stands = made.match.private and (self.final or not table.agreed.take_back)
            kept = HeldMove(self.seat, made, now, self.left_ms, self.id, stands)
            if made.match.private:
                table.held, table.private = None, kept
            else:  # a move that stands does so while its choice can still be taken back
                table.holds += 1
                table.run_on(now)  # from here on it is the clock of whoever comes next
                table.held = replace(kept, number=table.holds)
                table.private = choice if choice and choice.stands else None

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        if table.held is not None:
            return news.held(table, seat, now, settings)
        return news.private(table, seat, now, settings) if table.private_of(seat) else None


class ChoiceOpened(GameFact, tag="choosing", frozen=True):
    """A move that leaves a private choice can't be taken back any more; only its seat learns it."""

    seat: int

    def apply(self, table: Table, made: Made, now: float) -> None:
        if table.private is not None:
            table.private = replace(table.private, stands=True)

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        return news.private(table, seat, now, settings) if table.private_of(seat) else None


class MoveSettled(GameFact, tag="settled", frozen=True):
    """The held move is final, and chance has answered."""

    is_aside: ClassVar[bool] = False

    seat: int | None = None
    known: int = 0  # how many of its events its seat received before, with a private choice

    def play(self, table: Table) -> Made:
        kept = table.held or table.private  # old tables also settled moves that leave a choice
        if kept is None:
            return None
        dealt = settle(kept.made.match, table.dealer())
        return Accepted(dealt.match, (*kept.made.events, *dealt.events))

    def apply(self, table: Table, made: Made, now: float) -> None:
        kept = table.held or table.private
        if kept:
            table.left_ms = kept.left_ms
        table.advance(made, now)
        if kept and kept.number is not None:
            before, after = kept.made.match.version, table.version
            table.settled = SettledMove(kept.number, before, after)
            # Whoever comes next could move from then on, except while they were away.
            table.turn_since = min(now, kept.since + kept.idle_s)
            table.paused_since = kept.idle_since

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        if made is None:
            return None
        known = self.known if seat == self.seat else 0
        return news.moved(table, seat, made.events[known:], self.own(seat), now)


class MoveTakenBack(GameFact, tag="taken_back", frozen=True):
    """The held move was taken back."""

    seat: int
    private: bool = False  # nobody else knew of the move
    choice: bool = False  # only the answer to a private choice: the move before it stands

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.held, table.private = None, table.private if self.choice else None

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        if self.private and seat != self.seat:
            return None
        return news.taken_back(table, self.seat, seat, self.own(seat), now)


class CountStarted(GameFact, tag="counted", frozen=True):
    """The countdown began."""

    seat: int

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.counting = now

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        return news.counting(table, now, settings, self.own(seat))


class SeatsExpired(BaseFact, tag="expired", frozen=True):
    """The table moved for seats that were too slow."""

    is_aside: ClassVar[bool] = False

    seats: list[int]
    left_ms: list[int] | None = None

    def play(self, table: Table) -> Made:
        if table.match is None:
            return None
        return accepted(expire(table.match, self.seats, table.dealer()))

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.left_ms = self.left_ms
        table.advance(made, now)
