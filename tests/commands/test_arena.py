"""The commands `arena` and `analyse`, as typed."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from hexade import bots, games
from hexade.bots.process import pool
from hexade.commands import arena as room
from hexade.contract.game import AnyGame, Seat
from hexade.contract.record import Record, parse, read, replay, verify
from hexade.contract.setup import agree
from hexade.file_lock import sole_writer
from tests.bots.test_own import weights_that_fit
from tests.commands.invoke import hexade

pytestmark = pytest.mark.slow

MEASURED = [game for game in games.catalogue().values() if "greedy" in bots.makers(game)]
GAME = min(MEASURED, key=lambda game: game.moves).name  # quick, also as plain Python
PROGRAM = Path(__file__).parents[1] / "bots" / "program.py"


def program(mode: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(PROGRAM), mode])


def arena(out: Path, *args: object) -> str:
    slow = ("--time-ms", 60_000)  # nobody is late, however busy the machine is
    found = hexade("arena", GAME, *args, "--workers", 1, *slow, "--out", out)
    assert found.exit_code == 0, found.output
    return found.output


def test_an_arena_leaves_games_a_summary_and_a_report(tmp_path: Path) -> None:
    said = arena(tmp_path / "out", "greedy", "random", "--deals", 3)
    assert "greedy - random" in said
    assert "6 games of 3 deals" in said
    summary = json.loads((tmp_path / "out" / room.SUMMARY).read_text())
    assert [player["name"] for player in summary["standings"]] == ["greedy", "random"]
    assert summary["machine"]["cores"] >= 1
    assert (tmp_path / "out" / room.REPORT).read_text().startswith("<!doctype html>")
    again = (tmp_path / "out" / room.GAMES).read_bytes()
    assert "6 games of 3 deals" in arena(tmp_path / "out", "greedy", "random", "--deals", 3)
    assert (tmp_path / "out" / room.GAMES).read_bytes() == again


def test_two_arenas_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with sole_writer(tmp_path / room.GAMES):
        found = hexade("arena", GAME, "greedy", "random", "--deals", 1, "--out", tmp_path)
    assert found.exit_code == 2
    assert "another run is writing to" in found.output
    assert len(found.output.splitlines()) == 1
    assert "2 games of 1 deal;" in arena(tmp_path, "greedy", "random", "--deals", 1)


def test_a_sequential_test_stops_the_arena(tmp_path: Path) -> None:
    said = arena(tmp_path, "greedy", "random", "--deals", 400, "--sprt", "0.5:0.7")
    assert "greedy: at least 70.0%" in said
    deals = json.loads((tmp_path / room.SUMMARY).read_text())["deals"]
    assert 10 <= deals < 100
    assert "at least 70.0%" in arena(
        tmp_path, "greedy", "random", "--deals", 400, "--sprt", "0.5:0.7"
    )


def test_programs_play_in_the_arena_and_in_simulations(tmp_path: Path) -> None:
    try:
        arena(tmp_path / "out", program("illegal"), "random", "--deals", 1)
        summary = json.loads((tmp_path / "out" / room.SUMMARY).read_text())
        assert summary["standings"][0]["faults"] == {"illegal": 2}
        args = ("--bot", program("good"), "--bot", "random", "--games", 2)
        done = hexade("simulate", GAME, *args, "--out", tmp_path / "games.jsonl")
        assert done.exit_code == 0
    finally:
        pool.close()
    for line in (tmp_path / "games.jsonl").read_text().splitlines():
        record = read(games.find(GAME), parse(line))
        assert record.names[0].startswith("cmd:")
        verify(games.find(GAME), record)


def test_classes_and_networks_of_ones_own_play_in_the_arena(tmp_path: Path) -> None:
    last, game = "py:tests.bots.test_own:Last", games.find(GAME)
    net = weights_that_fit(tmp_path / f"{'long' * 20}.npz", game, agree(game))
    said = arena(tmp_path / "out", last, net, "random", "--deals", 1)
    column = "".join(line.split("  ")[0] for line in said.splitlines())
    assert column.count(net) >= 2, "its name is cut off in a table"
    assert last in column
    summary = json.loads((tmp_path / "out" / room.SUMMARY).read_text())
    assert {row["name"] for row in summary["standings"]} == {last, net, "random"}
    assert [row["faults"] for row in summary["standings"]] == [{}, {}, {}]
    refused = hexade("arena", GAME, "py:tests.bots.test_own:Absent", "random", "--deals", 1)
    assert refused.exit_code == 2
    assert "has no attribute 'Absent'" in refused.output


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("arena", ("py:MODULE:CLASS", "net:FILE.npz", "cmd:PROGRAM")),
        ("play", ("py:MODULE:CLASS", "net:FILE.npz", "cmd:PROGRAM")),
        ("simulate", ("py:MODULE:CLASS",)),
    ],
)
def test_help_names_agents_of_ones_own(command: str, words: tuple[str, ...]) -> None:
    shown = " ".join(hexade(command, "--help").stdout.split())
    assert [word for word in words if word not in shown] == []


@pytest.mark.parametrize("command", ["simulate", "dataset"])
def test_it_is_said_when_a_program_did_not_play_itself(command: str, tmp_path: Path) -> None:
    def simulated(mode: str) -> str:
        args = ("--bot", program(mode), "--bot", "random", "--games", 2)
        alone = ("--workers", 1)
        return hexade(command, GAME, *args, *alone, "--out", tmp_path / mode).output

    try:
        assert "faults of" not in simulated("good")
        said = simulated("illegal").splitlines()
    finally:
        pool.close()
    assert len(said) == 2
    assert said[1].startswith("faults of cmd:")
    assert "illegal: 2 illegal; the random bot played on" in said[1]


def test_an_interval_of_one_deal_is_not_known(tmp_path: Path) -> None:
    assert "2 games of 1 deal;" in arena(tmp_path, "greedy", "random", "--deals", 1)
    page = (tmp_path / room.REPORT).read_text()
    assert "2 games of 1 deal," in page
    assert "inf" not in page
    assert "–</small>" in page
    summary = (tmp_path / room.SUMMARY).read_text()
    assert "Infinity" not in summary
    assert json.loads(summary)["standings"][0]["measure"]["low"] is None


@pytest.mark.parametrize("effort", ["nan", "inf", "2"])
def test_an_effort_that_is_none_is_refused(record: Path, effort: str) -> None:
    found = hexade("analyse", record, "--effort", effort)
    assert found.exit_code == 2
    assert "Invalid value for '--effort'" in found.output


def test_a_program_plays_a_demonstration() -> None:
    try:
        shown = hexade("play", GAME, "--player", program("good"), "--player", "bot:random")
    finally:
        pool.close()
    assert shown.exit_code == 0
    assert "The game is over." in shown.output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("greedy", "genius"), "there is no player 'genius'"),
        (("greedy", "cmd:./no-such-program"), "there is no program './no-such-program'"),
        (("greedy",), "name at least two players"),
        (("greedy", "random", "--sprt", "0.9"), "write two shares"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    found = hexade("arena", GAME, *args, "--out", tmp_path / "out")
    assert found.exit_code == 2
    assert said in found.output
    assert len(found.output.splitlines()) == 1
    assert not (tmp_path / "out").exists()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    args = ("--bot", "greedy", "--bot", "random", "--games", 2)
    assert hexade("simulate", GAME, *args, "--out", path).exit_code == 0
    return path


def test_an_analysis_can_be_read(record: Path) -> None:
    found = hexade("analyse", record, "--game", 2, "--effort", 0)
    assert found.exit_code == 0
    assert "accuracy" in found.output
    assert " %" not in found.output  # English writes 38%
    assert "Biggest mistakes:" in found.output


def test_an_analysis_comes_as_json(record: Path) -> None:
    found = json.loads(hexade("analyse", record, "--json", "--effort", 0).output)
    assert found["format"] == "hexade-analysis/1"
    assert {move["seat"] for move in found["moves"]} == {0, 1}
    assert all(move["loss"] >= 0 and move["best"] for move in found["moves"])


def first_choice(game: AnyGame, found: Record) -> tuple[int, Seat]:
    """Return the event after which somebody first has a choice, and who."""
    n = -1
    for step in replay(game, found):
        n += len(step.events)
        for seat in game.to_act(step.state):
            if len(game.legal(step.state, seat)) > 1:
                return n, seat
    raise AssertionError("there is no choice in the whole game")


def test_one_position_of_a_record_can_be_judged(record: Path) -> None:
    game = games.find(GAME)
    found = read(game, parse(record.read_text().splitlines()[0]))
    first, seat = first_choice(game, found)
    said = json.loads(hexade("analyse", record, "--move", first, "--json", "--effort", 0).output)
    assert [entry["seat"] for entry in said] == [seat]
    values = [value for _, value in said[0]["moves"]]
    assert values == sorted(values, reverse=True)
    assert "to move" in hexade("analyse", record, "--move", first, "--effort", 0).output
    assert hexade("analyse", record, "--move", 9999).exit_code == 2


def test_a_broken_record_is_refused_in_one_line(record: Path) -> None:
    record.write_text(record.read_text().replace('"seat":0', '"seat":1', 1))
    found = hexade("analyse", record)
    assert found.exit_code == 2
    assert len(found.output.splitlines()) == 1


def test_a_record_with_another_result_is_not_analysed(record: Path) -> None:
    line = json.loads(record.read_text().splitlines()[0])
    line["result"]["ranks"] = [rank + 1 for rank in line["result"]["ranks"]]
    record.write_text(json.dumps(line) + "\n")
    found = hexade("analyse", record, "--effort", 0)
    assert found.exit_code != 0
    assert "the rules give the result" in found.output
