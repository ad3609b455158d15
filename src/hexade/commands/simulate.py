"""`hexade simulate`: bots play many games, written as JSON Lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

import click

from hexade.commands.options import (
    FILE,
    GameName,
    bot_options,
    examples,
    table_options,
    workers_option,
)
from hexade.commands.progress_bar import progress_bar
from hexade.commands.setup import chosen_setup, simulation
from hexade.lab.simulate import Faults, simulate
from hexade.terminal.record_files import replacing
from hexade.terminal.words import counted, printable


@click.command(
    epilog=examples(
        "hexade simulate GAME --games 1000 --out games.jsonl",
        "hexade simulate GAME --bot greedy --bot random --seed 7 > games.jsonl",
    )
)
@click.argument("game", type=GameName())
@table_options
@bot_options
@workers_option
@click.option("--out", type=FILE, help="The file to write; standard output if left out, or -.")
def command(
    game: str,
    bots: tuple[str, ...],
    count: int,
    seed: int,
    workers: int | None,
    out: Path | None,
    **table: Any,
) -> None:
    """Let bots play many games, and write their records as JSON Lines.

    The same seed gives the same records to the last byte, whatever the number of workers.
    """
    setup = chosen_setup(game, **table)[1]
    plan = simulation(setup, bots, seed)
    path = None if out == Path("-") else out
    began, faults = monotonic(), Faults()
    with _output(path) as file, progress_bar(count, "simulate") as advance:
        for line in simulate(plan, count, workers, faults):
            file.write(line.encode() + b"\n")
            advance(1)
    players, seconds = ", ".join(plan.bots), monotonic() - began
    what = f"{setup.game} {setup.variant}, {players}, seed {seed}, {seconds:.1f} s"
    summary = f"{counted(count, 'game')} of {what}{f' in {path}' if path else ''}"
    say_summary(summary, faults)


def say_summary(summary: str, faults: Faults) -> None:
    """Print what was played, and what each program did wrong."""
    click.echo(printable(summary), err=True)
    for name in dict.fromkeys(name for name, _ in sorted(faults)):
        kinds = [f"{n} {kind}" for (whose, kind), n in sorted(faults.items()) if whose == name]
        played = "the random bot played on where that cost the seat"
        text = f"faults of {name}: {', '.join(kinds)}; {played} (docs/bots.md)"
        click.echo(printable(text), err=True)


@contextmanager
def _output(path: Path | None) -> Iterator[BinaryIO]:
    if path is not None:
        with replacing(path) as file:
            yield file
        return
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()
