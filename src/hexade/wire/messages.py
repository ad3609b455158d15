"""Every message, serialized as JSON: HTTP bodies, and two closed unions for the socket.

Requests are imperative (`move`), news are past (`moved`). Nothing that is not written here is
read or sent, and a message with an unknown field is refused.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hexade.wire.request_kinds import (
    BaseRequest,
    Count,
    Event,
    FrequentRequest,
    Id,
    NeededRequest,
    Number,
    OwnerRequest,
    Phase,
    SilentRequest,
    Text,
    Token,
    Who,
    Word,
)


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something inside a message or a body."""


class _News(_Part, tag_field="t", omit_defaults=True, frozen=True):
    """A message from the server."""


# -- what a table agrees on ----------------------------------------------------------------------


class Clock(_Part, frozen=True):
    """Seconds for a game, for each move, or both; days for each move alone make it slow."""

    player_s: Annotated[int, Meta(ge=10, le=86_400)] | None = None
    increment_s: Annotated[int, Meta(ge=0, le=3_600)] = 0
    move_s: Annotated[int, Meta(ge=3, le=1_209_600)] | None = None


class Agreed(_Part, frozen=True):
    """What a table is for; what is left out takes the game's own defaults."""

    game: Word
    variant: Word | None = None
    edition: Word | None = None
    seats: Count | None = None
    options: dict[Word, int] = {}
    assist: Annotated[int, Meta(ge=0, le=3)] = 2
    clock: Clock | None = None
    take_back: bool = True
    public: bool = False
    round_s: Annotated[int, Meta(ge=3, le=3_600)] | None = None  # for choices made together
    talk: Literal["closed", "open"] = "closed"  # in a team game: emotes alone, or chat for all (C4)


# -- bodies of HTTP ------------------------------------------------------------------------------


class Sit(_Part, frozen=True):
    """Sit down; idempotent if the client supplies a token."""

    name: Text
    avatar: Word = ""
    seat: Count | None = None  # any free seat if omitted
    token: Token | None = None


class Origin(_Part, frozen=True):
    """A position of a finished game to play on from: its replay, and a version of it."""

    replay: Word
    v: Number


class Create(_Part, frozen=True):
    """Create a table, and optionally sit down, add bots and start, all in one request."""

    agreed: Agreed
    id: Token | None = None  # a secret like a token; with it the request is idempotent
    sit: Sit | None = None
    bots: Annotated[list[Word], Meta(max_length=16)] = []
    start: bool = False
    origin: Origin | None = msgspec.field(default=None, name="from")


class Seated(_Part, omit_defaults=True, frozen=True):
    """Your seat, and the secret token that proves it, which is sent only once."""

    code: str
    link: str
    seat: int | None = None
    token: str | None = None


# -- client to server ----------------------------------------------------------------------------


class Hello(BaseRequest, tag="hello", frozen=True):
    """The first message. Without a token you are a spectator; `since` is the last version seen."""

    token: Token | None = None
    game: Number = 0
    since: Number = 0


class Move(FrequentRequest, tag="move", frozen=True):
    """Make a move for a version; idempotent: a repeated id is not played twice.

    `then` is the answer to the choice that the move may leave to you alone, decided beforehand: it
    is played at once. To decline is always possible, even where there is no such choice.
    """

    v: Number
    id: Id
    move: Word
    then: Word | None = None
    hold: Number | None = None  # over the held move of this number, which then stands


class TakeBack(FrequentRequest, tag="take_back", frozen=True):
    """Take back the move that is still held."""

    unlimited: ClassVar[Who] = "nobody"
    id: Id
    hold: Number | None = None  # this one, and no other


class Settle(FrequentRequest, tag="settle", frozen=True):
    """Let the held move stand before its time is over: for its player and whoever comes next."""

    id: Id
    hold: Number


class CountDown(FrequentRequest, tag="count", frozen=True):
    """Start the countdown for the last player who has not chosen."""

    id: Id


class Start(OwnerRequest, tag="start", frozen=True):
    """Start the game: all seats are taken, and the owner or everybody wants it."""

    unlimited: ClassVar[Who] = "owner"
    fewer: bool = False  # without the free seats, if the game has room for so few


class SetSeats(OwnerRequest, tag="seats", frozen=True):
    """Add free seats before the first game, or remove some; for the owner of the table."""

    n: Count
    drop: Count | None = None  # the free seat or bot to remove; the last ones if omitted


class Rise(SilentRequest, tag="rise", frozen=True):
    """Leave your seat for good; in mid-game a bot may play on until somebody takes it."""

    unlimited: ClassVar[Who] = "anybody"
    bot: Word | None = None


