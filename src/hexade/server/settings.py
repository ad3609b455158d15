"""Every limit and timeout of a server, in one place."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Literal, TypeAlias, cast

import msgspec
from msgspec import Meta
from msgspec.inspect import BoolType, FloatType, IntType, LiteralType, StructType, type_info

from hexade.contract.reason import Reason, Refusal

Count: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]
Size: TypeAlias = Annotated[int, Meta(ge=1, le=10**9)]
Rate: TypeAlias = Annotated[float, Meta(ge=0, le=10**9)]  # a second
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=10**9)]
Days: TypeAlias = Annotated[float, Meta(ge=0, le=10**9)]
Workers: TypeAlias = Annotated[int, Meta(ge=-1, le=1024)]
_NOT_OURS = {"HEXADE_SERVER", "HEXADE_SECONDS", "HEXADE_E2E_SERVER"}  # of the page and notebooks
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s]+")  # apps have schemes of their own


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator may choose; the defaults are for a small public server."""

    database: str = "hexade.sqlite"  # a file, or postgresql://…
    origins: tuple[str, ...] = ()  # pages of other hosts that may open sockets
    trust_proxy: str = ""  # how many proxies are in front, or their addresses and networks
    blocked: tuple[str, ...] = ()  # addresses and networks that are refused
    metrics_token: str = ""  # whoever brings it may read /metrics; if empty, this machine alone
    operator_token: str = ""  # whoever brings it may use /operator; if empty, nobody
    log_level: Literal["", "debug", "info", "warning", "error"] = ""  # "": warning in a terminal
    access_log: bool = False  # a line for every request, without codes and tokens

    message_bytes: Size = 4096
    body_bytes: Size = 8192
    record_bytes: Size = 65_536  # the body that brings the record of a finished game
    socket_rate: Rate = 20.0  # messages a second on one socket, in the long run
    socket_burst: Count = 60
    aside_rate: Rate = 2.0  # of one person on all sockets, other than moves: chat, seats and so on
    aside_burst: Count = 30
    socket_strikes: Count = 100  # messages refused for speed before the socket is closed
    frame_rate: Rate = 40.0  # frames a second on one socket, pings and fragments among them
    frame_burst: Count = 400
    traffic_rate: Rate = 65_536.0  # bytes a second that one socket may send
    traffic_burst: Count = 524_288
    address_rate: Rate = 20.0  # requests a second from one address
    address_burst: Count = 400  # more than its sockets: after a restart all reconnect at once
    address_sockets: Count = 200
    address_spectators: Count = 50  # of one table
    message_rate: Rate = 200.0  # messages a second from one address, over all its sockets
    message_burst: Count = 2000
    help_rate: Rate = 20.0  # of those, hints, drawings and warnings of what a move opens
    help_burst: Count = 100
    address_at_once: Size = 4  # requests of one address under way, or begun in a turn of the loop
    address_connections: Count = 300  # of plain HTTP, from one address
    connections: Count = 0  # of all addresses; 0: what the limit on open files leaves
    head_bytes: Size = 16_384  # the head of an HTTP request
    head_lines: Size = 100
    head_s: Seconds = 10.0  # how long a request's head may take to arrive, and then its body
    keep_alive_s: Seconds = 75.0  # between two requests: longer than proxies wait, usually 60 s
    stuck_s: Seconds = 20.0  # a peer that has not read anything of an answer for so long is cut off
    page_rate: Rate = 100.0  # files of the page a second to one address
    page_burst: Count = 2000  # a whole class behind one address may open the page at once
    tables_per_hour: Count = 120  # new tables from one address
    public_tables: Count = 20  # of one address that wait in the list of open tables
    public_seats: Count = 1  # of one address at a public table; this machine and its network: any
    wrong_codes_per_hour: Count = 120  # tables that do not exist, asked for by one address
    analyses_per_hour: Count = 120  # finished games analysed for one address
    results_per_hour: Count = 5  # of one puzzle of the day that count, from one address
    name_length: Size = 24
    chat_length: Size = 300
    chat_kept: Count = 100  # lines of a table in memory, which newcomers receive
    chat_stored: Count = 500  # lines of a table that are stored; the oldest are deleted
    asides_per_game: Count = 1000  # chat, take-backs, changes of seats of one person in a game
    outbox: Size = 256  # messages queued for a slow reader before it is disconnected

    ping_s: Seconds = 10.0  # silence before a ping; without a pong in the same time it closes
    hello_s: Seconds = 10.0  # a socket that has not said hello by then is closed
    hold_s: Seconds = 3.0  # how long a move can be taken back
    count_s: Seconds = 3.0  # how long the countdown for a slow player lasts
    away_s: Seconds = 120.0  # how long a player may be away, on their turns of a game in sum,
    # until the clock runs on and others may give the seat to a bot
    lease_s: Seconds = 15.0  # a process without a heartbeat for this long counts as dead
    listed_s: Seconds = 180.0  # how long an open table stays in the list after its people have gone
    claim_s: Seconds = 30.0  # a seat at a public table is freed if nobody connects to it by then
    idle_s: Seconds = 600.0  # how long a table that nobody has open stays in memory

    bots: str = (
        ""  # agents offered as bots: name=cmd:PROGRAM (or py:, net:), separated by newlines or ;
    )
    bot_workers: Workers = 0  # processes for bots; 0: one per core; -1: none, bots in the server
    bot_pause_s: Seconds = 0.6  # with the bot's thinking: people see what was played before
    bot_limit_s: Seconds = 10.0

    # How long things are kept, in days after the last change of their table; 0: for ever.
    keep_chat_days: Days = 30.0  # chat: after it was said
    keep_unfinished_days: Days = 30.0  # tables at which no game was finished
    keep_names_days: Days = 90.0  # people's names at finished games, and the keys to their seats
    keep_finished_days: Days = 365.0  # tables with finished games, and their replays
    keep_puzzle_counts_days: Days = 60.0  # how many people finished a puzzle: after its day
    keep_addresses_s: Seconds = 3600.0  # addresses, in memory, for the rate limits
    contact: str = ""  # who runs this server and how to write to them, for the page on privacy


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that variables such as HEXADE_DATABASE ask for; refuse unknown ones."""
    names = {f"HEXADE_{name.upper()}": name for name in Settings.__struct_fields__}
    ours = {name: text for name, text in environment.items() if name.startswith("HEXADE_")}
    for name in sorted(ours.keys() - names.keys() - _NOT_OURS):
        raise _refusal(f"there is no setting {name}{_nearest(name, names)}")
    given: dict[str, object] = {names[name]: ours[name] for name in ours if name in names}
    for several in ("origins", "blocked"):
        if several in given:
            given[several] = str(given[several]).split()
    _demand_origins(cast(list[str], given.get("origins", [])))
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        where = str(error).partition(" - at `$.")[2].rstrip("`").partition("[")[0]
        name = f"HEXADE_{where.upper()}"
        raise _refusal(f"{name} is {ours[name][:40]!r}, but must be {_wanted(where)}") from None


def _demand_origins(texts: list[str]) -> None:
    """Refuse what no browser sends as an origin: it would let nobody in, and say nothing."""
    for text in texts:
        if not _ORIGIN.fullmatch(text):
            said = f"HEXADE_ORIGINS: {text[:60]!r} is not an origin, such as https://example.org"
            raise _refusal(said)


def _wanted(field: str) -> str:
    """Return what a setting may be, in words."""
    info = cast(StructType, type_info(Settings))
    (kind,) = (one.type for one in info.fields if one.name == field)
    if isinstance(kind, LiteralType):
        return "one of " + ", ".join(sorted(str(value) for value in kind.values if value))
    if isinstance(kind, BoolType):
        return "0 or 1"
    if not isinstance(kind, IntType | FloatType):
        return "text"
    what = "a whole number" if isinstance(kind, IntType) else "a number"
    return f"{what} from {kind.ge} to {kind.le}"


def _nearest(name: str, known: Mapping[str, str]) -> str:
    """Return the end of a sentence that names the setting most like this name, if any is."""
    near = get_close_matches(name.removeprefix("HEXADE_").lower(), known.values(), 1)
    if not near:
        return "; docs/server.md has all settings"
    return f": did you mean HEXADE_{near[0].upper()}?"


def _refusal(text: str) -> Refusal:
    return Refusal(Reason("setting", "", text))
