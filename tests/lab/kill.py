"""Kill a worker in the middle of its work."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable


def killer() -> Callable[[], None]:
    """Return a function that kills a child process begun after this call, and none of before."""
    before = set(multiprocessing.active_children())  # of earlier tests, which share this process

    def kill() -> None:
        os.kill((set(multiprocessing.active_children()) - before).pop().pid or 0, signal.SIGKILL)

    return kill
