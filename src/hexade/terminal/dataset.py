"""Make a folder of Parquet files, or go on with one."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from hexade.lab.dataset import make
from hexade.lab.simulate import Faults, SimulationPlan
from hexade.lab.workers import Runner
from hexade.terminal import files
from hexade.terminal.progress import progress
from hexade.terminal.simulate import confessed


def run(plan: SimulationPlan, count: int, crew: Runner, out: Path) -> str:
    """Play what is missing in a folder, and return a summary."""
    began, there, faults = monotonic(), 0, Faults()
    with files.spoken(out), progress(count, "dataset") as advance:
        for done in make(out, plan, count, crew, faults=faults):
            advance(done - there)
            there = done
    told = f"{files.counted(there, 'game')} in {out}, {monotonic() - began:.1f} s"
    return "\n".join([told, *confessed(faults)])
