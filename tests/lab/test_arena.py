"""The arena plays every deal from every side, the same games whoever shares the work."""

from __future__ import annotations

import json
import pickle
import shlex
import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hexade import bots, games
from hexade.bots.process import pool
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.game import AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree, setups
from hexade.lab.arena import FORMAT, ArenaPlan, Line, Log, checked, read
from hexade.lab.arena import play as play_units
from hexade.lab.pairing import FIELD, NEAR, ROBIN, TABLE, pairings
from hexade.lab.players import make
from hexade.lab.report import report
from hexade.lab.standings import deal_scores, standings
from hexade.lab.workers import processes
from hexade.match.play import finish, play
from tests.lab.kill import killer

pytestmark = pytest.mark.slow

MEASURED = [game for game in games.catalogue().values() if "greedy" in bots.makers(game)]
GAME = min(MEASURED, key=lambda game: game.moves)  # the quickest, also as plain Python
SETUP = agree(GAME)
PLAN = ArenaPlan(SETUP, ("greedy", "random"), 4, seed=3)


def plan_of(head: Line, deals: int) -> ArenaPlan:
    """Return the plan behind the head of a file."""
    kept = dict(head["setup"])
    kept["options"] = tuple((name, value) for name, value in kept["options"])
    return ArenaPlan(
        Setup(**kept), tuple(head["players"]), deals, head["seed"], head["time_ms"], head["mode"]
    )


def untimed(lines: list[Line]) -> list[Line]:
    found = [{k: v for k, v in line.items() if k not in ("ms", "cpu_ms")} for line in lines]
    return sorted(found, key=lambda line: (line["deal"], line["pairing"], line["lineup"]))


def played(plan: ArenaPlan) -> list[Line]:
    return [line for lines in play_units(plan, plan.units()) for line in lines]


def setup_with(sides: int, seats: int) -> tuple[AnyGame, Setup]:
    """Return some game with so many sides and seats."""
    for game in sorted(MEASURED, key=lambda game: game.moves):
        for setup in setups(game):
            if (len(game.sides(setup)), setup.seats) == (sides, seats):
                return game, setup
    raise LookupError


def test_two_sides_swap_seats() -> None:
    game, setup = setup_with(2, 2)
    assert pairings(game, setup, 2) == [[(0, 1), (1, 0)]]
    assert len(pairings(game, setup, 4, ROBIN)) == 6
    assert pairings(game, setup, 3, FIELD) == [[(0, 1), (1, 0)], [(0, 2), (2, 0)]]


def test_more_sides_turn_through_every_seat() -> None:
    game, setup = setup_with(3, 3)
    assert pairings(game, setup, 2) == [[(0, 1, 1), (1, 0, 1), (1, 1, 0)]]
    assert pairings(game, setup, 3, TABLE) == [[(0, 1, 2), (1, 2, 0), (2, 0, 1)]]
    assert len(pairings(game, setup, 2, ROBIN)) == 2


def test_near_players_meet_their_two_neighbours() -> None:
    game, setup = setup_with(2, 2)
    met = [set(lineups[0]) for lineups in pairings(game, setup, 4, NEAR)]
    assert met == [{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}]


def test_a_level_can_be_named_by_its_noise() -> None:
    assert make("noise:0.5", GAME, 1).name == "noise:0.5"
    for bad in ("noise:", "noise:2", "noise:0.1:7", "noise:x"):
        with pytest.raises(Refusal, match="write noise:"):
            make(bad, GAME, 1)


def test_teams_change_places_as_teams() -> None:
    game, setup = setup_with(2, 4)
    (lineups,) = pairings(game, setup, 2)
    assert lineups == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_a_lone_side_plays_the_same_deals_one_after_the_other() -> None:
    game, setup = setup_with(1, 1)
    assert pairings(game, setup, 2) == [[(0,)], [(1,)]]


def test_what_cannot_be_played_is_refused() -> None:
    for players, mode in ((("greedy",), None), (("greedy", "greedy"), None)):
        with pytest.raises(Refusal):
            checked(ArenaPlan(SETUP, players, 1, mode=mode))
    with pytest.raises(Refusal, match="there is no player 'genius'"):
        checked(ArenaPlan(SETUP, ("greedy", "genius"), 1))
    with pytest.raises(Refusal, match="at one table"):
        checked(ArenaPlan(SETUP, ("greedy", "random", "level1"), 1, mode=TABLE))


