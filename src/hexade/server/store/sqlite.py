"""SQLite: one writer thread puts everything that is queued into one commit."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from hexade.contract.reason import Reason, Refusal
from hexade.file_lock import FileLock
from hexade.server.store.store import Behind, Entry, Row, Store, Unavailable, grouped

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    code TEXT PRIMARY KEY, public INTEGER NOT NULL, phase TEXT NOT NULL, listing BLOB NOT NULL,
    changed INTEGER NOT NULL DEFAULT (unixepoch())
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_tables ON tables (changed) WHERE public AND phase = 'waiting';
CREATE TABLE IF NOT EXISTS facts (
    code TEXT NOT NULL, n INTEGER NOT NULL, game INTEGER NOT NULL, version INTEGER NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (code, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    match TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (match, version)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS peopled (code TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_SEEN = "UPDATE tables SET changed = unixepoch() WHERE code = ?"
_COME = "INSERT OR IGNORE INTO peopled (code) VALUES (?)"
_GONE = "DELETE FROM peopled WHERE code = ?"
_LISTINGS = (
    "SELECT listing FROM tables WHERE public AND phase = 'waiting'"
    " AND changed > unixepoch() - ? ORDER BY changed DESC LIMIT ?"
)
_INSTEAD = "give this one a file of its own, or both one PostgreSQL database"
_MAGIC = b"SQLite format 3\0"
_MOST = 1000  # entries in one commit
_BUSY_MS = 5000  # another process may be writing to the same file

T = TypeVar("T")
_Change = tuple[tuple[str, str], ...]  # statements, each with the table that it is for
_Waiting = tuple[Entry | _Change, "asyncio.Future[None]"]


class Sqlite(Store):
    """Tables in one file, for one process."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = FileLock(f"{path}.lock")
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(1, "hexade-reader")
        self._reader: sqlite3.Connection | None = None
        self._writer: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = False
        self.commits = 0
        self.commit_s = 0.0  # total time of all commits
        self.slowest_s = 0.0

    async def open(self) -> None:
        """Open the file, and start the writer."""
        self._loop = asyncio.get_running_loop()
        Path(self._path).absolute().parent.mkdir(parents=True, exist_ok=True)
        busy = f"another server uses {self._path}: {_INSTEAD}"
        self._lock.take(Reason("locked", "", busy))
        try:  # open both first: a writer without a file would block everyone
            self._reader = await self._loop.run_in_executor(self._reading, self._connect)
            writer = await self._loop.run_in_executor(self._reading, self._connect)
        except sqlite3.Error as error:
            if self._reader is not None:
                self._reader.close()
            self._lock.free()
            raise Refusal(Reason("database", "", f"{self._path}: {error}")) from None
        self._writer = threading.Thread(
            target=self._write, args=(writer, self._loop), name="hexade-writer", daemon=True
        )
        self._writer.start()

    async def close(self) -> None:
        """Write what is queued, and close the file."""
        if self._writer is None or self._loop is None:
            return
        self._closing = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._writer = None
        if self._reader:
            await self._loop.run_in_executor(self._reading, self._reader.close)
        self._reading.shutdown()
        self._lock.free()

    async def check(self) -> None:
        await super().check()
        try:
            await asyncio.to_thread(_read_afresh, self._path)
        except (sqlite3.Error, OSError) as error:
            raise Unavailable(str(error)) from error

    async def append(self, entry: Entry) -> None:
        await self._written(entry)

    async def seen(self, codes: Sequence[str]) -> None:
        await self._written(tuple((_SEEN, code) for code in codes))

    async def peopled(self) -> list[str]:
        rows = await self._read(lambda db: db.execute("SELECT code FROM peopled").fetchall())
        return [code for (code,) in rows]

    async def note_people(self, come: Sequence[str], gone: Sequence[str]) -> None:
        came = ((_COME, code) for code in come)
        await self._written((*came, *((_GONE, code) for code in gone)))

    async def load_all(self, codes: Sequence[str]) -> dict[str, list[Row]]:
        return await self._read(lambda db: {c: rows for c in codes if (rows := _load(db, c, 0))})

    async def _written(self, what: Entry | _Change) -> None:
        if self._closing or self._writer is None or self._loop is None:
            raise Unavailable("the database is closed")
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((what, future))
        await future

    async def load(self, code: str, after: int = 0) -> list[Row]:
        return await self._read(lambda db: _load(db, code, after))

    async def listings(self, limit: int, within_s: float) -> list[bytes]:
        rows = await self._read(lambda db: db.execute(_LISTINGS, (within_s, limit)).fetchall())
        return [listing for (listing,) in rows]

    async def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Ask the reader; raise Unavailable where it cannot answer."""
        if self._closing or self._loop is None or self._reader is None:
            raise Unavailable("the database is closed")
        try:
            return await self._loop.run_in_executor(self._reading, question, self._reader)
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error

    # -- in the threads --------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        db.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
        db.executescript(_SCHEMA)
        return db

    def _write(self, db: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        going = True
        while going:
            batch = [self._queue.get()]
            while len(batch) < _MOST and not self._queue.empty():
                batch.append(self._queue.get())
            waiting = [item for item in batch if item is not None]
            going = len(waiting) == len(batch)
            if waiting:
                outcomes = self._commit(db, [entry for entry, _ in waiting])
                loop.call_soon_threadsafe(_resolve, [future for _, future in waiting], outcomes)
        db.close()

    def _commit(
        self, db: sqlite3.Connection, entries: list[Entry | _Change]
    ) -> list[Exception | None]:
        began = time.perf_counter()
        try:
            db.execute("BEGIN IMMEDIATE")
            outcomes = [self._insert(db, entry) for entry in entries]
            db.execute("COMMIT")
        except Exception as error:  # the writer survives any error and answers every caller
            with suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            return [Unavailable(str(error)) for _ in entries]
        took = time.perf_counter() - began
        self.commits += 1
        self.commit_s += took
        self.slowest_s = max(self.slowest_s, took)
        return outcomes

    def _insert(self, db: sqlite3.Connection, entry: Entry | _Change) -> Exception | None:
        if not isinstance(entry, Entry):
            for statement, code in entry:
                db.execute(statement, (code,))
            return None
        db.execute("SAVEPOINT entry")
        try:
            _insert(db, entry)
        except sqlite3.IntegrityError:
            db.execute("ROLLBACK TO entry")
            return Behind(f"{entry.code} has a fact {entry.n} already")
        finally:
            db.execute("RELEASE entry")
        return None


def _read_afresh(path: str) -> None:
    """Read from the file itself: an open connection would not notice that it was overwritten."""
    with open(path, "rb") as file:  # pages may all be in the log beside it
        if file.read(len(_MAGIC)) not in (_MAGIC, b""):
            raise sqlite3.DatabaseError("file is not a database")
    with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as db:
        for table in ("tables", "facts", "events"):
            db.execute(f"SELECT * FROM {table} ORDER BY 1 DESC, 2 DESC LIMIT 1").fetchall()


def _load(db: sqlite3.Connection, code: str, after: int) -> list[Row]:
    db.execute("BEGIN")  # one snapshot for all three queries
    try:
        facts = db.execute(
            "SELECT n, body, game, version FROM facts WHERE code = ? AND n > ? ORDER BY n",
            (code, after),
        ).fetchall()
        before = dict(
            db.execute("SELECT game, version FROM facts WHERE code = ? AND n = ?", (code, after))
        )
        events: dict[tuple[int, int], bytes] = {}
        for game in {row[2] for row in facts}:
            rows = db.execute(
                "SELECT version, body FROM events WHERE match = ? AND version > ?",
                (f"{code}.{game}", before.get(game, 0)),
            )
            events |= {(game, version): body for version, body in rows}
    finally:
        db.execute("COMMIT")
    return grouped(facts, events, before)


def _insert(db: sqlite3.Connection, entry: Entry) -> None:
    values = (entry.public, entry.phase, entry.listing, entry.code)
    if entry.n == 1:
        db.execute("INSERT INTO tables (public, phase, listing, code) VALUES (?, ?, ?, ?)", values)
    elif entry.listing:
        db.execute(
            "UPDATE tables SET public = ?, phase = ?, listing = ?, changed = unixepoch()"
            " WHERE code = ?",
            values,
        )
    db.execute(
        "INSERT INTO facts (code, n, game, version, body) VALUES (?, ?, ?, ?, ?)",
        (entry.code, entry.n, entry.game, entry.version, entry.fact),
    )
    db.executemany(
        "INSERT INTO events (match, version, body) VALUES (?, ?, ?)",
        [(entry.match, v, body) for v, body in zip(entry.versions, entry.events, strict=True)],
    )


def _resolve(futures: list[asyncio.Future[None]], outcomes: list[Exception | None]) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():  # the caller is gone
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)
