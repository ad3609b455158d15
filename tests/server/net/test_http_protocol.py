"""The door lets plain openings in by the short way, and odd ones are refused by the long one."""

from __future__ import annotations

import asyncio
import base64
import os
from pathlib import Path

import pytest
from websockets.utils import accept_key

from hexade.client import create
from hexade.server.app import Server
from hexade.server.net import ws_protocol as lines
from hexade.server.net.ws_protocol import Line, framed
from hexade.wire.messages import Agreed, Create
from tests.server.fixtures import ALL, a_server, run

KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
PLAIN = {
    "Host": "HOST", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Key": KEY, "Sec-WebSocket-Version": "13",
}  # fmt: skip


async def answered(server: Server, path: str, heads: list[tuple[str, str]]) -> list[str]:
    """Return the lines with which an opening is answered."""
    host = server.address.removeprefix("http://")
    asked = "".join(f"{name}: {text.replace('HOST', host)}\r\n" for name, text in heads)
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(f"GET {path} HTTP/1.1\r\n{asked}\r\n".encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    writer.close()
    return answer.decode().split("\r\n")


async def a_path(server: Server) -> str:
    place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
    return f"/api/tables/{place.code}/socket"


def count_short_ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have the short way counted, by the keys that are answered there."""
    taken: list[str] = []
    begin = Line.begin

    def counted(self: Line, target: str, headers: list[tuple[bytes, bytes]], accept: str) -> None:
        taken.append(accept)
        begin(self, target, headers, accept)

    monkeypatch.setattr(lines.Line, "begin", counted)
    return taken


def test_a_plain_opening_is_answered_as_the_standard_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = count_short_ways(monkeypatch)

    async def test() -> None:
        async with a_server(tmp_path) as server:
            key = base64.b64encode(os.urandom(16)).decode()
            heads = {**PLAIN, "Sec-WebSocket-Key": key, "Sec-WebSocket-Protocol": "none"}
            status, *rest = await answered(server, await a_path(server), [*heads.items()])
            said = {name.lower(): text for name, _, text in (one.partition(": ") for one in rest)}
            assert status == "HTTP/1.1 101 Switching Protocols"
            assert said["sec-websocket-accept"] == accept_key(key) == taken[0]
            assert (said["upgrade"], said["connection"]) == ("websocket", "Upgrade")
            assert "date" in said
            assert "sec-websocket-protocol" not in said

    run(test())


ODD = {
    "no key": ({"Sec-WebSocket-Key": ""}, "400"),
    "a short key": ({"Sec-WebSocket-Key": "AAAA"}, "400"),
    "no base64": ({"Sec-WebSocket-Key": "?" * 24}, "400"),
    "an old version": ({"Sec-WebSocket-Version": "8"}, "400"),
    "much text": ({"Cookie": "x" * 20_000}, "431"),
    "many headers": ({f"X-{n}": "x" for n in range(200)}, "431"),
}


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_opening_is_refused(
    odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = count_short_ways(monkeypatch)
    changed, status = ODD[odd]

    async def test() -> None:
        async with a_server(tmp_path) as server:
            heads = [(name, text) for name, text in {**PLAIN, **changed}.items() if text]
            answer = await answered(server, await a_path(server), heads)
            assert answer[0].split()[1] == status

    run(test())
    assert not taken


def test_two_keys_are_refused_and_a_quoted_path_takes_the_long_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = count_short_ways(monkeypatch)

    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = await a_path(server)
            twice = [*PLAIN.items(), ("Sec-WebSocket-Key", KEY)]
            assert (await answered(server, path, twice))[0].split()[1] == "400"
            quoted = path.replace("socket", "%73ocket")
            assert (await answered(server, quoted, [*PLAIN.items()]))[0].split()[1] == "101"

    run(test())
    assert not taken


@pytest.mark.parametrize("quoted", [False, True])
def test_a_page_of_another_host_and_another_path_are_turned_away(
    quoted: bool, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = await a_path(server)
            path = path.replace("socket", "%73ocket") if quoted else path
            strange = [*PLAIN.items(), ("Origin", "http://elsewhere.example")]
            assert (await answered(server, path, strange))[0].split()[1] == "403"
            own = [*PLAIN.items(), ("Origin", server.address)]
            assert (await answered(server, path, own))[0].split()[1] == "101"
            assert (await answered(server, f"{path}s", own))[0].split()[1] == "403"

    run(test())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536, 70000])
def test_texts_of_any_length_are_framed(length: int) -> None:
    sent = framed(b"x" * length)
    assert sent[0] == 0x81
    assert sent.endswith(b"x" * length)
    head = sent[1 : len(sent) - length]
    told = head[0] if head[0] < 126 else int.from_bytes(head[1:])
    assert (told, len(head)) == (length, 1 if length < 126 else 3 if length < 65536 else 9)


def test_a_mistake_before_the_line_is_open_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = await a_path(server)
            monkeypatch.setattr(Line, "_answer", lambda *_: 1 / 0)
            answer = await answered(server, path, [*PLAIN.items()])
            assert answer[0] == "HTTP/1.1 500 Internal Server Error"

    run(test())
