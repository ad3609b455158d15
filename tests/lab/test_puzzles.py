"""Puzzles: every one has its form, and what is claimed of a sample holds when judged again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexade import games
from hexade.contract.game import AnyGame, View
from hexade.contract.kernel import default_target
from hexade.contract.puzzle import FAR, PIECE, PLACE, SAME
from hexade.lab import puzzles
from hexade.lab.puzzle_calendar import FILE, TARGETS, WEEK, YEAR, arranged, write_calendar
from hexade.lab.workers import alone

ROOT = Path(__file__).parents[2]
GAMES = sorted(name for name, game in games.catalogue().items() if game.puzzles)
PLAIN = default_target() == "plain"
SAMPLE = 12  # puzzles of each game that are judged again


def files(name: str) -> list[Path]:
    return sorted((ROOT / "web" / "src" / "games" / name / "daily").glob("*.json"))


def shipped(name: str) -> Iterator[dict[str, Any]]:
    for path in files(name):
        yield from json.loads(path.read_text("utf-8"))["days"]


def opened(game: AnyGame, puzzle: dict[str, Any]) -> tuple[View, list[int]]:
    """Return what the seat sees that must move, and its legal moves."""
    state = puzzles.position(game, puzzles.setup_of(game), puzzle["line"])
    (seat,) = game.to_act(state)
    assert seat >= 0
    return game.view(state, seat), list(game.legal(state, seat))


def unrolled(near: str) -> str:
    return "".join(int(n) * sign for n, sign in re.findall(r"(\d+)(\D)", near))


def test_every_game_with_puzzles_has_some() -> None:
    assert GAMES
    for name in GAMES:
        assert files(name)


@pytest.mark.parametrize("name", GAMES)
def test_the_calendar_is_a_year_of_whole_weeks_and_has_no_position_twice(name: str) -> None:
    days = list(shipped(name))
    assert len(days) % WEEK == 0
    assert len(days) >= YEAR
    for n, path in enumerate(files(name)):
        held = json.loads(path.read_text("utf-8"))["days"]
        assert path.name == f"{n + 1:02}-{len(held)}.json"
        assert len(held) == FILE or n == len(files(name)) - 1
    assert len({puzzle["line"] for puzzle in days}) == len(days)
    assert path.stat().st_size < 64_000


@pytest.mark.parametrize("name", GAMES)
def test_no_colour_decides_three_days_running(name: str) -> None:
    colours = [puzzle["colour"] for puzzle in shipped(name)]
    assert all(len(set(colours[n : n + 3])) > 1 for n in range(len(colours) - 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_has_its_form(name: str) -> None:
    game = games.find(name)
    assert game.puzzles
    for puzzle in list(shipped(name))[:: 20 if PLAIN else 1]:
        view, legal = opened(game, puzzle)
        assert game.puzzles.suits(view), puzzle["id"]
        assert {puzzle["best"], puzzle["tempting"]} <= set(legal)
        assert len(puzzle["values"]) == len(legal)
        assert set(puzzle["values"]) <= set(puzzles.LETTERS)
        assert 0 <= puzzle["missed"] <= len(puzzles.JUDGES)
        near = unrolled(puzzle["near"])
        compared = [game.puzzles.compare(view, puzzle["best"], move) for move in legal]
        assert list(near) == compared
        assert set(near) <= {SAME, PIECE, PLACE, FAR}
        exact = {int(move): value for move, value in puzzle["exact"].items()}
        best = exact[puzzle["best"]]
        others = [v for m, v in exact.items() if near[legal.index(m)] != SAME]
        assert best - max(others) >= 1000 * puzzles.CLEAR - 1
        assert best - exact[puzzle["tempting"]] >= 1000 * puzzles.TEMPTATION - 1
        assert puzzles.tempting(game, view, legal, puzzle["best"]) == puzzle["tempting"]
        points = list(game.puzzles.points(view, [puzzle["best"], puzzle["tempting"]]))
        assert puzzle["points"] == points
        assert points[0] < points[1] == max(game.puzzles.points(view, legal))
        assert game.reasons(view, legal, puzzle["best"])
        assert puzzle["sketch"] == game.puzzles.sketch(view)


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="it takes hours as plain Python")
@pytest.mark.parametrize("name", GAMES)
def test_a_sample_is_proved_again_with_other_chances(name: str) -> None:
    game = games.find(name)
    days = list(shipped(name))
    for n, puzzle in enumerate(days[:: max(1, len(days) // SAMPLE)]):
        view, legal = opened(game, puzzle)
        quick = np.asarray(game.judge(view, legal, 1.0, 900 + n))
        seeds = (7000 + n, 8000 + n, 9000 + n)
        found = puzzles.look_closely(game, view, legal, quick, seeds)
        mean = {move: sum(values) / len(values) for move, values in found.items()}
        lead, cost = puzzles.margins(game, view, mean, puzzle["best"], puzzle["tempting"])
        # Two looks found the margins; others scatter round them, and never turn them over.
        assert lead > puzzles.CLEAR / 3, (puzzle["id"], lead)
        assert cost > puzzles.TEMPTATION / 2, (puzzle["id"], cost)


def some(count: int) -> list[dict[str, Any]]:
    return [{"id": str(n), "missed": n % 6, "colour": "rgboyp"[n // 3 % 6]} for n in range(count)]


def test_weeks_get_harder_and_mix_their_colours() -> None:
    days = arranged(some(300), most=140)
    assert len(days) == 140
    assert len({one["id"] for one in days}) == 140
    by_day = [[one["missed"] for one in days[day::WEEK]] for day in range(WEEK)]
    assert [round(sum(found) / len(found)) for found in by_day] == list(TARGETS)
    colours = [one["colour"] for one in days]
    assert all(len(set(colours[n : n + 3])) > 1 for n in range(len(colours) - 2))


def test_a_calendar_is_written_in_parts_and_old_ones_go(tmp_path: Path) -> None:
    assert write_calendar(some(100), tmp_path, "base", 2) == 98
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "01-28.json", "02-28.json", "03-28.json", "04-14.json",
    ]  # fmt: skip
    first = (tmp_path / "01-28.json").read_text()
    assert write_calendar(some(130), tmp_path, "base", 2) == 126  # what is solved stays
    assert (tmp_path / "01-28.json").read_text() == first
    assert [path.name for path in sorted(tmp_path.iterdir())][3:] == ["04-28.json", "05-14.json"]
    days = [
        one["id"] for path in tmp_path.iterdir() for one in json.loads(path.read_text())["days"]
    ]
    assert len(set(days)) == 126


def test_runs_and_lines_read_back() -> None:
    assert puzzles.runs("..t=..") == "2.1t1=2."
    assert [int(one, 36) for one in puzzles.written_line([0, 35, 36, 6218]).split()] == [
        0, 35, 36, 6218,
    ]  # fmt: skip


def test_a_search_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[range] = []

    def searched(name: str, seed: int, numbers: range) -> list[dict[str, Any]]:
        asked.append(numbers)
        return [{"id": f"{numbers.start}.1"}]

    monkeypatch.setattr(puzzles, "search", searched)
    monkeypatch.setattr(puzzles, "processes", lambda _: alone)
    pool = tmp_path / "pool.jsonl"
    puzzles.fill(GAMES[0], pool, 1, 10, 1)
    with pool.open("a") as file:
        file.write('{"games": [10, 1')  # the machine went off here
    puzzles.fill(GAMES[0], pool, 1, 16, 1)
    assert asked == [range(4), range(4, 8), range(8, 10), range(10, 12), range(12, 16)]
    assert [entry["games"] for entry in puzzles.entries(pool)] == [[n.start, n.stop] for n in asked]
