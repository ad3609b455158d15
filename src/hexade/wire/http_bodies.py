"""HTTP bodies: refusals, lists of tables, the catalogue, replays, analyses, rules and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hexade.wire.messages import Agreed, Origin, TableState
from hexade.wire.request_kinds import Event, Phase, Token, Word


class _Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body of which every field is sent."""


# -- tables --------------------------------------------------------------------------------------


class Problem(_Answer, frozen=True):
    """Why a request was refused."""

    code: str
    rule: str
    text: str


class Summary(_Answer, frozen=True):
    """A table in the list of open ones."""

    code: str
    game: str
    variant: str
    edition: str | None
    seats: int
    free: int
    names: list[str]  # of the people
    phase: Phase
    bots: list[str] = []  # empty in old listings, which did not list bots
    slow_s: int | None = None  # a slow game: how long a move may take
    origin: Origin | None = msgspec.field(default=None, name="from")  # its maker may know the tiles


class Glance(TableState, frozen=True, kw_only=True):
    """A table as seen from outside, and who must move there."""

    waiting: list[int]


class Reach(_Answer, frozen=True):
    """From where others can open this server's links, as far as it knows."""

    reach: Literal["anywhere", "network", "computer"]
    origin: str  # what links for others begin with; empty: as the page was opened


# -- what can be played --------------------------------------------------------------------------


class OptionInfo(_Answer, frozen=True):
    """One thing a table may choose, a whole number between two bounds."""

    name: str
    default: int
    low: int
    high: int
    rule: str


class VariantInfo(_Answer, frozen=True):
    """One variant of a game, and its possible numbers of seats."""

    variant: str
    seats: list[int]
    rule: str
    editions: list[str]  # the last one is the default; none: the game has no editions
    options: list[OptionInfo]
    has_start: bool  # whether one seat begins
    start_rule: str
    edition_rule: str
    teams: bool  # whether partners play together against others
    together: bool  # whether all choose at the same time
    takes_back: bool  # whether a table may agree that moves can be taken back


class LevelInfo(_Answer, frozen=True):
    """A bot that is one of the levels of play, and what people call it in each language."""

    bot: str
    names: dict[str, str]


class GameInfo(_Answer, frozen=True):
    """One game: the first variant and its first number of seats are the defaults."""

    game: str
    title: str
    chapters: str  # its chapters in the rules, a letter each
    bots: list[str]  # all that can sit down, the levels among them
    levels: list[LevelInfo]  # the weakest first; none where the game has no levels
    variants: list[VariantInfo]


class BotsInfo(_Answer, frozen=True):
    """Whether the bots are ready."""

    ready: bool  # false while their processes start; after an installation they compile first


# -- replays -------------------------------------------------------------------------------------


class Player(_Answer, frozen=True):
    """Who sat in a seat when the game ended."""

    name: str
    avatar: str
    bot: str | None


class Frame(_Answer, frozen=True, omit_defaults=True):
    """A moment at which somebody had to move, or the end."""

    v: int
    events: list[Event]  # those since the frame before, in full
    view: dict[str, Any]  # as seen by the first seat that had to move
    scores: Any  # as a result has them
    waiting: list[int] = []  # who had to move; none at the end
    legal: int = 0  # how many moves the viewer had


class Replay(_Answer, frozen=True):
    """A finished game, move by move."""

    id: str
    agreed: Agreed
    start: int
    seed: int
    players: list[Player]
    origin: Origin | None = msgspec.field(name="from")  # where it went on from, if it did
    result: dict[str, Any]
    frames: list[Frame]
    device: bool = False  # it was played on one device, and given to the server afterwards


class Giving(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game that was played on one device, to be kept as a replay with a link."""

    record: dict[str, Any]
    id: Token | None = None  # a secret like a token; with it the request is idempotent
    avatars: Annotated[list[Word], Meta(max_length=16)] = []  # of the seats, in their order


class Given(_Answer, frozen=True):
    """The replay of a game that was given to the server."""

    id: str
    link: str


class MoveRisk(_Answer, frozen=True):
    """What chance could take from the player who made a move."""

    chance: float  # from 0 to 1
    cost: int  # in what the game counts: tiles, points, …


class Choice(_Answer, frozen=True):
    """One decision of a finished game, measured by what its player could know."""

    v: int  # the version at which it was made
    seat: int
    move: str
    value: float  # the expected outcome of the move, from 0 to 1
    loss: float  # compared with the best move
    best: str  # the best move
    instead: Event | None  # the event of the best move, without what chance would have decided
    rank: int  # of the move made, among all legal ones, from 1
    legal: int
    risk: MoveRisk | None  # of the move made; null where chance could take nothing
    slip: dict[str, Any] | None = None  # what a mistake overlooked, where the facts show it


class Precision(_Answer, frozen=True):
    """How well one seat played."""

    seat: int
    percent: float | None  # 100: always the best move; 0: lost as much as random play
    mistakes: int
    blunders: int


class Analysis(_Answer, frozen=True):
    """What each move of a finished game lost compared with the best one."""

    state: Literal["ready", "waiting", "none"]  # none: this game has no judge
    done: int = 0  # how many decisions have been judged
    of: int = 0  # how many there are; 0 if that is not known yet
    points: float | None = None  # what a loss of 1 stands for; null: a loss is a share of winning
    choices: list[Choice] = []
    players: list[Precision] = []


# -- the rules -----------------------------------------------------------------------------------


class Paragraph(_Answer, frozen=True):
    """One rule; its text may have **strong** words and `code`."""

    id: str
    section: str  # the heading above it, if any
    text: str


class Chapter(_Answer, frozen=True):
    """One chapter of the rules."""

    id: str
    title: str
    aim: str  # what one plays for, marked up like a paragraph; empty where another chapter says it
    paragraphs: list[Paragraph]


class Rules(_Answer, frozen=True):
    """The rules in one language."""

    lang: str
    title: str
    intro: list[str]
    chapters: list[Chapter]


# -- puzzles of the day --------------------------------------------------------------------------


class PuzzleResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody finished a puzzle of the day."""

    outcome: Annotated[int, Meta(ge=0, le=3)]  # the try that found the best move; 0: none did


class PuzzleCounts(_Answer, frozen=True):
    """How many people finished a puzzle of the day in which way."""

    found: list[int]  # at the first try, at the second, at the third
    missed: int
    counted: bool  # whether the result that was sent is among them


# -- privacy -------------------------------------------------------------------------------------


class Privacy(_Answer, frozen=True):
    """Who runs this server, what it keeps, and for how long; 0 days: for ever."""

    contact: str
    talk_days: float  # chat: after it was said
    unfinished_days: float  # after the last change of the table, as below
    names_days: float  # names at finished games; then the game stays without them
    finished_days: float
    puzzle_counts_days: float  # how many people finished a puzzle of the day, after that day
    address_minutes: float  # in memory, for the rate limits
    access_log: bool  # whether requests are logged with their addresses
