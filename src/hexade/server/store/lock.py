"""A file that one process at a time can hold; the system lets it go when the process ends."""

from __future__ import annotations

import os
import sys

from hexade.contract.reason import Reason, Refusal


class Lock:
    """Held by one process, however suddenly it ends."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: int | None = None

    def take(self, otherwise: str) -> None:
        """Hold it; refuse with a sentence if another process does."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _hold(file)
        except OSError:
            os.close(file)
            raise Refusal(Reason("locked", "", otherwise)) from None
        self._file = file

    def free(self) -> None:
        """Let it go."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


if sys.platform == "win32":

    def _hold(file: int) -> None:
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:

    def _hold(file: int) -> None:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
