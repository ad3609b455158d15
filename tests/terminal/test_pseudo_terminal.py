"""The client as a person meets it: real processes on a pseudo terminal."""

from __future__ import annotations

import json
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.record import Record
from hexade.contract.setup import Setup, agree, setups
from hexade.lab.simulate import SimulationPlan, play_one
from hexade.terminal import record_files
from tests.bots.test_own import weights_that_fit
from tests.terminal.pseudo_terminal import Person

pytestmark = pytest.mark.slow

CONFIRM = "takes it back: "
MOVE = "our move: "
GATE = "type ok and Enter: "
OVER = "The game is over."


def smallest(game: AnyGame, seats: int = 2) -> Setup:
    return next(setup for setup in setups(game) if setup.seats >= seats)


def wishes(setup: Setup) -> list[str]:
    edition = ["--edition", setup.edition] if setup.edition else []
    return [setup.game, "--variant", setup.variant, *edition, "--seats", str(setup.seats)]


def play_on(person: Person, limit: int = 500) -> int:
    """Take the first move of every list until the game ends; return how many there were."""
    for count in range(limit):
        if person.read_until(MOVE, OVER) == OVER:
            return count
        person.type("1")
        person.answer(CONFIRM, "")
    raise AssertionError("the game does not end")


@pytest.fixture(name="game")
def default_game() -> AnyGame:
    return games.default()


def test_a_whole_game_against_a_bot(game: AnyGame, tmp_path: Path) -> None:
    setup = smallest(game)
    bots = ["--player", "bot:random"] * (setup.seats - 1)
    common = ["play", *wishes(setup), "--player", "Ann", *bots, "--seed", "5"]
    with Person(tmp_path, *common, "--save", "g.jsonl", plain=False) as person:
        assert play_on(person) > 2
        person.read_until("The record is in g.jsonl")
        assert person.leave() == 0
    _, record = record_files.only(tmp_path / "g.jsonl")
    assert record.result is not None
    assert record.names == ("Ann", *["bot:random"] * (setup.seats - 1))
    with Person(tmp_path, "play", "--resume", "g.jsonl") as person:
        person.read_until(OVER)
        assert person.leave() == 0


OWN = """
from hexade.contract.player import Thinker

class First(Thinker):
    def choose(self, view, legal, time_ms=None):
        return legal[0]
"""


def test_a_whole_game_against_a_class_of_ones_own(game: AnyGame, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    setup = smallest(game)
    agents = ["--player", "py:own:First"] * (setup.seats - 1)
    table = ["play", *wishes(setup), "--player", "Ann", *agents, "--seed", "5"]
    with Person(tmp_path, *table, "--save", "g.jsonl", plain=False) as person:
        assert play_on(person) > 2
        assert person.leave() == 0
    _, record = record_files.only(tmp_path / "g.jsonl")
    assert record.result is not None
    assert record.names == ("Ann", *["py:own:First"] * (setup.seats - 1))


def test_a_network_of_ones_own_sits_down_and_moves(tmp_path: Path) -> None:
    learning = [g for g in games.catalogue().values() if g.kernels and g.kernels.learning]
    small = min(learning, key=lambda found: found.actions(agree(found)))
    setup = agree(small, seats=2)
    name = weights_that_fit(tmp_path / "mine.npz", small, setup)
    table = ["play", *wishes(setup), "--player", name, "--player", "Ann", "--seed", "5"]
    with Person(tmp_path, *table, plain=False) as person:
        person.answer(MOVE, "quit")  # after its first turn
        assert person.leave() == 0
    with Person(tmp_path, "play", small.name, "--player", "net:none.npz", "--demo") as person:
        person.read_until("No such file")
        assert person.leave() == 2


@pytest.mark.parametrize("name", games.names())
def test_a_game_that_was_killed_goes_on_as_if_it_had_not_been(name: str, tmp_path: Path) -> None:
    game = games.find(name)
    late = late_in_a_game(game)
    for file in ("whole.jsonl", "cut.jsonl"):
        record_files.save(tmp_path / file, late)
    with Person(tmp_path, "play", "--resume", "whole.jsonl") as person:
        assert play_on(person) > 2
        assert person.leave() == 0
    with Person(tmp_path, "play", "--resume", "cut.jsonl") as person:
        for _ in range(2):
            person.answer(MOVE, "1")
            person.answer(CONFIRM, "")
        person.read_until(MOVE)
        assert person.stop(signal.SIGKILL) == -signal.SIGKILL
    assert json.loads((tmp_path / "cut.jsonl").read_text())["result"] is None
    with Person(tmp_path, "play", "--resume", "cut.jsonl") as person:
        play_on(person)
        assert person.leave() == 0
    assert (tmp_path / "cut.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert record_files.only(tmp_path / "whole.jsonl")[1].result is not None


def late_in_a_game(game: AnyGame) -> Record:
    """Return a game of which three quarters are played, cut where it happens to be."""
    setup = smallest(game)
    whole = play_one(SimulationPlan(setup, ("random",) * setup.seats, 7), 0)
    names = ("Ann", *["bot:random"] * (setup.seats - 1))
    played = whole.events[: len(whole.events) * 3 // 4]
    return replace(whole, names=names, events=played, result=None)


def test_leaving_says_where_the_game_is_and_how_to_go_on(game: AnyGame, tmp_path: Path) -> None:
    with Person(tmp_path, "play", game.name, "--seed", "1") as person:
        person.answer(MOVE, "quit")
        assert person.leave() == 0
    said = f"continue with: {sys.executable} -m hexade play --resume "  # as this test starts it
    assert said in person.seen
    path = person.seen.split(said)[1].strip()
    with Person(tmp_path, "play", "--resume", path) as person:
        person.read_until(MOVE)
        assert person.stop(signal.SIGINT) == 130
    assert f"{said}{path}" in person.seen
    assert "Traceback" not in person.seen
    with Person(tmp_path, "play", "--resume", path) as person:
        person.answer(MOVE, "\x04")  # the end of input
        assert person.leave() == 0
    assert f"{said}{path}" in person.seen


def test_two_people_at_one_keyboard_never_see_each_others_screen(
    game: AnyGame, tmp_path: Path
) -> None:
    setup = smallest(game)
    people = ["--player", "Ann", "--player", "Ben"]
    with Person(tmp_path, "play", *wishes(setup), *people, "--seed", "2") as person:
        for name in ("Ann", "Ben", "Ann"):
            person.read_until(f"{name}, it is your turn.")
            person.answer(GATE, name[0].lower())
            person.answer(f"{name}, your move: ", "1")
            person.answer(CONFIRM, "\nok")  # typed ahead: it opens no gate
            person.read_until("\x1b[H\x1b[2J\x1b[3J")
        person.answer(GATE, "")
        person.answer(GATE, "1")
        person.answer(GATE, "ok")
        person.answer("Ben, your move: ", "quit")
        assert person.leave() == 0
    before_ben = person.seen.split("\x1b[H\x1b[2J\x1b[3J")[1]
    assert before_ben.startswith("\x1b[1mBen, it is your turn")
    assert "our move: " not in person.seen.rsplit(GATE, 1)[0].rsplit("\x1b[3J", 1)[1]


def test_without_colours_and_glyphs_only_letters_go_out(game: AnyGame, tmp_path: Path) -> None:
    with Person(tmp_path, "play", game.name, "--ascii", "--no-color", "--seed", "1") as person:
        person.answer(MOVE, "help")
        person.answer(MOVE, "quit")
        assert person.leave() == 0
    assert "\x1b" not in person.seen
    assert person.seen.isascii()
