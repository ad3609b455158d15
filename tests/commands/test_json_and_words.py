"""Commands for programs (`--json`), and words for people who wait."""

from __future__ import annotations

import io
import json
import os
import socket
import sys
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import click
import pytest

from hexade import games
from hexade.commands import train, wait_notice
from hexade.commands.progress_bar import clock, progress_bar
from hexade.contract.compile_notice import COMPILING, NOTE, about_to_compile
from tests.commands.invoke import hexade
from tests.terminal.pseudo_terminal import Person

KEPT = Path(__file__).parents[1] / "server" / "store" / "kept" / "version_1.jsonl"


class Terminal(io.StringIO):
    """Standard error that somebody looks at."""

    def __init__(self) -> None:
        super().__init__()
        self.told = Event()

    def isatty(self) -> bool:
        """Say that it is one."""
        return True

    def write(self, text: str) -> int:
        """Keep what is said."""
        self.told.set()
        return super().write(text)


def test_the_games_are_listed_as_json() -> None:
    listed = json.loads(hexade("games", "--json").stdout)
    assert [game["name"] for game in listed] == list(games.names())
    for told in listed:
        forms = games.find(told["name"]).forms
        assert [form["variant"] for form in told["variants"]] == [form.variant for form in forms]


def test_verify_says_as_json_what_each_file_holds(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("nonsense\n")
    done = hexade("verify", tmp_path / "bad.jsonl", tmp_path / "none.jsonl", "--json")
    assert done.exit_code == 1
    bad, none = json.loads(done.stdout)
    assert (bad["records"], bad["bad"]) == (1, 1)
    assert bad["fault"] == f"line 1, {bad['message']}"
    assert (bad["line"], bad["game"], bad["event"], bad["column"]) == (1, None, None, None)
    assert none["message"] == none["fault"]
    assert none["records"] == 0
    assert none["fault"]


def test_people_are_told_when_they_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(wait_notice, "SILENCE_S", 0.001)
    monkeypatch.setattr(wait_notice, "is_compiling", lambda: True)
    with wait_notice.wait_notice():
        assert screen.told.wait(60)
    assert COMPILING in screen.getvalue()


def test_people_are_told_when_modules_take_long(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "screen", screen, raising=False)
    monkeypatch.setattr(wait_notice, "SILENCE_S", 0.001)
    (tmp_path / "slow_to_load.py").write_text("import sys\nassert sys.screen.told.wait(60)\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert not wait_notice.is_loading()
    with wait_notice.wait_notice():
        import_module("slow_to_load")
    assert screen.getvalue() == f"hexade: {wait_notice.LOADING} …\n"


def wait_for(screen: Terminal, words: str) -> None:
    """Wait until these words have been said; what else is said ends no wait."""
    while words not in screen.getvalue():
        screen.told.clear()
        assert words in screen.getvalue() or screen.told.wait(60)


def test_a_bar_speaks_of_the_compiler_only_if_something_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_bar(3, "arena") as advance:
        wait_for(screen, "0%")
        assert "arena" in screen.getvalue()
        assert COMPILING not in screen.getvalue()
        with get_context("spawn").Pool(1) as workers:  # as the workers of an arena
            workers.apply(about_to_compile)
        wait_for(screen, COMPILING)
        advance(1)
        wait_for(screen, "33%")
    assert NOTE not in os.environ


def test_a_clock_is_shown_while_it_is_not_known_how_long_something_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with clock("writing monday.backup"):
        wait_for(screen, "writing monday.backup")
        wait_for(screen, "0:00:0")
        assert "%" not in screen.getvalue()
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with clock("writing"):
        pass
    assert not pipe.getvalue()


def test_whoever_looks_after_a_server_sees_what_is_being_done(tmp_path: Path) -> None:
    database = ("--database", str(tmp_path / "tables.sqlite"))
    for words, said in (
        (("restore", str(KEPT)), f"restoring {KEPT.name}"),
        (("backup", str(tmp_path / "monday.backup")), "writing monday.backup"),
        (("erase", "K7M2PX"), "erasing K7M2PX"),
    ):
        with Person(tmp_path, words[0], *words[1:], *database) as person:
            person.read_until(said)
            person.leave()


def test_whoever_asks_a_server_sees_that_it_has_not_answered_yet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HEXADE_OPERATOR_TOKEN", "secret-of-the-operator")
    with socket.socket() as mute:  # it takes connections and says nothing
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        server = f"http://127.0.0.1:{mute.getsockname()[1]}"
        with Person(tmp_path, "operator", "--server", server, "tables") as person:
            person.read_until("waiting for the server")


def test_between_the_lines_of_a_training_a_clock_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)

    def rounds(*_: object) -> Iterator[tuple[str, object]]:
        for number in range(2):
            wait_for(screen, "learning; a line comes after some rounds")
            screen.seek(0)
            screen.truncate()
            yield f"line {number}", object()

    course = SimpleNamespace(
        train=rounds, Course=SimpleNamespace, refuse_unless_possible=lambda *_: None,
        weights=lambda _: {},
    )  # fmt: skip
    monkeypatch.setattr(train, "_lab_train", lambda: course)
    lines: list[str] = []
    monkeypatch.setattr(click, "echo", lines.append)
    ask = [games.default().name, "--out", str(tmp_path / "w.npz")]
    train.command.main(ask, standalone_mode=False)
    assert lines == ["line 0", "line 1"]


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    monkeypatch.setattr(wait_notice, "is_compiling", lambda: True)
    with wait_notice.wait_notice():
        pass
    assert not pipe.getvalue()
