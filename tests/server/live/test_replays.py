"""Replays: a finished game under its name for good, frame by frame; and games from there."""

from __future__ import annotations

import asyncio
import gzip
import json
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from hexade import bots, games
from hexade.client import Client, create, get
from hexade.contract.game import CHANCE_ACTS, NOBODY, WATCHER
from hexade.contract.reason import Refusal
from hexade.contract.record import read, verify
from hexade.contract.record import replay as replay_steps
from hexade.contract.setup import agree
from hexade.match import is_private, resume
from hexade.match.play import play as play_match
from hexade.server.app import Server
from hexade.server.live import replays
from hexade.server.table import decide, facts, game_facts
from hexade.server.table.state import Change, Table
from hexade.wire import messages
from hexade.wire.codes import replay_name, replay_parts
from hexade.wire.messages import Agreed, Create, Origin, Sit
from tests.server.client import play
from tests.server.fixtures import ALL, IN_TURN, Room, a_room, a_server, run
from tests.server.live.test_registry import play_on
from tests.server.postgres import a_database

pytestmark = pytest.mark.slow

VARIANTS = [(name, form.variant) for name in ALL for form in games.find(name).forms]


async def bots_play(room: Room, game: str, **agreed: Any) -> str:
    """Have bots play a whole game, and return the name of its replay."""
    live = await room.table(game, people=0, **agreed)
    ear = room.ear(live)
    while live.table.phase != "over":
        await asyncio.sleep(0.01)
    room.tables.broadcast.leave(live, ear)
    return replay_name(live.table.code, live.table.number)


async def played(server: Server, game: str, variant: str | None = None) -> str:
    """Play a whole game over sockets, and return the name of its replay as it was told."""
    seats = next(f.seats[0] for f in games.find(game).forms if variant in (None, f.variant))
    agreed = Agreed(game=game, variant=variant, take_back=False)
    fox, bots = Sit(name="Fox", avatar="fox"), ["random"] * (seats - 1)
    wish = Create(agreed=agreed, sit=fox, bots=bots, start=True)
    place = await create(server.address, wish)
    client = Client(server.address, place.code, place.token)
    await play(client)
    assert client.now
    assert client.now.replay == f"{place.code}.1"
    return client.now.replay