@pytest.mark.parametrize("game", games.catalogue().values(), ids=games.names())
def test_the_quick_way_plays_the_same_games_as_the_match(game: AnyGame) -> None:
    for setup in setups(game):
        pair = [[bots.make("random", game, seat) for seat in range(setup.seats)] for _ in "ab"]
        assert finish(game, setup, pair[0], 7) == play(game, setup, pair[1], 7).result


def test_all_games_of_a_deal_share_its_seed_and_every_seat_is_taken() -> None:
    lines = played(PLAN)
    assert Counter(tuple(line["seats"]) for line in lines) == {(0, 1): 4, (1, 0): 4}
    first = lines[0]
    seed = seed_of(PLAN.seed, first["deal"])
    names = [PLAN.players[n] for n in first["seats"]]
    players = [bots.make(name, GAME, bot_seed(seed, s)) for s, name in enumerate(names)]
    assert play(GAME, SETUP, players, seed).result["ranks"] == first["ranks"]  # type: ignore[index]


def test_processes_play_the_same_games_even_when_one_is_killed() -> None:
    found: list[Line] = []
    kill = killer()
    with closing(play_units(PLAN, PLAN.units(), processes(2))) as units:
        for lines in units:
            if not found:
                kill()
            found += lines
    assert untimed(found) == untimed(played(PLAN))


def test_a_plan_travels_as_data_so_that_workers_load_what_is_compiled() -> None:
    plan = replace(PLAN, seed=4)
    assert plan.units()
    assert plan.game.name.encode() in pickle.dumps(plan)
    assert len(pickle.dumps(plan)) < 1000  # the game itself has all its compiled functions


def test_a_broken_run_goes_on_where_it_broke_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = Log(path, PLAN)
    for lines in play_units(PLAN, PLAN.units()):
        whole.add(lines)
    text = path.read_bytes()
    path.write_bytes(text[: int(len(text) * 0.6)])  # in the middle of a line
    log = Log(path, PLAN)
    missing = log.missing()
    assert 0 < len(missing) < len(PLAN.units())
    for lines in play_units(PLAN, missing):
        log.add(lines)
    assert Log(path, PLAN).missing() == []
    head, found = read(path)
    assert untimed(found) == untimed(whole.lines)
    assert plan_of(head, 4) == PLAN


def test_a_deal_that_broke_off_half_way_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    log = Log(path, PLAN)
    for lines in play_units(PLAN, PLAN.units()):
        log.add(lines)
    text = path.read_bytes()
    path.write_bytes(text[:-5])  # one of the two games of the last deal is whole
    resumed = Log(path, PLAN)
    (unit,) = resumed.missing()
    for lines in play_units(PLAN, [unit]):
        resumed.add(lines)
    assert untimed(resumed.lines) == untimed(log.lines)
    assert standings(PLAN, resumed.lines).games == 8
    assert path.read_bytes().count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize("length", [0, 1, 20])
def test_a_file_with_no_whole_line_is_begun_anew(tmp_path: Path, length: int) -> None:
    path = tmp_path / "games.jsonl"
    Log(path, PLAN)
    head = path.read_bytes()
    path.write_bytes(head[:length])
    assert Log(path, PLAN).missing() == PLAN.units()
    assert path.read_bytes() == head


def test_what_is_no_arena_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"my": "notes"}')
    with pytest.raises(Refusal, match="not a file of the arena"):
        Log(path, PLAN)
    assert path.read_text() == '{"my": "notes"}'


@pytest.mark.parametrize("text", ["", "[1]", "7", "{}", "{", f'{{"format":"{FORMAT}"}}\n{{"x":1}}'])
def test_a_file_that_is_no_arena_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(Refusal, match="not a file of the arena"):
        Log(path, PLAN)


def test_a_run_can_be_made_longer_but_not_another_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    log = Log(path, PLAN)
    for lines in play_units(PLAN, PLAN.units()):
        log.add(lines)
    assert len(Log(path, replace(PLAN, deals=6)).missing()) == 2
    assert len(Log(path, replace(PLAN, deals=2)).lines) == 4
    with pytest.raises(Refusal, match="another arena"):
        Log(path, replace(PLAN, seed=4))


