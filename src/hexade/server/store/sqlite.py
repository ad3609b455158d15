"""SQLite: one writer thread puts everything that is queued into one commit.

Between any two calls of SQLite the writer has to get the interpreter lock back from a busy event
loop, so a commit makes as few calls as possible, and checkpoints are made by a thread apart.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeAlias, TypeVar, cast

from hexade.contract.reason import Reason, Refusal
from hexade.file_lock import FileLock
from hexade.server.store import day_keys, deletion, puzzle_counts, sqlite_file
from hexade.server.store.checkpoints import Checkpoints
from hexade.server.store.file_watch import FileWatch
from hexade.server.store.portable_sql import Steps, run_in_sqlite
from hexade.server.store.store import (
    CHUNK,
    TRIMMED,
    Aged,
    Behind,
    ChatEntry,
    ChatRow,
    Entry,
    Impossible,
    Row,
    Store,
    Unavailable,
    grouped,
)  # fmt: skip

_SEEN = "UPDATE tables SET changed = unixepoch() WHERE code = ?"
_COME = "INSERT OR IGNORE INTO peopled (code) VALUES (?)"
_GONE = "DELETE FROM peopled WHERE code = ?"
_LISTINGS = (
    "SELECT listing FROM tables WHERE public AND phase = 'waiting'"
    " AND changed > unixepoch() - ? ORDER BY changed DESC LIMIT ?"
)
_FACTS = (
    "SELECT n, body, game, version, format, at FROM facts"
    " WHERE code = ? AND n > ? AND game <= ? ORDER BY n LIMIT ?"
)
_KEY = 16  # bytes
_ANY = 1 << 62  # more games than any table has
_EVENTS = "SELECT version, body FROM events WHERE match = ? AND version > ? AND version <= ?"
_CHAT = "SELECT n, body, after, format FROM talk WHERE code = ? AND n > ? ORDER BY n"
_SAY = """
INSERT INTO talk (code, n, after, kind, at, format, body)
SELECT ?1, ?2, ?3, ?4, unixepoch(), ?5, ?6
WHERE ?3 = (SELECT n FROM facts WHERE code = ?1 ORDER BY n DESC LIMIT 1)
"""
_INSTEAD = "give this one a file of its own, or both one PostgreSQL database"
_MOST = 1000  # entries in one commit
# A commit costs a fifth of a move, however many moves are in it. So when commits follow each other
# closely, and one of the last few had several entries, the next one waits a moment for more.
_BUSY_S, _FEW, _GATHER_S = 0.006, 16, 0.002
_AT_ONCE = 32  # rows in one statement: SQLite keeps a compiled statement for each number of rows
_FACT = "(?, ?, ?, ?, ?, ?, unixepoch())"
_INSERT_FACTS = "INSERT INTO facts (code, n, game, version, body, format, at) VALUES "
_INSERT_EVENTS = "INSERT INTO events (match, version, body) VALUES "

T = TypeVar("T")
_Work: TypeAlias = Entry | Callable[[sqlite3.Connection], object]  # for the writer to do
_Waiting: TypeAlias = tuple[_Work, "asyncio.Future[object]"]


class Sqlite(Store):
    """Tables in one file, for one process."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = FileLock(f"{path}.lock")
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(1, "hexade-reader")
        self._reader: sqlite3.Connection | None = None
        self._wiping = False
        self._writer: threading.Thread | None = None
        self._watch: FileWatch
        self._checkpoints: Checkpoints
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = False
        self.commits = 0
        self.slowest_s = 0.0

    async def open(self) -> None:
        """Open the file, and start the writer."""
        self._loop = asyncio.get_running_loop()
        if Path(self._path).exists() and not Path(self._path).is_file():
            text = f"{self._path} is not a file: name one, such as tables.sqlite"
            raise Refusal(Reason("database", "", text))
        Path(self._path).absolute().parent.mkdir(parents=True, exist_ok=True)
        busy = f"another server uses {self._path}: {_INSTEAD}"
        self._lock.take(Reason("locked", "", busy))
        try:  # open both first: a writer without a file would block everyone
            await self._loop.run_in_executor(self._reading, sqlite_file.migrate, self._path)
            self._reader = await self._loop.run_in_executor(self._reading, self._connect)
            writer = await self._loop.run_in_executor(self._reading, self._connect)
            writer.execute("SELECT 1 FROM tables").fetchone()  # now the log is there, too
            self._watch = FileWatch(self._path)
        except (sqlite3.Error, Refusal, OSError) as error:
            if self._reader is not None:
                self._reader.close()
            self._lock.free()
            if not isinstance(error, sqlite3.Error):
                raise
            raise Refusal(Reason("database", "", f"{self._path}: {error}")) from None
        self._writer = threading.Thread(
            target=self._run, args=(writer, self._loop), name="hexade-writer", daemon=True
        )
        self._checkpoints = Checkpoints(self._connect, self._watch)
        self._writer.start()
        self._checkpoints.start()

    async def close(self) -> None:
        """Write what is queued, and close the file."""
        if self._writer is None or self._loop is None:
            return
        self._closing = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._checkpoints.close)
        self._writer = None
        if self._reader:
            await self._loop.run_in_executor(self._reading, self._reader.close)
        self._reading.shutdown()
        self._watch.close()
        self._lock.free()

    async def check(self) -> None:
        await super().check()
        try:
            await asyncio.to_thread(_read_afresh, self._path)
        except (sqlite3.Error, OSError) as error:
            raise Unavailable(str(error)) from error
        if trouble := self._watch.look(closely=True):
            raise Unavailable(trouble)

    async def append(self, entry: Entry) -> None:
        await self._write(entry)

    async def known(self, codes: Sequence[str]) -> set[str]:
        return await self._read(lambda db: {one for one in codes if _has_table(db, one)})

    async def say(self, entry: ChatEntry) -> None:
        await self._write(lambda db: _say(db, entry))

    async def seen(self, codes: Sequence[str]) -> None:
        await self._write(lambda db: db.executemany(_SEEN, [(code,) for code in codes]))

    async def peopled(self) -> list[str]:
        rows = await self._read(lambda db: db.execute("SELECT code FROM peopled").fetchall())
        return [code for (code,) in rows]

    async def note_people(self, come: Sequence[str], gone: Sequence[str]) -> None:
        def note(db: sqlite3.Connection) -> None:
            db.executemany(_COME, [(code,) for code in come])
            db.executemany(_GONE, [(code,) for code in gone])

        await self._write(note)

    async def load_all(self, codes: Sequence[str]) -> dict[str, list[Row]]:
        found = await self._read(
            lambda db: {c: rows for c in codes if (rows := _load(db, c, 0, None))}
        )
        for code, rows in found.items():
            if len(rows) == CHUNK:
                rows += await self.load(code, rows[-1].n)
        return found

    async def load_some(self, code: str, after: int, game: int | None) -> list[Row]:
        return await self._read(lambda db: _load(db, code, after, game))

    async def chat(self, code: str, after: int = 0) -> list[ChatRow]:
        rows = await self._read(lambda db: db.execute(_CHAT, (code, after)).fetchall())
        return [ChatRow(*row) for row in rows]

    # -- deletion --------------------------------------------------------------------------------

    async def aged(self, after: str, limit: int) -> list[Aged]:
        return await self._read(lambda db: run_in_sqlite(db, deletion.aged(after, limit)))

    async def leftovers(self, after: str, upto: str) -> list[str]:
        return await self._read(lambda db: run_in_sqlite(db, deletion.leftovers(after, upto)))

    async def erase(
        self, code: str, game: int | None = None, idle_since: int | None = None
    ) -> bool:
        return await self._delete(deletion.erase(code, game, idle_since), code)

    async def make_nameless(self, code: str) -> None:
        await self._delete(deletion.make_nameless(code))

    async def forget_chat(self, before: int) -> dict[str, int]:
        return await self._delete(deletion.forget_chat(before))

    async def forget_puzzle_counts(self, before: str) -> None:
        await self._delete(puzzle_counts.forget(before))

    async def erasures(self) -> list[str]:
        rows = await self._read(lambda db: db.execute("SELECT name FROM erasures").fetchall())
        return [name for (name,) in rows]

    async def erasure_done(self, name: str) -> None:
        await self._write(lambda db: db.execute("DELETE FROM erasures WHERE name = ?", (name,)))

    async def _delete(self, steps: Steps[T], code: str = "") -> T:
        """Run steps that delete, and have the writer overwrite what they deleted."""

        def delete(db: sqlite3.Connection) -> T:
            db.execute(_GONE, (code,))
            self._wiping = True
            return run_in_sqlite(db, steps)

        return await self._write(delete)

    async def _write(self, work: Entry | Callable[[sqlite3.Connection], T]) -> T:
        """Have the writer do something, or write an entry; return the result when it is durable."""
        if self._closing or self._writer is None or self._loop is None:
            raise Unavailable("the database is closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._queue.put((work, future))
        result: T = await future
        return result

    async def count_result(self, game: str, day: str, outcome: int) -> None:
        await self._write(lambda db: run_in_sqlite(db, puzzle_counts.count(game, day, outcome)))

    async def puzzle_counts(self, game: str, day: str) -> dict[int, int]:
        return await self._read(lambda db: run_in_sqlite(db, puzzle_counts.read(game, day)))

    async def day_keys(self, today: str, yesterday: str) -> list[str]:
        steps = partial(day_keys.keys, today, yesterday, token_hex(_KEY))
        return await self._write(lambda db: run_in_sqlite(db, steps()))

    async def forget_day_keys(self, before: str) -> None:
        await self._delete(day_keys.forget(before))

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
        return sqlite_file.connect(self._path)

    def _run(self, db: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        db.execute("PRAGMA wal_autocheckpoint = 0")  # checkpoints are made apart
        going, ended, alone = True, 0.0, _FEW
        while going:
            batch = [self._queue.get()]
            if alone < _FEW and time.monotonic() - ended < _BUSY_S:
                time.sleep(_GATHER_S)
            while len(batch) < _MOST and not self._queue.empty():
                batch.append(self._queue.get())
            waiting = [item for item in batch if item is not None]
            going = len(waiting) == len(batch)
            if waiting:
                outcomes = self._commit(db, [work for work, _ in waiting])
                futures = [future for _, future in waiting]
                loop.call_soon_threadsafe(self._resolve, futures, outcomes)
                self._checkpoints.committed(db)
            self._wipe(db)
            ended, alone = time.monotonic(), alone + 1 if len(batch) == 1 else 0
        db.close()

    def _commit(self, db: sqlite3.Connection, works: list[_Work]) -> list[object]:
        """Do all works in one transaction; return the result of each, or its exception."""
        if self._watch.trouble and (trouble := self._watch.look()):
            return [Unavailable(trouble) for _ in works]
        began = time.perf_counter()
        try:
            outcomes: list[object] = [None] * len(works)
            if not _insert_plain(db, works):
                db.execute("BEGIN IMMEDIATE")
                outcomes = _do_all(db, works)
                db.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            _roll_back(db)
            return [Unavailable(str(error)) for _ in works]
        except Exception as error:  # the writer survives any error and answers every caller
            _roll_back(db)
            return [_bug(error) for _ in works]
        self.commits += 1
        self.slowest_s = max(self.slowest_s, time.perf_counter() - began)
        return outcomes

    def _wipe(self, db: sqlite3.Connection) -> None:
        """Overwrite what was deleted; done after the callers have their answers."""
        if self._wiping:
            # Somebody reads: tried again after the next commit.
            with self._checkpoints.copying() as may, suppress(sqlite3.Error):
                self._wiping = not (may and sqlite_file.wipe(db))

    # -- in the event loop -----------------------------------------------------------------------

    def _resolve(self, futures: list[asyncio.Future[object]], outcomes: list[object]) -> None:
        """Answer everybody whose work was committed, if the file is still there to hold it.

        The look is taken here: the writer would have to get the interpreter lock back after it.
        """
        trouble = self._watch.look()
        for future, outcome in zip(futures, outcomes, strict=True):
            if future.done():  # the caller is gone
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            elif trouble:
                future.set_exception(Unavailable(trouble))
            else:
                future.set_result(outcome)


def _read_afresh(path: str) -> None:
    """Read with a new connection: one that is open would not notice what is damaged."""
    with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as db:
        for table in ("tables", "facts", "events"):
            db.execute(f"SELECT * FROM {table} ORDER BY 1 DESC, 2 DESC LIMIT 1").fetchall()


def _insert_plain(db: sqlite3.Connection, works: list[_Work]) -> bool:
    """Commit works that are all plain entries, as nearly always, with as few calls as possible.

    Return False, with nothing done, where there are others, or where an entry is behind.
    """
    if not all(map(_is_plain, works)):
        return False
    db.execute("BEGIN IMMEDIATE")
    try:
        _insert_all(db, cast("list[Entry]", works))
    except sqlite3.IntegrityError:
        db.execute("ROLLBACK")
        return False
    except (sqlite3.Error, OSError):
        raise
    except Exception:  # a bug in one of them: each on its own
        _roll_back(db)
        return False
    db.execute("COMMIT")
    return True


def _roll_back(db: sqlite3.Connection) -> None:
    """Leave nothing of a transaction that failed."""
    with suppress(sqlite3.Error):
        if db.in_transaction:
            db.execute("ROLLBACK")


def _do_all(db: sqlite3.Connection, works: list[_Work]) -> list[object]:
    """Do the works of a transaction in order; entries that follow each other go in together."""
    outcomes: list[object] = []
    for together, some in groupby(works, _is_plain):
        group = list(some)
        insert = partial(_insert_all, entries=cast("list[Entry]", group))
        if together and _do(db, insert) is None:
            outcomes += [None] * len(group)
        else:  # with each on its own, only those that are behind fail
            outcomes += [_do(db, work) for work in group]
    return outcomes


def _is_plain(work: _Work) -> bool:
    """Tell whether a work is an entry that leaves the row of its table as it is."""
    return isinstance(work, Entry) and work.n > 1 and not work.listing


def _do(db: sqlite3.Connection, work: _Work) -> object:
    """Do one work of a transaction, or leave nothing of it; return its result or why not.

    A failure of the database ends the transaction, a bug in a work only the work.
    """
    db.execute("SAVEPOINT work")
    try:
        if not isinstance(work, Entry):
            return work(db)
        _insert(db, work)
        return None
    except (Behind, sqlite3.IntegrityError) as error:
        db.execute("ROLLBACK TO work")
        return error if isinstance(error, Behind) else Behind(str(error))
    except (sqlite3.Error, OSError):
        raise
    except Exception as error:
        db.execute("ROLLBACK TO work")
        return error if isinstance(error, Refusal) else _bug(error)
    finally:
        db.execute("RELEASE work")


def _bug(error: Exception) -> Impossible:
    """Return what those receive whose work failed through no fault of the database."""
    bug = Impossible(f"{type(error).__name__}: {error}")
    bug.__cause__ = error
    return bug


def _load(db: sqlite3.Connection, code: str, after: int, game: int | None) -> list[Row]:
    db.execute("BEGIN")  # one snapshot for all three queries
    try:
        facts = db.execute(_FACTS, (code, after, _ANY if game is None else game, CHUNK)).fetchall()
        before = dict(
            db.execute("SELECT game, version FROM facts WHERE code = ? AND n = ?", (code, after))
        )
        events: dict[tuple[int, int], bytes] = {}
        for number, last in {row[2]: row[3] for row in facts}.items():
            rows = db.execute(_EVENTS, (f"{code}.{number}", before.get(number, 0), last))
            events |= {(number, version): body for version, body in rows}
    finally:
        db.execute("COMMIT")
    return grouped(facts, events, before, after)


def _has_table(db: sqlite3.Connection, code: str) -> bool:
    return db.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone() is not None


def _insert(db: sqlite3.Connection, entry: Entry) -> None:
    values = (entry.public, entry.phase, entry.listing, entry.code)
    if entry.n == 1:
        db.execute("INSERT INTO tables (public, phase, listing, code) VALUES (?, ?, ?, ?)", values)
    elif entry.listing:
        db.execute(
            "UPDATE tables SET public = ?, phase = ?, listing = ?, changed = unixepoch(), named = 1"
            " WHERE code = ?",
            values,
        )
    _insert_all(db, [entry])


def _insert_all(db: sqlite3.Connection, entries: list[Entry]) -> None:
    """Insert facts and events with as few statements as possible."""
    facts = [(e.code, e.n, e.game, e.version, e.fact, e.format) for e in entries]
    events = [
        (entry.match, version, body)
        for entry in entries
        for version, body in zip(entry.versions, entry.events, strict=True)
    ]
    for start in range(0, len(facts), _AT_ONCE):
        _insert_rows(db, _INSERT_FACTS, _FACT, facts[start : start + _AT_ONCE])
    for start in range(0, len(events), _AT_ONCE):
        _insert_rows(db, _INSERT_EVENTS, "(?, ?, ?)", events[start : start + _AT_ONCE])


def _insert_rows(
    db: sqlite3.Connection, insert: str, row: str, rows: Sequence[tuple[object, ...]]
) -> None:
    db.execute(insert + ", ".join([row] * len(rows)), [value for one in rows for value in one])


def _say(db: sqlite3.Connection, entry: ChatEntry) -> None:
    kind = deletion.LINE if entry.is_line else deletion.OTHER
    values = (entry.code, entry.n, entry.after, kind, entry.format, entry.fact)
    if not db.execute(_SAY, values).rowcount:
        raise Behind(f"there are newer facts than {entry.after}")
    if entry.n % TRIMMED == 0:
        run_in_sqlite(db, deletion.trim(entry))
