"""The operator's command against a running server, and who else may not use its interface."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from click.testing import CliRunner
from starlette.requests import Request
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from hexade.client import create
from hexade.commands.main import main
from hexade.server.app import Server
from hexade.server.net import operator
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.fixtures import ALL, a_server, run
from tests.server.fuzz import until_closed
from tests.server.postgres import a_database

SECRET = "a secret of the operator"
NOBODY = "nobody is blocked\n"


async def operate(server: Server, *words: str, token: str = SECRET) -> tuple[int, str]:
    """Run `hexade operator` and return its exit status and what it says."""
    given = ["operator", "--server", server.address, *words]
    env = {"HEXADE_OPERATOR_TOKEN": token}
    done = await asyncio.to_thread(CliRunner().invoke, main, given, env=env)
    return done.exit_code, done.output


async def watch(server: Server, code: str) -> ClientConnection:
    line = await connect(f"ws{server.address[4:]}/api/tables/{code}/socket")
    await line.send('{"t":"hello"}')
    await line.recv()
    return line


def test_the_operator_sees_tables_and_load_and_closes_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, operator_token=SECRET) as server:
            wish = Create(agreed=Agreed(game=ALL[0], public=True), sit=Sit(name="Ann"))
            place = await create(server.address, wish)
            line = await watch(server, place.code)
            status, said = await operate(server, "tables")
            assert (status, said) == (
                0,
                f"{place.code}  {ALL[0]} waiting public: 1 people, 0 bots, 1 sockets  127.0.0.1\n",
            )
            assert "1 tables, 1 sockets, 0 bots waiting" in (await operate(server, "load"))[1]
            status, said = await operate(server, "close", place.code.lower())
            assert (status, said) == (0, f"closed {place.code} and 1 sockets\n")
            await line.wait_closed()
            assert line.close_code == 4404
            async with httpx.AsyncClient(base_url=server.address) as web:
                assert (await web.get(f"/api/tables/{place.code}")).status_code == 404
                assert (await web.get("/api/tables")).json() == []
            said = "hexade: there is no table with this code.\n"
            assert await operate(server, "close", "222222") == (2, said)
            await operate(server, "block", "192.0.2.1")
            said = "hexade: 192.0.2.2 is not blocked.\n"
            assert await operate(server, "unblock", "192.0.2.2") == (2, said)

    run(test())


def test_a_blocked_address_is_cut_off_and_stays_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, operator_token=SECRET, trust_proxy="1") as server:
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            path = f"ws{server.address[4:]}/api/tables/{place.code}/socket"
            guest = {"x-forwarded-for": "192.0.2.7"}
            async with connect(path, additional_headers=guest) as line:
                await line.send('{"t":"hello"}')
                await line.recv()
                assert await operate(server, "block", "192.0.2.0/24") == (0, "192.0.2.0/24\n")
                await line.wait_closed()
                assert line.close_code == 4403
            with pytest.raises(InvalidStatus):
                await connect(path, additional_headers=guest)
            async with httpx.AsyncClient(base_url=server.address) as web:
                answer = await web.get("/", headers=guest)
                assert (answer.status_code, answer.json()["code"]) == (403, "blocked")
                assert (await operate(server, "blocked"))[1] == "192.0.2.0/24\n"
                assert await operate(server, "unblock", "192.0.2.0/24") == (0, NOBODY)
                assert (await web.get("/api/games", headers=guest)).status_code == 200
            status, said = await operate(server, "block", "somebody")
            assert status == 2
            assert "neither an address nor a network" in said

    run(test())


@pytest.mark.parametrize("network", ["127.0.0.1", "0.0.0.0/0", "::1", "::/0"])
def test_the_operator_does_not_lock_out_themselves(network: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, operator_token=SECRET) as server:
            status, said = await operate(server, "block", network)
            assert status == 2
            assert "this machine" in said
            assert await operate(server, "blocked") == (0, NOBODY)
            assert await operate(server, "tables") == (0, "no tables in memory\n")

    run(test())


def test_nobody_else_is_the_operator(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "b").mkdir()
        async with a_server(tmp_path, operator_token=SECRET) as server:
            status, said = await operate(server, "load", token="a guess")
            assert status == 2
            assert "only the operator of this server may do this" in said
            assert "set HEXADE_OPERATOR_TOKEN" in (await operate(server, "load", token=""))[1]
        async with a_server(tmp_path / "b") as server:  # without a token there is no operator
            for token in ("None", "a guess"):
                async with httpx.AsyncClient(base_url=server.address) as web:
                    headers = {"authorization": f"Bearer {token}"}
                    assert (await web.get("/operator/tables", headers=headers)).status_code == 403
        assert "does not answer" in (await operate(server, "load"))[1]

    run(test())


def test_a_list_of_many_tables_looks_at_each_socket_once() -> None:
    looks: list[str] = []

    class Line:
        address = "192.0.2.1"

        @property
        def code(self) -> str:
            looks.append(self.address)
            return "K7QPXA"

    table = SimpleNamespace(
        agreed=SimpleNamespace(game="toy", public=False), phase="waiting", occupants=[]
    )
    lives = {}
    for code in ("K7QPXA", "K7QPXB", "K7QPXC"):
        lives[code] = SimpleNamespace(table=SimpleNamespace(code=code, **vars(table)))
    here = SimpleNamespace(
        orders=SimpleNamespace(sockets=[Line(), Line()]), tables=SimpleNamespace(live=lives)
    )
    app = SimpleNamespace(state=SimpleNamespace(context=here))
    answer = asyncio.run(operator.tables(Request({"type": "http", "app": app})))
    assert [one["sockets"] for one in json.loads(bytes(answer.body))] == [2, 0, 0]
    assert len(looks) == 2


def test_the_access_log_has_no_codes_and_no_tokens(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> str:
        async with (
            a_server(tmp_path, access_log=True) as server,
            httpx.AsyncClient(base_url=server.address) as web,
        ):
            wish = Create(agreed=Agreed(game=ALL[0]), sit=Sit(name="Ann"))
            place = await create(server.address, wish)
            assert (await web.get(f"/api/tables/{place.code}?token=x")).status_code == 200
            await web.get(f"/t/{place.code}")
            for path in (f"/learn/x/{place.code}", f"/rules/{place.code}/{place.code}", "/learn/x"):
                assert (await web.get(path)).status_code == 200
            await web.get(f"/api/tabels/{place.code}")
            server._context.services.limits.blocked.add("127.0.0.1")  # refused before it is routed
            for path in (f"/api/tables/{place.code}", f"/t/{place.code}", f"/{place.code.lower()}"):
                assert (await web.get(path)).status_code == 403
            server._context.services.limits.blocked.remove("127.0.0.1")
            assert (await web.post(f"/{place.code}")).status_code == 405
            await web.get(f"/api/tabels/{place.code}")
            return place.code

    with caplog.at_level(logging.INFO, "hexade.server"):
        code = run(test())
    lines = [vars(r)["fields"] for r in caplog.records if r.getMessage() == "request"]
    shown = [(line["method"], line["path"], line["status"]) for line in lines]
    assert shown[:2] == [("POST", "/api/tables", 201), ("GET", "/api/tables/{code}", 200)]
    rest = [path for _, path, _ in shown if path.startswith(("/learn", "/rules"))]
    assert rest == ["/learn/{rest}", "/rules/{rest}", "/learn/{rest}"]
    assert shown[-1] == ("GET", "?", 404)
    assert shown[-5:-2] == [("GET", path, 403) for path in ("/api/tables", "?", "?")]
    assert shown[-2] == ("POST", "/{path}", 405)
    assert all(line["address"] == "127.0.0.1" and line["ms"] >= 0 for line in lines)
    assert code not in str(lines).upper()
    assert "token" not in str(lines)


@pytest.mark.parametrize("level", [logging.INFO, logging.DEBUG])
def test_a_proxy_that_looks_whether_the_server_is_there_fills_no_access_log(
    level: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with (
            a_server(tmp_path, access_log=True) as server,
            httpx.AsyncClient(base_url=server.address) as web,
        ):
            for path in ("/health/live", "/api/games"):
                assert (await web.get(path)).status_code == 200

    with caplog.at_level(level, "hexade.server"):
        run(test())
    paths = [vars(r)["fields"]["path"] for r in caplog.records if r.getMessage() == "request"]
    assert paths == ["/health/live"] * (level == logging.DEBUG) + ["/api/games"]


def test_the_access_log_has_the_status_that_the_client_received(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_server(tmp_path, access_log=True, head_s=1.0) as server:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", urlsplit(server.address).port
            )
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
            assert (await reader.read())[9:12] == b"408"
            writer.close()
            while server.server_state.tasks:
                await asyncio.sleep(0.01)
            text = server._context.services.metrics.text({})
            assert 'hexade_http_responses_total{status="408"} 1' in text
            assert 'status="400"' not in text

    with caplog.at_level(logging.INFO, "hexade.server"):
        run(test())
    lines = [vars(r)["fields"] for r in caplog.records if r.getMessage() == "request"]
    assert [(line["path"], line["status"]) for line in lines] == [("/api/tables", 408)]


@pytest.mark.parametrize(("order", "code"), [("close", 4404), ("block", 4403)])
def test_an_order_counts_for_who_comes_while_it_is_given(
    order: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their table is being loaded, so they are in no list of sockets yet."""

    async def test() -> None:
        async with a_server(tmp_path, trust_proxy="1") as server:
            here = server._context
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            here.tables.live.clear()
            load, begun, go_on = here.services.store.load, asyncio.Event(), asyncio.Event()

            async def slowly(*asked: Any) -> Any:
                begun.set()
                await go_on.wait()
                return await load(*asked)

            monkeypatch.setattr(here.services.store, "load", slowly)
            address = f"ws{server.address.removeprefix('http')}/api/tables/{place.code}/socket"
            headers = {"x-forwarded-for": "192.0.2.7"}
            async with connect(address, additional_headers=headers) as line:
                await begun.wait()
                ordered = (
                    here.orders.close(place.code)
                    if order == "close"
                    else (here.orders.block("192.0.2.0/24"))
                )
                await ordered
                go_on.set()
                await line.send('{"t":"hello"}')
                assert (await until_closed(line))[1] == code

    run(test())


