"""Golden games: a few of every game, variant, edition and table size, kept to the last byte.

`python -m tests.golden` writes those of all games, or of the games that are named after it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hexade import bots, games
from hexade.contract.setup import Setup, setups
from hexade.lab.simulate import SimulationPlan, lines

SEED = 1
COUNT = 2


@dataclass(frozen=True)
class Golden:
    """One file of golden games: so many of one set-up, all seats played by one kind of bot."""

    setup: Setup
    bot: str

    @property
    def path(self) -> Path:
        """Where its games are kept."""
        words = (self.setup.variant, self.setup.edition, str(self.setup.seats), self.bot)
        return folder(self.setup.game) / ("-".join(filter(None, words)) + ".jsonl")

    def play(self) -> str:
        """Return what its file should hold, from games played now."""
        plan = SimulationPlan(self.setup, (self.bot,) * self.setup.seats, SEED)
        records, _ = lines(plan, range(COUNT))
        return "".join(line + "\n" for line in records)


def folder(name: str) -> Path:
    """Return where the golden games of a game are kept."""
    return Path(games.__file__).parent / name / "tests" / "golden"


def goldens(name: str) -> Iterator[Golden]:
    """Yield the golden files of a game: every steady bot in every set-up."""
    game = games.find(name)
    for bot in bots.steady(game):
        for setup in setups(game):
            yield Golden(setup, bot)


def write(names: Iterable[str]) -> None:
    """Write the golden files of some games, and take away what does not belong there."""
    for name in names:
        folder(name).mkdir(parents=True, exist_ok=True)
        kept = list(goldens(name))
        for golden in kept:
            golden.path.write_text(golden.play(), encoding="utf-8", newline="\n")
        for path in set(folder(name).iterdir()) - {golden.path for golden in kept}:
            path.unlink()


if __name__ == "__main__":
    write(sys.argv[1:] or games.names())
