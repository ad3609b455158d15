"""Checkpoints of an SQLite file: a thread of its own copies the log, so that no commit waits.

A commit is durable as soon as the log is on disk. Copying the log into the file is needed only so
that it does not grow for ever. SQLite itself would do it within every commit that makes the log
longer than 1,000 pages, which with thousands of players is once a second.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

from hexade.server.ops.metrics import fault
from hexade.server.store.file_watch import FileWatch
from hexade.server.store.store import Unavailable

_EVERY_S = 2.0  # pages that are written again and again in this time are copied once
_AGAIN_S = 30.0  # after the file could not be opened: no descriptor was left, perhaps
_LONG = 2000  # pages of 4 KiB after which the log begins again: it costs more to let a file grow
_COPY = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """Makes checkpoints now and then while a writer commits."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], watch: FileWatch) -> None:
        self._connect, self._watch = connect, watch
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hexade-checkpoints", daemon=True)
        self._written = False  # since the last checkpoint
        self._is_long = False
        self._lock = threading.Lock()  # held by whoever copies the log

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Wait for the checkpoint that is under way, and end."""
        self._ended.set()
        self._thread.join()

    def committed(self, db: sqlite3.Connection) -> None:
        """Note a commit; the writer calls this once everybody has their answer.

        The log begins again only when all of it was copied, and while a writer is busy there is
        always a new page. So the writer copies those last few itself when the log is long.
        """
        self._written = True
        if self._is_long:
            self._is_long = False
            with self.copying() as may, suppress(sqlite3.Error):  # a full disk: another time
                if may:
                    db.execute(_COPY).fetchone()

    @contextmanager
    def copying(self) -> Iterator[bool]:
        """Keep others from copying; tell whether the file is the one to copy to."""
        with self._lock, self._watch.copying() as may:
            yield may

    def _run(self) -> None:
        """Copy until the end; where the file cannot be opened now, try again later."""
        while not self._ended.is_set():
            try:
                with closing(self._connect()) as db:
                    self._copy_often(db)
            except (sqlite3.Error, OSError) as error:
                why = Unavailable(f"{type(error).__name__}: {error}")
                fault("could not open the database for checkpoints", why)
                self._ended.wait(_AGAIN_S)

    def _copy_often(self, db: sqlite3.Connection) -> None:
        while not self._ended.wait(_EVERY_S):
            if self._written:
                self._written = False
                self._copy(db)

    def _copy(self, db: sqlite3.Connection) -> None:
        with self.copying() as may, suppress(sqlite3.Error):  # a full disk: the next time will do
            if may:
                _, pages, _ = db.execute(_COPY).fetchone()
                self._is_long = pages >= _LONG
