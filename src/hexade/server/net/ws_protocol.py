"""A socket's line as the web server has it, made light: thousands of them are open and silent.

What was said when a line was opened is forgotten once it is open, and what waits on it waits in
lists that hold nothing as long as they are empty: a table with two sockets takes a third less.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

_KEPT = ("app", "path", "state", "type")  # of what was said at the opening
_WHOLE_TEXT, _IN_2, _IN_8 = 0x81, 126, 127  # how a text begins, and how long a long one is
_SHORT, _LONG = 125, 1 << 16
_COME_IN = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"%bSec-WebSocket-Accept: %b\r\n\r\n"
)
_AWAY = b"HTTP/1.1 %b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_FORBIDDEN, _BROKEN = _AWAY % b"403 Forbidden", _AWAY % b"500 Internal Server Error"


class Mailbox:
    """What has come in and was not read yet, for one reader; `asyncio.Queue` weighs 3 KiB."""

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Put something in."""
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """Wait for the next thing, and take it out."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._items.pop(0)

    def empty(self) -> bool:
        """Tell whether nothing waits."""
        return not self._items


class Gate:
    """Open nearly always; an event is made only while it is shut."""

    __slots__ = ("_shut",)

    def __init__(self) -> None:
        self._shut: asyncio.Event | None = None

    def clear(self) -> None:
        """Shut it."""
        self._shut = self._shut or asyncio.Event()

    def set(self) -> None:
        """Open it, and let all through who wait."""
        if self._shut is not None:
            self._shut.set()
            self._shut = None

    async def wait(self) -> None:
        """Wait until it is open."""
        while self._shut is not None:
            await self._shut.wait()


def framed(text: bytes) -> bytes:
    """Return a text as a server sends it."""
    length = len(text)
    if length <= _SHORT:
        return bytes((_WHOLE_TEXT, length)) + text
    if length < _LONG:
        return bytes((_WHOLE_TEXT, _IN_2)) + length.to_bytes(2) + text
    return bytes((_WHOLE_TEXT, _IN_8)) + length.to_bytes(8) + text


class Line(WebSocketsSansIOProtocol):
    """The line of one socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Mailbox()  # type: ignore[assignment]
        self.writable = Gate()  # type: ignore[assignment]
        self._accept: str | None = None  # what the other side must be told to be let in

    def begin(self, target: str, headers: list[tuple[bytes, bytes]], accept: str) -> None:
        """Begin with an opening that was read and found good by the door."""
        self._accept, self.handshake_initiated = accept, True
        self.conn.state = State.OPEN  # from now on it reads messages, and no request
        self.conn.parser = self.conn.parse()
        next(self.conn.parser)
        path, _, query = target.partition("?")
        self.scope = {
            "type": "websocket",
            "asgi": {"version": self.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": self.scheme,
            "server": self.server,
            "client": self.client,
            "root_path": self.root_path,
            "path": self.root_path + path,
            "raw_path": self.root_path.encode() + path.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "subprotocols": [],
            "state": self.app_state.copy(),
            "extensions": {},
        }
        self.queue.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self.run_asgi())
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    async def send(self, message: Any) -> None:
        """Send a message; when the line is open, forget how it was opened."""
        if message.get("texts") is not None:
            await self._send_texts(message["texts"])
            return
        if self._accept is not None and not self.handshake_complete:
            self._answer(message["type"] == "websocket.accept")
        else:
            await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            self._forget()  # not if the other side has gone meanwhile: that is still to be said

    async def _send_texts(self, texts: list[bytes]) -> None:
        """Send all texts at once, and take them out of the list: until then they wait in it."""
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        waiting = b"".join(map(framed, texts))
        texts.clear()
        self.transport.write(waiting)

    def _answer(self, welcome: bool) -> None:
        """Answer an opening that came through the door."""
        if not welcome:
            self._turn_away(_FORBIDDEN)
        elif not self.transport.is_closing():
            self.handshake_complete = True
            heads = b"".join(b"%b: %b\r\n" % head for head in self.default_headers)
            self.transport.write(_COME_IN % (heads, (self._accept or "").encode()))
            self.start_keepalive()

    def _turn_away(self, answer: bytes) -> None:
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.handshake_complete = self.close_sent = True
        self.transport.write(answer)
        self.transport.close()

    def send_500_response(self) -> None:
        """Say that something went wrong before the line was open."""
        if self._accept is None:
            super().send_500_response()
        elif not self.handshake_complete:
            self._turn_away(_BROKEN)

    def _forget(self) -> None:
        """Let headers and addresses go: the parser itself would keep the request for good."""
        if self._accept is None:
            self.request.headers.clear()
            self.response.headers.clear()
        for name in self.scope.keys() - _KEPT:
            del self.scope[name]  # type: ignore[misc]