class Swap(SilentRequest, tag="swap", frozen=True):
    """Change to another seat between games; if a person sits there, when both have asked."""

    seat: Count | None = None  # null withdraws the request


class SeatBot(OwnerRequest, tag="bot", frozen=True):
    """Put a bot in a free seat, or remove it with null, before the game."""

    seat: Count
    bot: Word | None = None


class Remove(OwnerRequest, tag="remove", frozen=True):
    """Remove a person from a seat between games, perhaps for good; for the owner of the table."""

    unlimited: ClassVar[Who] = "owner"
    seat: Count
    for_good: bool = False  # neither they nor anybody else from their address may sit down again


class Close(SilentRequest, tag="close", frozen=True):
    """Close the table for good; for its owner, and in mid-game only if nobody else plays."""

    without_seat: ClassVar[Who] = "owner"
    unlimited: ClassVar[Who] = "anybody"


class Admit(NeededRequest, tag="admit", frozen=True):
    """Let somebody take a seat that was left in mid-game, or say no; for owner and leaver."""

    without_seat: ClassVar[Who] = "anybody"
    n: Number
    yes: bool = True


class StandIn(NeededRequest, tag="stand_in", frozen=True):
    """Let a bot play for your seat, or for a seat whose player has been away too long."""

    unlimited: ClassVar[Who] = "anybody"
    seat: Count
    bot: Word | None = None


class Return(NeededRequest, tag="return", frozen=True):
    """Take your seat back from the bot."""


class Rematch(NeededRequest, tag="rematch", frozen=True):
    """Say whether you want a rematch."""

    yes: bool = True


class Chat(BaseRequest, tag="chat", frozen=True):
    """Say something to all, or show an emote."""

    id: Id
    text: Text
    emote: bool = False


class Mute(SilentRequest, tag="mute", frozen=True):
    """Mute a seat, or unmute it."""

    seat: Count
    on: bool = True


class Hint(BaseRequest, tag="hint", frozen=True):
    """Ask for a hint: how good your moves are; at tables with coaching (assist 3)."""

    is_help: ClassVar[bool] = True
    in_background: ClassVar[bool] = True
    id: Id


class Gift(FrequentRequest, tag="gift", frozen=True):
    """Ask what a move would open for the next player; at tables with coaching (assist 3)."""

    is_help: ClassVar[bool] = True
    id: Id
    move: Word


class Draw(FrequentRequest, tag="draw", frozen=True):
    """Ask for the table as text, for clients that draw no board."""

    is_help: ClassVar[bool] = True
    id: Id
    glyphs: bool = True  # false: plain letters only


class Ping(FrequentRequest, tag="ping", frozen=True):
    """Heartbeat of a client: ask whether the server is alive."""


Request: TypeAlias = (
    Hello | Move | TakeBack | Settle | CountDown | Start | SetSeats | Rise | Swap | SeatBot | Remove
    | Close | Admit | StandIn | Return | Rematch | Chat | Mute | Draw | Hint | Gift | Ping
)  # fmt: skip


# -- server to client ----------------------------------------------------------------------------


class SeatState(_Part, omit_defaults=True, frozen=True):
    """Who sits in a seat."""

    name: str | None = None  # null: the seat is free
    avatar: str = ""
    bot: str | None = None  # the bot whose seat it is
    stand_in: str | None = None  # the bot that plays for the person whose seat it is
    here: bool = False
    away_s: int | None = None  # how long its player has been away, in seconds
    rematch: bool = False
    swap: int | None = None  # the seat that its player wants
    team: int | None = None  # where partners play together
    owner: bool = False  # whether this person owns the table
    ready: bool = False  # whether they agreed to start


class Asking(_Part, frozen=True):
    """Somebody who asks for a seat that was left in mid-game."""

    n: int
    seat: int
    name: str
    avatar: str = ""


class TableState(_Part, omit_defaults=True, frozen=True):
    """The state of the table, without the game."""

    code: str
    phase: Phase
    agreed: Agreed
    seats: list[SeatState]
    game: int
    watchers: int
    turn_ms: int | None = None  # with clocks: how long this turn has lasted
    stands: bool = False  # the clock stands: whoever must move is away
    asking: list[Asking] = []  # who asks for a seat that was left in mid-game
    origin: Origin | None = msgspec.field(default=None, name="from")  # its maker may know the tiles


