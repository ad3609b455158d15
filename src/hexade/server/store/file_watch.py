"""Watches an open SQLite file: whether it is still the one that will be found after a restart.

SQLite does not notice when its file, or the log beside it, is removed, moved, replaced or
overwritten: it goes on writing to what nobody will ever read. So every commit is followed by a look
before anybody hears that it is durable. A look is a few calls that do not wait for the disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from hexade.server.ops.metrics import alarm, note

_FILE_MAGIC = b"SQLite format 3\0"
_LOG_MAGICS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")  # of either byte order
_FRAMES = slice(16, 20)  # of the index: how many pages the log holds; 0 where the log is empty
_CHECKPOINTS = slice(96, 132)  # of the index: nBackfill is its first word, nBackfillAttempted last
_ROUND = slice(12, 24)  # of the log: a number and salt of its own each time it begins again
_AWAY = "nothing is stored until it is back; if it is lost, restore a backup and restart the server"
_OVER = "nothing is stored any more: stop the server, put the right file there, and start it again"


class FileWatch:
    """Looks after a file and its neighbours while connections to it are open.

    The file itself is written to by checkpoints alone, so it is known when it changed: those of
    this process say so, and those of another one leave a trace in the log or in its index.
    """

    def __init__(self, path: str) -> None:
        beside = os.path.realpath(path)  # where SQLite puts the neighbours
        self._names = (path, f"{beside}-wal", f"{beside}-shm")
        self._known = [_identity(os.stat(name)) for name in self._names]
        # To close a descriptor of the file drops the locks of all connections of this process, so
        # they stay open for longer than those.
        self._file, self._log, self._index = (_opened(one) for one in self._names)
        self._copying = 0  # odd while a checkpoint of this process is under way
        self._copied = self._stamp()
        self._progress = self._checkpoints()
        self._spoilt = ""  # for good
        self.trouble = ""  # what the last look has found, in a sentence

    def close(self) -> None:
        """End, after all connections were closed."""
        for descriptor in (self._file, self._log, self._index):
            os.close(descriptor)

    def look(self, closely: bool = False) -> str:
        """Return what has happened to the file, in a sentence; an empty one if all is well.

        Closely means: also at how the file begins.
        """
        try:
            found = self._spoilt or self._look(closely)
        except OSError as error:
            found = f"{self._names[0]} cannot be read ({error}): nothing is stored until it can"
        if found != self.trouble:
            self.trouble = found
            if found:
                alarm(found)
            else:
                note("the database file is back in its place")
        return found

    @contextmanager
    def copying(self) -> Iterator[bool]:
        """Tell whether a checkpoint may be made, and note that it is made here."""
        if self.look(closely=True):
            yield False
            return
        self._copying += 1
        try:
            yield True
        finally:
            self._copied = self._stamp()
            self._copying += 1

    def _look(self, closely: bool) -> str:
        before, copied, progress = self._copying, self._copied, self._progress
        for name, known in zip(self._names, self._known, strict=True):
            if not _is_there(name, known):
                return f"{name} was removed or replaced while the server runs: {_AWAY}"
        if not self._is_log():
            self._spoilt = _overwritten(self._names[1])
        if closely and _read(self._file, len(_FILE_MAGIC)) not in (_FILE_MAGIC, b""):
            self._spoilt = _overwritten(self._names[0])  # empty: all of it may be in the log
        now, self._progress = self._stamp(), self._checkpoints()
        if now != copied and not before % 2 and self._copying == before:
            _, done, begun = self._progress
            if self._progress == progress and done == begun:
                self._spoilt = _overwritten(self._names[0])
            self._copied = now
        return self._spoilt

    def _is_log(self) -> bool:
        """Tell whether the log begins like one, or is empty as its index says."""
        if head := _read(self._log, 4):
            return head in _LOG_MAGICS
        return not any(_read(self._index, _FRAMES.stop)[_FRAMES])

    def _stamp(self) -> tuple[int, int]:
        found = os.fstat(self._file)
        return found.st_mtime_ns, found.st_size

    def _checkpoints(self) -> tuple[bytes, bytes, bytes]:
        """Return which round of the log this is, and how much of it was and is to be copied.

        A log begins again only after all of it was copied, so a new round shows that as well.
        """
        found = _read(self._index, _CHECKPOINTS.stop)
        return _read(self._log, _ROUND.stop)[_ROUND], found[_CHECKPOINTS.start :][:4], found[-4:]


def _overwritten(name: str) -> str:
    return f"{name} was overwritten while the server runs: {_OVER}"


def _is_there(name: str, known: tuple[int, int]) -> bool:
    try:
        return _identity(os.stat(name)) == known
    except OSError:
        return False


def _opened(name: str) -> int:
    """Open a file to read its bytes as they are: Windows would translate what looks like text."""
    return os.open(name, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _read(descriptor: int, size: int) -> bytes:
    """Return the first bytes of a file; only one thread at a time reads from a descriptor."""
    if hasattr(os, "pread"):
        return os.pread(descriptor, size, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.read(descriptor, size)
