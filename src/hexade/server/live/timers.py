"""Timers: one queue of deadlines for all tables."""

from __future__ import annotations

import asyncio
import heapq
import math
from collections.abc import Awaitable, Callable

from hexade.server.table.clocks import Time

_LONGEST_S = 60.0
_SPARE = 64  # obsolete entries allowed in the heap, beyond one per table


class Timers:
    """Calls back for a table when its deadline is due.

    Only the earliest requested time is kept for each table; the callback then asks
    for the next one, so a game of a thousand moves does not leave a thousand entries behind.
    """

    def __init__(self, time: Time, due: Callable[[str, float], Awaitable[None]]) -> None:
        self._time, self._due = time, due
        self._heap: list[tuple[float, str]] = []
        self._next: dict[str, float] = {}
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def at(self, when: float, code: str) -> None:
        """Call back for a table at this time, or earlier if that was asked for."""
        if when >= self._next.get(code, math.inf):
            return
        self._next[code] = when
        heapq.heappush(self._heap, (when, code))
        self._tidy()
        self._wake.set()

    def forget(self, code: str) -> None:
        """Drop the time of a table that is not in memory any more: it may be weeks ahead."""
        self._next.pop(code, None)
        self._tidy()

    def _tidy(self) -> None:
        if len(self._heap) > 2 * len(self._next) + _SPARE:
            self._heap = [(at, code) for code, at in self._next.items()]
            heapq.heapify(self._heap)

    def tick(self) -> list[asyncio.Task[None]]:
        """Start everything that is due now, at all tables: the store batches the writes."""
        now = self._time.now()
        codes = set()
        while self._heap and self._heap[0][0] <= now:
            when, code = heapq.heappop(self._heap)
            if self._next.get(code) == when:  # unless an earlier time replaced it
                del self._next[code]
                codes.add(code)
        tasks = [asyncio.ensure_future(self._due(code, now)) for code in codes]
        for task in tasks:  # not awaited here, so that a slow one does not hold up the rest
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return tasks

    async def run(self) -> None:
        """Run what is due, forever."""
        while True:
            self._wake.clear()
            self.tick()
            wait = self._heap[0][0] - self._time.now() if self._heap else _LONGEST_S
            try:
                await asyncio.wait_for(self._wake.wait(), max(0.0, min(wait, _LONGEST_S)))
            except TimeoutError:
                continue

    async def close(self) -> None:
        """Wait for running callbacks."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
