"""What happens at a table: one fact for each change, stored before it is broadcast.

A fact applies itself: it knows what it does to the match (`play`), to the seats (`reseat`) and to
the table (`apply`), and what each seat receives (`news`). Live play and reading a table back from
the store run the same methods. `game_facts.py` has those of the game, `chat_facts.py` of the chat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias

import msgspec

from hexade.contract.game import WATCHER, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.server.table.base_fact import BaseFact, ListedFact, Made
from hexade.server.table.chat_facts import ChatCleared, ChatFact, ChatSaid, SeatMuted
from hexade.server.table.game_facts import (
    ChoiceOpened,
    CountStarted,
    GameStarted,
    MoveHeld,
    MoveMade,
    MoveSettled,
    MoveTakenBack,
    SeatsExpired,
)
from hexade.server.table.seats import FREE, Applicant, Occupant, owned, pass_on, recorded_name
from hexade.server.table.state import Table
from hexade.wire.messages import Agreed
from hexade.wire.request_kinds import Phase

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
    creator: str | None = None  # the hash of the owner's token, if its maker has not sat down
    device: bool = False  # its only game was played on one device, and is over
    maker: str = ""  # of a public table: a mark of the address, whose key is deleted after two days

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.device, table.maker = self.device, self.maker
        table.origin, table.creator = self.origin, self.creator
        public = table.agreed.public and self.origin is None  # older servers listed such tables
        kept = self.agreed.take_back  # also where new tables of the variant take nothing back
        table.agreed = msgspec.structs.replace(table.agreed, public=public, take_back=kept)


class PersonSeated(ListedFact, tag="sat", frozen=True):
    """A person sat down; only the hash of their token is stored.

    The first person owns the table, unless somebody made it who has not sat down yet.
    """

    seat: int
    name: str
    avatar: str
    token: str
    guest: bool = False  # the owner has not sat down
    mark: str = ""  # of the address, so that the owner can refuse it

    def reseat(self, occupants: list[Occupant]) -> None:
        owner = not self.guest and not owned(occupants)
        occupants[self.seat] = Occupant(
            self.name, self.avatar, self.token, owner=owner, mark=self.mark
        )

    def apply(self, table: Table, made: Made, now: float) -> None:
        if self.token == table.creator:
            table.creator = None
        table.agreed_to_start.clear()
        table.applicants = [one for one in table.applicants if one.token != self.token]
        if table.phase != "waiting":  # nor between games what was said in the last one
            table.chat.begin(self.seat)

    @property
    def newcomer(self) -> tuple[str, Seat]:
        return self.token, self.seat


class SeatAsked(BaseFact, tag="asked_in", frozen=True):
    """Somebody asks for a seat that was left in mid-game; a new request replaces the old one."""

    seat: int
    name: str
    avatar: str
    token: str
    mark: str = ""
    is_aside: ClassVar[bool] = False  # outsiders must not use up what a game has room for

    @property
    def asker(self) -> Seat | None:
        return None

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.applications += 1
        table.asides.asked[self.mark] += 1
        others = [one for one in table.applicants if not self.mark or one.mark != self.mark]
        new = Applicant(
            table.applications, self.seat, self.name, self.avatar, self.token, self.mark
        )
        table.applicants = [*others, new]


class AskDeclined(BaseFact, tag="declined", frozen=True):
    """Somebody who asked for a seat does not get it."""

    n: int

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.applicants = [one for one in table.applicants if one.n != self.n]


class SeatLeft(ListedFact, tag="rose", frozen=True):
    """Somebody left for good: the seat is free, in mid-game perhaps with a bot that plays on."""

    seat: int
    bot: str | None = None

    @property
    def moved_people(self) -> Mapping[Seat, Seat]:
        return {self.seat: WATCHER}

    def reseat(self, occupants: list[Occupant]) -> None:
        was = occupants[self.seat]
        keepers = tuple(one.token for one in occupants if one.token and (one.owner or one is was))
        occupants[self.seat] = Occupant(stand_in=self.bot, left=recorded_name(was), keepers=keepers)
        if was.owner:
            pass_on(occupants, self.seat)

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.agreed_to_start.clear()
        table.give_over(self.seat, now)
        table.ids.pop(self.seat, None)
        table.rematch.discard(self.seat)
        table.chat.reseat(table.n, {self.seat: None})
        table.swaps = {a: b for a, b in table.swaps.items() if self.seat not in (a, b)}


class PersonRefused(SeatLeft, tag="refused", frozen=True, kw_only=True):
    """The owner removed somebody for good."""

    token: str
    mark: str = ""

    def apply(self, table: Table, made: Made, now: float) -> None:
        super().apply(table, made, now)
        table.refused |= {self.token, self.mark} - {""}


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
        table.agreed_to_start.clear()
        table.swaps = {a: b for a, b in table.swaps.items() if not {a, b} & new.keys()}
        table.chat.reseat(table.n, new)


class SeatsChanged(ListedFact, tag="seats", frozen=True):
    """Seats were added or removed before the first game: for each one, which it was before."""

    order: list[int | None]  # null: a new one, which is free

    @property
    def asker_after(self) -> Seat | None:
        return None if self.by is None else self.moved_people.get(self.by, self.by)

    @property
    def moved_people(self) -> Mapping[Seat, Seat]:
        return {
            was: seat
            for seat, was in enumerate(self.order)
            if was is not None and was != seat
        }  # fmt: skip

    def reseat(self, occupants: list[Occupant]) -> None:
        occupants[:] = [FREE if was is None else occupants[was] for was in self.order]

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.set_seats(len(self.order))
        gone = dict.fromkeys(table.ids.keys() - set(self.order))
        new: dict[Seat, Seat | None] = {**gone, **self.moved_people}
        after = {seat: at for seat in table.ids if (at := new.get(seat, seat)) is not None}
        table.ids = {at: table.ids[seat] for seat, at in after.items()}
        table.agreed_to_start = {
            at for seat in table.agreed_to_start if (at := new.get(seat, seat)) is not None
        }
        table.swaps = {}
        table.chat.reseat(table.n, new)


class BotSeated(ListedFact, tag="bot", frozen=True):
    """A bot sat down."""

    seat: int
    bot: str

    def reseat(self, occupants: list[Occupant]) -> None:
        occupants[self.seat] = Occupant(self.bot, bot=self.bot)

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.agreed_to_start.clear()


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
        elif self.bot is not None:
            table.give_over(self.seat, now)


class RematchVoted(BaseFact, tag="wanted", frozen=True):
    """Somebody wants a rematch, or no longer."""

    seat: int
    yes: bool

    def apply(self, table: Table, made: Made, now: float) -> None:
        (table.rematch.add if self.yes else table.rematch.discard)(self.seat)


class StartAgreed(BaseFact, tag="ready", frozen=True):
    """Somebody who does not own the table agreed to start."""

    seat: int

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.agreed_to_start.add(self.seat)


class TableClosed(ListedFact, tag="closed", frozen=True):
    """The owner closed the table: nothing happens here any more."""

    phase: ClassVar[Phase | None] = "closed"

    def apply(self, table: Table, made: Made, now: float) -> None:
        table.closed, table.held, table.private = True, None, None


Fact: TypeAlias = (
    TableCreated | PersonSeated | SeatAsked | AskDeclined | SeatLeft | PersonRefused | BotSeated
    | StandInChanged | SeatsChanged | SwapRequested | SeatsSwapped | RematchVoted | StartAgreed
    | TableClosed | GameStarted | MoveMade | MoveHeld | ChoiceOpened | MoveSettled | MoveTakenBack
    | CountStarted | SeatsExpired | ChatSaid | SeatMuted | ChatCleared
)  # fmt: skip

# Of the facts that are written now. In format 1 chat stood among the other facts; before format 3
# no seats came and went.
FORMAT = 3

encode = msgspec.json.Encoder().encode
_decode: Callable[[bytes], Fact] = msgspec.json.Decoder(Fact).decode


def decode(body: bytes, written: int = FORMAT) -> Fact:
    """Return a stored fact; refuse one in a newer format than this version writes."""
    if written > FORMAT:
        text = f"a newer version of Hexade wrote this table (format {written}, not {FORMAT})"
        raise Refusal(Reason("newer", "", text))
    return _decode(body)


def cleared(body: bytes) -> bytes:
    """Return a stored change of the chat without what was said, also if it cannot be read."""
    try:
        fact = decode(body)
    except msgspec.MsgspecError:
        return encode(ChatCleared())
    assert isinstance(fact, ChatFact)
    return encode(ChatCleared(after=fact.after))


def nameless(body: bytes) -> bytes | None:
    """Return a stored fact without the name and the token of a person; None if it has neither."""
    fact = decode(body)
    if isinstance(fact, PersonSeated | SeatAsked):
        name = f"Player {fact.seat + 1}"
        return encode(msgspec.structs.replace(fact, name=name, avatar="", token="", mark=""))
    if isinstance(fact, PersonRefused):
        return encode(msgspec.structs.replace(fact, token="", mark=""))
    if isinstance(fact, TableCreated) and (fact.creator is not None or fact.maker):
        return encode(msgspec.structs.replace(fact, creator=None, maker=""))
    return None
