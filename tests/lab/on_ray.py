"""A local Ray cluster does the same work as this machine's processes, and loses none of it.

Not part of `make test`: Ray is large and slow to start. Run it with `make cluster`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from hexade import bots, games
from hexade.contract.game import AnyGame
from hexade.contract.setup import agree
from hexade.lab import arena, dataset, simulate
from hexade.lab.arena import Line
from hexade.lab.ray_workers import ray_runner


def untimed(lines: list[Line]) -> list[Line]:
    """Leave out what differs from run to run, and bring the rest into order."""
    found = [{k: v for k, v in line.items() if k not in ("ms", "cpu_ms")} for line in lines]
    return sorted(found, key=lambda line: (line["deal"], line["pairing"], line["lineup"]))


def compare_arena(game: AnyGame, deals: int) -> None:
    """Play an arena here and on Ray."""
    setup, rival = agree(game, seats=game.forms[0].seats[-1]), bots.usual(game)
    plan = arena.ArenaPlan(setup, (rival, "random"), deals, seed=5)
    alone = [line for lines in arena.play(plan, plan.units()) for line in lines]
    began = monotonic()
    shared = [line for lines in arena.play(plan, plan.units(), ray_runner()) for line in lines]
    spent = monotonic() - began
    if untimed(shared) != untimed(alone):
        sys.exit(f"{game.name}: the cluster played other games")
    sys.stdout.write(f"{game.name}: {len(shared)} games on Ray, {spent:.1f} s, all the same\n")


def die_once(marker: Path, work: Callable[[Any], Any], task: Any) -> Any:
    """Work, but be killed at the first task of all."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return work(task)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def mortal(marker: Path) -> Any:
    """Return a runner on Ray, one worker of which is killed."""

    def run(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Generator[tuple[Any, Any]]:
        return ray_runner()(partial(die_once, marker, work), tasks)

    return run


def compare_dataset(game: AnyGame, count: int) -> None:
    """Make a dataset on Ray while a worker is killed, and compare it with what is simulated."""
    plan = simulate.SimulationPlan(agree(game), ("random",) * agree(game).seats, 7)
    with TemporaryDirectory() as folder:
        kept, marker = Path(folder) / "games", Path(folder) / "killed"
        *_, done = dataset.make(kept, plan, count, mortal(marker), shard=2)
        same = list(dataset.records(kept)) == list(simulate.simulate(plan, count, workers=1))
        if not (marker.exists() and done == count and same):
            sys.exit(f"{game.name}: a dataset on Ray lost games when a worker was killed")
    sys.stdout.write(f"{game.name}: dataset of {count} games on Ray, a worker killed, none lost\n")


def main(deals: int) -> None:
    """Compare, for every game."""
    for game in games.catalogue().values():
        compare_arena(game, deals)
    compare_dataset(games.default(), 2 * deals)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
