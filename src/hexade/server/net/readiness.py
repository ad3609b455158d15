"""Readiness: whether the server can store and read what it is asked to, apart from being up."""

from __future__ import annotations

import asyncio

from hexade.server.ops.metrics import fault
from hexade.server.store import Store, Unavailable
from hexade.server.table.clocks import Time

_FRESH_S = 2.0  # how long a result counts: whoever asks more often learns nothing new
_TIMEOUT_S = 5.0  # a database that takes longer is not ready


class Readiness:
    """Checks the store when somebody asks, but not more often than every other second."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store, self._time = store, time
        self._checking: asyncio.Task[bool] | None = None
        self._until = float("-inf")

    async def ready(self) -> bool:
        """Tell whether the store works; everybody who asks meanwhile shares one check."""
        if self._checking is None or (self._checking.done() and self._time.now() >= self._until):
            self._checking = asyncio.ensure_future(self._check())
        return await asyncio.shield(self._checking)

    async def _check(self) -> bool:
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                await self._store.check()
        except TimeoutError:
            late = Unavailable(f"the database has not answered for {_TIMEOUT_S:g} seconds")
            fault("the server is not ready", late)
            return False
        except Unavailable as error:
            fault("the server is not ready", error)
            return False
        finally:
            self._until = self._time.now() + _FRESH_S
        return True
