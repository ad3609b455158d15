"""Does a partner read tastes? `python -m bench.tastes [--deals N]`, as Markdown.

One seat is played by `crowd`, which expects what fits the picture, or by `partner`,
which learns what the others like; all other seats are readers of one taste, the same deals and the
same readers for both. It counts pictures a game: of the team with two seats (F10), of the one seat
with more. The intervals (95%) of the differences are over the deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial

import numpy as np

from bench.arguments import arguments
from hexade import games
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.game import AnyGame
from hexade.contract.setup import agree
from hexade.lab import players
from hexade.lab.machine import machine
from hexade.lab.workers import processes
from hexade.match.play import finish

READS, EXPECTS = "partner", "crowd"
READERS = ("reader0", "reader", "reader12", "reader24")


def can_read(game: AnyGame) -> bool:
    """Tell whether a game has a player that reads tastes."""
    return READS in players.makers(game)


def won(game: AnyGame, seats: int, seed: int, names: tuple[str, str], deal: int) -> float:
    """Return the pictures that the first of two names wins among seats of the second."""
    setup, own = agree(game, seats=seats), seed_of(seed, deal)
    seat = deal % seats
    named = [names[0] if n == seat else names[1] for n in range(seats)]
    bots = [players.make(name, game, bot_seed(own, n)) for n, name in enumerate(named)]
    return float(game.measure(setup, finish(game, setup, bots, own))[seat])


def pair(name: str, seats: int, seed: int, task: tuple[str, int]) -> tuple[float, float]:
    """Return what both win in one deal among the same readers."""
    reader, deal = task
    game = games.find(name)
    first, second = (won(game, seats, seed, (one, reader), deal) for one in (EXPECTS, READS))
    return first, second


def row(found: Sequence[tuple[float, float]]) -> str:
    """Return the means and their difference."""
    table = np.array(found)
    gain = table[:, 1] - table[:, 0]
    error = 1.96 * gain.std(ddof=1) / np.sqrt(len(gain))
    mean = table.mean(axis=0)
    return f"{mean[0]:.2f} | {mean[1]:.2f} | {gain.mean():+.2f} ± {error:.2f}"


def main() -> None:
    """Play and print."""
    ask = arguments("bench.tastes", __doc__)
    ask.add_argument("--deals", type=int, default=200)
    ask.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    ask.add_argument("--seed", type=int, default=20_261)
    ask.add_argument("--workers", type=int)
    said = ask.parse_args()
    game = next(game for game in games.catalogue().values() if can_read(game))
    here = machine()
    print(f"{here['processor']}, {here['cores']} cores; {said.deals} deals a row.\n")
    print("| seats | the others | `crowd` | `partner` | difference |")
    print("| ---: | --- | ---: | ---: | ---: |")
    for seats in said.seats:
        tasks = [(reader, deal) for reader in READERS for deal in range(said.deals)]
        work = partial(pair, game.name, seats, said.seed)
        by_reader: dict[str, list[tuple[float, float]]] = {reader: [] for reader in READERS}
        with closing(processes(said.workers)(work, tasks)) as results:
            for (reader, _), scores in results:
                by_reader[reader].append(scores)
        for reader, found in by_reader.items():
            print(f"| {seats} | `{reader}` | {row(found)} |", flush=True)


if __name__ == "__main__":
    main()
