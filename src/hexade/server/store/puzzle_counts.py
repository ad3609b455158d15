"""Counts of puzzles, for both databases: how many people finished a puzzle of the day in which way.

A row is a number and says nothing about anybody; there are four for each puzzle.
"""

from __future__ import annotations

from datetime import date

from hexade.server.store.portable_sql import Steps

_DAY_S = 86_400
_1970 = date(1970, 1, 1).toordinal()


def day_of(wall: float) -> date:
    """Return the day of a moment, in seconds since 1970."""
    return date.fromordinal(max(1, _1970 + int(wall // _DAY_S)))


def count(game: str, day: str, outcome: int) -> Steps[None]:
    """Count one more person who finished a puzzle in this way."""
    yield (
        "INSERT INTO puzzle_counts (game, day, outcome, people) VALUES ($1, $2, $3, 1)"
        " ON CONFLICT (game, day, outcome) DO UPDATE SET people = puzzle_counts.people + 1",
        (game, day, outcome),
    )


def read(game: str, day: str) -> Steps[dict[int, int]]:
    """Return how many people finished a puzzle, by outcome."""
    rows = yield (
        "SELECT outcome, people FROM puzzle_counts WHERE game = $1 AND day = $2",
        (game, day),
    )
    return {outcome: int(people) for outcome, people in rows}


def forget(before: str) -> Steps[None]:
    """Delete the counts of the days before a day."""
    yield "DELETE FROM puzzle_counts WHERE day < $1", (before,)
