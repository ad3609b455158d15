"""Programs play by the bot protocol; whatever they do wrong, the game goes on and it is counted."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from hexade import bots, games
from hexade.bots.process import MOST_LINES, SLOW_GAMES, pool
from hexade.bots.program import Program, check
from hexade.contract.game import AnyGame, Result, Seat
from hexade.contract.reason import Refusal
from hexade.contract.record import Record, verify
from hexade.contract.setup import agree
from hexade.match.play import play

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("program.py")
TURNS = [game for game in games.catalogue().values() if game.chapters != "F"]
TOGETHER = next(game for game in games.catalogue().values() if game.chapters == "F")
FAULTS = {
    "lazy": "late",
    "mute": "late",
    "illegal": "illegal",
    "garbage": "unreadable",
    "list": "unreadable",
    "dead": "dead",
    "deaf": "dead, or late",  # by whether it closes its input before or after the next question
}


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    pool.close()
    pool._failed.clear()
    pool._slow.clear()


def command(mode: str, log: Path | None = None) -> str:
    return shlex.join([sys.executable, str(SCRIPT), mode, *([str(log)] if log else [])])


def a_game(
    game: AnyGame, program: Program, seed: int = 1, time_ms: int = 2000, seats: int | None = None
) -> Record:
    setup = agree(game, seats=seats)
    others = [bots.make("random", game, seat) for seat in range(1, setup.seats)]
    record = play(game, setup, [program, *others], seed, time_ms)
    verify(game, record)
    return record


def heard(log: Path) -> list[dict[str, Any]]:
    pool.close()  # it has read all when it has left
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize("game", games.catalogue().values(), ids=games.names())
def test_a_good_program_plays_games_in_one_process_and_hears_what_its_seat_may(
    game: AnyGame, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    program = Program(game, 1, command("good", log))
    records = [a_game(game, program, seed) for seed in (1, 2)]
    assert not program.faults
    assert program.called == "test bot, good"
    said = heard(log)
    assert len({line["pid"] for line in said}) == 1
    kinds = [line["type"] for line in said]
    assert kinds.count("hello") == kinds.count("end") == 2
    assert kinds[0] == "hello"
    assert kinds[-1] == "end"
    hello = said[0]
    setup = records[0].setup
    assert {key: hello[key] for key in ("protocol", "game", "variant", "seats", "seat")} == {
        "protocol": "hexade-bot/1", "game": game.name, "variant": setup.variant,
        "seats": setup.seats, "seat": 0,
    }  # fmt: skip
    assert hello.get("edition") == setup.edition
    told = [line["event"] for line in said if line["type"] == "event"]
    assert told == [game.tell(event, 0) for record in records for event in record.events]
    results = [line["result"] for line in said if line["type"] == "end"]
    assert results == [record.result for record in records]
    asked = [line for line in said if line["type"] == "choose"]
    assert asked
    assert all(line["time_ms"] == 2000 and line["legal"] and line["view"] for line in asked)


@pytest.mark.parametrize(("mode", "fault"), FAULTS.items())
def test_a_fault_costs_the_seat_for_the_rest_of_the_game(mode: str, fault: str) -> None:
    program = Program(TURNS[0], 1, command(mode))
    a_game(TURNS[0], program, time_ms=300)
    assert [*program.faults.values()] == [1]
    assert next(iter(program.faults)) in fault


@pytest.mark.parametrize("mode", ["slow", "illegal", "dead"])
def test_a_program_plays_again_in_the_next_game(mode: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = Program(TURNS[0], 1, command(mode, log))
    for seed in (1, 2):
        a_game(TURNS[0], program, seed, time_ms=400)
    assert sum(program.faults.values()) == 2
    assert [line["type"] for line in heard(log)].count("choose") == 6
    assert len({line["pid"] for line in heard(log)}) == (2 if mode == "dead" else 1)


def test_where_slowness_is_a_miss_it_costs_no_seat(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = Program(TOGETHER, 1, command("slow", log))
    record = a_game(TOGETHER, program, time_ms=500, seats=3)
    assert dict(program.faults) == {"late": 1}
    assert [event["event"] for event in record.events].count("miss") == 1
    rounds = [event["event"] for event in record.events].count("picture")
    asked = [line for line in heard(log) if line["type"] == "choose"]
    assert len(asked) == rounds
    chosen = [event for event in record.events if event["event"] == "choose" and event["seat"] == 0]
    wanted = [q["legal"][n % len(q["legal"])] for n, q in enumerate(asked, 1) if n != 3]
    assert [event["symbol"] for event in chosen] == wanted  # no answer was taken for another


def test_either_spelling_of_a_move_is_accepted() -> None:
    program = Program(TURNS[0], 1, command("turned"))
    a_game(TURNS[0], program)
    assert not program.faults


def test_complaints_are_kept_apart_from_answers(tmp_path: Path) -> None:
    pool.errors = tmp_path / "errors"
    try:
        program = Program(TURNS[0], 1, command("flood"))
        a_game(TURNS[0], program)
    finally:
        pool.errors = None
    assert not program.faults
    assert "complaint" in (tmp_path / "errors").read_text()


@pytest.mark.parametrize(("mode", "fault"), [("stillborn", "dead"), ("sleeper", "unready")])
def test_a_program_that_never_gets_ready_is_not_waited_for_again_and_again(
    mode: str, fault: str
) -> None:
    program = Program(TURNS[0], 1, command(mode), ready_ms=300 if mode == "sleeper" else 60_000)
    for seed in range(4):
        a_game(TURNS[0], program, seed)
    assert program.faults[fault] >= 2
    assert sum(program.faults.values()) == 4


@pytest.mark.parametrize("mode", ["hang", "mute"])
def test_a_program_that_owes_an_answer_is_ended_and_after_three_games_not_started_again(
    mode: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    program = Program(TURNS[0], 1, command(mode, log))
    began = monotonic()
    for seed in range(5):
        a_game(TURNS[0], program, seed, time_ms=200)
    assert monotonic() - began < 300  # and not three times the 120 s that a hello may take
    assert dict(program.faults) == {"late": 3, "dead": 2}
    hellos = [line["pid"] for line in heard(log) if line["type"] == "hello"]
    assert len(hellos) == len(set(hellos)) == 3


def test_a_slow_program_that_gives_every_answer_keeps_playing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = Program(TURNS[0], 1, command("slow", log))
    for seed in range(5):
        a_game(TURNS[0], program, seed, time_ms=200)
    assert dict(program.faults) == {"late": 5}
    assert len({line["pid"] for line in heard(log)}) == 1


def test_a_good_game_forgives_slow_ones() -> None:
    program = Program(TURNS[0], 1, command("good"))
    pool._slow[program.command] = SLOW_GAMES - 1
    a_game(TURNS[0], program)
    assert not program.faults
    assert pool._slow[program.command] == 0


def test_two_copies_of_a_program_sit_at_one_table(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = TURNS[0]
    pair = [Program(game, seat, command("good", log)) for seat in (0, 1)]
    for seed in (1, 2):
        verify(game, play(game, agree(game), pair, seed))
    assert len({line["pid"] for line in heard(log)}) == 2


def test_a_name_from_the_network_never_runs_a_program() -> None:
    with pytest.raises(Refusal, match="there is no bot"):
        bots.make("cmd:" + command("good"), TURNS[0], 1)


@pytest.mark.parametrize("bad", ["", "./no-such-program", "'unfinished"])
def test_a_command_that_cannot_be_run_is_refused_in_words(bad: str) -> None:
    with pytest.raises(Refusal):
        check(bad)


def test_an_operator_can_offer_programs_under_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_offered", {})
    bots.offer({"tester": "cmd:" + command("good")})
    program = bots.make("tester", TURNS[0], 1)
    assert isinstance(program, Program)
    a_game(TURNS[0], program)
    assert not program.faults


def test_a_player_that_was_too_slow_may_say_so_only_where_the_game_has_a_miss() -> None:
    class Slow(Program):
        def sit(self, setup: object, seat: Seat) -> None:
            """Need no program."""

        def choose(self, view: object, legal: object, time_ms: int | None = None) -> int:
            """Return what no game of turns knows."""
            return -1

        def rise(self, result: Result) -> None:
            """Need no program."""

    with pytest.raises(Refusal):
        a_game(TURNS[0], Slow(TURNS[0], 1, "none"))


def test_a_program_that_never_stops_talking_fills_no_memory() -> None:
    program = Program(TURNS[0], 1, command("babble"))
    program.sit(agree(TURNS[0]), 0)
    process = program._process
    assert process is not None
    program.close()
    a_game(TURNS[0], program)
    assert program.faults == {"unreadable": 1}
    assert len(process._lines) <= MOST_LINES
    pool.close()
    assert not process.alive
