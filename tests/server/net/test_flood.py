"""Floods below the layer of messages: every frame counts, and an honest client never notices."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from hexade.client import create
from hexade.server.net.limits import FrameLimit
from hexade.server.settings import Settings
from hexade.wire.messages import Agreed, Create
from tests.server.fixtures import ALL, FakeTime, a_server, run
from tests.server.net.test_ws_protocol import Open, a_socket, opening


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


FLOODS = {
    "empty pings": frame(Opcode.PING) * 20_000,
    "pings with data": frame(Opcode.PING, b"x" * 125) * 2_000,
    "unasked pongs": frame(Opcode.PONG) * 20_000,
    "empty fragments": frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * 20_000,
    "empty texts": frame(Opcode.TEXT) * 20_000,
}


async def limited(one: Open, floods: list[str], **settings: Any) -> FakeTime:
    """Accept a socket whose frames are limited, and return its clock."""
    time = FakeTime()
    chosen = Settings(**settings)
    one.protocol._scope["state"]["frame_limit"] = FrameLimit(
        chosen, time, lambda: floods.append("flood")
    )
    await one.send({"type": "websocket.accept"})
    one.sent()
    return time


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_is_noticed_before_much_of_it_is_read(
    flood: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexade.server.net.ws_protocol._FLOOD_S", 0.01)

    async def test() -> None:
        async with a_socket(accept=False) as one:
            floods: list[str] = []
            await limited(one, floods)
            one.protocol.data_received(FLOODS[flood])
            close = frame_of_close(one.sent())
            assert close == 4429
            assert floods == ["flood"]
            assert one.transport.paused  # the peer waits, and nothing is spent on it
            one.protocol.data_received(FLOODS[flood])
            assert one.sent() == b""
            while not one.transport.ends:
                await asyncio.sleep(0.005)
            assert one.transport.ends == ["abort"]

    run(test())


def frame_of_close(sent: bytes) -> int:
    """Return the code of the close frame at the end; at most 600 frames were answered before."""
    head = sent.rindex(b"\x88")
    assert len(sent) < 600 * 127
    return int.from_bytes(sent[head + 2 : head + 4])


def test_a_flood_after_our_close_frame_is_cut_off_too() -> None:
    async def test() -> None:
        async with a_socket(accept=False) as one:
            floods: list[str] = []
            await limited(one, floods)
            await one.send({"type": "websocket.close", "code": 4404})
            assert one.close_code() == 4404
            one.protocol.data_received(FLOODS["empty pings"])
            assert floods == ["flood"]
            assert one.transport.paused

    run(test())


def test_nothing_makes_a_flooding_socket_read_again() -> None:
    async def test() -> None:
        async with a_socket(accept=False) as one:
            await limited(one, [])
            one.protocol.data_received(FLOODS["empty texts"])
            while (await one.receive())["type"] != "websocket.disconnect":
                pass
            one.protocol.pause_writing()
            one.protocol.resume_writing()
            assert one.transport.paused

    run(test())


def test_bytes_count_as_well_as_frames() -> None:
    async def test() -> None:
        async with a_socket(accept=False, ws_max_size=4096) as one:
            floods: list[str] = []
            await limited(one, floods, traffic_burst=20_000)
            for _ in range(4):
                one.peer(Opcode.TEXT, b"x" * 4000)
            assert not floods
            one.peer(Opcode.TEXT, b"x" * 4000)
            assert floods == ["flood"]

    run(test())


def test_an_honest_client_never_meets_the_limit() -> None:
    time, floods = FakeTime(), list[str]()
    limit = FrameLimit(Settings(), time, lambda: floods.append("flood"))
    for second in range(3600):  # as many messages as may be sent, long ones, and heartbeats
        time.at += 1
        for _ in range(20):
            assert limit.allows(1, 2000)
        if second % 10 == 0:
            assert limit.allows(2, 20)
    time.at += 60
    for _ in range(Settings().socket_burst + Settings().socket_strikes):
        assert limit.allows(1, 2000)  # those who are too fast are refused, not cut off
    assert not floods


def test_a_flooding_spectator_is_closed_and_others_play_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, socket_rate=20.0, socket_burst=60) as server:
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            path = f"/api/tables/{place.code}/socket"
            async with connect(f"ws{server.address[4:]}{path}") as honest:
                await honest.send('{"t":"hello"}')
                await honest.recv()
                floods = [attack(server.address, path, flood) for flood in FLOODS.values()]
                assert await asyncio.gather(*floods) == [4429] * len(FLOODS)
                await honest.send('{"t":"ping"}')
                while "pong" not in str(await honest.recv()):
                    pass
            text = server_metrics(server)
            assert 'hexade_refused_total{reason="flood"} 5' in text

    run(test())


def server_metrics(server: Any) -> str:
    return str(server.config.app.state.context.services.metrics.text({}))


async def attack(address: str, path: str, flood: bytes) -> int:
    """Send a flood on a raw connection; return the code with which it is closed."""
    host = address.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(opening(host, path).encode() + frame(Opcode.TEXT, b'{"t":"hello"}'))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(flood)
    sent = b""
    while b"too many frames" not in sent:
        part = await reader.read(65536)
        assert part, "it was closed without a reason"
        sent += part
    writer.transport.abort()
    return int.from_bytes(sent[sent.index(b"too many frames") - 2 :][:2])


def test_a_client_library_reads_the_code(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, socket_rate=20.0, socket_burst=60) as server:
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            path = f"/api/tables/{place.code}/socket"
            async with connect(f"ws{server.address[4:]}{path}") as line:
                await line.send('{"t":"hello"}')
                with suppress(ConnectionClosed):
                    for _ in range(5000):
                        await line.pong()
                await line.wait_closed()
                assert line.close_code == 4429

    run(test())
