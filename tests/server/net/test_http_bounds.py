"""Attacks on plain HTTP: endless and slow heads and bodies, many at once, peers that never read."""

from __future__ import annotations

import asyncio
import logging
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from hexade.client import create
from hexade.server.app import Server
from hexade.server.net import http_protocol, middleware
from hexade.server.ops import descriptors
from hexade.server.store.sqlite import Sqlite
from hexade.wire.messages import Agreed, Create
from tests.server.fixtures import ALL, a_server, run
from tests.server.net.test_flood import server_metrics
from tests.server.net.test_ws_protocol import knock

GET = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
SLOW_S = 3.0  # for a head: by then all connections of a test are there, on a busy machine too
Lines = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def line_to(server: Server) -> Lines:
    return await asyncio.open_connection(*server.address.removeprefix("http://").split(":"))


async def status_of(server: Server, *parts: bytes) -> str:
    """Send bytes and return the status of the answer, once the server has closed."""
    reader, writer = await line_to(server)
    for part in parts:
        writer.write(part)
    answer = await reader.read()
    writer.transport.abort()
    return answer[9:12].decode()


@pytest.fixture(params=["httptools", "h11"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have either parser of uvicorn; h11 is the one on Windows."""
    if request.param == "h11":
        monkeypatch.setattr(http_protocol, "AutoHTTPProtocol", H11Protocol)
    return str(request.param)


HEADS = {
    "endless headers": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200_000, "431"),
    "one long header": (b"GET / HTTP/1.1\r\nX: " + b"y" * 1_000_000, "431"),
    "a long address": (b"GET /" + b"y" * 1_000_000, "431"),
    "many headers": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n", "431"),
    "a chunked body": (
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "411",
    ),
    "two lengths": (
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "400",
    ),
    "a signed length": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n", "400"),
    "a space before the colon": (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", "400"),
    "a folded header": (b"GET / HTTP/1.1\r\nX: y\r\n z\r\n\r\n", "400"),
    "a lonely line feed": (b"GET / HTTP/1.1\r\nX: y\nZ: 1\r\n\r\n", "400"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", "400"),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400"),
    "many empty lines": (b"\r\n" * 1000, "400"),
    "no request": (b"\x16\x03\x01\x02\x00\r\n\r\n", "400"),
    "another version": (b"GET / HTTP/2.0\r\n\r\n", "400"),
}


def test_heads_without_end_or_sense_are_refused_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            for head, (data, status) in HEADS.items():
                assert await status_of(server, data) == status, head
            assert 'hexade_refused_total{reason="head"} 4' in server_metrics(server)
            assert 'hexade_http_responses_total{status="431"} 4' in server_metrics(server)

    run(test())


def test_slow_heads_and_bodies_end_in_time(tmp_path: Path, parser: str) -> None:
    slow = {
        "a head": ((b"GET / HTTP/1.1\r\nX: y\r\n",), "408"),
        "nothing": ((), ""),
        "a second head": ((GET, b"GET / HTTP/1.1\r\n"), "200"),
        "a body": (
            (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",), "408",
        ),
        "a body of a request that has its answer": (
            (b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",), "405",
        ),
    }  # fmt: skip

    async def test() -> None:
        async with a_server(tmp_path, head_s=1.0) as server:
            answers = [status_of(server, *parts) for parts, _ in slow.values()]
            for name, status in zip(slow, await asyncio.gather(*answers), strict=True):
                assert status == slow[name][1], name
            assert 'hexade_refused_total{reason="slow"} 4' in server_metrics(server)
            assert 'hexade_http_responses_total{status="408"} 3' in server_metrics(server)

    run(test())


def test_idle_connections_are_closed(tmp_path: Path, parser: str) -> None:
    async def test() -> None:
        async with a_server(tmp_path, keep_alive_s=0.2) as server:
            assert await status_of(server, GET) == "200"

    run(test())


def test_a_body_that_is_too_long_is_answered_and_dropped(tmp_path: Path, parser: str) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"
            assert await status_of(server, head, b" " * 2_000_000) == "400"

    run(test())


def test_many_requests_in_one_piece_are_answered_one_by_one(tmp_path: Path, parser: str) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            reader, writer = await line_to(server)
            tasks = 0
            writer.write(
                GET * 500
                + b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
                + GET
            )
            for n in range(502):
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split()[0])
                assert head[9:12] == (b"400" if n == 500 else b"200")
                await reader.readexactly(length)
                tasks = max(tasks, len(server.server_state.tasks))
            assert tasks <= 1
            writer.close()

    run(test())


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    async def test() -> None:
        given: dict[str, Any] = {"address_connections": 5, "address_sockets": 1, "head_s": SLOW_S}
        async with a_server(tmp_path, **given) as server:
            half = [asyncio.create_task(status_of(server, b"GET / HT")) for _ in range(20)]
            answers = await asyncio.gather(*half)
            assert sorted(answers) == ["408"] * 5 + ["429"] * 15
            await gone(server)
            assert (
                await status_of(server, GET.replace(b"Host", b"Connection: close\r\nHost")) == "200"
            )

    run(test())


def test_the_connections_of_a_trusted_proxy_are_not_those_of_one_client(tmp_path: Path) -> None:
    async def test() -> None:
        few: dict[str, Any] = {"address_connections": 5, "address_sockets": 1}
        async with a_server(tmp_path, head_s=0.3, trust_proxy="127.0.0.1", **few) as server:
            half = [asyncio.create_task(status_of(server, b"GET / HT")) for _ in range(20)]
            assert set(await asyncio.gather(*half)) == {"408"}

    run(test())


def test_behind_a_proxy_an_address_has_so_many_requests_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        few: dict[str, Any] = {"address_connections": 2, "address_sockets": 1, "head_s": SLOW_S}
        async with a_server(tmp_path, trust_proxy="1", **few) as server:
            slow = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"
            slow += b"Connection: close\r\n"
            one, two = (b"X-Forwarded-For: 192.0.2.%d\r\n\r\n" % n for n in (1, 2))
            asked = [asyncio.create_task(status_of(server, slow + one)) for _ in range(4)]
            asked.append(asyncio.create_task(status_of(server, slow + two + b'{"a": 12}')))
            assert sorted(await asyncio.gather(*asked)) == ["400", "408", "408", "429", "429"]

    run(test())


def test_all_together_stay_below_the_limit_on_open_files_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_server(tmp_path, connections=3, head_s=SLOW_S) as server:
            half = [asyncio.create_task(status_of(server, b"GET / HT")) for _ in range(9)]
            assert sorted(await asyncio.gather(*half)) == ["408"] * 3 + ["503"] * 6

    run(test())
    told = [vars(r) for r in caplog.records if r.getMessage() == "no room for another connection"]
    assert len(told) == 6
    assert all(one["is_outage"] for one in told)  # the log has a line of them now and then
    assert told[0]["fields"]["why"].startswith("3 are open")


def test_the_limit_on_open_files_is_raised_as_far_as_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource")
    limit = [256, 4096]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limit))
    assert descriptors.left_for_connections() == 128
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limit.__setitem__(slice(2), new))
    assert descriptors.raise_limit() == (256, 4096)
    assert descriptors.left_for_connections() == 3686


def deaf(server: Server) -> socket.socket:
    """Ask for a large answer on a connection that is never read."""
    host, port = server.address.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    line.sendall(b"GET /api/rules HTTP/1.1\r\nHost: x\r\n\r\n" * 300)
    return line


async def gone(server: Server) -> None:
    while server.server_state.connections:
        await asyncio.sleep(0.01)


def test_peers_that_never_read_are_cut_off(tmp_path: Path, parser: str) -> None:
    async def test() -> None:
        async with a_server(tmp_path, stuck_s=0.3) as server:
            lines = [await asyncio.to_thread(deaf, server) for _ in range(3)]
            await gone(server)
            assert 'hexade_refused_total{reason="unread"} 3' in server_metrics(server)
            for line in lines:
                line.close()

    run(test())


def test_the_end_of_the_server_does_not_wait_for_peers_that_never_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            path = f"/api/tables/{place.code}/socket"
            lines = [await asyncio.to_thread(deaf, server) for _ in range(2)]
            lines += [await asyncio.to_thread(knock, server.address, path) for _ in range(2)]
            for connection in server.server_state.connections:
                if hasattr(connection, "_send_texts"):  # a socket: more than its peer will read
                    connection._send_texts([b"x" * 60_000] * 200)
        for line in lines:
            line.close()

    with caplog.at_level(logging.ERROR, "uvicorn.error"):
        run(test(), 60)
    assert "timeout graceful shutdown exceeded" not in caplog.text


def test_nor_if_an_answer_ends_when_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = http_protocol.HttpProtocol._answered

    def stops_first(connection: http_protocol.HttpProtocol) -> None:
        if connection._transport.get_write_buffer_size():  # the peer does not read it
            connection.shutdown()
        answered(connection)

    monkeypatch.setattr(http_protocol.HttpProtocol, "_answered", stops_first)

    async def test() -> None:
        async with a_server(tmp_path, stuck_s=600.0) as server:
            line = await asyncio.to_thread(deaf, server)
            await gone(server)
            line.close()

    run(test(), 60)


def test_those_who_ask_too_often_wait_for_their_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def noted(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(middleware, "asyncio", SimpleNamespace(sleep=noted))

    async def test() -> None:
        async with a_server(tmp_path, page_rate=0.0, page_burst=2) as server:
            reader, writer = await line_to(server)
            writer.write(GET * 4)
            for status in (b"200", b"200", b"429", b"429"):
                head = await reader.readuntil(b"\r\n\r\n")
                assert head[9:12] == status
                await reader.readexactly(int(head.lower().partition(b"length: ")[2].split()[0]))
            writer.close()
        assert waits == [1.0, 1.0]

    run(test())


def test_an_aborted_request_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            for _ in range(3):
                _, writer = await line_to(server)
                writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
                await asyncio.sleep(0.05)
                writer.transport.abort()
            await gone(server)
            while server.server_state.tasks:
                await asyncio.sleep(0.01)

    run(test())
    assert not caplog.records


def test_an_address_with_a_slash_at_the_end_is_not_redirected(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as web:
            for path in ("/api/games/", "/api/tables/", "/health/", "//evil.example/"):
                answer = await web.get(server.address + path, headers={"host": "evil.example"})
                assert answer.status_code == 404, path
                assert "location" not in answer.headers

    run(test())


def test_an_answer_may_take_longer_than_its_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_server(tmp_path, head_s=1.0) as server:
            append = Sqlite.append

            async def slow(store: Sqlite, entry: Any) -> None:
                await asyncio.sleep(1.5)
                await append(store, entry)

            monkeypatch.setattr(Sqlite, "append", slow)
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            assert place.code

    run(test())
