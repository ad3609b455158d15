"""Steps: database work written once for both databases.

A generator yields statements and receives their rows; it opens no connection and waits for nothing.
A driver runs it: in a thread for SQLite, with `await` for PostgreSQL. The statements use what both
databases understand, with PostgreSQL's placeholders ($1).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Statement: TypeAlias = tuple[str, tuple[Any, ...]]
Steps: TypeAlias = Generator[Statement, Sequence[Sequence[Any]], T]


def run_in_sqlite(db: sqlite3.Connection, steps: Steps[T]) -> T:
    """Run steps on an SQLite connection."""
    rows: Sequence[Sequence[Any]] | None = None
    while True:
        try:
            text, values = next(steps) if rows is None else steps.send(rows)
        except StopIteration as done:
            result: T = done.value
            return result
        rows = db.execute(text.replace("$", "?"), values).fetchall()


async def run_in_postgres(db: Any, steps: Steps[T]) -> T:
    """Run steps on a PostgreSQL connection."""
    rows: Sequence[Sequence[Any]] | None = None
    while True:
        try:
            text, values = next(steps) if rows is None else steps.send(rows)
        except StopIteration as done:
            result: T = done.value
            return result
        rows = await db.fetch(text, *values)
