"""How others did in a puzzle: near days, games with puzzles, a few results of each address."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from time import time
from typing import Any

import httpx
import pytest

from hexade import games
from hexade.server.net import limits as module
from hexade.server.net.limits import Limits
from hexade.server.settings import Settings
from hexade.server.store.puzzle_counts import day_of
from tests.server.fixtures import ALL, FakeTime, a_server, run

PUZZLED = [name for name in ALL if games.find(name).puzzles is not None]
WEB = Path(__file__).parents[3] / "web" / "src" / "games"
NOBODY = {"found": [0, 0, 0], "missed": 0, "counted": False}


@asynccontextmanager
async def asking(folder: Path, **given: Any) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        a_server(folder, **given) as server,
        httpx.AsyncClient(base_url=f"{server.address}/api/puzzles") as http,
    ):
        yield http


def days_off(days: int) -> str:
    return str(day_of(time()) + timedelta(days=days))


def test_the_games_with_puzzles_are_those_that_have_a_calendar() -> None:
    assert sorted(path.parent.name for path in WEB.glob("*/daily")) == PUZZLED
    assert list(ALL) != PUZZLED


def test_each_result_counts_once_in_its_row_for_its_game_and_day(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(tmp_path, results_per_hour=10) as http:
            puzzle = f"/{PUZZLED[0]}/{days_off(0)}"
            for outcome in (2, 0, 2):
                answer = await http.post(puzzle, json={"outcome": outcome})
                assert answer.status_code == 200
            told = {"found": [0, 2, 0], "missed": 1}
            assert answer.json() == {**told, "counted": True}
            assert (await http.get(puzzle)).json() == {**told, "counted": False}
            for other in (f"/{PUZZLED[1]}/{days_off(0)}", f"/{PUZZLED[0]}/{days_off(-1)}"):
                assert (await http.get(other)).json() == NOBODY

    run(test())


def test_a_result_is_for_a_day_that_it_is_somewhere_on_earth(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(tmp_path) as http:
            for days in (-9999, -3, -2, -1, 0, 1, 2, 9999):
                puzzle = f"/{PUZZLED[0]}/{days_off(days)}"
                answer = await http.post(puzzle, json={"outcome": 1})
                assert answer.status_code == 200
                counts = -2 <= days <= 1
                assert answer.json()["found"][0] == counts == answer.json()["counted"], days

    run(test())


def test_what_is_no_puzzle_is_not_found(tmp_path: Path) -> None:
    async def test() -> None:
        today = days_off(0)
        without = next(name for name in ALL if name not in PUZZLED)
        async with asking(tmp_path) as http:
            for path in (
                f"/{without}/{today}", f"/nothing/{today}", f"/{PUZZLED[0]}/today",
                f"/{PUZZLED[0]}/{today.replace('-', '')}", f"/{PUZZLED[0]}/2026-02-30",
                f"/{PUZZLED[0]}/2026-W47-3", f"/{PUZZLED[0]}/{today}%00",
            ):  # fmt: skip
                for answer in (await http.get(path), await http.post(path, json={"outcome": 1})):
                    assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), path

    run(test())


@pytest.mark.parametrize(
    "sent",
    ['{"outcome":4}', '{"outcome":-1}', '{"outcome":1.5}', '{"outcome":"1"}', "{}", "1", "",
     '{"outcome":1,"name":"Ada"}', '{"outcome":' + " " * 9000 + "1}"],
)  # fmt: skip
def test_what_is_no_result_is_refused_and_not_counted(sent: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(tmp_path) as http:
            puzzle = f"/{PUZZLED[0]}/{days_off(0)}"
            assert (await http.post(puzzle, content=sent)).status_code == 400
            assert (await http.get(puzzle)).json() == NOBODY

    run(test())


def test_beyond_its_share_an_address_is_answered_and_not_counted(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(tmp_path, results_per_hour=2) as http:
            puzzle = f"/{PUZZLED[0]}/{days_off(0)}"
            answers = [await http.post(puzzle, json={"outcome": 3}) for _ in range(5)]
            assert [answer.status_code for answer in answers] == [200] * 5
            assert [answer.json()["counted"] for answer in answers] == [True] * 2 + [False] * 3
            assert answers[-1].json()["found"] == [0, 0, 2]

    run(test())


def test_an_address_has_a_share_of_each_puzzle_and_neighbours_share_it() -> None:
    clock = FakeTime()
    limits = Limits(Settings(results_per_hour=2), clock)
    came = [limits.result(f"2001:db8:0:{n:x}::/64", "a 1") for n in range(3)]
    assert came == [True, True, False]
    assert limits.result("2001:db8::/64", "a 2")
    assert limits.result("192.0.2.7", "a 1")
    clock.at += 1800
    assert limits.result("2001:db8::/64", "a 1")


def test_however_many_networks_somebody_has_others_are_counted_and_little_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_RESULTS", 300)
    clock = FakeTime()
    limits = Limits(Settings(results_per_hour=2), clock)
    for customer in range(400):  # of one provider
        came = [limits.result(f"2001:db8:{customer:x}::/64", "a 1") for _ in range(2)]
        assert came == [customer < 200] * 2, customer
    for address in ("192.0.2.7", "2001:db9::/64"):
        assert [limits.result(address, "a 1") for _ in range(3)] == [True, True, False]
    assert len(limits._buckets["result"]) == 300
    for n in range(297):
        limits.result(f"198.51.{n // 256}.{n % 256}", "a 1")
    assert not limits.result("2001:db9::/64", "a 1")  # it is remembered
    clock.at += Settings().keep_addresses_s + 1
    limits.forget_idle()
    assert not limits._buckets["result"]
