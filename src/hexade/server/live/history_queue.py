"""Work on finished games: replays, records, analyses and tables that start from a position.

It has a thread of its own, so that it never stands before the rest of the server, and one at a time
takes less of the event loop's time than several. Addresses take turns by the time that they have
used (`fair_queue.py`), only so much waits, and what nobody waits for any more is not begun. When
too much waits, it is the address that has most waiting that is refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from hexade.contract.reason import Reason, Refusal
from hexade.server.bots.fair_queue import FairQueue, Rank, Share

T = TypeVar("T")
MOST_WAITING, MOST_OF_ONE = 64, 16  # altogether, and of one address
_TOO_MANY = Reason("rate", "", "too many requests for finished games: wait a moment")


async def _is_there() -> None:
    """Do not raise: nothing is known about who asked."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for a finished game, and a call that raises if they have hung up."""

    address: str = ""  # of IPv6 the customer's, who may have thousands of households
    demand_there: Callable[[], Awaitable[None]] = _is_there


NOBODY_WAITS = Visitor()


@dataclass(frozen=True, slots=True, eq=False)
class _Ticket:
    """Counts for an address until its work is done, or it was turned away."""

    address: str


class HistoryQueue:
    """One thread for finished games, and who comes next."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="history")
        self._queue = FairQueue(1, time.monotonic)
        self._waiting: list[_Ticket] = []  # in the order in which they came

    @asynccontextmanager
    async def turn(self, visitor: Visitor) -> AsyncIterator[None]:
        """Wait for a turn; refuse if too many wait, and end if the visitor has hung up."""
        ticket = _Ticket(visitor.address)
        self._make_room(ticket.address)
        self._waiting.append(ticket)
        try:
            async with self._queue.turn(_share(ticket.address)):
                await visitor.demand_there()
                yield
        finally:
            if ticket in self._waiting:  # it was not turned away
                self._waiting.remove(ticket)

    def _make_room(self, address: str) -> None:
        """Refuse an address that has too much waiting, or somebody who has more than that."""
        counts = Counter(one.address for one in self._waiting)
        if counts[address] >= MOST_OF_ONE:
            raise Refusal(_TOO_MANY)
        if len(self._waiting) < MOST_WAITING:
            return
        ((greedy, most),) = counts.most_common(1)
        fair = counts[address] + 1 < most
        if not fair or not self._queue.turn_away(_share(greedy), Refusal(_TOO_MANY)):
            raise Refusal(_TOO_MANY)
        last = max(n for n, one in enumerate(self._waiting) if one.address == greedy)
        del self._waiting[last]

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in the thread; for those who have a turn."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def do(self, visitor: Visitor, work: Callable[[], T]) -> T:
        """Wait for a turn, and do some work in it."""
        async with self.turn(visitor):
            return await self.run(work)

    def close(self) -> None:
        """End the thread after what it is doing."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _share(address: str) -> Share:
    return Share(address, Rank.BACKGROUND)
