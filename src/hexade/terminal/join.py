"""Sit down at a table on a server whose other players are in browsers, or wherever they like."""

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
from hexade.terminal import files
from hexade.terminal.command import command
from hexade.terminal.guest import Guest
from hexade.terminal.screen import Screen
from hexade.terminal.typed import Typed
from hexade.wire.codes import new_token
from hexade.wire.messages import Glance, Sit, TableState, Token

INTERRUPTED = 130
_CLOSED = {
    4400: "the server does not understand this client: is it of another version",
    4401: "this seat is not yours any more",
    4403: "the server lets nobody in from here",
    4404: "there is no such table",
}


class Kept(msgspec.Struct):
    """What is kept of a seat, so that one can come back to it."""

    token: Token


def join(screen: Screen, link: str, name: str | None) -> int:
    """Sit down, play, and leave; return the exit status."""
    server, code = place(link)
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


def place(link: str) -> tuple[str, str]:
    """Return the server and the table's code; refuse what is no link to a table."""
    if not re.fullmatch(r"https?://[^/\s]+/t/[A-Za-z0-9]+/?", link.strip()):
        text = f"{link[:60]!r} is no link to a table; one looks like http://HOST/t/CODE"
        raise Refusal(Reason("link", "", text))
    server, code = client.place(link.strip())
    return server, code.upper()


async def _join(screen: Screen, server: str, code: str, name: str | None) -> None:
    found = await client.get(server, f"/api/tables/{code}")
    table = msgspec.convert(found, Glance)
    typed = Typed(screen.stdin)
    typed.open()
    try:
        token = await _seat(screen, typed, server, table, name)
        async with Client(server, code, token) as line:
            await Guest(screen, line, typed, games.find(table.agreed.game)).stay()
    finally:
        typed.close()


async def _seat(
    screen: Screen, typed: Typed, server: str, table: TableState, name: str | None
) -> str | None:
    """Return the token of one's seat: the one from last time, or a new one; None to watch."""
    kept = _kept_in(server, table.code)
    token = _known(kept)
    if token is None and not any(seat.name is None for seat in table.seats):
        screen.say("All seats are taken: you watch.")
        return None
    if token is None:
        token = new_token()
        name = name or await _asked_name(screen, typed)
    # With a token of one's own the request can be made again: the seat is the same.
    wish = Sit(name=name or _usual_name(), token=token)
    try:
        await client.sit(server, table.code, wish)
    except Refusal as refusal:
        if refusal.reason.code not in ("started", "no-seat"):
            raise
        screen.say("There is no seat for you here: you watch.")
        return None
    with files.spoken(kept):
        kept.touch(mode=0o600)
        kept.write_bytes(msgspec.json.encode(Kept(token)))
    return token


async def _asked_name(screen: Screen, typed: Typed) -> str:
    usual = _usual_name()
    screen.say(f"Your name at the table (Enter for {usual}):", "strong")
    line = await typed.next()
    return line or usual


def _usual_name() -> str:
    try:
        return getpass.getuser()[:24]
    except (OSError, KeyError):  # nobody has told the system
        return "Guest"


def _kept_in(server: str, code: str) -> Path:
    host = re.sub(r"[^A-Za-z0-9.-]", "_", server.partition("://")[2])
    return files.data_folder("seats", "a home folder") / f"{host}-{code}.json"


def _known(kept: Path) -> str | None:
    try:
        return msgspec.json.decode(kept.read_bytes(), type=Kept).token
    except (OSError, msgspec.DecodeError):
        return None


def _say_goodbye(screen: Screen, link: str, before: str = "") -> None:
    again = f"{command()} play --join {quote(link)}"
    screen.say(f"{before}Come back with: {again}", whole=True)
