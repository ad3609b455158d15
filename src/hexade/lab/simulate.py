"""Play many games between bots on all cores and give their records in order.

Game n is dealt from (seed, n) and each bot draws its own chance from the same, so the records are
the same to the last byte however many processes share the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from hexade import bots, games
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.record import Record, write
from hexade.contract.setup import Setup
from hexade.lab.crew import alone, processes
from hexade.match.play import play

ALONE_BELOW = 64  # games for which starting other processes does not pay
CHUNK = 16


@dataclass(frozen=True)
class Plan:
    """What to simulate."""

    setup: Setup
    bots: tuple[str, ...]  # one per seat
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called in records."""
        return tuple(map(bots.called, self.bots))


def play_one(plan: Plan, number: int) -> Record:
    """Play game number n of a plan."""
    game, seed = games.find(plan.setup.game), seed_of(plan.seed, number)
    makers = enumerate(plan.bots)
    players = [bots.hire(name, game, bot_seed(seed, seat)) for seat, name in makers]
    return replace(play(game, plan.setup, players, seed), names=plan.names)


def lines(plan: Plan, numbers: Sequence[int]) -> list[str]:
    """Return the records of some games, one line of JSON each."""
    return [write(play_one(plan, number)) for number in numbers]


def simulate(plan: Plan, count: int, workers: int | None = None) -> Iterator[str]:
    """Yield the records of games 0 to count - 1 in order, played by so many processes.

    What a worker that died was playing is played again by another.
    """
    chunks = [range(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
    crew = alone if count < ALONE_BELOW else processes(workers)
    early: dict[int, list[str]] = {}  # by their first game: what was done before its turn came
    coming = 0
    with closing(crew(partial(lines, plan), chunks)) as found:
        for chunk, records in found:
            early[chunk.start] = records
            while coming in early:
                yield from early.pop(coming)
                coming += CHUNK
