"""A notice for people who wait: on a first run the rules are compiled, which takes a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

SILENCE_S = 2.0  # nobody waits longer without a notice
COMPILING = "compiling rules and bots; only the first run takes this long"
_bars: list[str] = []  # progress bars on the screen, which show the notice themselves


@contextmanager
def telling() -> Iterator[None]:
    """Tell people at a terminal, once, when they wait for the compiler."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    Thread(target=_watch, args=(done,), daemon=True).start()
    try:
        yield
    finally:
        done.set()


@contextmanager
def bar_on_screen(label: str) -> Iterator[None]:
    """Leave the notice to a progress bar."""
    _bars.append(label)
    try:
        yield
    finally:
        _bars.remove(label)


def _watch(done: Event) -> None:
    while not done.wait(SILENCE_S):
        if _is_compiling() and not _bars:
            sys.stderr.write(f"hexade: {COMPILING} …\n")
            sys.stderr.flush()
            return


def _is_compiling() -> bool:
    """Tell whether this process is compiling now."""
    lock = getattr(sys.modules.get("numba.core.compiler_lock"), "global_compiler_lock", None)
    return lock is not None and bool(lock.is_locked())
