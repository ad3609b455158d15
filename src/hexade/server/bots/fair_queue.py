"""A fair queue for the bots' worker processes: shares by address, and people first.

Whoever has most tables would otherwise have most of the bots. Each address gets the same share of
the time that bots compute, however many tables it has; tables at which somebody plays come before
tables of bots, and both before analyses.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """What comes first: somebody's game, a game of bots alone, or work that can wait."""

    PEOPLE = 0
    BOTS_ALONE = 1
    BACKGROUND = 2


@dataclass(frozen=True, slots=True)
class Share:
    """Whose share of the bots' time is used, and for what."""

    address: str = ""
    rank: Rank = Rank.PEOPLE


class FairQueue:
    """Grants a fixed number of turns at a time: by rank, then to whoever has used least time.

    An address is known as long as it waits or computes. One that comes back starts level with the
    one that has used least, so that nobody saves time up and nobody has to catch up.
    """

    def __init__(self, turns: int, now: Callable[[], float]) -> None:
        self._free, self._now = turns, now
        self._waiting: dict[Rank, OrderedDict[str, deque[asyncio.Future[None]]]] = {
            rank: OrderedDict() for rank in Rank
        }
        self._used: dict[str, float] = {}
        self._active: dict[str, int] = {}  # turns asked for or taken, by address

    @property
    def idle(self) -> bool:
        """Whether a turn is free."""
        return self._free > 0

    @asynccontextmanager
    async def turn(self, share: Share) -> AsyncIterator[None]:
        """Wait for a turn, and give it back at the end."""
        self._arrive(share.address)
        try:
            await self._wait(share)
            began = self._now()
            try:
                yield
            finally:
                self._used[share.address] += self._now() - began
                self._free += 1
                self._grant()
        finally:
            self._leave(share.address)

    def turn_away(self, share: Share, error: Exception) -> bool:
        """Raise an error for the one of a share who came last; False if none of it waits."""
        for turn in reversed(self._waiting[share.rank].get(share.address, ())):
            if not turn.done():
                self._forget(share, turn)
                turn.set_exception(error)
                return True
        return False

    def _arrive(self, address: str) -> None:
        if address not in self._active:
            self._used[address] = min(self._used.values(), default=0.0)
        self._active[address] = self._active.get(address, 0) + 1

    def _leave(self, address: str) -> None:
        self._active[address] -= 1
        if not self._active[address]:
            del self._active[address], self._used[address]

    async def _wait(self, share: Share) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[share.rank].setdefault(share.address, deque()).append(turn)
        self._grant()
        try:
            await turn
        except asyncio.CancelledError:
            granted = turn.done() and not turn.cancelled() and turn.exception() is None
            if granted:  # and cancelled at the same moment
                self._free += 1
            else:
                self._forget(share, turn)
            self._grant()
            raise

    def _forget(self, share: Share, turn: asyncio.Future[None]) -> None:
        queues = self._waiting[share.rank]
        left = deque(one for one in queues.pop(share.address, ()) if one is not turn)
        if left:
            queues[share.address] = left

    def _grant(self) -> None:
        """Give free turns to those who come first."""
        while self._free > 0 and (queues := self._first()):
            address = min(queues, key=self._used.__getitem__)
            turn = queues[address].popleft()
            queues.move_to_end(address)  # equals take turns
            if not queues[address]:
                del queues[address]
            if not turn.done():  # whoever waited for it may just have gone away
                self._free -= 1
                turn.set_result(None)

    def _first(self) -> OrderedDict[str, deque[asyncio.Future[None]]] | None:
        return next((queues for queues in self._waiting.values() if queues), None)
