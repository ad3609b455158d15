"""`hexade dataset`: bots play many games, written as Parquet."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import click

from hexade.commands.options import FILE, examples, runner_options, simulation_options
from hexade.commands.progress_bar import progress_bar
from hexade.commands.simulate import say_summary
from hexade.lab.dataset import SHARD, make
from hexade.lab.decisions import write_decisions
from hexade.lab.simulate import Faults, SimulationPlan
from hexade.lab.workers import Runner
from hexade.terminal.record_files import refusal, refuse_file, refusing_os_errors
from hexade.terminal.words import counted


@click.command(
    epilog=examples(
        "hexade dataset GAME --games 100000 --bot greedy --out games/",
        "hexade dataset GAME --games 1000 --out games/ --decisions decisions/",
        "hexade dataset GAME --games 200000 --bot greedy --out games/   # goes on where it stopped",
    )
)
@simulation_options
@runner_options
@click.option("--out", type=FILE, required=True, help="The folder of Parquet files.")
@click.option("--decisions", type=FILE, help="A folder for a second table: one row a decision.")
def command(
    plan: SimulationPlan, count: int, runner: Runner, out: Path, decisions: Path | None
) -> None:
    """Let bots play many games, and keep their records as Parquet.

    The same command again plays only what is missing; a worker that dies loses no game.
    """
    if decisions and decisions.resolve() == out.resolve():
        raise refusal(f"--decisions {decisions}: choose another folder than --out")
    refuse_file(out, decisions)
    began, played, faults = monotonic(), 0, Faults()
    with refusing_os_errors(out), progress_bar(count, "dataset") as advance:
        for done in make(out, plan, count, runner, faults=faults):
            advance(done - played)
            played = done
    if decisions:
        with refusing_os_errors(decisions), progress_bar(played, "decisions") as advance:
            for rows in write_decisions(out, decisions):
                advance(min(SHARD, rows))
    say_summary(f"{counted(played, 'game')} in {out}, {monotonic() - began:.1f} s", faults)
