"""What happens at a table: one fact for each change, stored before it is broadcast.

A fact applies itself: it knows what it does to the match (`play`), to the seats (`reseat`) and to
the table (`apply`), and what each seat receives (`news`). Live play and reading a table back from
the store run the same methods.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from hexade.contract.game import WATCHER, Seat
from hexade.contract.record import Record
from hexade.contract.setup import Setup
from hexade.match import Accepted, accepted, expire, settle, start, submit, take_up
from hexade.server.settings import Settings
from hexade.server.table import clocks, news
from hexade.server.table.dealing import dealer
from hexade.server.table.seats import Occupant, recorded_name
from hexade.server.table.state import HeldMove, Table
from hexade.wire import messages
from hexade.wire.messages import Agreed

Made: TypeAlias = Accepted | None  # the match after a fact, where it changes the match
News: TypeAlias = messages.News | None


class BaseFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="k"):
    """Something that happened at a table, and the request that asked for it.

    `by` is the seat that asked, where the fact's own `seat` is not it; `id` the request's.
    """

    topic: ClassVar[Literal["table", "game", "chat"]] = "table"
    listed: ClassVar[bool] = False  # whether the list of open tables shows it
    starts: ClassVar[bool] = False  # whether a game begins with it
    is_move: ClassVar[bool] = False
    is_held: ClassVar[bool] = False  # whether its events wait until it is final

    by: int | None = None
    id: str | None = None

    @property
    def asker(self) -> Seat | None:
        """The seat that asked for it."""
        return getattr(self, "seat", None) if self.by is None else self.by

    @property
    def asker_after(self) -> Seat | None:
        """The seat of the one who asked, after the change."""
        return self.asker

    @property
    def moved_people(self) -> Mapping[Seat, Seat]:
        """Who changes seats: a mapping from old seat to new seat, or to WATCHER."""
        return {}

    def setup(self, table: Table) -> Setup:
        """Return the set-up of the game that it belongs to."""
        return table.match.setup if table.match else table.setup

    def play(self, table: Table) -> Made:
        """Return the match after it, if it changes the match; raise Refusal if that is illegal."""
        return None

    def reseat(self, occupants: list[Occupant]) -> None:
        """Change who sits where."""

    def apply(self, table: Table, made: Made, now: float) -> None:
        """Change the table; `made` is the match after it, None for an earlier game."""

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        """Return what a seat, or a spectator, receives besides the state of the table."""
        return None if made is None else news.moved(table, seat, made.events, self.own(seat), now)

    def own(self, seat: Seat) -> str | None:
        """Return the id of the request, for the seat that sent it."""
        return self.id if self.asker == seat else None


class ListedFact(BaseFact, frozen=True):
    """A fact that the list of open tables shows."""

    listed = True


class GameFact(BaseFact, frozen=True):
    """A fact that changes the game alone: who sits where stays the same."""

    topic = "game"


class ChatFact(BaseFact, frozen=True):
    """A fact that changes the chat alone."""

    topic = "chat"


# -- the table and its seats ---------------------------------------------------------------------


class StartingPosition(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table's first game starts: a position of another game, with its history."""

    replay: str
    v: int
    start: int
    events: list[dict[str, Any]]  # kept here, so that the table needs nothing but its own facts


class StoredAgreed(Agreed, frozen=True, forbid_unknown_fields=False):
    """What a stored table agreed on; options that exist no more are ignored (`team_talk`)."""


def stored(agreed: Agreed) -> StoredAgreed:
    """Return what a table agreed on, to be stored."""
    return StoredAgreed(**msgspec.structs.asdict(agreed))


class TableCreated(ListedFact, tag="created", frozen=True):
    """The table was made."""

    agreed: StoredAgreed
    at: int  # seconds since 1970, for people who read the database
    origin: StartingPosition | None = None

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.origin = self.origin


class PersonSeated(ListedFact, tag="sat", frozen=True):
    """A person sat down; only the hash of their token is stored."""

    seat: int
    name: str
    avatar: str
    token: str

    def reseat(self, occupants: list[Occupant]) -> None:
        occupants[self.seat] = Occupant(self.name, self.avatar, self.token)


class SeatLeft(ListedFact, tag="rose", frozen=True):
    """Somebody left for good: the seat is free, in mid-game perhaps with a bot that plays on."""

    seat: int
    bot: str | None = None

    @property
    def moved_people(self) -> Mapping[Seat, Seat]:
        return {self.seat: WATCHER}

    def reseat(self, occupants: list[Occupant]) -> None:
        occupants[self.seat] = Occupant(stand_in=self.bot, left=recorded_name(occupants[self.seat]))

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.ids.pop(self.seat, None)
        table.rematch.discard(self.seat)
        table.chat.forget(self.seat)
        table.swaps = {a: b for a, b in table.swaps.items() if self.seat not in (a, b)}


class SwapRequested(BaseFact, tag="asked_to_swap", frozen=True):
    """Somebody wants to swap seats with another; null withdraws it."""

    seat: int
    other: int | None = None

    def apply(self, table: Table, made: Made, now: float) -> None:
        if self.other is None:
            table.swaps.pop(self.seat, None)
        else:
            table.swaps[self.seat] = self.other


