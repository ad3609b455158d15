"""A WebSocket connection: order, back-pressure, close codes, pings, and how little it keeps."""

from __future__ import annotations

import asyncio
import gc
import inspect
import socket
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.frames import Close, Frame, Opcode

from hexade.client import create
from hexade.server.net.http_protocol import HttpProtocol
from hexade.server.net.ws_protocol import Disconnected, WebSocketProtocol, text_frame
from hexade.wire.messages import Agreed, Create
from tests.server.fixtures import ALL, a_server, run

PING = b"\x89\x00"


def opening(host: str, path: str) -> str:
    """Return the request with which a browser opens a WebSocket."""
    asked = {
        "Host": host, "Upgrade": "websocket", "Connection": "Upgrade", "Origin": f"http://{host}",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13",
        "User-Agent": "a browser " * 12, "Accept-Language": "de", "Cookie": "none",
    }  # fmt: skip
    heads = "".join(f"{head}: {text}\r\n" for head, text in asked.items())
    return f"GET {path} HTTP/1.1\r\n{heads}\r\n"


class FakeTransport(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.written = b""
        self.closing = self.paused = False
        self.ends: list[str] = []
        self.on_ping: Callable[[], None] | None = None

    def write(self, data: Any) -> None:
        """Keep data."""
        self.written += data
        if data == PING and self.on_ping is not None:
            asyncio.get_running_loop().call_soon(self.on_ping)

    def is_closing(self) -> bool:
        """Tell whether somebody has closed it."""
        return self.closing

    def close(self) -> None:
        """Close it."""
        self.closing = True
        self.ends.append("close")

    def abort(self) -> None:
        """Close it at once."""
        self.closing = True
        self.ends.append("abort")

    def pause_reading(self) -> None:
        """Note that nothing is read."""
        assert not self.paused
        self.paused = True

    def resume_reading(self) -> None:
        """Note that data is read again."""
        assert self.paused
        self.paused = False


class Open:
    """A WebSocket over a fake transport, and the two calls of its application."""

    def __init__(self, **config: Any) -> None:
        self.ended = asyncio.Event()
        self.started = asyncio.Event()
        self.config = uvicorn.Config(
            self.app, ws=WebSocketProtocol, interface="asgi3", log_config=None, **config
        )
        self.config.load()
        self.state = ServerState()
        self.transport = FakeTransport()
        self.protocol = WebSocketProtocol(self.config, self.state, {})
        self.receive: Callable[[], Awaitable[Any]]
        self.send: Callable[[Any], Awaitable[None]]

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """Give the two calls to the test."""
        self.receive, self.send = receive, send
        self.started.set()
        await self.ended.wait()

    def peer(self, opcode: Opcode, data: bytes = b"", fin: bool = True) -> None:
        """Receive a frame."""
        self.protocol.data_received(Frame(opcode, data, fin).serialize(mask=True))

    def text(self, *texts: bytes) -> None:
        """Receive texts, all at once."""
        frames = [Frame(Opcode.TEXT, text).serialize(mask=True) for text in texts]
        self.protocol.data_received(b"".join(frames))

    def sent(self) -> bytes:
        """Return what was written, and forget it."""
        sent, self.transport.written = self.transport.written, b""
        return sent

    def close_code(self) -> int:
        """Return the code of the close frame that was written."""
        sent = self.sent()
        assert sent[0] == 0x88
        return Close.parse(sent[2:]).code


@asynccontextmanager
async def a_socket(accept: bool = True, **config: Any) -> AsyncIterator[Open]:
    """Open a WebSocket over a fake transport."""
    one = Open(**config)
    one.protocol.connection_made(one.transport)
    one.protocol.data_received(opening("host", "/").encode())
    await one.started.wait()
    assert await one.receive() == {"type": "websocket.connect"}
    if accept:
        await one.send({"type": "websocket.accept"})
        assert one.sent().startswith(b"HTTP/1.1 101 ")
    try:
        yield one
    finally:
        one.ended.set()
        one.protocol.connection_lost(None)
        await asyncio.gather(*one.state.tasks)
        assert not one.state.connections


def test_messages_keep_their_order_and_wake_the_application() -> None:
    async def test() -> None:
        async with a_socket() as one:
            reading = asyncio.ensure_future(one.receive())
            await asyncio.sleep(0)
            one.text(b"1", b"2")
            assert (await reading)["text"] == "1"
            assert (await one.receive())["text"] == "2"
            given_up = asyncio.ensure_future(one.receive())
            await asyncio.sleep(0)
            given_up.cancel()
            await asyncio.gather(given_up, return_exceptions=True)
            one.text(b"3")
            assert (await one.receive())["text"] == "3"  # nothing went to the cancelled call

    run(test())


def test_sending_waits_while_the_peer_does_not_read() -> None:
    async def test() -> None:
        async with a_socket() as one:
            one.protocol.pause_writing()
            one.protocol.pause_writing()
            texts = [[b"a"], [b"b", b"c"], [b"d"]]
            sending = [
                asyncio.ensure_future(one.send({"type": "websocket.send", "texts": some}))
                for some in texts
            ]
            await asyncio.sleep(0.01)
            assert not any(task.done() for task in sending)
            assert texts == [[b"a"], [b"b", b"c"], [b"d"]]  # they wait where others can count them
            one.protocol.resume_writing()
            await asyncio.gather(*sending)
            assert one.sent() == b"".join(map(text_frame, (b"a", b"b", b"c", b"d")))
            assert texts == [[], [], []]
            await one.send({"type": "websocket.send", "texts": [b"e"]})
            assert one.sent() == text_frame(b"e")

    run(test())


def test_nothing_is_read_from_a_peer_that_does_not_read() -> None:
    async def test() -> None:
        async with a_socket() as one:
            one.protocol.pause_writing()  # else its pings would fill our memory with pongs
            assert one.transport.paused
            one.text(b"1")
            assert (await one.receive())["text"] == "1"
            assert one.transport.paused
            one.protocol.resume_writing()
            assert not one.transport.paused

    run(test())


def test_a_lost_connection_wakes_those_who_send() -> None:
    async def test() -> None:
        async with a_socket() as one:
            one.protocol.pause_writing()
            sending = asyncio.ensure_future(one.send({"type": "websocket.send", "texts": [b"a"]}))
            await asyncio.sleep(0)
            one.protocol.connection_lost(None)
            with pytest.raises(Disconnected):
                await sending
            assert (await one.receive())["type"] == "websocket.disconnect"

    run(test())


def test_nothing_is_read_while_the_application_is_busy() -> None:
    async def test() -> None:
        async with a_socket() as one:
            reading = asyncio.ensure_future(one.receive())
            await asyncio.sleep(0)
            one.text(b"1")
            assert not one.transport.paused  # somebody waits for it
            await reading
            one.text(b"2", b"3")
            assert one.transport.paused
            await one.receive()
            assert one.transport.paused
            await one.receive()
            assert not one.transport.paused

    run(test())


def test_fragments_make_one_message_and_pings_between_them_are_answered() -> None:
    async def test() -> None:
        async with a_socket() as one:
            one.peer(Opcode.TEXT, b"on", fin=False)
            one.peer(Opcode.CONT, b"", fin=False)
            one.peer(Opcode.PING, b"there?")
            assert one.sent() == b"\x8a\x06there?"
            one.peer(Opcode.CONT, b"e")
            assert (await one.receive())["text"] == "one"
            one.peer(Opcode.BINARY, b"t", fin=False)
            one.peer(Opcode.CONT, b"wo")
            assert (await one.receive())["bytes"] == b"two"

    run(test())


@pytest.mark.parametrize("size", [1, 2, 5, 6, 7, 8, 13, 14, 40, 1000])
def test_messages_are_the_same_wherever_the_network_cuts_them(size: int) -> None:
    parts = (
        Frame(Opcode.TEXT, b"one"), Frame(Opcode.PONG, b""), Frame(Opcode.TEXT, b"2" * 126),
        Frame(Opcode.TEXT, b"thr", fin=False), Frame(Opcode.PONG, b"x"), Frame(Opcode.CONT, b"ee"),
        Frame(Opcode.TEXT, b""), Frame(Opcode.TEXT, b"five"),
    )  # fmt: skip
    data = b"".join(part.serialize(mask=True) for part in parts)

    async def test() -> None:
        async with a_socket() as one:
            for start in range(0, len(data), size):
                one.protocol.data_received(data[start : start + size])
            found = [(await one.receive())["text"] for _ in range(5)]
            assert found == ["one", "2" * 126, "three", "", "five"]
            assert one.sent() == b""
            one.peer(Opcode.TEXT, b"six")
            assert (await one.receive())["text"] == "six"

    run(test())


FAULTS = {
    "a message that is too long": (Frame(Opcode.TEXT, b"x" * 101).serialize(mask=True), 1009),
    "a frame without a mask": (Frame(Opcode.TEXT, b"x").serialize(mask=False), 1002),
    "a fragment of nothing": (Frame(Opcode.CONT, b"x").serialize(mask=True), 1002),
    "a text that is not UTF-8": (Frame(Opcode.TEXT, b"\xff").serialize(mask=True), 1007),
    "a text after one that is not UTF-8": (
        Frame(Opcode.TEXT, b"\xff").serialize(mask=True)
        + Frame(Opcode.TEXT, b"x").serialize(mask=True),
        1007,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_peer_that_breaks_the_protocol_is_disconnected(fault: str) -> None:
    data, code = FAULTS[fault]

    async def test() -> None:
        async with a_socket(ws_max_size=100) as one:
            one.protocol.data_received(data)
            assert one.close_code() == code
            assert one.transport.closing
            assert (await one.receive())["type"] == "websocket.disconnect"
            with pytest.raises(Disconnected):
                await one.send({"type": "websocket.send", "texts": [b"a"]})

    run(test())


def test_fragments_that_are_too_long_together_are_refused() -> None:
    async def test() -> None:
        async with a_socket(ws_max_size=100) as one:
            one.peer(Opcode.TEXT, b"x" * 60, fin=False)
            one.peer(Opcode.CONT, b"x" * 60)
            assert one.close_code() == 1009

    run(test())


def test_a_close_of_the_peer_is_answered_after_its_last_message() -> None:
    async def test() -> None:
        async with a_socket() as one:
            last = Frame(Opcode.TEXT, b"last").serialize(mask=True)
            close = Frame(Opcode.CLOSE, Close(1001, "").serialize()).serialize(mask=True)
            one.protocol.data_received(last + close)
            assert one.close_code() == 1001
            assert one.transport.closing
            assert (await one.receive())["text"] == "last"
            assert await one.receive() == {"type": "websocket.disconnect", "code": 1001}
            await one.send({"type": "websocket.close", "code": 1000})  # too late, and no harm
            assert one.sent() == b""

    run(test())


def test_a_close_of_the_application_waits_for_the_peers_answer() -> None:
    async def test() -> None:
        async with a_socket() as one:
            one.text(b"1")
            assert one.transport.paused
            await one.send({"type": "websocket.close", "code": 4404, "reason": "no table"})
            assert one.close_code() == 4404
            assert not one.transport.paused
            one.text(b"2")  # nobody reads it any more
            assert not one.transport.paused
            one.ended.set()
            await asyncio.gather(*one.state.tasks)
            assert not one.transport.closing
            one.peer(Opcode.CLOSE, Close(4404, "").serialize())
            assert one.transport.closing

    run(test())


def test_a_peer_that_does_not_answer_a_close_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexade.server.net.ws_protocol._CLOSE_S", 0.02)

    async def test() -> None:
        async with a_socket() as one:
            await one.send({"type": "websocket.close", "code": 1000})
            assert one.transport.ends == []
            while len(one.transport.ends) < 2:
                await asyncio.sleep(0.01)
            assert one.transport.ends == ["close", "abort"]  # not even the last bytes went out

    run(test())


def test_a_dead_peer_is_noticed_and_a_living_one_stays() -> None:
    async def test() -> None:
        async with a_socket(ws_ping_interval=0.02) as dead, a_socket(ws_ping_interval=0.01) as one:
            one.transport.on_ping = lambda: one.peer(Opcode.PONG)
            while not dead.transport.closing:
                await asyncio.sleep(0.01)
            assert one.transport.written.count(PING) > 1
            assert not one.transport.closing
            assert dead.transport.written.startswith(PING)
            dead.transport.written = dead.transport.written.removeprefix(PING)
            assert dead.close_code() == 1011
            assert (await dead.receive())["type"] == "websocket.disconnect"

    run(test())


def test_a_server_that_stops_says_so() -> None:
    async def test() -> None:
        async with a_socket() as one, a_socket(accept=False) as early:
            one.protocol.shutdown()
            assert one.close_code() == 1012
            early.protocol.shutdown()
            assert early.sent().startswith(b"HTTP/1.1 500 ")
            for each in (one, early):
                assert each.transport.closing
                assert (await each.receive())["type"] == "websocket.disconnect"
                timer = each.protocol._timer  # ends the connection, whatever comes
                each.ended.set()
                assert each.state.tasks
                await asyncio.wait(set(each.state.tasks))
                each.protocol.beat(1e9)
                each.peer(Opcode.CLOSE, Close(1012, "").serialize())
                assert each.protocol._timer is timer is not None

    run(test())


def test_frames_that_come_before_the_answer_wait_for_it() -> None:
    async def test() -> None:
        async with a_socket(accept=False) as one:
            one.peer(Opcode.PING)
            one.text(b"early")
            assert one.sent() == b""
            await one.send({"type": "websocket.accept"})
            answer, _, frames = one.sent().partition(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 101 ")
            assert frames == b"\x8a\x00"
            assert (await one.receive())["text"] == "early"
            assert not one.transport.paused

    run(test())


def test_a_peer_that_leaves_during_the_handshake_does_no_harm() -> None:
    async def test() -> None:
        async with a_socket(accept=False) as one:
            one.transport.close()
            await one.send({"type": "websocket.accept"})
            await one.send({"type": "websocket.close", "code": 1000})
            assert one.sent() == b""

    run(test())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536, 70000])
def test_texts_of_any_length_are_framed(length: int) -> None:
    sent = text_frame(b"x" * length)
    assert sent[0] == 0x81
    assert sent.endswith(b"x" * length)
    head = sent[1 : len(sent) - length]
    told = head[0] if head[0] < 126 else int.from_bytes(head[1:])
    assert (told, len(head)) == (length, 1 if length < 126 else 3 if length < 65536 else 9)


def test_uvicorn_offers_what_the_protocols_use() -> None:
    config = uvicorn.Config(lambda: None, log_config=None)
    config.load()
    arguments = inspect.signature(AutoHTTPProtocol).parameters
    used: list[tuple[str, Iterable[str], tuple[str, ...]]] = [
        ("Config", dir(config), ("loaded_app", "ws_max_size", "ws_ping_interval")),
        ("ServerState", dir(ServerState()), ("connections", "default_headers", "tasks")),
        ("AutoHTTPProtocol", arguments, ("config", "server_state", "app_state")),
        ("HttpProtocol", inspect.signature(HttpProtocol).parameters, tuple(arguments)),
    ]
    for owner, offered, names in used:
        for name in names:
            assert name in offered, (
                f"uvicorn {uvicorn.__version__} has changed: {name} is missing in {owner}, "
                "see ws_protocol.py and http_protocol.py"
            )


def test_an_open_socket_has_forgotten_its_request(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            place = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            address = f"ws{server.address.removeprefix('http')}/api/tables/{place.code}/socket"
            async with connect(address, compression=None) as line:
                await line.send('{"t":"hello"}')
                await line.recv()
                made = server.server_state.connections
                (there,) = [one for one in made if isinstance(one, WebSocketProtocol)]
                assert there._request is None
                assert "headers" not in there._scope

    run(test())


def knock(server: str, path: str) -> socket.socket:
    """Open a WebSocket by hand and say hello: at this end it takes nothing worth counting."""
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


def test_a_silent_socket_takes_less_than_11_kib(tmp_path: Path) -> None:
    """It takes 8.5 KiB, and took 20 with queues, headers and a second task."""

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

    assert run(test()) < 11
