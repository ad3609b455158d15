"""A socket's line as the web server has it, made light: thousands of them are open and silent.

What was said when a line was opened is forgotten once it is open, and what waits on it waits in
lists that hold nothing as long as they are empty: a table with two sockets takes a third less.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_KEPT = ("app", "path", "state", "type")  # of what was said at the opening


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


class Line(WebSocketsSansIOProtocol):
    """The line of one socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Mailbox()  # type: ignore[assignment]
        self.writable = Gate()  # type: ignore[assignment]

    async def send(self, message: Any) -> None:
        """Send a message; when the line is open, forget how it was opened."""
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            self._forget()  # not if the other side has gone meanwhile: that is still to be said

    def _forget(self) -> None:
        """Let headers and addresses go: the parser itself would keep the request for good."""
        self.request.headers.clear()
        self.response.headers.clear()
        for name in self.scope.keys() - _KEPT:
            del self.scope[name]  # type: ignore[misc]
