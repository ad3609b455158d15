"""`hexade erase`: deletes a table or a replay for good, because somebody asked for it."""

from __future__ import annotations

import asyncio

import click

from hexade.commands.options import database_option, examples
from hexade.commands.progress_bar import clock
from hexade.terminal.words import printable


@click.command(epilog=examples("hexade erase K7M2PX", "hexade erase K7M2PX.1"))
@click.argument("name", metavar="CODE|REPLAY")
@database_option
def command(name: str, database: str) -> None:
    """Erase a table with all its games and its chat, or one game of it (CODE.1).

    The last game of a table is erased with its table. A server that runs closes the table first.
    """
    from hexade.server.store.erasure import copies, erase
    from hexade.server.store.store import shown

    with clock(f"erasing {printable(name.upper())}"):
        asyncio.run(erase(database, name))
    click.echo(f"{name.upper()} is erased from {shown(database)}")
    for copy in copies(database):
        click.echo(f"{copy} may still have it: delete that file when you need it no more")