def test_orders_reach_all_processes_and_those_that_start_later(tmp_path: Path) -> None:
    async def refused(server: Server, code: str) -> bool:
        """Tell whether a server refuses an address, and does not know a table any more."""
        async with httpx.AsyncClient(base_url=server.address) as web:
            blocked = await web.get("/api/games", headers={"x-forwarded-for": "192.0.2.7"})
            found = await web.get(f"/api/tables/{code}")
        return (blocked.status_code, found.status_code) == (403, 404)

    async def test() -> None:
        given: dict[str, Any] = {
            "operator_token": SECRET,
            "trust_proxy": "1",
            "database": await a_database(),
        }
        async with a_server(tmp_path, **given) as one, a_server(tmp_path, **given) as two:
            place = await create(one.address, Create(agreed=Agreed(game=ALL[0])))
            line = await watch(two, place.code)
            assert not await refused(two, place.code)
            assert (await operate(one, "block", "192.0.2.0/24"))[0] == 0
            assert (await operate(one, "close", place.code))[0] == 0
            async with asyncio.timeout(120):
                await line.wait_closed()
                while not await refused(two, place.code):
                    await asyncio.sleep(0.01)
                async with a_server(tmp_path, **given) as late:
                    while not await refused(late, place.code):
                        await asyncio.sleep(0.01)
                    assert (await operate(late, "unblock", "192.0.2.0/24"))[0] == 0
                    while await refused(one, place.code):
                        await asyncio.sleep(0.01)
            assert line.close_code == 4404

    run(test())
