"""Joins a table on a server: finds the seat, plays, and says how to come back."""

from __future__ import annotations

import asyncio
import getpass
import re
from pathlib import Path
from shlex import quote

import msgspec

from hexade import client, games
from hexade.client import Client, Closed
from hexade.contract.reason import Reason, Refusal
from hexade.terminal.data_folder import data_folder
from hexade.terminal.invocation import invocation
from hexade.terminal.line_reader import LineReader
from hexade.terminal.record_files import refusing_os_errors
from hexade.terminal.remote import RemoteTable
from hexade.terminal.screen import Screen
from hexade.wire.codes import new_token
from hexade.wire.http_bodies import Glance
from hexade.wire.messages import Sit, TableState
from hexade.wire.request_kinds import Token

INTERRUPTED = 130
_CLOSED = {
    4400: "the server does not understand this program: it may have another version",
    4401: "this seat is no longer yours",
    4403: "the server refuses connections from here",
    4404: "there is no such table",
}


class SavedSeat(msgspec.Struct):
    """The token of a seat, saved in a file so that the person can come back to it."""

    token: Token


def join(screen: Screen, link: str, name: str | None) -> int:
    """Sit down and play until the person quits; return the exit status."""
    server, code = client.parse_link(link)
    try:
        asyncio.run(_join(screen, server, code, name))
    except KeyboardInterrupt:
        _say_goodbye(screen, link, "\n")
        return INTERRUPTED
    except Closed as closed:
        why = _CLOSED.get(closed.code, str(closed))
        raise Refusal(Reason("closed", "", why)) from None
    _say_goodbye(screen, link)
    return 0


async def _join(screen: Screen, server: str, code: str, name: str | None) -> None:
    found = await client.get(server, f"/api/tables/{code}")
    table = msgspec.convert(found, Glance)
    reader = LineReader(screen.stdin)
    reader.open()
    try:
        token = await _take_seat(screen, reader, server, table, name)
        async with Client(server, code, token) as connected:
            game = games.find(table.agreed.game)
            await RemoteTable(screen, connected, reader, game).play()
    finally:
        reader.close()


async def _take_seat(
    screen: Screen, reader: LineReader, server: str, table: TableState, name: str | None
) -> str | None:
    """Return the token of the seat: the saved one or a new one; None for a spectator."""
    saved = _saved_seat(server, table.code)
    token = _saved_token(saved)
    if token is None and not any(seat.name is None for seat in table.seats):
        screen.say("All seats are taken: you are a spectator.")
        return None
    if token is None:
        token = new_token()
        name = name or await _ask_name(screen, reader)
    # The token makes the request idempotent: asking again gives the same seat.
    wish = Sit(name=name or _default_name(), token=token)
    try:
        place = await client.sit(server, table.code, wish)
    except Refusal as refusal:
        if refusal.reason.code not in ("started", "no-seat"):
            raise
        screen.say("There is no seat for you here: you are a spectator.")
        return None
    if place.seat is None:
        screen.say("You have asked for a seat: its last player or the owner decides.")
    with refusing_os_errors(saved):
        saved.touch(mode=0o600)
        saved.write_bytes(msgspec.json.encode(SavedSeat(token)))
    return token


async def _ask_name(screen: Screen, reader: LineReader) -> str:
    default = _default_name()
    screen.say(f"Your name at the table (Enter for {default}):", "strong")
    line = await reader.next()
    return line or default


def _default_name() -> str:
    try:
        return getpass.getuser()[:24]
    except (OSError, KeyError):  # the system does not know
        return "Guest"


def _saved_seat(server: str, code: str) -> Path:
    host = re.sub(r"[^A-Za-z0-9.-]", "_", server.partition("://")[2])
    return data_folder("seats", "a home folder") / f"{host}-{code}.json"


def _saved_token(saved: Path) -> str | None:
    try:
        return msgspec.json.decode(saved.read_bytes(), type=SavedSeat).token
    except (OSError, msgspec.DecodeError):
        return None


def _say_goodbye(screen: Screen, link: str, before: str = "") -> None:
    again = f"{invocation()} play --join {quote(link)}"
    screen.say(f"{before}Come back with: {again}", whole=True)