class Now(_Part, omit_defaults=True, frozen=True):
    """The game as one seat may know it; `legal` only for a seat that must act."""

    game: int
    v: int
    view: dict[str, Any]
    waiting: list[int]
    legal: list[str] | None = None
    mine: str | None = None  # your own sealed choice
    left_ms: list[int] | None = None  # what the clocks showed when the turn began
    turn_ms: int | None = None  # how long this turn has lasted
    stands: bool = False  # the clock stands: whoever must move is away
    result: dict[str, Any] | None = None
    preview: dict[str, Any] | None = None  # what moves would score; with `legal`, from assist 2 on
    replay: str | None = None  # once the game is over: the permanent name of its replay


class Said(_News, tag="said", frozen=True):
    """Somebody said something."""

    n: int  # counted from 1
    seat: int
    text: str
    emote: bool = False
    name: str = ""  # who sat there when it was said
    id: str | None = None


class Welcome(_News, tag="welcome", frozen=True):
    """Everything a client needs at the start; `events` are those after `since`."""

    table: TableState
    since: int
    seat: int | None = None
    events: list[Event] = []
    now: Now | None = None
    chat: list[Said] = []
    muted: list[int] = []
    owner: bool = False  # whether you own the table, seated or not


class Seats(_News, tag="table", frozen=True):
    """The state of the table has changed."""

    table: TableState


class Placed(_News, tag="seat", frozen=True):
    """You have another seat now; null: you are a spectator."""

    seat: int | None
    now: Now | None = None
    muted: list[int] = []


class Moved(_News, tag="moved", frozen=True):
    """Events happened: those after version `v - len(events)`, and what is known now."""

    v: int
    events: list[Event]
    now: Now
    id: str | None = None  # only for the seat that moved: the move is stored


class Chosen(_News, tag="chosen", frozen=True):
    """A choice was sealed; only its own seat receives what was chosen."""

    v: int
    seat: int
    waiting: list[int]
    mine: str | None = None
    id: str | None = None


class Held(_News, tag="held", frozen=True):
    """A move was made that can still be taken back: `events` have no version yet.

    Whoever comes next (`waiting`) may go on at once, its player or another: a move for version
    `v + len(events)` with this `hold`, and the held move stands.
    """

    v: int
    seat: int
    events: list[Event]
    view: dict[str, Any]
    ms: int
    hold: int | None = None  # its number; none if nobody else knows of the move
    waiting: list[int] = []  # who comes next
    legal: list[str] | None = None  # to a seat that comes next
    preview: dict[str, Any] | None = None  # as in `now`
    left_ms: list[int] | None = None  # what the clocks show, and how long the next turn has lasted
    turn_ms: int | None = None
    id: str | None = None


class TakenBack(_News, tag="taken_back", frozen=True):
    """The held move was taken back; everything is as before."""

    seat: int
    now: Now
    id: str | None = None


class Counting(_News, tag="counting", frozen=True):
    """The countdown has begun; when it ends, the table moves for these seats."""

    seats: list[int]
    ms: int
    id: str | None = None


class Done(_News, tag="done", frozen=True):
    """A request that has no news of its own was stored."""

    id: str


class Refused(_News, tag="refused", frozen=True):
    """A request was refused: why, by which rule, and the current state."""

    code: str
    rule: str
    text: str
    id: str | None = None
    now: Now | None = None


class Judged(_Part, frozen=True):
    """A move and how good it looks, 1 being the best; comparable within one hint only."""

    move: str
    worth: float
    reasons: list[dict[str, Any]] = []  # why it is good, as the game says it


class Hinted(_News, tag="hinted", frozen=True):
    """What a good player thinks of the moves at version `v`, the best first."""

    id: str
    v: int
    moves: list[Judged]
    source: str = "worth"  # of the numbers; "judge": they are expected shares of a win


class Gifted(_News, tag="gifted", frozen=True):
    """The best that a move would open for the next player, as far as this seat can know."""

    id: str
    v: int
    move: str
    gift: dict[str, Any] | None = None  # as the game describes it; null if nothing is opened


class Drawn(_News, tag="drawn", frozen=True):
    """The table as text: lines of pieces, each a text and its ink."""

    lines: list[list[tuple[str, str]]]
    id: str


class Pong(_News, tag="pong", frozen=True):
    """The answer to a ping: the server is alive."""


News: TypeAlias = (
    Welcome | Seats | Placed | Moved | Chosen | Held | TakenBack | Counting | Said | Done | Refused
    | Hinted | Gifted | Drawn | Pong
)  # fmt: skip


def _plain(thing: object) -> object:
    """Convert a NumPy number to a Python number."""
    if hasattr(thing, "item"):
        return thing.item()
    raise TypeError(f"{type(thing).__name__} cannot be sent")


encode = msgspec.json.Encoder(enc_hook=_plain).encode
decode_request = msgspec.json.Decoder(Request).decode
decode_news = msgspec.json.Decoder(News).decode
