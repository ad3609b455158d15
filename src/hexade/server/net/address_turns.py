"""Turns by address: each has only a few requests under way at a time, and the rest wait.

A hundred tables of one address would otherwise stand in line before everybody else's next move.
Many requests are answered without a wait, so only as many begin in one turn of the event loop as
well: whatever an address has sent, the loop comes to everybody else in between. A socket that waits
is not read, so whoever sends faster than that slows down nobody but themselves.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from types import TracebackType


class AddressTurns:
    """Counts the requests of each address that are under way, and that began in this loop turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._busy: Counter[str] = Counter()
        self._begun: Counter[str] = Counter()  # in this turn of the loop
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def turn(self, address: str) -> AddressTurn:
        """Return a turn, to be used with `async with`."""
        return AddressTurn(self, address)

    async def take(self, address: str) -> None:
        """Wait until the address has fewer requests under way, and none that waits for longer."""
        if address not in self._waiting and self._may_begin(address):
            self._begin(address)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came at the same moment
                self.give(address)
            raise

    def give(self, address: str) -> None:
        """End a turn: the next request of the address begins."""
        self._busy[address] -= 1
        if not self._busy[address]:
            del self._busy[address]
        self._grant(address)

    def _may_begin(self, address: str) -> bool:
        return self._busy[address] < self._most and self._begun[address] < self._most

    def _begin(self, address: str) -> None:
        if not self._begun:
            asyncio.get_running_loop().call_soon(self._next_loop_turn)
        self._busy[address] += 1
        self._begun[address] += 1

    def _next_loop_turn(self) -> None:
        self._begun.clear()
        for address in list(self._waiting):
            self._grant(address)

    def _grant(self, address: str) -> None:
        """Let waiting requests of an address begin, as many as may."""
        queue = self._waiting.get(address)
        while queue and self._may_begin(address):
            if not (turn := queue.popleft()).done():  # its socket may be gone
                self._begin(address)
                turn.set_result(None)
        if queue is not None and not queue:
            del self._waiting[address]


class AddressTurn:
    """A turn of an address; a class, because a generator would cost more than a move may."""

    __slots__ = ("_address", "_turns")

    def __init__(self, turns: AddressTurns, address: str) -> None:
        self._turns, self._address = turns, address

    async def __aenter__(self) -> None:
        """Wait for it."""
        await self._turns.take(self._address)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give it back."""
        self._turns.give(self._address)
