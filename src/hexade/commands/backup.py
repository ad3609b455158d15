"""`hexade backup`: writes everything that a server has stored into one file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from hexade.commands.options import FILE, database_option, examples
from hexade.commands.progress_bar import clock


@click.command(
    epilog=examples(
        "hexade backup monday.backup",
        "hexade backup --database postgresql://hexade@db/hexade monday.backup",
    )
)
@click.argument("file", type=FILE)
@database_option
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def command(file: Path, database: str, force: bool) -> None:
    """Write a consistent backup to FILE, while the server runs; it is for either database."""
    from hexade.server.store.backup import backup
    from hexade.server.store.store import shown

    with clock(f"writing {file.name}"):
        tables = asyncio.run(backup(database, file, force))
    click.echo(f"{file}: {tables} tables from {shown(database)}")
