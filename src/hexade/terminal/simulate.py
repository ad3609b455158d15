"""Simulate many games and write their records down, whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from hexade import bots, games
from hexade.contract.setup import Setup
from hexade.lab.simulate import Faults, SimulationPlan, simulate
from hexade.terminal import files
from hexade.terminal.progress import progress


def plan(setup: Setup, given: Sequence[str], seed: int) -> SimulationPlan:
    """Return what to simulate; one bot named plays on all seats."""
    names = [name.removeprefix("bot:") for name in given or ["random"]]
    if len(names) not in (1, setup.seats):
        raise files.refusal(f"name one bot for all seats or {setup.seats}, not {len(names)}")
    for name in names:
        bots.hire(name, games.find(setup.game), seed)
    return SimulationPlan(setup, tuple(names * setup.seats if len(names) == 1 else names), seed)


def run(plan: SimulationPlan, count: int, workers: int | None, out: Path | None) -> str:
    """Simulate, write the records to a file or standard output, and return a summary."""
    began, faults = monotonic(), Faults()
    with _sink(out) as sink, progress(count, "simulate") as advance:
        for line in simulate(plan, count, workers, faults):
            sink.write(line.encode() + b"\n")
            advance(1)
    spent = monotonic() - began
    setup = plan.setup
    who = f"{setup.game} {setup.variant}, {', '.join(plan.bots)}"
    where = f" in {out}" if out else ""
    told = f"{files.counted(count, 'game')} of {who}, seed {plan.seed}, {spent:.1f} s{where}"
    return "\n".join([told, *confessed(faults)])


def confessed(faults: Faults) -> Iterator[str]:
    """Say of every program that did not play all its games itself what it did wrong."""
    for name in dict.fromkeys(name for name, _ in sorted(faults)):
        kinds = [f"{n} {kind}" for (whose, kind), n in sorted(faults.items()) if whose == name]
        played = "the random bot played on where that cost the seat"
        yield f"faults of {name}: {', '.join(kinds)}; {played} (docs/bots.md)"


@contextmanager
def _sink(out: Path | None) -> Iterator[BinaryIO]:
    if out is not None:
        with files.replacing(out) as file:
            yield file
        return
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()
