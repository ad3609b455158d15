"""Learning by play: `python -m hexade.games.genial_cards.mind.learn --seats 2` makes the tables.

Each lesson plays rounds with the tables of the last one, tries every move of some positions in
worlds that could be, and fits new tables to how the moves differ (least squares, kept near the
last tables where little was seen). The same seed gives the same tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from hexade.contract.chance import seed_of
from hexade.contract.kernel import speed_up
from hexade.contract.setup import agree
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.mind import look, practice
from hexade.games.genial_cards.mind.judge import desk_for
from hexade.games.genial_cards.state import MOST_MOVES, STATE, opening
from hexade.games.genial_cards.variants import table_of

KEPT_ROUNDS = 1024
_practise = speed_up(practice.practise)
_add_up = speed_up(practice.add_up)


@dataclass(frozen=True)
class Seen:
    """What was seen in a lesson."""

    rows: np.ndarray  # for each move that was tried, what made up the position after it
    groups: np.ndarray  # the number of the position before it
    outcomes: np.ndarray  # the mean of its outcomes
    rounds: np.ndarray  # the weakest chips at the end of each round


def practise(seats: int, tables: np.ndarray, count: int, worlds: int, seed: int) -> Seen:
    """Play rounds by these tables, until so many moves have been tried in so many worlds each."""
    setup = agree(GAME, seats=seats)
    desk = (*desk_for(seats), np.zeros(MOST_MOVES, np.int32), np.zeros(2, np.uint64))
    rows = np.zeros((count, look.traits(seats)), np.int32)
    groups, outcomes = np.zeros(count, np.int64), np.zeros(count)
    rounds = np.full((KEPT_ROUNDS, seats), -1, np.int8)
    plan = np.array([0, worlds, 0], np.int64)
    start, table = opening(setup).data, table_of(setup)
    done = _practise(
        np.zeros(4, STATE), start, table, desk, tables, plan, np.uint64(seed), rows, groups,
        outcomes, rounds,
    )  # fmt: skip
    return Seen(rows[:done], groups[:done], outcomes[:done], rounds[rounds[:, 0] >= 0])


def fit(seen: Seen, tables: np.ndarray, within: float, near: float) -> tuple[np.ndarray, float]:
    """Return tables that fit what was seen, and how much better than others they do so."""
    square, side = np.zeros((len(tables), len(tables))), np.zeros(len(tables))
    _add_up(seen.rows, seen.groups, seen.outcomes, within, square, side)
    error = side - square @ tables.astype(float)
    change = np.linalg.solve(square + near * np.eye(len(tables)), error)
    gained = float(2 * change @ error - change @ square @ change) / len(seen.rows)
    return (tables + change).astype(np.float32), gained


@click.command(help=__doc__)
@click.option("--seats", type=click.IntRange(2, 4), required=True)
@click.option("--lessons", default=6, show_default=True)
@click.option(
    "--rows",
    type=click.IntRange(min=2000),
    default=24_000,
    show_default=True,
    help="Moves to try in each lesson.",
)
@click.option("--worlds", default=12, show_default=True, help="Worlds to try each of them in.")
@click.option("--near", default=20.0, show_default=True, help="How much the last tables count.")
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(
    seats: int, lessons: int, rows: int, worlds: int, near: float, seed: int, out: Path
) -> None:
    """Learn, and write what was learned after every lesson."""
    tables = look.first_tables(seats)
    for number in range(lessons):
        seen = practise(seats, tables, rows, worlds, seed_of(seed, number))
        tables, gained = fit(seen, tables, 1.0, near)
        levels, _ = fit(seen, np.zeros_like(tables), 0.0, near)
        short, low = tables.astype(np.float16), levels.astype(np.float16)
        np.savez_compressed(out, tables=short, levels=low, rounds=seen.rounds)
        click.echo(
            f"lesson {number + 1}: {len(seen.rounds)} rounds, weakest chips "
            f"{seen.rounds.mean():.2f}, squared error less by {gained:.6f}"
        )


if __name__ == "__main__":
    main()
