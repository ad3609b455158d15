"""A line for people at a terminal who wait for the compiler, whatever program they started."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import Any

SILENCE_S = 2.0  # nobody waits longer without a notice
COMPILING = "compiling rules and bots; only the first run takes this long"
NOTE = "HEXADE_COMPILING"  # names a file that a process makes when it compiles, for its parent
_notifiers: list[str] = []  # who notifies people of this process, or has done so
_compiling: list[str] = []  # an entry for each function that is compiled now, in any thread


def about_to_compile() -> None:
    """Tell people at a terminal, once in a process, if what is compiled now takes long."""
    if path := os.environ.get(NOTE):
        with suppress(OSError):
            Path(path).touch()
    if _notifiers or not at_terminal() or _is_worker():
        return
    _notifiers.append("library")
    Thread(target=_look_later, daemon=True).start()


def take_over(name: str) -> None:
    """Leave the notice to whoever watches this process from now on."""
    _notifiers.append(name)


def hand_back(name: str) -> None:
    """Let the library give the notice again."""
    _notifiers.remove(name)


def at_terminal() -> bool:
    """Tell whether somebody reads what this process says."""
    return sys.stderr is not None and sys.stderr.isatty()


@cache
def listen() -> None:
    """Have Numba, which has been loaded, say when it begins and ends to compile a function."""
    from numba.core import event

    class Ear(event.Listener):  # type: ignore[misc]  # Numba has no types
        """Keeps what has begun and has not ended."""

        def on_start(self, event: Any) -> None:
            """Count one in."""
            _compiling.append(event.kind)

        def on_end(self, event: Any) -> None:
            """Count one out."""
            _compiling.remove(event.kind)

    event.register("numba:compile", Ear())


def is_compiling() -> bool:
    """Tell whether any thread of this process is compiling now."""
    return bool(_compiling)


def say(notice: str) -> None:
    """Write a notice to standard error."""
    sys.stderr.write(f"hexade: {notice} …\n")
    sys.stderr.flush()


def _is_worker() -> bool:
    from multiprocessing import parent_process  # takes a moment, and only compiling needs it

    return parent_process() is not None


def _look_later() -> None:
    Event().wait(SILENCE_S)
    if is_compiling() and _notifiers == ["library"]:
        say(COMPILING)
    else:
        hand_back("library")