def test_standings_count_what_happened() -> None:
    lines = [
        {"deal": d, "pairing": 0, "lineup": n, "seats": seats, "ranks": ranks,
         "measure": [3.0, 5.0], "ms": [[1.0, 3.0], [2.0]], "cpu_ms": [4.0, 2.0],
         "faults": [{}, {"late": 1}]}
        for d, n, seats, ranks in [
            (0, 0, [0, 1], [1, 2]), (0, 1, [1, 0], [2, 1]),
            (1, 0, [0, 1], [1, 1]), (1, 1, [1, 0], [1, 2]),
        ]
    ]  # fmt: skip
    table = standings(PLAN, lines)
    pair = table.pair(0, 1)
    assert pair is not None
    assert (pair.wins, pair.draws, pair.losses) == (2, 1, 1)
    assert pair.by_deal == [1.0, 0.25]
    assert pair.deals_won == 0.5
    first, second = table.players
    assert first.first.mean == pytest.approx(0.625)
    assert first.games == second.games == 4
    assert first.rating.elo > second.rating.elo
    assert first.measure.mean == 4.0
    assert first.times.moves == 6
    assert first.times.mean == pytest.approx(2.0)
    assert first.times.cpu == pytest.approx(12 / 6)
    assert (first.faults, second.faults) == ({"late": 2}, {"late": 2})
    assert deal_scores(PLAN, lines) == [1.0, 0.25]
    assert deal_scores(PLAN, lines[:3]) == [1.0]


def test_a_lone_side_is_compared_by_what_it_reached() -> None:
    _, setup = setup_with(1, 1)
    plan = ArenaPlan(setup, ("greedy", "random"), 3)
    reached = [(0, 0, 9.0), (0, 1, 4.0), (1, 0, 5.0), (1, 1, 5.0), (2, 0, 8.0)]
    lines = [
        {"deal": deal, "pairing": n, "lineup": 0, "seats": [n], "ranks": [1],
         "measure": [at], "ms": [[1.0]], "cpu_ms": [1.0], "faults": [{}]}
        for deal, n, at in reached
    ]  # fmt: skip
    table = standings(plan, lines)
    pair = table.pair(0, 1)
    assert pair is not None
    assert (pair.wins, pair.draws, pair.losses) == (1, 1, 0)
    assert table.players[0].measure.mean == pytest.approx(22 / 3)
    assert deal_scores(plan, lines) == [1.0, 0.5]


def test_one_against_a_field_has_a_fair_share_of_one_third() -> None:
    _, setup = setup_with(3, 3)
    plan = ArenaPlan(setup, ("greedy", "random"), 2)
    table = standings(plan, played(plan))
    assert table.games == 6
    total = table.players[0].first.mean + 2 * table.players[1].first.mean
    assert total == pytest.approx(1.0)


@pytest.mark.parametrize("mode", ["good", "illegal"])
def test_programs_play_in_the_arena_and_their_faults_are_counted(mode: str) -> None:
    script = Path(__file__).parents[1] / "bots" / "program.py"
    name = "cmd:" + shlex.join([sys.executable, str(script), mode])
    plan = checked(ArenaPlan(SETUP, (name, "random"), 2, time_ms=60_000))  # nobody is late
    try:
        table = standings(plan, played(plan))
    finally:
        pool.close()
    assert table.players[0].faults == ({} if mode == "good" else {"illegal": 4})
    assert table.players[0].times.mean > 0


def test_the_report_stands_alone_and_names_nobody_unescaped() -> None:
    plan = replace(PLAN, players=("greedy", "random"))
    lines = played(plan)
    table = standings(replace(plan, players=("greedy", "<b>bad</b>")), lines)
    page = report(replace(plan, players=("greedy", "<b>bad</b>")), table, {"machine": {}})
    assert page.startswith("<!doctype html>")
    assert "<b>bad" not in page
    assert page.count("<svg") == page.count("</svg>") == 4
    assert "http" not in page.replace("http-equiv", "")
    assert "prefers-color-scheme:dark" in page


def test_a_head_can_be_read_back() -> None:
    for game in games.catalogue().values():
        for setup in setups(game):
            plan = ArenaPlan(setup, ("random", "other"), 1)
            assert plan_of(json.loads(json.dumps(plan.head())), 1) == plan
