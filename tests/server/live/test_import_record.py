"""Games that were played on one device get a replay on the server, if they obey the rules."""

from __future__ import annotations

import asyncio
import copy
import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexade import bots, games
from hexade.contract.reason import Refusal
from hexade.contract.record import parse, read, verify, write
from hexade.contract.setup import agree
from hexade.match.play import play
from hexade.server.live import import_record
from hexade.server.live.history_queue import HistoryQueue, Visitor
from hexade.server.live.replays import ReplayCache
from hexade.server.table import decide, facts
from hexade.wire.codes import new_token
from hexade.wire.http_bodies import Giving
from hexade.wire.messages import Agreed, Sit
from tests.server.fixtures import ALL, IN_TURN, Room, a_room, a_server, run

pytestmark = pytest.mark.slow


def a_record(name: str) -> dict[str, Any]:
    """Return the record of a game between a person and random bots, as a device has it."""
    game = games.find(name)
    setup = agree(game)
    players = [bots.make("random", game, 5 + n) for n in range(setup.seats)]
    found: dict[str, Any] = json.loads(write(play(game, setup, players, 7)))
    found["seats"] = ["Fox 27", *["bot:random"] * (setup.seats - 1)]
    return found


async def given(address: str, body: object) -> httpx.Response:
    """Send a record to a server."""
    async with httpx.AsyncClient() as client:
        return await client.post(f"{address}/api/replays", json=body, timeout=120)


async def keep(room: Room, wish: Giving) -> str:
    """Keep a game in a room."""
    work = HistoryQueue()
    try:
        return await import_record.keep(room.tables, work, room.settings, wish)
    finally:
        work.close()


async def fetched(address: str, path: str) -> Any:
    """Fetch something of a replay."""
    async with httpx.AsyncClient() as client:
        return (await client.get(f"{address}/api/replays/{path}", timeout=120)).json()


