"""Play many games between bots on all cores and yield their records in order.

Game n is dealt from (seed, n) and each bot draws its own chance from the same, so the records are
the same to the last byte however many processes share the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from hexade import bots, games
from hexade.bots.program import Program
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.record import Record, write
from hexade.contract.setup import Setup
from hexade.lab import players as lab_players
from hexade.lab.workers import alone, processes
from hexade.match.play import play

ALONE_BELOW = 64  # games below which other processes do not pay off
CHUNK = 16
Faults: TypeAlias = Counter[tuple[str, str]]  # (program, kind of fault)


@dataclass(frozen=True)
class SimulationPlan:
    """What to simulate."""

    setup: Setup
    bots: tuple[str, ...]  # one per seat
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called in records."""
        return tuple(map(bots.called, self.bots))


def play_one(plan: SimulationPlan, number: int, faults: Faults | None = None) -> Record:
    """Play game number n of a plan, and count what programs do wrong in it."""
    game, seed = games.find(plan.setup.game), seed_of(plan.seed, number)
    makers = enumerate(plan.bots)
    players = [lab_players.make(name, game, bot_seed(seed, seat)) for seat, name in makers]
    record = replace(play(game, plan.setup, players, seed), names=plan.names)
    for player in players:
        if faults is not None and isinstance(player, Program):
            faults.update({(player.name, kind): n for kind, n in player.faults.items()})
    return record


def lines(plan: SimulationPlan, numbers: Sequence[int]) -> tuple[list[str], Faults]:
    """Return the records of some games, one line of JSON each, and what programs did wrong."""
    faults: Faults = Counter()
    return [write(play_one(plan, number, faults)) for number in numbers], faults


def simulate(
    plan: SimulationPlan, count: int, workers: int | None = None, faults: Faults | None = None
) -> Iterator[str]:
    """Yield the records of games 0 to count - 1 in order, played by so many processes.

    The games of a worker that died are played again by another. `faults` counts what programs
    did wrong, as far as games have been taken.
    """
    chunks = [range(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
    runner = alone if count < ALONE_BELOW else processes(workers)
    early: dict[int, list[str]] = {}  # chunks that wait for earlier ones, by first game
    coming = 0
    with closing(runner(partial(lines, plan), chunks)) as found:
        for chunk, (records, wrong) in found:
            early[chunk.start] = records
            if faults is not None:
                faults.update(wrong)
            while coming in early:
                yield from early.pop(coming)
                coming += CHUNK
