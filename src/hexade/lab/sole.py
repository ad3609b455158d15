"""One run at a time into one file: a lock that the system takes back when its process dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hexade.contract.reason import Reason, Refusal

try:
    import fcntl
except ImportError:  # Windows: there two runs are the user's own care
    fcntl = None  # type: ignore[assignment]


@contextmanager
def sole(path: Path) -> Iterator[None]:
    """Keep a file to this process for a while; refuse if another has it.

    The file is made, empty, if it is not there. What this process starts does not inherit the lock.
    """
    with path.open("ab") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                text = f"another run is writing to {path}; wait for it, or choose another folder"
                raise Refusal(Reason("busy", "", text)) from None
            except OSError:  # a file system without locks
                pass
        yield
