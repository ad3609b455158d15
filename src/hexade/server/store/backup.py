"""Backups: one SQLite file with everything, from either database and for either."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hexade.contract.reason import Reason, Refusal
from hexade.file_lock import FileLock
from hexade.server.store import sqlite_file
from hexade.server.store.migrations import CONTENTS, PORTABLE
from hexade.server.store.postgres import Postgres
from hexade.server.store.store import Unavailable, file_of

_ROWS = 1000  # that are moved at a time
_TYPES: dict[str, Callable[[int], object]] = {
    "public": bool, "changed": lambda at: datetime.fromtimestamp(at, UTC),
}  # fmt: skip
_AS_STORED = {"changed": "extract(epoch FROM changed)::bigint", "public": "public::integer"}


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """Refuse with a sentence where a command cannot reach the database."""
    try:
        yield
    except Unavailable as error:
        raise refusal(f"the PostgreSQL database cannot be used: {error}") from None


def refusal(text: str) -> Refusal:
    """Return why a command of an operator was refused."""
    return Refusal(Reason("database", "", text))


async def backup(database: str, target: Path, force: bool = False) -> int:
    """Write a consistent backup, while servers may run; return the number of tables in it."""
    if target.exists() and not force:
        raise refusal(f"{target} exists already; choose another name, or add --force")
    part = f"{target}.part"
    path = file_of(database)
    try:
        if path is None:
            with in_a_sentence():
                await _export(database, part)
        else:
            _copy(path, part)
        os.replace(part, target)
    finally:
        Path(part).unlink(missing_ok=True)
    return count(target)


def _copy(path: str, target: str) -> None:
    if not Path(path).is_file():
        raise refusal(f"there is no database at {path}")
    with _readable(Path(path)) as db:
        sqlite_file.copy(db, target)
    with closing(sqlite3.connect(target, isolation_level=None)) as db:
        if "day_keys" in _names(db):  # nobody traces marks of addresses back with a backup
            db.execute("PRAGMA secure_delete = ON")
            db.execute("DELETE FROM day_keys")


def _names(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master")}


async def _export(database: str, target: str) -> None:
    """Copy what a PostgreSQL database has at one moment."""
    Path(target).unlink(missing_ok=True)
    sqlite_file.migrate(target)
    with closing(sqlite3.connect(target)) as db:
        async with Postgres(database).reading() as source:
            for table, columns in PORTABLE.items():
                chosen = ", ".join(_AS_STORED.get(column, column) for column in columns)
                rows = source.cursor(f"SELECT {chosen} FROM {table}", prefetch=_ROWS)
                insert = _insert(table, columns)
                async for row in rows:
                    db.execute(insert, tuple(row))
        db.commit()
        db.execute("PRAGMA journal_mode = DELETE")


def _insert(table: str, columns: tuple[str, ...]) -> str:
    places = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"


async def restore(source: Path, database: str, force: bool = False) -> int:
    """Replace a database by a backup; return the number of tables.

    Refuse while a server uses the database, and without `force` one that is not empty.
    """
    count(source)  # refuses a file that is not a backup
    path = file_of(database)
    folder = None if path is None else Path(path).absolute().parent
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".hexade-restore-", dir=folder) as made:
        fresh = str(Path(made) / "fresh.sqlite")
        _copy(str(source), fresh)
        sqlite_file.migrate(fresh, keep=False)
        with closing(sqlite3.connect(fresh)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
        if path is None:
            with in_a_sentence():
                await _import(fresh, database, force)
        else:
            _replace(fresh, path, force)
    return count(Path(path)) if path is not None else count(source)


def _replace(fresh: str, path: str, force: bool) -> None:
    """Put a file in the place of another, which is kept beside it."""
    lock = FileLock(f"{path}.lock")
    lock.take(Reason("locked", "", f"a server uses {path}: stop it first"))
    try:
        if Path(path).exists() and (force or _in_it(Path(path))):
            if not force:
                text = f"{path} has {_in_it(Path(path))} in it; --force replaces them by the backup"
                raise refusal(text)
            with _readable(Path(path)) as db:
                sqlite_file.copy(db, f"{path}.before-restore")
        for neighbour in ("-wal", "-shm"):
            Path(path + neighbour).unlink(missing_ok=True)
        os.replace(fresh, path)
        sqlite_file.make_private(path)
    finally:
        lock.free()


async def _import(fresh: str, database: str, force: bool) -> None:
    """Fill a PostgreSQL database with the rows of a file, in one transaction."""
    async with Postgres(database).emptied(force) as target:
        with closing(sqlite3.connect(fresh)) as db:
            for table, columns in PORTABLE.items():
                rows = db.execute(f"SELECT {', '.join(columns)} FROM {table}")
                while some := rows.fetchmany(_ROWS):
                    values = [_typed(columns, row) for row in some]
                    await target.copy_records_to_table(table, records=values, columns=columns)


def _typed(columns: tuple[str, ...], row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row with the types that PostgreSQL wants."""
    pairs = zip(columns, row, strict=True)
    return tuple(_TYPES[name](value) if name in _TYPES else value for name, value in pairs)


def count(path: Path) -> int:
    """Return the number of tables in a backup; refuse a file that is not one."""
    with _readable(path) as db:
        found: int = db.execute("SELECT count(*) FROM tables").fetchone()[0]
        return found


def _in_it(path: Path) -> str:
    """Return what a restored backup would replace in a file; an empty text if nothing."""
    with _readable(path) as db:
        known = _names(db)
        for table, what in CONTENTS.items():
            if table in known and db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                return what
    return ""


@contextmanager
def _readable(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection to a file with tables; refuse another file."""
    if not path.is_file():
        raise refusal(f"there is no file {path}")
    try:
        with closing(sqlite3.connect(path)) as db:
            db.execute("SELECT count(*) FROM facts").fetchone()
            yield db
    except sqlite3.Error as error:
        raise refusal(f"{path} cannot be read as tables of Hexade: {error}") from None
