"""A line without a network: what a socket is sent, and what it says."""

from __future__ import annotations

import asyncio
from typing import Any

from hexade.wire import messages
from hexade.wire.messages import News, Request


class Wire:
    """Stands in for the socket of a web server."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._heard: asyncio.Queue[News] = asyncio.Queue()
        self.closed: int | None = None
        self.scope: dict[str, Any] = {}

    def say(self, request: Request) -> None:
        """Send a request."""
        text = messages.encode(request).decode()
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self) -> None:
        """Go away."""
        self._said.put_nowait({"type": "websocket.disconnect"})

    async def heard(self, *kinds: type[News]) -> News:
        """Return the next news of a kind; what comes before it is passed over."""
        while True:
            news = await self._heard.get()
            if isinstance(news, kinds):
                return news

    # -- what the server calls -------------------------------------------------------------------

    async def receive(self) -> dict[str, Any]:
        """Return what was said next."""
        return await self._said.get()

    async def send(self, message: dict[str, Any]) -> None:
        """Hear all that waits."""
        texts: list[bytes] = message["texts"]
        while texts:
            self._heard.put_nowait(messages.decode_news(texts.pop(0)))

    async def close(self, code: int) -> None:
        """Be sent away."""
        self.closed = code
