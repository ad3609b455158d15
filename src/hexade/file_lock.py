"""A file that one process at a time can lock; the system frees it when the process ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from hexade.contract.reason import Reason, Refusal

BYTE = (1 << 31) - 2  # Windows locks bytes, even against reading: this one is beyond our data
try:
    fcntl: Any = import_module("fcntl")
except ImportError:
    fcntl = None  # Windows


class FileLock:
    """A lock that the processes started by this one do not inherit."""

    def __init__(self, path: str | Path, mode: int = 0o600) -> None:
        self._path, self._mode = path, mode
        self._file: int | None = None

    def take(self, busy: Reason, required: bool = True) -> None:
        """Lock the file, which is created if missing; refuse if another process holds it.

        If the file system has no locks, refuse only if the lock is `required`.
        """
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, self._mode)
        try:
            _lock(file)
        except OSError as error:
            if required or isinstance(error, BlockingIOError):
                os.close(file)
                raise Refusal(busy) from None
        self._file = file

    def free(self) -> None:
        """Unlock the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


@contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Lock a file for a while; refuse if another run is writing to it."""
    text = f"another run is writing to {path}; wait for it, or choose another folder"
    lock = FileLock(path, 0o666)
    lock.take(Reason("busy", "", text), required=False)
    try:
        yield
    finally:
        lock.free()


def _lock(file: int) -> None:
    """Lock an open file; raise BlockingIOError if another process holds it."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    msvcrt: Any = import_module("msvcrt")
    os.lseek(file, BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError(error.errno, error.strerror) from None
