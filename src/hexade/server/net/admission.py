"""The first moments after a start: those who come back are let in before anybody plays on.

Whoever is back sends at once what was not answered before the server went down. A move takes four
times as long as a welcome, so those who are still at the door would wait for the moves of others.
Until the server has worked for two seconds a request therefore waits until nobody has come in
during a turn of the event loop; one is let through at a time, so that between two of them whoever
knocks is heard. What counts is the server's own processor time: on a machine that is busy with
other things letting in takes longer. Later nothing waits here: nobody can slow a game down by
knocking.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

RUSH_S = 2.0  # of the processor


class Rush:
    """Lets those who play wait for those who come in."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self._clock = clock
        self._until = float("-inf")
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._arrived = 0

    def begin(self) -> None:
        """Note that the server opens now."""
        self._until = self._clock() + RUSH_S

    def arrived(self) -> None:
        """Note that somebody comes in."""
        self._arrived += 1

    async def passed(self) -> None:
        """Wait for those who come in, while the house fills."""
        if not self._waiting and self._clock() >= self._until:
            return
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            loop.call_soon(self._look, self._arrived)
        await turn

    def _look(self, before: int) -> None:
        """Let the first through who waits, if nobody came in meanwhile or the rush is over."""
        while self._waiting and self._waiting[0].done():  # they have hung up
            self._waiting.popleft()
        quiet = self._arrived == before or self._clock() >= self._until
        if quiet and self._waiting:
            self._waiting.popleft().set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._look, self._arrived)
