"""`hexade operator`: look after a running server."""

from __future__ import annotations

import os
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import click

from hexade.commands.options import examples
from hexade.commands.progress_bar import clock
from hexade.contract.reason import Reason, Refusal

TOKEN = "HEXADE_OPERATOR_TOKEN"
_TIMEOUT_S = 10.0


@click.group(
    epilog=examples(
        "hexade operator tables",
        "hexade operator block 192.0.2.0/24",
        "hexade operator close K7QPXA",
    )
)
@click.option(
    "--server",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="The address of the server.",
)
@click.pass_context
def command(context: click.Context, server: str) -> None:
    """Look after a running server: who is there, and who should not be.

    The server and this command need the same secret in HEXADE_OPERATOR_TOKEN.
    """
    context.obj = server.rstrip("/")


@command.command()
@click.pass_obj
def load(server: str) -> None:
    """Show how much the server has to do, and for whom."""
    from hexade.wire.operator import Load

    found = _ask(server, "GET", "load", Load)
    click.echo(f"{found.tables} tables, {found.sockets} sockets, {found.bots_waiting} bots waiting")
    click.echo(f"event loop late by up to {1000 * found.loop_lag_s:.0f} ms")
    for one in found.busiest:
        click.echo(f"{one.sockets:6} sockets  {one.address}")


@command.command()
@click.pass_obj
def tables(server: str) -> None:
    """List the tables in memory, those with the most sockets first."""
    from hexade.wire.operator import LiveTableInfo

    found = _ask(server, "GET", "tables", list[LiveTableInfo])
    if not found:
        click.echo("no tables in memory")
    for one in found:
        kind = "public" if one.public else "private"
        seats = f"{one.people} people, {one.bots} bots, {one.sockets} sockets"
        click.echo(f"{one.code}  {one.game} {one.phase} {kind}: {seats}  {' '.join(one.addresses)}")


@command.command()
@click.argument("address")
@click.pass_obj
def block(server: str, address: str) -> None:
    """Refuse an address or a network until the server restarts, and close its sockets."""
    _show_blocks(server, "POST", address)


@command.command()
@click.argument("address")
@click.pass_obj
def unblock(server: str, address: str) -> None:
    """Let an address or a network in again."""
    _show_blocks(server, "DELETE", address)


@command.command()
@click.pass_obj
def blocked(server: str) -> None:
    """List the addresses and networks that are refused."""
    _show_blocks(server, "GET")


@command.command()
@click.argument("code")
@click.pass_obj
def close(server: str, code: str) -> None:
    """Close a table for everybody."""
    from hexade.wire.operator import TableEnded

    path = f"tables/{quote(code, safe='')}/close"
    click.echo(
        f"closed {code.upper()} and {_ask(server, 'POST', path, TableEnded).sockets} sockets"
    )


def _show_blocks(server: str, method: str, address: str | None = None) -> None:
    from hexade.wire.operator import Block, Blocks

    body = None if address is None else Block(address=address)
    found = _ask(server, method, "blocks", Blocks, body).blocked
    click.echo("\n".join(found) if found else "nobody is blocked")


def _ask(server: str, method: str, path: str, kind: Any, body: object = None) -> Any:
    """Return the server's answer; refuse with its sentence, or with why there is none."""
    import msgspec

    token = os.environ.get(TOKEN)
    if not token:
        raise _refusal(f"set {TOKEN} to the secret that the server was started with")
    if urlsplit(server).scheme not in ("http", "https"):
        raise _refusal(f"{server} is not the address of a server, such as http://HOST:8000")
    data = None if body is None else msgspec.json.encode(body)
    request = Request(f"{server}/operator/{path}", data, method=method)
    request.add_header("Authorization", f"Bearer {token}")
    try:
        waiting = clock("waiting for the server")
        with waiting, urlopen(request, timeout=_TIMEOUT_S) as answer:
            return msgspec.json.decode(answer.read(), type=kind)
    except HTTPError as error:
        raise _refusal(_sentence(error)) from None
    except (URLError, TimeoutError, OSError, msgspec.DecodeError) as error:
        said = f"{server} does not answer as a Hexade server does"
        raise _refusal(f"{said}: {getattr(error, 'reason', error)}") from None


def _refusal(text: str) -> Refusal:
    return Refusal(Reason("operator", "", text.rstrip(".")))


def _sentence(error: HTTPError) -> str:
    import msgspec

    from hexade.wire.http_bodies import Problem

    try:
        return msgspec.json.decode(error.read(), type=Problem).text
    except msgspec.DecodeError:
        return f"the server answered {error.code}"
