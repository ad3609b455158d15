"""The commands: what they print, what they write, and how they refuse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

import pytest

from hexade import commands, games
from hexade.commands.main import COMMANDS
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree, setups
from hexade.terminal.invocation import invocation
from hexade.terminal.play import new_path
from tests.commands.invoke import hexade

NAMES = games.names()
EVERY_SETUP = [setup for name in NAMES for setup in setups(games.find(name))]
SEVERAL = 64  # so many that more than one process plays them


def wishes(setup: Setup) -> list[object]:
    edition = ["--edition", setup.edition] if setup.edition else []
    return [setup.game, "--variant", setup.variant, "--seats", setup.seats, *edition]


# -- the group -----------------------------------------------------------------------------------


def test_the_list_of_commands_loads_nothing_that_is_slow() -> None:
    slow = "[m for m in ('numba', 'numpy', 'rich') if m in sys.modules]"
    code = f"import sys, hexade.commands.main; print({slow})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "[]"


def test_every_module_of_a_command_is_listed() -> None:
    names = {module.name for module in iter_modules(commands.__path__)}
    shared = {"main", "options", "wait_notice", "progress_bar"}
    assert names - shared == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    shown = hexade(command, "--help")
    assert shown.exit_code == 0
    assert f"  hexade {command}" in shown.stdout


@pytest.mark.parametrize(
    "args",
    [
        ["simulate", "no-such-game"],
        ["play", "--variant", "no-such-variant"],
        ["play", "--edition", "1066"],
        ["play", "--seats", "99"],
        ["play", "--start", "-1"],
        ["play", "--option", "nonsense"],
        ["play", "--option", "nonsense=1"],
        ["play", "--player", "x" * 31],
        ["play", "--player", ""],
        ["play", "--player", "bot:nobody"],
        ["play", *["--player", "A"] * 9],
        ["play", "--resume", "nowhere.jsonl"],
        ["play", "--player", "Ann"],
        ["play", "--demo", "--player", "Ann"],
        ["simulate", NAMES[0], "--bot", "nobody"],
        ["simulate", NAMES[0], *["--bot", "random"] * 9],
        ["simulate", NAMES[0], "--games", "0"],
        ["simulate", NAMES[0], "--seed", "-1"],
        ["simulate", NAMES[0], "--games", "1", "--out", "no/such/folder/x.jsonl"],
        ["show", "nowhere.jsonl"],
        ["rules", "Z9"],
        ["rules", "A99"],
        ["rules", "xyzzy"],
        ["rules", "--lang", "xx"],
    ],
    ids=" ".join,
)
def test_bad_input_is_refused_in_one_sentence(args: list[str]) -> None:
    refused = hexade(*args)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr.strip().count("\n") <= 3  # click adds how to get help
    assert "Traceback" not in refused.stderr


# -- play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_without_a_terminal_bots_play_a_demonstration(name: str) -> None:
    bots = ["--player", "bot:random"] * agree(games.find(name)).seats
    shown = hexade("play", name, *bots, "--seed", 3)
    assert shown.exit_code == 0
    assert "The game is over." in shown.stdout
    assert "\x1b" not in shown.stdout
    assert shown.stdout == hexade("play", name, *bots, "--seed", 3).stdout


def test_a_demonstration_can_be_kept(tmp_path: Path) -> None:
    random = ["--player", "bot:random"] * agree(games.default()).seats
    assert hexade("play", "--demo", *random, "--save", tmp_path / "g.jsonl").exit_code == 0
    assert hexade("verify", tmp_path / "g.jsonl").exit_code == 0
    assert hexade("play", "--demo", *random, "--save", tmp_path / "g.jsonl").exit_code == 2


def test_a_person_is_not_replaced_by_a_bot_in_silence() -> None:
    assert "a person needs a terminal" in hexade("play", "--player", "Ann").stderr
    assert "only bots play a demonstration" in hexade("play", "--demo", "--player", "Ann").stderr


@pytest.mark.parametrize("home", ["~", os.devnull])
def test_without_a_home_folder_a_file_is_asked_for(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    with pytest.raises(Refusal, match="; give --save FILE"):
        new_path("x")


def test_the_command_to_go_on_with_works_where_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "some where" / "hexade"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", "/nowhere")
    assert invocation() == "'some where/hexade'"
    monkeypatch.setenv("PATH", str(script.parent))
    assert invocation() == "hexade"
    monkeypatch.chdir(script.parent)
    monkeypatch.setenv("PATH", "/nowhere")
    assert invocation() == "./hexade"
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert invocation() == f"{sys.executable} -m hexade"


def test_the_games_are_listed_with_all_that_can_be_chosen() -> None:
    listed = hexade("games").stdout
    for name in NAMES:
        game = games.find(name)
        assert f"{name}: {game.title}" in listed
        assert all(f"bot:{bot}" in listed for bot in game.players)
        for form in game.forms:
            assert f"--variant {form.variant}: --seats {form.seats[0]}" in listed
            assert all(edition in listed for edition in form.editions)
            assert all(f"--option {option.name}=VALUE: " in listed for option in form.options)


# -- simulate ------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
def test_every_setup_is_simulated_and_verified(setup: Setup, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    assert hexade("simulate", *wishes(setup), "--games", 2, "--out", path).exit_code == 0
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [record["seats"] for record in records] == [["bot:random"] * setup.seats] * 2
    assert records[0]["variant"] == setup.variant
    assert hexade("verify", path).exit_code == 0


@pytest.mark.slow
def test_records_are_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    common = ("simulate", NAMES[0], "--games", SEVERAL, "--seed", 9)
    alone = hexade(*common, "--workers", 1)
    assert alone.exit_code == 0
    assert hexade(*common, "--workers", 2, "--out", tmp_path / "2.jsonl").exit_code == 0
    assert (tmp_path / "2.jsonl").read_bytes() == alone.stdout_bytes
    assert alone.stdout.count("\n") == SEVERAL
    assert sorted(os.listdir(tmp_path)) == ["2.jsonl"]  # no part is left over


def test_any_seat_can_begin() -> None:
    setup = next(setup for setup in setups(games.default()) if setup.seats > 1)
    played = hexade("simulate", *wishes(setup), "--start", 1, "--games", 1)
    assert json.loads(played.stdout)["start"] == 1


def test_each_seat_can_have_its_own_bot() -> None:
    setup = next(setup for setup in EVERY_SETUP if setup.seats == 2)
    bots = ("--bot", "random", "--bot", "bot:random")
    played = hexade("simulate", *wishes(setup), *bots, "--games", 1, "--out", "-")
    assert json.loads(played.stdout)["seats"] == ["bot:random", "bot:random"]
    assert "1 game of" in played.stderr


def test_a_closed_pipe_is_left_quietly() -> None:
    line = f"{subprocess.list2cmdline([sys.executable])} -m hexade"
    done = subprocess.run(
        f"{line} simulate {NAMES[0]} --games 40 | head -c 100; {line} rules A | head -1",
        shell=True, capture_output=True, text=True, timeout=300,
        env=dict(os.environ, NUMBA_DISABLE_JIT="1"),
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


# -- rules ---------------------------------------------------------------------------------------


def test_rules_are_found_by_number_chapter_and_word() -> None:
    listed = hexade("rules").stdout
    for name in NAMES:
        for letter in games.find(name).chapters:
            assert f"\n{letter} " in listed
            chapter = hexade("rules", letter).stdout
            assert f"\n{letter}1 " in chapter
            one = hexade("rules", f"{letter.lower()}1").stdout
            assert one.startswith(f"{letter}. ")
            assert f"{letter}2 " not in one
    assert "weakest" in hexade("rules", "weakest").stdout


@pytest.mark.parametrize(("lang", "word"), [("de", "schwächste"), ("nl", "zwakste")])
def test_rules_are_read_in_other_languages_too(lang: str, word: str) -> None:
    english, listed = hexade("rules").stdout, hexade("rules", "--lang", lang).stdout
    assert listed != english
    assert len(listed.splitlines()) == len(english.splitlines())
    found = hexade("rules", word, "--lang", lang).stdout
    assert word in found
    assert "A12 " in found
