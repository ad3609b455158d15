"""`hexade restore`: fills a database from a backup."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from hexade.commands.options import FILE, database_option, examples
from hexade.commands.progress_bar import clock


@click.command(epilog=examples("hexade restore monday.backup --database tables.sqlite"))
@click.argument("file", type=FILE)
@database_option
@click.option("--force", is_flag=True, help="Replace what the database has.")
def command(file: Path, database: str, force: bool) -> None:
    """Fill the database from the backup FILE; no server may be using it."""
    from hexade.server.store.backup import restore
    from hexade.server.store.store import shown

    with clock(f"restoring {file.name}"):
        tables = asyncio.run(restore(file, database, force))
    click.echo(f"{tables} tables restored from {file} into {shown(database)}")
