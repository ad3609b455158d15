"""Fan-out between processes: notices carry numbers only; the facts are read from the store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from functools import partial
from typing import Any, Protocol

from hexade.server.ops.metrics import fault
from hexade.server.store import ERASED, Impossible, Store, Unavailable

_AGAIN_S = 0.5
_AT_ONCE = 32  # tables that catch up at the same time after a lost connection
WHATEVER = 1 << 62  # more than any table has: read everything
Catch = Callable[[str, int], Awaitable[None]]


class Told(Protocol):
    """Whoever hears what processes tell each other besides entries."""

    async def ask(self) -> None:
        """Ask what was told before: this process has begun to listen."""

    async def heard(self, text: str) -> None:
        """Take what was told."""


class Erased(Protocol):
    """Whoever drops what other processes erased."""

    async def erased_elsewhere(self, code: str) -> None:
        """Drop a table, or what is kept of one of its games."""

    async def look_for_erased(self) -> None:
        """Find what was erased while nothing was heard of it."""


class Fanout:
    """Listens to what other processes write, and lets the tables that are open here catch up.

    A single process needs no notices. With PostgreSQL every process is notified of every entry,
    and reads those that it did not write itself.
    """

    def __init__(
        self,
        store: Store,
        catch_up: Catch,
        codes: Collection[str],
        erased: Erased | None = None,
        told: Told | None = None,
    ) -> None:
        self._store, self._catch_up, self._codes, self._erased = store, catch_up, codes, erased
        self._told = told
        self._open = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Begin to listen."""
        self._open = True
        await self._listen()

    async def close(self) -> None:
        """Stop listening."""
        self._open = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        await self._store.listen(self._heard, self._lost, self._hear_told)
        if self._told is not None:
            await self._told.ask()

    def _hear_told(self, text: str) -> None:
        if self._told is not None:
            self._begin(self._told.heard(text))

    def _heard(self, code: str, n: int) -> None:
        if n == ERASED:
            self._begin(self._drop_soon(code))
        elif code in self._codes:  # most tables are open in other processes
            self._begin(self._catch_soon(code, n))

    async def _drop_soon(self, code: str) -> None:
        """Drop an erased table, as often as it takes: nobody tells of it again."""
        if self._erased is not None:
            await self._surely(partial(self._erased.erased_elsewhere, code))

    async def _surely(self, drop: Callable[[], Awaitable[None]]) -> None:
        while self._open:
            try:
                await drop()
                break
            except Exception as error:
                fault("could not drop what was erased", error)
                if not _may_pass(error):
                    break
            await asyncio.sleep(_AGAIN_S)

    def _lost(self) -> None:
        if self._open:
            self._begin(self._again())

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _again(self) -> None:
        """Reconnect after a pause, and read whatever may have been missed."""
        await self._listen()
        if self._erased is not None:
            self._begin(self._surely(self._erased.look_for_erased))
        left = list(self._codes)
        while left and self._open:
            some, left = left[:_AT_ONCE], left[_AT_ONCE:]
            caught = await asyncio.gather(*map(self._catch_all, some))
            missed = [code for code, all_of_it in zip(some, caught, strict=True) if not all_of_it]
            if missed:  # the other connections to the database may be lost too
                left += missed
                await asyncio.sleep(_AGAIN_S)

    async def _catch_soon(self, code: str, n: int) -> None:
        """Catch up, as often as it takes: nobody tells of this change again."""
        while not await self._catch(code, n) and self._open and code in self._codes:
            await asyncio.sleep(_AGAIN_S)

    async def _catch_all(self, code: str) -> bool:
        return await self._catch(code, WHATEVER) and await self._catch(code, 0)

    async def _catch(self, code: str, n: int) -> bool:
        """Read and broadcast; return False if it should be retried."""
        try:
            await self._catch_up(code, n)
        except Exception as error:
            fault("could not catch up", error)
            return not _may_pass(error)
        return True


def _may_pass(error: Exception) -> bool:
    """Tell whether a retry may succeed."""
    return isinstance(error, Unavailable) and not isinstance(error, Impossible)
