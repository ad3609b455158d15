"""Every limit and timeout of a server, in one place."""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec

from hexade.contract.reason import Reason, Refusal


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator may choose; the defaults are for a small public server."""

    database: str = "hexade.sqlite"  # a file, or postgresql://…
    origins: tuple[str, ...] = ()  # pages of other hosts that may open sockets
    trust_proxy: bool = False  # believe X-Forwarded-For: only behind a proxy that sets it
    metrics_token: str = ""  # whoever brings it may read /metrics; if empty, this machine alone

    message_bytes: int = 4096
    body_bytes: int = 8192
    socket_rate: float = 20.0  # messages a second on one socket, in the long run
    socket_burst: int = 60
    talk_rate: float = 2.0  # of those, requests other than moves: chat, seats, rematch and so on
    talk_burst: int = 30
    socket_strikes: int = 100  # messages refused for speed before the socket is closed
    address_rate: float = 20.0  # requests a second from one address
    address_burst: int = 400  # more than its sockets: after a restart all reconnect at once
    address_sockets: int = 200
    address_at_once: int = 4  # requests of one address that are under way at a time; others wait
    page_rate: float = 100.0  # files of the page a second to one address
    page_burst: int = 2000  # a whole class behind one address may open the page at once
    tables_per_hour: int = 120  # new tables from one address
    analyses_per_hour: int = 120  # finished games analysed for one address
    name_length: int = 24
    chat_length: int = 300
    chat_kept: int = 100
    asides_per_game: int = 1000  # chat, take-backs, changes of seats and the like in one game
    outbox: int = 256  # messages queued for a slow reader before it is disconnected

    ping_s: float = 10.0  # heartbeat of a socket: no pong before the next ping closes it
    hello_s: float = 10.0  # a socket that has not said hello by then is closed
    hold_s: float = 3.0  # how long a move can be taken back
    count_s: float = 3.0  # how long the countdown for a slow player lasts
    away_s: float = 120.0  # how long a player may be away, on their turns of a game in sum, until
    # the clock runs on and others may give the seat to a bot
    lease_s: float = 15.0  # a process without a heartbeat for this long counts as dead
    listed_s: float = 180.0  # how long an open table stays in the list after its people have gone
    idle_s: float = 600.0  # how long a table that nobody has open stays in memory

    bots: str = ""  # programs offered as bots: name=cmd:PROGRAM, separated by newlines or ;
    bot_workers: int = 0  # processes for bots; 0: one per core; -1: none, bots run in the server
    bot_pause_s: float = 0.7  # people like to see a bot think
    bot_limit_s: float = 10.0


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that variables such as HEXADE_DATABASE ask for."""
    names = {field.name for field in msgspec.structs.fields(Settings)}
    found = {name: environment.get(f"HEXADE_{name.upper()}") for name in names}
    given: dict[str, object] = {name: value for name, value in found.items() if value is not None}
    if "origins" in given:
        given["origins"] = str(given["origins"]).split()
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `$.")
        name = f"HEXADE_{where.rstrip('`').partition('[')[0].upper()}"
        raise Refusal(Reason("setting", "", f"{name}: {said[:1].lower()}{said[1:]}")) from None