@pytest.mark.parametrize("name", ALL)
def test_a_game_of_one_device_becomes_a_replay(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        record, secret = a_record(name), new_token()
        async with a_server(tmp_path) as server:
            body = {"record": record, "id": secret, "avatars": ["fox"]}
            answer = await given(server.address, body)
            assert answer.status_code == 201, answer.text
            made = answer.json()
            assert made["link"] == f"/r/{made['id']}"
            assert (await given(server.address, body)).json() == made  # idempotent
            replay = await fetched(server.address, made["id"])
            kept = await fetched(server.address, f"{made['id']}/record")
            assert replay["device"] is kept["device"] is True
            person = {"name": "Fox 27", "avatar": "fox", "bot": None}
            assert replay["players"][0] == person
            assert all(one["bot"] == "random" for one in replay["players"][1:])
            assert replay["result"] == record["result"]
            assert {key: kept[key] for key in record} == record
            game = games.find(name)
            verify(game, read(game, parse(json.dumps(kept))))
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db:
            assert db.execute("SELECT phase FROM tables").fetchall() == [("over",)]
        async with a_server(tmp_path) as server:  # after a restart
            assert await fetched(server.address, made["id"]) == replay

    run(test())


def _points(record: dict[str, Any]) -> None:
    record["result"]["ranks"] = record["result"]["ranks"][::-1]


def _unfinished(record: dict[str, Any]) -> None:
    record["events"], record["result"] = record["events"][:-3], None


def _no_game(record: dict[str, Any]) -> None:
    record["game"] = "chess"


def _event(record: dict[str, Any]) -> None:
    seats = len(record["seats"])
    event = next(event for event in record["events"] if "points" in event)
    event["seat"] = (event["seat"] + 1) % seats


def _name(record: dict[str, Any]) -> None:
    record["seats"][0] = "bot:nobody"


def _seed(record: dict[str, Any]) -> None:
    record["seed"] = -1


TAMPERED: list[tuple[Callable[[dict[str, Any]], None], str, bool]] = [
    (_points, "record", True),
    (_event, "record", True),
    (_unfinished, "not-over", False),
    (_no_game, "game", False),
    (_name, "name", False),
    (_seed, "record", False),
]


def test_a_tampered_record_is_refused_by_the_rule_that_it_breaks(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            for tamper, code, ruled in TAMPERED:
                record = a_record(IN_TURN[0])
                tamper(record)
                answer = await given(server.address, {"record": record})
                problem = answer.json()
                assert (answer.status_code, problem["code"]) == (409, code), problem
                assert bool(problem["rule"]) is ruled, problem

    run(test())


def test_what_is_no_record_or_too_long_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, record_bytes=2000) as server:
            none = await given(server.address, {"record": {"format": "something"}})
            assert (none.status_code, none.json()["code"]) == (409, "record")
            long = await given(server.address, {"record": a_record(IN_TURN[0])})
            assert (long.status_code, long.json()["code"]) == (400, "too-long")
            assert (await given(server.address, {"record": []})).status_code == 400

    run(test())


def test_no_game_can_be_given_to_a_table_of_people(tmp_path: Path) -> None:
    async def test() -> None:
        record, secret = a_record(IN_TURN[0]), new_token()
        agreed = {"game": IN_TURN[0], "variant": record["variant"], "seats": len(record["seats"])}
        async with (
            a_server(tmp_path) as server,
            httpx.AsyncClient(base_url=server.address, timeout=120) as web,
        ):
            wish = {"id": secret, "agreed": agreed, "sit": {"name": "Fox 27"}}
            code = (await web.post("/api/tables", json=wish)).json()["code"]
            sits = await web.post(f"/api/tables/{code}/seats", json={"name": "Victim"})
            assert sits.status_code == 201, sits.text
            made = (await given(server.address, {"record": record, "id": secret})).json()
            assert not made["id"].startswith(code)
            assert (await web.get(f"/api/replays/{code}.1")).status_code == 404
            kept = await fetched(server.address, f"{made['id']}/record")
            assert (kept["device"], kept["seats"]) == (True, record["seats"])

    run(test())


def test_a_game_is_kept_at_tables_of_devices_alone(tmp_path: Path) -> None:
    async def test() -> None:
        wish = Giving(record=a_record(IN_TURN[0]), id=new_token())
        async with a_room(tmp_path) as room:
            live = await room.tables.create(Agreed(game=IN_TURN[0]), id=f"device {wish.id}")
            with pytest.raises(Refusal, match="belongs to a table"):
                await keep(room, wish)
            assert live.table.match is None
            assert all(one.free for one in live.table.occupants)

    run(test())


def test_requests_at_the_same_moment_keep_one_game(tmp_path: Path) -> None:
    async def test() -> None:
        wish = Giving(record=a_record(IN_TURN[0]), id=new_token())
        async with a_room(tmp_path) as room:
            rooms = [room, room, room.again(), room.again()]  # in three processes
            kept = [keep(one, wish) for one in rooms]
            (name,) = set(await asyncio.gather(*kept))
            rows = await room.store.load(name.partition(".")[0])
            stored = [type(facts.decode(row.fact, row.format)).__name__ for row in rows]
            bots = len(wish.record["seats"]) - 1
            seats = ["PersonSeated", *["BotSeated"] * bots]
            assert stored == ["TableCreated", *seats, "GameStarted"]

    run(test())


def test_a_game_is_not_kept_for_others_who_sat_down(tmp_path: Path) -> None:
    async def test() -> None:
        wish = Giving(record=a_record(IN_TURN[0]), id=new_token())
        async with a_room(tmp_path) as room:
            agreed = Agreed(game=IN_TURN[0], take_back=False)
            live = await room.tables.create(agreed, id=f"device {wish.id}", device=True)
            sit = partial(decide.sit, wish=Sit(name="Victim"), token="", settings=room.settings)
            await room.tables.do(live, sit)
            with pytest.raises(Refusal, match="others sit"):
                await keep(room, wish)
            assert live.table.match is None

    run(test())


@pytest.mark.parametrize("name", ALL)
def test_only_what_the_rules_produce_is_kept(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        record = a_record(name)
        hostile = copy.deepcopy(record) | {"blob": "A" * 1000}
        for event in hostile["events"]:
            event["blob"] = "A" * 100
        hostile["result"]["blob"] = "A" * 1000
        async with a_room(tmp_path) as room:
            id = await keep(room, Giving(record=hostile))  # noqa: A001
            kept = json.loads(await ReplayCache(room.store).record(id))
            assert kept == record | {"device": True}

    run(test())


def test_a_given_game_waits_its_turn_and_leaves_the_event_loop_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    threads: list[str] = []

    def noted(before: Callable[..., Any], *given: Any) -> Any:
        threads.append(threading.current_thread().name)
        return before(*given)

    for name in ("verify", "replay", "resume"):
        monkeypatch.setattr(import_record, name, partial(noted, getattr(import_record, name)))

    async def test() -> None:
        wish, asked = Giving(record=a_record(IN_TURN[0])), list[str]()

        async def there() -> None:
            asked.append("there")

        async with a_room(tmp_path) as room:
            work, visitor = HistoryQueue(), Visitor("192.0.2.1", there)
            await import_record.keep(room.tables, work, room.settings, wish, visitor)
            work.close()
        assert asked == ["there"]
        assert threads == ["history_0"] * 3

    run(test())
