"""A silent socket is light, and its line does what the web server expects of it."""

from __future__ import annotations

import asyncio
import gc
import socket
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from hexade.client import create
from hexade.server.net.ws_protocol import Gate, Line, Mailbox
from hexade.wire.messages import Agreed, Create
from tests.server.fixtures import ALL, a_server, run


def test_a_mailbox_keeps_the_order_and_wakes_its_reader() -> None:
    async def test() -> None:
        box = Mailbox()
        reading = asyncio.ensure_future(box.get())
        await asyncio.sleep(0)
        box.put_nowait(1)
        box.put_nowait(2)
        assert await reading == 1
        assert not box.empty()
        assert await box.get() == 2
        assert box.empty()
        given_up = asyncio.ensure_future(box.get())
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        box.put_nowait(3)
        assert await box.get() == 3  # nothing went to the one who gave up

    run(test())


def test_a_gate_lets_nobody_through_while_it_is_shut() -> None:
    async def test() -> None:
        gate = Gate()
        await gate.wait()
        gate.clear()
        gate.clear()
        waiting = [asyncio.ensure_future(gate.wait()) for _ in range(3)]
        await asyncio.sleep(0.01)
        assert not any(one.done() for one in waiting)
        gate.set()
        await asyncio.gather(*waiting)
        await gate.wait()

    run(test())


@pytest.mark.parametrize("end", ["socket", "%73ocket"])  # by the short way, and by the long one
def test_the_web_server_has_the_parts_that_are_replaced(end: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            assert server.config.ws_protocol_class is Line
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            address = f"ws{server.address.removeprefix('http')}/api/tables/{place.code}/{end}"
            async with connect(address, compression=None) as line:
                await line.send('{"t":"hello"}')
                await line.recv()
                (there,) = [c for c in server.server_state.connections if isinstance(c, Line)]
                assert isinstance(there.queue, Mailbox)
                assert isinstance(there.writable, Gate)
                assert "headers" not in there.scope
                assert hasattr(there, "request") == (end != "socket")
                if end != "socket":
                    assert not there.request.headers

    run(test())


def opening(host: str, path: str) -> str:
    """Return what a browser says to open a line."""
    asked = {
        "Host": host, "Upgrade": "websocket", "Connection": "Upgrade", "Origin": f"http://{host}",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13",
        "User-Agent": "a browser " * 12, "Accept-Language": "de", "Cookie": "none",
    }  # fmt: skip
    heads = "".join(f"{head}: {text}\r\n" for head, text in asked.items())
    return f"GET {path} HTTP/1.1\r\n{heads}\r\n"


class Leaving(asyncio.Transport):
    """A line whose other side hangs up while it is being let in."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.gone = False

    def write(self, data: object) -> None:
        """Send nothing."""

    def is_closing(self) -> bool:
        """Tell whether the other side has gone."""
        return self.gone

    def close(self) -> None:
        """Go."""
        self.gone = True

    def pause_reading(self) -> None:
        """Nothing is read."""

    def resume_reading(self) -> None:
        """Nothing is read."""


def test_one_who_leaves_while_being_let_in_can_still_be_shown_out(tmp_path: Path) -> None:
    async def test() -> None:
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        there = Leaving()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            there.gone = True
            try:
                await send({"type": "websocket.accept"})
                await send({"type": "websocket.close", "code": 1000})
            except BaseException as error:
                ended.set_exception(error)
            else:
                ended.set_result(None)

        config = uvicorn.Config(app, ws=Line, log_config=None)
        config.load()
        line = Line(config, ServerState(), {})
        line.connection_made(there)
        line.data_received(opening("host", "/").encode())
        await ended

    run(test())


def knock(server: str, path: str) -> socket.socket:
    """Open a line by hand and say hello: at this end it takes nothing worth counting."""
    host = server.removeprefix("http://")
    name, _, port = host.partition(":")
    line = socket.create_connection((name, int(port)))
    line.sendall(opening(host, path).encode())
    while b"\r\n\r\n" not in line.recv(4096):
        pass
    hello = b'{"t":"hello"}'
    line.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    line.recv(65536)
    return line


def test_a_silent_socket_takes_less_than_14_kib(tmp_path: Path) -> None:
    """Some 20 KiB with queues, headers and a second task; every table has two of them."""

    async def test() -> float:
        async with a_server(tmp_path) as server:
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            path = f"/api/tables/{place.code}/socket"
            lines = [await asyncio.to_thread(knock, server.address, path) for _ in range(5)]
            gc.collect()
            tracemalloc.start()
            lines += [await asyncio.to_thread(knock, server.address, path) for _ in range(60)]
            await asyncio.sleep(0.2)
            gc.collect()
            taken, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            for line in lines:
                line.close()
        return taken / 60 / 1024

    assert run(test()) < 14
