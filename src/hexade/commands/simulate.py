"""`hexade simulate`: bots play many games, written as JSON Lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

import click

from hexade.commands.options import FILE, examples, simulation_options, workers_option
from hexade.commands.progress_bar import progress_bar
from hexade.lab.simulate import Faults, SimulationPlan, simulate
from hexade.terminal.record_files import replacing
from hexade.terminal.words import counted, printable


@click.command(
    epilog=examples(
        "hexade simulate GAME --games 1000 --out games.jsonl",
        "hexade simulate GAME --bot greedy --bot random --seed 7 > games.jsonl",
    )
)
@simulation_options
@workers_option
@click.option("--out", type=FILE, help="The file to write; standard output if left out, or -.")
def command(plan: SimulationPlan, count: int, workers: int | None, out: Path | None) -> None:
    """Let bots play many games, and write their records as JSON Lines.

    The same seed gives the same records to the last byte, whatever the number of workers.
    """
    path = None if out == Path("-") else out
    began, faults = monotonic(), Faults()
    with _output(path) as file, progress_bar(count, "simulate") as advance:
        for line in simulate(plan, count, workers, faults):
            file.write(line.encode() + b"\n")
            advance(1)
    what = f"{plan.setup.game} {plan.setup.variant}, {', '.join(plan.bots)}, seed {plan.seed}"
    where = f" in {path}" if path else ""
    seconds = monotonic() - began
    say_summary(f"{counted(count, 'game')} of {what}, {seconds:.1f} s{where}", faults)


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
