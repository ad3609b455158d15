"""Admission after a restart: reconnecting clients go before the requests of connected players.

A reconnected client immediately repeats requests that were not answered before the restart. A move
takes four times as long as a welcome, so clients that are still connecting would wait for the
moves of others. For the first two seconds of processor time a request therefore waits until no
client has connected during a turn of the event loop, and one request passes at a time. Processor
time counts, because on a busy machine connecting takes longer. After that nothing waits here, so
nobody can slow a game down by connecting.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

RUSH_S = 2.0  # of the processor


class Admission:
    """Delays requests while clients reconnect."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self._clock = clock
        self._until = float("-inf")
        self._is_over = False  # then nobody need ask for the time any more
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._arrived = 0

    def begin(self) -> None:
        """Note that the server accepts connections from now on."""
        self._until = self._clock() + RUSH_S
        self._is_over = False

    def arrived(self) -> None:
        """Note that a client connects."""
        self._arrived += 1

    async def passed(self) -> None:
        """Wait for clients that are connecting, in the first seconds."""
        if self._is_over or (not self._waiting and self._clock() >= self._until):
            self._is_over = True
            return
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            loop.call_soon(self._look, self._arrived)
        await turn

    def _look(self, before: int) -> None:
        """Let the first request through if no client has connected since or the rush is over."""
        while self._waiting and self._waiting[0].done():  # their connections are closed
            self._waiting.popleft()
        quiet = self._arrived == before or self._clock() >= self._until
        if quiet and self._waiting:
            self._waiting.popleft().set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._look, self._arrived)
