"""Notices for people who wait: modules load and, on a first run, the rules are compiled."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, main_thread

from hexade.contract.compile_notice import (
    COMPILING,
    SILENCE_S,
    at_terminal,
    hand_back,
    is_compiling,
    say,
    take_over,
)

LOADING = "loading"
_LOADER = "<frozen importlib._bootstrap>"  # the file of frames in which a module is loaded
_bars: list[str] = []  # progress bars on the screen, which show the notice themselves


@contextmanager
def wait_notice() -> Iterator[None]:
    """Tell people at a terminal, once each, when they wait for modules or for the compiler."""
    if not at_terminal():
        yield
        return
    done = Event()
    take_over("commands")
    Thread(target=_watch, args=(done,), daemon=True).start()
    try:
        yield
    finally:
        done.set()
        hand_back("commands")


@contextmanager
def bar_on_screen(label: str) -> Iterator[None]:
    """Leave the notice to a progress bar."""
    _bars.append(label)
    try:
        yield
    finally:
        _bars.remove(label)


def _watch(done: Event) -> None:
    shown = ""
    while not done.wait(SILENCE_S) and shown != COMPILING:
        notice = COMPILING if is_compiling() else LOADING if is_loading() else shown
        if notice != shown and not _bars:
            say(notice)
            shown = notice


def is_loading() -> bool:
    """Tell whether the main thread is loading a module now: a slow disk may take seconds for it."""
    frame = sys._current_frames().get(main_thread().ident or 0)
    while frame is not None and frame.f_code.co_filename != _LOADER:
        frame = frame.f_back
    return frame is not None
