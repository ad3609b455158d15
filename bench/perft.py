"""Count move sequences below many positions: `python -m bench.perft > table.md` (some minutes).

It prints the table of docs/perft.md, and ends with 1 if a game's naive referee counts otherwise.
`python -m bench.perft --tiny` counts the tiny set-ups instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.arguments import arguments
from bench.solve import tiny as tiny_setups
from bench.speed import latest
from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup
from hexade.lab.perft import Counts, length, perft

STEPS = (7, 31)
FROM_THE_END = (8, 4)  # decisions before the walk's end, beside the beginning and the middle
LARGEST = 1_500_000  # sequences whose last decisions are made
DEEPEST = 6
NAIVE = 4_000  # sequences that the naive referee counts again


def main(tiny: bool) -> int:
    """Print a row for each position; tell whether the naive referees agree."""
    print("| set-up | step | plies | decisions made | sequences | ended | positions | referee |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    rows = [row(*position) for position in positions(tiny)]
    return 0 if all(rows) else 1


def positions(tiny: bool) -> Iterator[tuple[AnyGame, Setup, int, int]]:
    """Yield what is counted: of each game with kernels its set-ups, walks and where they stand."""
    all_games = games.catalogue().values()
    setups = (
        tiny_setups([]) if tiny else ((game, one) for game in all_games for one in latest(game))
    )
    for game, setup in setups:
        for step in STEPS if game.kernels else ():
            for plies in (0,) if tiny else starts(game, setup, step):
                yield game, setup, step, plies


def starts(game: AnyGame, setup: Setup, step: int) -> Iterator[int]:
    """Yield how many decisions are walked before counting."""
    whole = length(game, setup, step)
    yield from (0, whole // 2, *(whole - n for n in FROM_THE_END))


def row(game: AnyGame, setup: Setup, step: int, plies: int) -> bool:
    """Print the counts below one position, as deep as is sensible."""
    depth = 1
    found = perft(game, setup, step, plies, depth)
    while found.moves[-1] and found.moves[-1] <= LARGEST and depth < DEEPEST:
        depth += 1
        found = perft(game, setup, step, plies, depth)
    checked = naive_depth(game, setup, step, plies, found)
    label = f"{game.title}, {setup.variant} for {setup.seats}"
    sequences, ended = (", ".join(map(str, counts)) for counts in (found.moves, found.ended))
    print(
        f"| {label} | {step} | {plies} | {depth} | {sequences} | {ended} | {found.positions} "
        f"| {'differs' if checked is None else checked or ''} |",
        flush=True,
    )
    return checked is not None


def naive_depth(game: AnyGame, setup: Setup, step: int, plies: int, found: Counts) -> int | None:
    """Return how deep the naive referee agrees, 0 if there is none to ask, None if it differs."""
    name = f"hexade.games.{game.name}.tests.naive_perft"
    depth = sum(moves <= NAIVE for moves in found.moves[: len(found.ended)])
    if not depth or find_spec(name) is None:
        return 0
    oracle: Any = import_module(name)
    own = perft(game, setup, step, plies, depth)
    naive = oracle.count(setup, step, plies, depth)
    return depth if naive == (own.moves, own.ended, own.positions) else None


if __name__ == "__main__":
    asks = arguments("bench.perft", __doc__)
    asks.add_argument("--tiny", action="store_true")
    sys.exit(main(asks.parse_args().tiny))
