"""Over real sockets: whole games, closed doors, broken messages, limits and headers."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hexade import bots, games
from hexade.client import Client, Closed, create, get, sit
from hexade.contract.reason import Refusal
from hexade.contract.record import read, verify
from hexade.contract.setup import setups
from hexade.server.app import Server
from hexade.server.settings import Settings
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Seated, Sit
from tests.server.client import play
from tests.server.fixtures import ALL, IN_TURN, TOGETHER, a_server, run
from tests.server.fuzz import fuzz, until_closed

SETUPS = [setup for name in ALL for setup in setups(games.find(name))]
FEW = [s for s in SETUPS if s.edition in (None, "2023")]


async def seated(server: Server, game: str, people: int = 2, **agreed: Any) -> list[Seated]:
    """Return the seats of a new table with people, bots on the rest."""
    wish = Create(agreed=Agreed(game=game, **agreed), sit=Sit(name="P0"))
    first = await create(server.address, wish)
    others = [await sit(server.address, first.code, Sit(name=f"P{n}")) for n in range(1, people)]
    return [first, *others]


def socket_of(server: Server, code: str) -> str:
    return f"ws{server.address.removeprefix('http')}/api/tables/{code}/socket"


async def come_in(line: ClientConnection, token: str | None = None) -> dict[str, Any]:
    hello = {"t": "hello"} | ({"token": token} if token else {})
    await line.send(json.dumps(hello))
    welcome: dict[str, Any] = json.loads(await line.recv())
    return welcome


@pytest.mark.slow
@pytest.mark.parametrize("setup", FEW, ids=lambda s: f"{s.game}-{s.variant}-{s.seats}")
def test_a_whole_game_over_sockets_with_people_bots_and_a_watcher(
    setup: Any, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            agreed = Agreed(
                game=setup.game, variant=setup.variant, seats=setup.seats, take_back=False
            )
            people = min(2, setup.seats)
            first = await create(server.address, Create(agreed=agreed, sit=Sit(name="P0")))
            places = [first]
            if people == 2:
                places.append(await sit(server.address, first.code, Sit(name="P1")))
            clients = [Client(server.address, first.code, place.token) for place in places]
            watcher = Client(server.address, first.code)
            async with clients[0], watcher:
                await clients[0].next()
                kinds = list(bots.makers(games.find(setup.game)))
                for seat in range(people, setup.seats):
                    bot = kinds[seat % len(kinds)]
                    request = messages.SeatBot(id=f"b{seat}", seat=seat, bot=bot)
                    assert isinstance(await clients[0].ask(request), messages.Done)
                started = await clients[0].ask(messages.Start(id="s"))
                assert isinstance(started, messages.Done), started
                await asyncio.gather(*(play(client) for client in clients))
                whole = await get(server.address, f"/api/tables/{first.code}/record")
                game = games.find(setup.game)
                verify(game, read(game, whole))
                while watcher.version < len(whole["events"]):
                    await watcher.next()
                assert clients[-1].version == len(whole["events"])
                assert watcher.now is not None
                assert watcher.now.legal is None

    run(test())


@pytest.mark.parametrize("token", ["w" * 32, "?"])
def test_a_wrong_token_opens_nothing_and_says_nothing(token: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = (await seated(server, ALL[0]))[0]
            async with connect(socket_of(server, place.code)) as line:
                await line.send(json.dumps({"t": "hello", "token": token}))
                with pytest.raises(ConnectionClosed) as closed:
                    await line.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == (4401 if len(token) > 1 else 4400)
                assert closed.value.rcvd.reason == ""

    run(test())


def test_there_is_no_such_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            async with Client(server.address, "ZZZZZZ") as client:
                with pytest.raises(Closed) as closed:
                    await client.next()
            assert closed.value.code == 4404
            with pytest.raises(Refusal) as error:
                await sit(server.address, "ZZZZZZ", Sit(name="A"))
            assert error.value.reason.code == "not-found"

    run(test())


def test_a_refused_move_carries_reason_rule_and_a_fresh_view(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            wish = Create(
                agreed=Agreed(game=IN_TURN[0]), sit=Sit(name="A"), bots=["random"], start=True
            )
            place = await create(server.address, wish)
            async with Client(server.address, place.code, place.token) as client:
                await client.next()
                assert client.now is not None
                for move, v, code in (("nonsense", client.version, None), ("x", 10**6, "stale")):
                    answer = await client.ask(messages.Move(v=v, id=client.new_id(), move=move))
                    assert isinstance(answer, messages.Refused)
                    assert code in (None, answer.code)
                    assert answer.text
                    assert answer.now is not None
                    assert msgspec.structs.replace(answer.now, turn_ms=None) == client.now

    run(test())


def test_the_same_id_is_acknowledged_again_and_made_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            places = await seated(server, TOGETHER[0], seats=3, people=3)
            async with Client(server.address, places[0].code, places[0].token) as client:
                await client.next()
                await client.ask(messages.Start(id="s"))
                while client.now is None or client.now.legal is None:
                    await client.next()
                move = messages.Move(v=client.version, id="k3", move=client.now.legal[0])
                assert isinstance(await client.ask(move), messages.Chosen)
                again = await client.ask(move)
                assert isinstance(again, messages.Moved)
                assert again.events == []
                assert again.now.mine == move.move

    run(test())


@pytest.mark.slow
def test_broken_and_hostile_messages_change_nothing(tmp_path: Path) -> None:
    answers = run(fuzz(4000, 1, tmp_path))
    assert answers["refused"] > 2000
    assert answers["closed 4400"] > 20


def test_too_many_messages_are_refused_and_then_close_the_socket(tmp_path: Path) -> None:
    async def test() -> None:
        limits: dict[str, Any] = {"socket_rate": 1.0, "socket_burst": 5, "socket_strikes": 3}
        async with a_server(tmp_path, **limits) as server:
            place = (await seated(server, ALL[0]))[0]
            async with connect(socket_of(server, place.code)) as line:
                await come_in(line, place.token)
                for _ in range(10):
                    await line.send('{"t":"ping"}')
                kinds, code = await until_closed(line)
            assert kinds.count("refused") == 3
            assert code == 4429

    run(test())


def test_pages_of_other_hosts_are_kept_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as web:
            place = (await seated(server, ALL[0]))[0]
            address = socket_of(server, place.code)
            with pytest.raises(InvalidStatus):
                await connect(address, origin="https://evil.example")  # type: ignore[arg-type]
            async with connect(address, origin=server.address) as line:  # type: ignore[arg-type]
                assert (await come_in(line))["t"] == "welcome"
            posted = await web.post(
                f"{server.address}/api/tables", headers={"origin": "https://evil.example"}
            )
            assert posted.status_code == 403

    run(test())


def test_limits_of_an_address_are_clear_errors(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, tables_per_hour=2, body_bytes=500) as server:
            wish = Create(agreed=Agreed(game=ALL[0]))
            for _ in range(2):
                await create(server.address, wish)
            with pytest.raises(Refusal) as error:
                await create(server.address, wish)
            assert error.value.reason.code == "tables"
        async with (
            a_server(tmp_path / "b", address_rate=0.001, address_burst=2) as server,
            httpx.AsyncClient() as web,
        ):
            codes = [(await web.get(server.address + "/api/games")).status_code for _ in range(3)]
            assert codes == [200, 200, 429]
            assert (await web.get(server.address + "/health")).status_code == 200

    run(test())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400), (b"[]", 400), (b"\xff\xfe", 400), (b"x" * 20_000, 400), (b"[" * 5000, 400),
        (b'{"agreed":{"game":"nothing"}}', 409), (b'{"agreed":{"game":"x","y":1}}', 400),
    ],
)  # fmt: skip
def test_bad_requests_are_answered_with_a_reason(body: bytes, status: int, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as web:
            answer = await web.post(f"{server.address}/api/tables", content=body)
            assert answer.status_code == status
            assert set(answer.json()) == {"code", "rule", "text"}

    run(test())


def test_every_answer_has_its_headers_and_the_page_no_script_inside(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as web:
            for path in ("/", "/t/ABCDEF", "/api/games", "/nothing", "/metrics", "/health"):
                answer = await web.get(server.address + path)
                assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert not re.search(r"<script(?![^>]*\ssrc=)", answer.text)  # none written inside
            described = (await web.get(server.address + "/api/openapi.json")).json()
            assert "/api/tables/{code}/seats" in described["paths"]
            assert "hexade_sockets 0" in (await web.get(server.address + "/metrics")).text

    run(test())


def test_a_table_that_is_erased_before_a_hello_is_gone(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place, *_ = await seated(server, IN_TURN[0], 1)
            async with (
                connect(socket_of(server, place.code)) as late,
                connect(socket_of(server, place.code)) as there,
            ):
                await come_in(there, place.token)
                while len(server._context.orders.sockets) < 2:
                    await asyncio.sleep(0.001)
                assert await server._context.tables.erase(place.code)
                await late.send(json.dumps({"t": "hello", "token": place.token}))
                for line in (late, there):
                    assert (await until_closed(line))[1] == 4404
            with pytest.raises(Refusal, match="nothing was found"):
                await sit(server.address, place.code, Sit(name="late"))

    run(test())


def test_tokens_are_in_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def test() -> list[str]:
        async with a_server(tmp_path) as server:
            places = await seated(server, ALL[0])
            for place in places:
                async with Client(server.address, place.code, place.token) as client:
                    await client.next()
            return [place.token or "?" for place in places]

    tokens = run(test())
    ours = [r for r in caplog.records if not r.name.startswith("websockets.client")]
    lines = [str(r.__dict__) for r in ours if r.levelno >= logging.INFO]
    assert not [line for line in lines for token in tokens if token in line]


def test_from_outside_one_sees_who_has_to_move(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            wish = Create(agreed=Agreed(game=ALL[0]), sit=Sit(name="A"))
            place = await create(server.address, wish)
            assert (await get(server.address, f"/api/tables/{place.code}"))["waiting"] == []
            playing = Create(
                agreed=Agreed(game=ALL[0]), sit=Sit(name="A"), bots=["random"], start=True
            )
            place = await create(server.address, playing)
            async with Client(server.address, place.code, place.token) as client:
                while client.now is None or 0 not in client.now.waiting:
                    await client.next()
            assert 0 in (await get(server.address, f"/api/tables/{place.code}"))["waiting"]

    run(test())


def test_a_running_game_shows_no_record(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            wish = Create(
                agreed=Agreed(game=ALL[0]), sit=Sit(name="A"), bots=["random"], start=True
            )
            place = await create(server.address, wish)
            with pytest.raises(Refusal) as error:
                await get(server.address, f"/api/tables/{place.code}/record")
            assert error.value.reason.code == "not-over"

    run(test())


def test_an_open_table_tells_people_from_bots(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            agreed = Agreed(game=ALL[0], public=True, seats=games.find(ALL[0]).forms[0].seats[-1])
            await create(server.address, Create(agreed=agreed, sit=Sit(name="P0"), bots=["random"]))
            listed = await get(server.address, "/api/tables")
            assert (listed[0]["names"], listed[0]["bots"]) == (["P0"], ["random"])

    run(test())


def test_open_tables_are_listed_until_they_start(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = (await seated(server, ALL[0], public=True))[0]
            await seated(server, ALL[0], people=1)
            listed = await get(server.address, "/api/tables")
            assert [table["code"] for table in listed] == [place.code]
            assert (listed[0]["names"], listed[0]["bots"]) == (["P0", "P1"], [])
            async with Client(server.address, place.code, place.token) as client:
                await client.next()
                await client.ask(messages.Start(id="s"))
            assert await get(server.address, "/api/tables") == []

    run(test())


def test_sitting_down_again_with_ones_own_token_is_the_same_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            first = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            wish = Sit(name="Ann", token="my-own-secret-of-many-letters")
            places = [await sit(server.address, first.code, wish) for _ in range(3)]
            assert {place.seat for place in places} == {0}

    run(test())


def test_chat_has_a_limit_of_its_own_and_moves_go_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, aside_rate=0.001, aside_burst=2) as server:
            place = (await seated(server, ALL[0]))[0]
            async with Client(server.address, place.code, place.token) as client:
                await client.next()
                said = [await client.ask(messages.Chat(id=f"c{n}", text="hello")) for n in range(3)]
                kinds = [type(answer).__name__ for answer in said]
                assert kinds == ["Said", "Said", "Refused"]
                answer = await client.ask(messages.Draw(id="d"))
                assert isinstance(answer, messages.Drawn)

    run(test())


def test_a_mistake_of_ours_is_answered_and_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake")

    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = (await seated(server, ALL[0]))[0]
            async with Client(server.address, place.code, place.token) as client:
                await client.next()
                with monkeypatch.context() as patched:
                    patched.setattr("hexade.server.table.decide.say", broken)
                    answer = await client.ask(messages.Chat(id="c", text="hello"))
                assert isinstance(answer, messages.Refused)
                assert answer.code == "broken"
                again = await client.ask(messages.Chat(id="d", text="hello"))
                assert isinstance(again, messages.Said)
                assert client.connections == 1

    run(test())


def test_an_address_that_is_none_is_foreign(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as web:
            for origin in ("http://[", "null", "nonsense", "http://"):
                answer = await web.post(
                    f"{server.address}/api/tables", headers={"origin": origin}, content=b"{}"
                )
                assert answer.status_code == 403

    run(test())


def test_the_files_of_a_page_do_not_use_up_what_an_address_may_ask(tmp_path: Path) -> None:
    async def test() -> None:
        limits: dict[str, Any] = {
            "address_rate": 0.001,
            "address_burst": 2,
            "page_rate": 0.001,
            "page_burst": 5,
        }
        async with a_server(tmp_path, **limits) as server, httpx.AsyncClient() as web:
            for _ in range(5):
                assert (await web.get(server.address + "/")).status_code == 200
            assert (await web.get(server.address + "/assets/x.js")).status_code == 429
            codes = [(await web.get(server.address + "/api/games")).status_code for _ in range(3)]
            assert codes == [200, 200, 429]

    run(test())


def test_a_family_opens_the_page_at_the_same_moment(tmp_path: Path) -> None:
    async def test() -> None:
        usual = {"address_burst": Settings().address_burst}
        async with a_server(tmp_path, **usual) as server, httpx.AsyncClient() as web:
            for _ in range(8 * 40):  # eight visits of forty files each
                assert (await web.get(server.address + "/favicon.ico")).status_code != 429
            for _ in range(8 * 5):
                assert (await web.get(server.address + "/api/games")).status_code == 200

    run(test())


def test_sockets_of_an_address_are_counted_before_anything_is_awaited(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = (await seated(server, ALL[0], people=1))[0]
        async with a_server(tmp_path, address_sockets=3) as server:  # the table has to be loaded
            codes: list[int | None] = []
            all_came = asyncio.Event()

            async def come() -> None:
                try:
                    async with connect(socket_of(server, place.code)) as line:
                        await come_in(line)
                        note(None)
                        await all_came.wait()
                except ConnectionClosed as closed:
                    note(closed.rcvd.code if closed.rcvd else 0)

            def note(code: int | None) -> None:
                codes.append(code)
                if len(codes) == 12:
                    all_came.set()

            await asyncio.gather(*(come() for _ in range(12)))
            assert codes.count(None) == 3
            assert codes.count(4429) == 9

    run(test())