def a_moment(found: dict[str, Any]) -> dict[str, Any]:
    """Return a frame in mid-game: not at a private choice, which belongs to the move before it."""
    later: list[dict[str, Any]] = found["frames"][len(found["frames"]) // 2 :]
    return next(frame for frame in later if not frame["view"].get("offer"))


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_replay_has_every_event_once_and_the_views_of_those_who_had_to_move(
    game: str, variant: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            id = await played(server, game, variant)  # noqa: A001
            found = await get(server.address, f"/api/replays/{id}")
            record = await get(server.address, f"/api/replays/{id}/record")
        rules = games.find(game)
        verify(rules, read(rules, record))
        assert found["id"] == id
        assert found["agreed"]["variant"] == variant
        assert found["result"] == record["result"]
        assert found["players"][0] == {"name": "Fox", "avatar": "fox", "bot": None}
        assert all(player["bot"] == "random" for player in found["players"][1:])
        frames = found["frames"]
        assert [event for frame in frames for event in frame["events"]] == record["events"]
        assert frames[-1]["v"] == len(record["events"])
        assert "waiting" not in frames[-1]
        for frame in frames[:: max(1, len(frames) // 7)]:
            cut = record | {"events": record["events"][: frame["v"]], "result": None}
            state = resume(rules, read(rules, cut)).state
            seat = min(frame.get("waiting", [WATCHER]))
            view = rules.view(state, seat)
            assert frame["view"] == json.loads(messages.encode(rules.show(view)))
            assert frame["scores"] == json.loads(messages.encode(rules.scores(view)))
        assert frames[-1]["scores"] == record["result"]["scores"]

    run(test())


def test_a_replay_is_compressed_cached_for_an_hour_and_the_same_after_a_restart(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            id = await played(server, IN_TURN[0])  # noqa: A001
            async with httpx.AsyncClient() as http:
                first = await http.get(f"{server.address}/api/replays/{id}")
                assert first.headers["content-encoding"] == "gzip"
                assert first.headers["cache-control"] == "private, max-age=3600"  # it may be erased
                plain = await http.get(f"{server.address}/api/replays/{id.lower()}",
                                       headers={"accept-encoding": "identity"})  # fmt: skip
                assert "content-encoding" not in plain.headers
                assert plain.content == first.content
                assert len(gzip.compress(first.content)) < 40_000
        async with a_server(tmp_path) as server, httpx.AsyncClient() as http:
            again = await http.get(f"{server.address}/api/replays/{id}")
            assert again.content == first.content

    run(test())


def test_what_is_not_there_is_not_found_and_a_game_that_is_on_is_no_replay(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            wish = Create(agreed=Agreed(game=IN_TURN[0]), sit=Sit(name="A"), bots=["random"])
            waiting = await create(server.address, wish)
            started = await create(server.address, Create(
                agreed=wish.agreed, sit=wish.sit, bots=wish.bots, start=True))  # fmt: skip
            async with httpx.AsyncClient() as http:
                for id, status in (  # noqa: A001
                    ("nonsense", 404), ("K7QPXA.1", 404), (f"{waiting.code}.1", 404),
                    (f"{waiting.code}.0", 404), (f"{started.code}.2", 404),
                    (f"{started.code}.1", 409), ("'; DROP TABLE facts.1", 404),
                ):  # fmt: skip
                    for tail in ("", "/record"):
                        answer = await http.get(f"{server.address}/api/replays/{id}{tail}")
                        assert answer.status_code == status, (id, tail)
                        assert answer.json()["code"] in ("not-found", "not-over")

    run(test())


# -- play from here ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_game_goes_on_from_any_moment_of_another_as_it_was_then(
    game: str, variant: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            id = await played(server, game, variant)  # noqa: A001
            found = await get(server.address, f"/api/replays/{id}")
            frame = a_moment(found)
            seat = frame["waiting"][0]
            wish = Create(agreed=Agreed(game=game, take_back=False), sit=Sit(name="B", seat=seat),
                          start=True, origin=Origin(replay=id, v=frame["v"]))  # fmt: skip
            place = await create(server.address, wish)
            assert place.seat == seat
            client = Client(server.address, place.code, place.token)
            async with client:
                await client.next()
                assert client.now
                assert client.now.v == frame["v"]
                assert client.now.view == frame["view"]
                assert client.table
                assert client.table.agreed.variant == variant
                others = [s for n, s in enumerate(client.table.seats) if n != seat]
                assert all(other.bot for other in others)
                await play(client, seed=5)
            record = await get(server.address, f"/api/replays/{place.code}.1/record")
            rules = games.find(game)
            verify(rules, read(rules, record))
            before = [e for f in found["frames"] if f["v"] <= frame["v"] for e in f["events"]]
            assert record["events"][: frame["v"]] == before
            assert record["from"] == {"replay": id, "v": frame["v"]}
            again = await get(server.address, f"/api/replays/{place.code}.1")
            assert again["from"] == record["from"]
            assert again["result"] == record["result"]

    run(test())


@pytest.mark.parametrize("game", ALL)
def test_what_comes_is_drawn_afresh_and_a_restart_changes_nothing(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, game)  # noqa: A001
            then = await replays.fetch(room.store, id)
            assert then
            frames = list(replays.frames(then.game, then.record))
            origin = replays.origin(id, then, frames[len(frames) // 3].v)
            at = origin.v  # before the move, if that moment was a private choice
            assert then.agreed
            live = await room.tables.create(then.agreed, origin)
            reloaded = await room.again().tables.find(live.table.code)  # in the waiting room
            assert reloaded
            assert reloaded.table.origin == live.table.origin
            for seat in range(len(live.table.occupants)):
                await room.tables.do(live, partial(decide.seat_bot, at=seat, bot="random"))
            await room.tables.do(live, decide.begin)
            assert live.table.version == at
            same = await room.again().tables.find(live.table.code)
            assert_same(live.table, same.table if same else None)
            ear = room.ear(live)
            while live.table.phase != "over":
                await asyncio.sleep(0.01)
            room.tables.broadcast.leave(live, ear)
            same = await room.again().tables.find(live.table.code)
            assert_same(live.table, same.table if same else None)
            ours, theirs = live.table.record(), then.record
            assert ours.events[:at] == theirs.events[:at]
            assert ours.events[at:] != theirs.events[at:]
            assert ours.seed != theirs.seed
            plan = await room.tables.do(live, lambda t: decide._start(t, 0))  # the next game
            assert isinstance(plan.fact, game_facts.GameStarted)
            assert not plan.fact.gone_on
            assert "from" not in live.table.record().extra

    run(test())


def assert_same(one: Table, other: Table | None) -> None:
    assert other is not None
    assert other.match == one.match
    assert other.log == one.log
    assert (other.seed, other.number, other.phase) == (one.seed, one.number, one.phase)


def test_one_cannot_go_on_from_nowhere(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            id = await played(server, IN_TURN[0])  # noqa: A001
            found = await get(server.address, f"/api/replays/{id}")
            end, first = found["frames"][-1]["v"], found["frames"][0]["v"]
            for game, name, v, code in (
                (IN_TURN[0], id, end, "version"), (IN_TURN[0], id, first - 1, "version"),
                (IN_TURN[0], id, 10_000, "version"), (IN_TURN[1], id, first, "from"),
                (IN_TURN[0], "K7QPXA.1", first, "not-found"),
            ):  # fmt: skip
                wish = Create(agreed=Agreed(game=game), origin=Origin(replay=name, v=v))
                with pytest.raises(Refusal) as refused:
                    await create(server.address, wish)
                assert refused.value.reason.code == code

    run(test())


def test_who_changes_seats_afterwards_changes_nothing_about_who_played(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2)
            table = live.table
            await play_on(room, live)
            id, ended = replay_name(table.code, 1), table.record()  # noqa: A001
            await room.tables.do(live, lambda t: decide.swap(t, 0, 1))
            await room.tables.do(live, lambda _: Change(facts.SeatsSwapped(seat=0, other=1)))
            await room.tables.do(live, lambda t: decide.rise(t, 0))
            found = await replays.fetch(room.store, id)
            assert found
            assert found.record == ended
            assert [player.name for player in replays.replay(id, found).players] == ["P0", "P1"]

    run(test())


def test_a_game_goes_on_from_another_at_any_process_on_postgres() -> None:
    async def test() -> None:
        database = await a_database()
        async with a_room(Path(), database) as room:
            id = await bots_play(room, IN_TURN[0])  # noqa: A001
        async with (
            a_server(Path(), database=database) as here,
            a_server(Path(), database=database) as there,
        ):
            found = await get(there.address, f"/api/replays/{id}")
            frame = a_moment(found)
            seat = frame["waiting"][0]
            wish = Create(agreed=Agreed(game=IN_TURN[0], take_back=False),
                          sit=Sit(name="B", seat=seat), start=True,
                          origin=Origin(replay=id, v=frame["v"]))  # fmt: skip
            place = await create(here.address, wish)
            client = Client(there.address, place.code, place.token)
            async with client:
                await client.next()
                assert client.now
                assert (client.now.v, client.now.view) == (frame["v"], frame["view"])
                await play(client, seed=5)
            record = await get(here.address, f"/api/replays/{place.code}.1/record")
            assert record["from"] == {"replay": id, "v": frame["v"]}
            rules = games.find(IN_TURN[0])
            verify(rules, read(rules, record))

    run(test())


def test_a_game_that_is_being_played_is_refused_without_being_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            wish = Create(agreed=Agreed(game=IN_TURN[0]), sit=Sit(name="A"), bots=["random"],
                          start=True)  # fmt: skip
            place = await create(server.address, wish)
            asked = f"/api/replays/{place.code}.1"
            monkeypatch.setattr(replays, "_played", None)  # whoever replays it fails
            async with httpx.AsyncClient(base_url=server.address) as http:
                for path in (asked, asked.lower(), f"{asked}/record"):
                    answer = await http.get(path)
                    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
                onwards = {"agreed": {"game": IN_TURN[0]},
                           "from": {"replay": f"{place.code}.1", "v": 1}}  # fmt: skip
                answer = await http.post("/api/tables", json=onwards)
                assert (answer.status_code, answer.json()["code"]) == (409, "not-over")

    run(test())


@pytest.mark.parametrize("name", [n for n in ALL if games.find(n).declining is not None])
def test_playing_on_from_a_private_choice_starts_at_the_move_before_it(name: str) -> None:
    game = games.find(name)
    setup, met = agree(game, seats=2), 0
    for seed in range(8):
        players = [bots.make("random", game, seed + n) for n in range(2)]
        record = play_match(game, setup, players, seed)
        then = replays.FinishedGame(game, Agreed(game=name), record, ())
        version = last = 0
        for step in replay_steps(game, record):
            version += len(step.events)
            if is_private(game, step.state):
                met += 1
                origin = replays.origin("AAAAAA.1", then, version)
                assert (origin.v, len(origin.events)) == (last, last)
            elif game.to_act(step.state) not in (CHANCE_ACTS, NOBODY):
                last = version
                assert replays.origin("AAAAAA.1", then, version).v == version
    assert met


def test_the_number_in_a_name_has_plain_digits() -> None:
    assert replay_parts("k7qpxa.10") == ("K7QPXA", 10)
    assert replay_parts("K7QPXA.1\N{ARABIC-INDIC DIGIT ZERO}") is None  # no header can carry it


@pytest.mark.parametrize("wanted", ["game", "record", "take"])
def test_what_was_read_before_its_table_was_erased_is_not_kept(wanted: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, IN_TURN[0])  # noqa: A001
            cache = replays.ReplayCache(room.store)
            room.tables.copies.append(cache.forget)
            read_it, go_on, load = asyncio.Event(), asyncio.Event(), room.store.load

            async def slowly(*asked: Any, **more: Any) -> Any:
                rows = await load(*asked, **more)
                read_it.set()
                await go_on.wait()
                return rows

            with patch.object(room.store, "load", slowly):
                asking = asyncio.ensure_future(getattr(cache, wanted)(id))
                await read_it.wait()
                assert await room.tables.erase(id.split(".")[0])
                go_on.set()
                await asking  # who asked before it was erased may have it
            with pytest.raises(Refusal):
                await getattr(cache, wanted)(id)

    run(test())
