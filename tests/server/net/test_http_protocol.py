"""New connections: plain HTTP or a WebSocket, by the short way or through uvicorn's protocols."""

from __future__ import annotations

import asyncio
import base64
import os
import time
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.http import auto
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.utils import accept_key

from hexade.client import create
from hexade.server.app import Server
from hexade.server.net import http_protocol
from hexade.server.net.handshake import Handshake, read_handshake
from hexade.server.net.request_head import BAD_REQUEST
from hexade.server.net.ws_protocol import WebSocketProtocol
from hexade.wire.messages import Agreed, Create
from tests.server.fixtures import ALL, a_server, run

KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
PLAIN = {
    "Host": "HOST", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Key": KEY, "Sec-WebSocket-Version": "13",
}  # fmt: skip
WAYS = ("in one piece", "in two pieces", "on a used connection")


async def answered(
    server: Server, path: str, heads: list[tuple[str, str]], way: str = WAYS[0]
) -> list[str]:
    """Return the lines with which a request is answered."""
    host = server.address.removeprefix("http://")
    asked = "".join(f"{name}: {text.replace('HOST', host)}\r\n" for name, text in heads)
    request = f"GET {path} HTTP/1.1\r\n{asked}\r\n".encode()
    reader, writer = await asyncio.open_connection(*host.split(":"))
    if way == "on a used connection":
        writer.write(f"HEAD /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
    if way == "in two pieces":
        writer.write(request[:30])
        await asyncio.sleep(0.05)
        request = request[30:]
    writer.write(request)
    answer = await reader.readuntil(b"\r\n\r\n")
    writer.close()
    return answer.decode().split("\r\n")


async def status_of(server: Server, path: str, heads: list[tuple[str, str]], way: str) -> str:
    return (await answered(server, path, heads, way))[0].split()[1]


async def a_path(server: Server) -> str:
    place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
    return f"/api/tables/{place.code}/socket"


def count_plain(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list of the connections that uvicorn's protocol for plain HTTP gets from now on."""
    made: list[Any] = []
    plain: Any = auto.AutoHTTPProtocol

    def counted(**given: Any) -> Any:
        made.append(plain(**given))
        return made[-1]

    monkeypatch.setattr(http_protocol, "AutoHTTPProtocol", counted)
    return made


def test_a_request_for_a_websocket_is_answered_as_the_standard_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = await a_path(server)
            made = count_plain(monkeypatch)
            for way in WAYS:
                key = base64.b64encode(os.urandom(16)).decode()
                heads = {**PLAIN, "Sec-WebSocket-Key": key, "Sec-WebSocket-Protocol": "none"}
                status, *rest = await answered(server, path, [*heads.items()], way)
                pairs = (line.partition(": ") for line in rest)
                said = {name.lower(): text for name, _, text in pairs}
                assert status == "HTTP/1.1 101 Switching Protocols", way
                assert said["sec-websocket-accept"] == accept_key(key)
                assert (said["upgrade"], said["connection"]) == ("websocket", "Upgrade")
                assert "date" in said
                assert "sec-websocket-protocol" not in said
                assert bool(made) == (way == "on a used connection"), way

    run(test())


ODD = {
    "no key": ({"Sec-WebSocket-Key": ""}, "400"),
    "a short key": ({"Sec-WebSocket-Key": "AAAA"}, "400"),
    "no base64": ({"Sec-WebSocket-Key": "?" * 24}, "400"),
    "an old version": ({"Sec-WebSocket-Version": "8"}, "400"),
    "much text": ({"Cookie": "x" * 20_000}, "431"),
    "many headers": ({f"X-{n}": "x" for n in range(200)}, "431"),
}


def test_an_odd_request_for_a_websocket_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = await a_path(server)
            for odd, (changed, status) in ODD.items():
                heads = [(name, text) for name, text in {**PLAIN, **changed}.items() if text]
                for way in WAYS:
                    assert await status_of(server, path, heads, way) == status, (odd, way)

    run(test())


def test_a_hostile_header_is_refused_in_linear_time() -> None:
    took = []
    for spaces in (4_000, 16_000):
        began = time.process_time()
        assert read_handshake(b"GET / HTTP/1.1\r\nX:" + b" " * spaces + b"\0") == BAD_REQUEST
        took.append(time.process_time() - began)
    assert took[1] < 0.2  # it took a second when every split was tried


def test_a_handshake_with_a_body_is_refused() -> None:
    head = (
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
    )
    assert isinstance(read_handshake(head), Handshake)
    assert read_handshake(head + b"\r\nContent-Length: 5") == BAD_REQUEST
    assert read_handshake(head + b"\r\nTransfer-Encoding: chunked") == BAD_REQUEST


def test_two_keys_are_refused_and_a_quoted_path_is_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = await a_path(server)
            quoted = path.replace("socket", "%73ocket")
            twice = [*PLAIN.items(), ("Sec-WebSocket-Key", KEY)]
            for way in WAYS:
                assert await status_of(server, path, twice, way) == "400", way
                assert await status_of(server, quoted, [*PLAIN.items()], way) == "101", way

    run(test())


async def turns_away(server: Server) -> None:
    """Check that a page of another host and another path are refused, on every way."""
    path = await a_path(server)
    strange = [*PLAIN.items(), ("Origin", "http://elsewhere.example")]
    own = [*PLAIN.items(), ("Origin", server.address)]
    for way in WAYS:
        for asked in (path, path.replace("socket", "%73ocket")):
            assert await status_of(server, asked, strange, way) == "403", way
            assert await status_of(server, asked, own, way) == "101", way
            assert await status_of(server, f"{asked}s", own, way) == "403", way


def test_a_page_of_another_host_and_another_path_are_turned_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            await turns_away(server)

    run(test())


def test_it_works_without_httptools_as_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "AutoHTTPProtocol", H11Protocol)

    async def test() -> None:
        async with a_server(tmp_path) as server:
            await turns_away(server)

    run(test())


def test_a_mistake_before_the_websocket_is_open_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = await a_path(server)
            monkeypatch.setattr(WebSocketProtocol, "_accept", lambda *_: 1 / 0)
            for way in WAYS:
                answer = await answered(server, path, [*PLAIN.items()], way)
                assert answer[0] == "HTTP/1.1 500 Internal Server Error"

    run(test())


def test_a_connection_that_says_nothing_does_not_hold_up_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            host = server.address.removeprefix("http://")
            reader, writer = await asyncio.open_connection(*host.split(":"))
            while not server.server_state.connections:
                await asyncio.sleep(0.01)
            server.config.timeout_graceful_shutdown = None  # then uvicorn waits for ever
        assert await reader.read() == b""
        writer.close()

    run(test())