class SeatsSwapped(ListedFact, tag="swapped", frozen=True):
    """The occupants of two seats were swapped."""

    seat: int
    other: int

    @property
    def asker_after(self) -> Seat | None:
        return self.other

    @property
    def moved_people(self) -> Mapping[Seat, Seat]:
        return {self.seat: self.other, self.other: self.seat}

    def reseat(self, occupants: list[Occupant]) -> None:
        occupants[self.seat], occupants[self.other] = occupants[self.other], occupants[self.seat]

    def apply(self, table: Table, made: Made, now: float) -> None:
        new = self.moved_people
        table.ids = {new.get(seat, seat): ids for seat, ids in table.ids.items()}
        table.rematch = {new.get(seat, seat) for seat in table.rematch}
        table.swaps = {a: b for a, b in table.swaps.items() if not {a, b} & new.keys()}
        table.chat.swap(new)


class BotSeated(ListedFact, tag="bot", frozen=True):
    """A bot sat down."""

    seat: int
    bot: str

    def reseat(self, occupants: list[Occupant]) -> None:
        occupants[self.seat] = Occupant(self.bot, bot=self.bot)


class StandInChanged(ListedFact, tag="stood_in", frozen=True):
    """A bot plays for a person; null: the person plays again."""

    seat: int
    bot: str | None = None
    clock: bool = False  # because the time was up
    left_ms: list[int] | None = None

    def reseat(self, occupants: list[Occupant]) -> None:
        occupants[self.seat] = replace(occupants[self.seat], stand_in=self.bot)

    def apply(self, table: Table, made: Made, now: float) -> None:
        if self.clock:
            table.left_ms = self.left_ms


class RematchVoted(BaseFact, tag="wanted", frozen=True):
    """Somebody wants a rematch, or no longer."""

    seat: int
    yes: bool

    def apply(self, table: Table, made: Made, now: float) -> None:
        (table.rematch.add if self.yes else table.rematch.discard)(self.seat)


# -- the game ------------------------------------------------------------------------------------


class GameStarted(ListedFact, tag="started", frozen=True):
    """A game began."""

    starts: ClassVar[bool] = True

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
        table.rematch, table.swaps = set(), {}
        table.advance(made, now)

    def own(self, seat: Seat) -> str | None:
        return None


class MoveFact(GameFact, frozen=True):
    """A move of a seat; chance answers at once unless the move is held."""

    is_move: ClassVar[bool] = True

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

    def apply(self, table: Table, made: Made, now: float) -> None:
        if made is not None:
            stands = made.match.private and not table.agreed.take_back
            kept = HeldMove(self.seat, made, now, self.left_ms, self.id, stands)
            table.held, table.private = (None, kept) if made.match.private else (kept, None)

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        if table.held is not None:
            return news.held(table, seat, now, settings)
        return news.private(table, seat, now, settings) if table.private_of(seat) else None


class ChoiceOpened(GameFact, tag="choosing", frozen=True):
    """A move that leaves a private choice can't be taken back any more; only its seat is told."""

    seat: int

    def apply(self, table: Table, made: Made, now: float) -> None:
        if table.private is not None:
            table.private = replace(table.private, stands=True)

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        return news.private(table, seat, now, settings) if table.private_of(seat) else None


class MoveSettled(GameFact, tag="settled", frozen=True):
    """The held move is final, and chance has answered."""

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


class MoveTakenBack(GameFact, tag="taken_back", frozen=True):
    """The held move was taken back."""

    seat: int
    private: bool = False  # nobody else knew of the move

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.held = table.private = None

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

    seats: list[int]
    left_ms: list[int] | None = None

    def play(self, table: Table) -> Made:
        if table.match is None:
            return None
        return accepted(expire(table.match, self.seats, table.dealer()))

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.left_ms = self.left_ms
        table.advance(made, now)


# -- the chat ------------------------------------------------------------------------------------


class ChatSaid(ChatFact, tag="said", frozen=True):
    """Somebody wrote a line of chat, or showed an emote."""

    seat: int
    text: str
    emote: bool = False
    team: bool = False  # in old tables: for partners alone, and shown to nobody any more (C4)

    def apply(self, table: Table, made: Made, now: float) -> None:
        if self.team:
            return
        name = table.occupants[self.seat].name or ""
        said = messages.Said(n=0, seat=self.seat, text=self.text, emote=self.emote, name=name)
        table.chat.say(said)

    def news(self, table: Table, made: Made, seat: Seat, now: float, settings: Settings) -> News:
        return news.said(table, seat, self.own(seat))


class SeatMuted(ChatFact, tag="muted", frozen=True):
    """A seat (`by`) hides what another writes, or shows it again."""

    seat: int
    on: bool

    def apply(self, table: Table, made: Made, now: float) -> None:
        assert self.by is not None
        table.chat.mute(self.by, self.seat, self.on)


Fact: TypeAlias = (
    TableCreated | PersonSeated | SeatLeft | BotSeated | StandInChanged | SwapRequested
    | SeatsSwapped | RematchVoted | GameStarted | MoveMade | MoveHeld | ChoiceOpened
    | MoveSettled | MoveTakenBack
    | CountStarted | SeatsExpired | ChatSaid | SeatMuted
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Fact).decode
