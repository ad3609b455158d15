"""Commands for programs (`--json`), and words for people who wait."""

from __future__ import annotations

import io
import json
import sys
from importlib import import_module
from pathlib import Path
from threading import Event

import pytest

from hexade import games
from hexade.commands import wait_notice
from hexade.contract.compile_notice import COMPILING
from tests.commands.invoke import hexade


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


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    monkeypatch.setattr(wait_notice, "is_compiling", lambda: True)
    with wait_notice.wait_notice():
        pass
    assert not pipe.getvalue()
