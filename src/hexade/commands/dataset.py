"""`hexade dataset`: bots play many games, written as Parquet."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

import click

from hexade.commands.options import (
    FILE,
    GameName,
    backend_option,
    bot_options,
    examples,
    table_options,
)
from hexade.commands.progress_bar import progress_bar
from hexade.commands.setup import chosen_crew, chosen_setup, simulation
from hexade.commands.simulate import say_summary
from hexade.lab.dataset import make
from hexade.lab.simulate import Faults
from hexade.terminal.record_files import refusing_os_errors
from hexade.terminal.words import counted


@click.command(
    epilog=examples(
        "hexade dataset GAME --games 100000 --bot greedy --out games/",
        "hexade dataset GAME --games 200000 --bot greedy --out games/   # goes on where it stopped",
    )
)
@click.argument("game", type=GameName())
@table_options
@bot_options
@backend_option
@click.option("--out", type=FILE, required=True, help="The folder of Parquet files.")
def command(
    game: str,
    bots: tuple[str, ...],
    count: int,
    seed: int,
    workers: int | None,
    backend: str,
    out: Path,
    **table: Any,
) -> None:
    """Let bots play many games, and keep their records as Parquet.

    The same command again plays only what is missing; a worker that dies loses no game.
    """
    plan = simulation(chosen_setup(game, **table)[1], bots, seed)
    began, played, faults = monotonic(), 0, Faults()
    with refusing_os_errors(out), progress_bar(count, "dataset") as advance:
        for done in make(out, plan, count, chosen_crew(backend, workers), faults=faults):
            advance(done - played)
            played = done
    say_summary(f"{counted(played, 'game')} in {out}, {monotonic() - began:.1f} s", faults)
