"""Whoever waits for the compiler at a terminal is told so once, and nobody else is."""

from __future__ import annotations

import io
import sys
from threading import Event, Thread

import numba
import pytest
from numba.core import event

from hexade.contract import compile_notice
from hexade.contract.compile_notice import COMPILING, about_to_compile, listen
from hexade.contract.kernel import default_target


class Terminal(io.StringIO):
    """A terminal that tells when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.told = Event()

    def isatty(self) -> bool:
        """Say that it is one."""
        return True

    def write(self, text: str) -> int:
        """Keep what is said."""
        written = super().write(text)
        self.told.set()
        return written


class Watcher(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Looks from another thread while something is compiled."""

    def __init__(self) -> None:
        self.seen: list[bool] = []

    def on_start(self, event: object) -> None:
        """Look."""
        watcher = Thread(target=lambda: self.seen.append(compile_notice.is_compiling()))
        watcher.start()
        watcher.join()

    def on_end(self, event: object) -> None:
        """Do nothing at its end."""


@pytest.mark.skipif(default_target() == "plain", reason="nothing is compiled")
def test_whoever_watches_sees_that_another_thread_compiles() -> None:
    listen()
    with event.install_listener("numba:compile", Watcher()) as watcher:
        assert numba.njit(lambda n: n + 1)(1) == 2
    assert watcher.seen
    assert all(watcher.seen)
    assert not compile_notice.is_compiling()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(compile_notice, "_notifiers", [])
    monkeypatch.setattr(compile_notice, "_is_worker", lambda: False)
    monkeypatch.setattr(compile_notice, "is_compiling", lambda: True)
    monkeypatch.setattr(compile_notice, "SILENCE_S", 0.001)
    return Terminal()


def test_one_line_is_written(screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen)  # here: pytest sets it between fixture and test
    about_to_compile()
    assert screen.told.wait(60)
    about_to_compile()
    assert screen.getvalue() == f"hexade: {COMPILING} …\n"


def test_what_is_soon_compiled_is_not_worth_a_line(
    screen: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(compile_notice, "is_compiling", lambda: False)
    monkeypatch.setattr(compile_notice, "_notifiers", ["library"])
    compile_notice._look_later()
    assert compile_notice._notifiers == []  # what comes later is looked at again
    assert not screen.getvalue()


@pytest.mark.parametrize("who", ["a worker", "a pipe", "the command line"])
def test_nobody_is_told_where(who: str, screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(compile_notice, "_is_worker", lambda: who == "a worker")
    monkeypatch.setattr(screen, "isatty", lambda: who != "a pipe")
    if who == "the command line":  # tells by itself
        compile_notice.take_over("commands")
    about_to_compile()
    assert "library" not in compile_notice._notifiers
