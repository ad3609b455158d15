"""Somebody who plays through a bare socket: as little work as can be, so that thousands fit in.

They open a line, say hello, move and come back after a break exactly as `hexade.client` does, with
its waits between tries, and read no more of a message than they need to move. A real client takes
2 ms of a core to come back, this one a fifth of a millisecond: with it the server is measured, not
the players.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from typing import cast
from urllib.parse import urlsplit

import msgspec

from hexade.client import FIRST_WAIT_S, longer, pause
from hexade.wire.messages import Seated

_OPENING = (
    "GET /api/tables/{}/socket HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\nUser-Agent: hexade\r\n\r\n"
)
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_SHORT, _LONG, _LONGER = 125, 126, 127  # lengths that stand for themselves, in 2 bytes, in 8
_NO_MASK = bytes(4)


class _Now(msgspec.Struct):
    game: int
    v: int
    waiting: list[int]
    legal: list[str] | None = None


class _News(msgspec.Struct):
    t: str
    now: _Now | None = None


_read = msgspec.json.Decoder(_News).decode


def frame(kind: int, body: bytes) -> bytes:
    """Return a message as a client sends it, masked with nothing."""
    head = bytes((0x80 | kind,))
    if len(body) <= _SHORT:
        return head + bytes((0x80 | len(body),)) + _NO_MASK + body
    return head + bytes((0x80 | _LONG,)) + len(body).to_bytes(2) + _NO_MASK + body


def taken(heap: bytearray) -> tuple[int, bytes] | None:
    """Take the first message of a server out of what has come in, if it is whole."""
    if len(heap) < 2:
        return None
    length, at = heap[1], 2
    if length >= _LONG:
        at = 4 if length == _LONG else 10
        length = int.from_bytes(heap[2:at])
    if len(heap) < at + length:
        return None
    kind, body = heap[0] & 0x0F, bytes(heap[at : at + length])
    del heap[: at + length]
    return kind, body


class Regular(asyncio.Protocol):
    """Somebody who plays now and then, and notes when they came in."""

    def __init__(
        self, server: str, place: Seated, dice: random.Random, think: tuple[float, float]
    ) -> None:
        parts = urlsplit(server)
        self._host, self._port = parts.hostname or "", parts.port or 0
        self._opening = _OPENING.format(place.code, parts.netloc).encode()
        self._seat, self._token, self._dice, self._think = place.seat, place.token, dice, think
        self._transport: asyncio.Transport | None = None
        self._lost: asyncio.Future[None] | None = None
        self._heap = bytearray()
        self._open = self._welcome = False
        self._moves = 0
        self._thought: tuple[int, str] | None = None  # the version thought about, and the request
        self._staying: asyncio.Task[None] | None = None
        self.game = self.version = 0
        self.came = 0.0

    async def __aenter__(self) -> Regular:
        """Begin to come in."""
        self._staying = asyncio.ensure_future(self._stay())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        if self._staying is not None:
            self._staying.cancel()
            with suppress(asyncio.CancelledError):
                await self._staying
        if self._transport is not None:
            self._transport.abort()

    async def here(self) -> None:
        """Wait until one has been let in."""
        while not self.came:
            await asyncio.sleep(0.005)

    async def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        wait = FIRST_WAIT_S
        while True:
            self._open = self._welcome = False
            self._heap.clear()
            with suppress(OSError):
                self._lost = loop.create_future()
                await loop.create_connection(lambda: self, self._host, self._port)
                await self._lost
            wait = FIRST_WAIT_S if self._welcome else longer(wait)
            await pause(wait)

    # -- the line --------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to be let in."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._opening)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that one has to come back."""
        self._transport, self._open = None, False
        if self._lost is not None and not self._lost.done():
            self._lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Read what has come in."""
        self._heap += data
        if not self._open:
            self._opened()
        while self._open and (message := taken(self._heap)) is not None:
            self._hear(*message)

    def _opened(self) -> None:
        end = self._heap.find(b"\r\n\r\n")
        if end < 0 or self._transport is None:
            return
        if not self._heap.startswith(b"HTTP/1.1 101 "):
            self._transport.abort()
            return
        del self._heap[: end + 4]
        self._open = True
        self._say(
            f'{{"t":"hello","token":"{self._token}","game":{self.game},"since":{self.version}}}'
        )

    def _say(self, text: str) -> None:
        if self._open and self._transport is not None:
            self._transport.write(frame(_TEXT, text.encode()))

    def _hear(self, kind: int, body: bytes) -> None:
        if kind == _PING and self._transport is not None:
            self._transport.write(frame(_PONG, body))
        elif kind == _CLOSE and self._transport is not None:
            self._transport.close()
        elif kind == _TEXT:
            self._told(_read(body))

    def _told(self, news: _News) -> None:
        if news.t == "welcome":
            self._welcome, self.came = True, time.monotonic()
        now = news.now
        if now is None:
            return
        self.game, self.version = now.game, now.v
        if not now.legal or self._seat not in now.waiting:
            return
        if self._thought is None or self._thought[0] != now.v:
            self._thought = now.v, ""
            asyncio.get_running_loop().call_later(
                self._dice.uniform(*self._think), self._move, now.v, self._dice.choice(now.legal)
            )
        elif self._thought[1]:  # the line broke before it was answered
            self._say(self._thought[1])

    async def start(self) -> None:
        """Have the game begin."""
        self._say('{"t":"start","id":"s"}')

    def _move(self, version: int, move: str) -> None:
        self._moves += 1
        request = f'{{"t":"move","v":{version},"id":"m{self._moves}","move":"{move}"}}'
        self._thought = version, request
        self._say(request)
