"""What is written down of a table besides the events of its games, one fact for each change."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from hexade.wire.messages import Agreed


class _Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="k"):
    """Something that happened at a table, and the request that asked for it.

    `by` is the seat that asked, where the fact's own `seat` is not it; `id` the request's.
    """

    by: int | None = None
    id: str | None = None


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where the first game of a table goes on from: a position of another game, with its past."""

    replay: str
    v: int
    start: int
    events: list[dict[str, Any]]  # kept here, so that the table needs nothing but its own facts


class Created(_Fact, tag="created", frozen=True):
    """The table was made."""

    agreed: Agreed
    at: int  # seconds since 1970, for people who look into the database
    origin: Origin | None = None


class Sat(_Fact, tag="sat", frozen=True):
    """A person sat down; of the token only its hash is kept."""

    seat: int
    name: str
    avatar: str
    token: str


class Rose(_Fact, tag="rose", frozen=True):
    """Somebody left for good: the seat is free, in mid-game perhaps with a bot that plays on."""

    seat: int
    bot: str | None = None


class AskedToSwap(_Fact, tag="asked_to_swap", frozen=True):
    """Somebody would change seats with another; null: would not any more."""

    seat: int
    other: int | None = None


class Swapped(_Fact, tag="swapped", frozen=True):
    """Two seats were exchanged, with all who sit in them."""

    seat: int
    other: int


class Placed(_Fact, tag="bot", frozen=True):
    """A bot sat down."""

    seat: int
    bot: str


class StoodIn(_Fact, tag="stood_in", frozen=True):
    """A bot plays for a person, or with null the person plays again."""

    seat: int
    bot: str | None = None
    clock: bool = False  # because the time was up
    left_ms: list[int] | None = None


class Started(_Fact, tag="started", frozen=True):
    """A game began."""

    seed: int
    bot_seed: int  # of another source than the deal, so that bots know nothing of it
    start: int
    key: str = ""  # decides with the seed what is dealt; games before it was there have none
    gone_on: bool = False  # from the table's origin; what is to come is dealt from the seed


class Moved(_Fact, tag="moved", frozen=True):
    """A seat moved, or chose while others have not."""

    seat: int
    move: int
    left_ms: list[int] | None = None


class Held(_Fact, tag="held", frozen=True):
    """A seat moved, and may take it back: chance has not answered."""

    seat: int
    move: int
    left_ms: list[int] | None = None


class Settled(_Fact, tag="settled", frozen=True):
    """The held move stands, and chance has answered."""


class TakenBack(_Fact, tag="taken_back", frozen=True):
    """The held move was taken back."""

    seat: int


class Counted(_Fact, tag="counted", frozen=True):
    """The others began to count."""

    seat: int


class Expired(_Fact, tag="expired", frozen=True):
    """The table moved for seats that were too slow."""

    seats: list[int]
    left_ms: list[int] | None = None


class Wanted(_Fact, tag="wanted", frozen=True):
    """Somebody would play again, or would not."""

    seat: int
    yes: bool


class Said(_Fact, tag="said", frozen=True):
    """Somebody said something."""

    seat: int
    text: str
    emote: bool = False
    team: bool = False  # for partners' ears alone


class Muted(_Fact, tag="muted", frozen=True):
    """A seat (`by`) will not hear another, or will again."""

    seat: int
    on: bool


Fact: TypeAlias = (
    Created | Sat | Rose | Placed | StoodIn | AskedToSwap | Swapped | Started | Moved | Held
    | Settled | TakenBack | Counted | Expired | Wanted | Said | Muted
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Fact).decode
