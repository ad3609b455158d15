"""Preloading: after a restart everybody reconnects at once, so their tables are read before that.

Every two seconds the store learns at which tables people are. At the next start those tables are
read and each seat's welcome is serialized, for a few seconds at most; the rest is done on demand.
Done in one go it takes half the time: the last of a thousand running games is back two seconds
sooner. A preloaded table waits until somebody asks for it: until then its clock is paused, and if
nobody comes it is dropped.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hexade.server.live.registry import TableRegistry
from hexade.server.ops.metrics import fault, note
from hexade.server.services import Services
from hexade.server.store import Unavailable

_NOTED_S = 2.0
_MOST_S = 4.0  # of processor time by which the server may open later
_LONGEST_S = 8.0  # of wall time: the machine may be busy
_KEPT_S = 60.0  # for people who have not reconnected yet
_BATCH = 50


class Preloader:
    """Keeps a list of tables at which people are, and preloads them at the next start."""

    def __init__(self, services: Services, tables: TableRegistry) -> None:
        self._store, self._time, self._tables = services.store, services.time, tables
        self._noted: set[str] = set()
        self._expected: set[str] = set()  # not read in time: their people may be reconnecting

    async def prepare(self, most_s: float = _MOST_S, longest_s: float = _LONGEST_S) -> None:
        """Read the tables at which people were, as far as there is time."""
        worked, waited = time.process_time() + most_s, time.monotonic() + longest_s

        def in_time() -> bool:
            return time.process_time() < worked and time.monotonic() < waited

        collects = gc.isenabled()
        gc.disable()  # nothing of what is made here is garbage
        try:
            codes = await self._store.peopled()
            self._noted = self._expected = set(codes)
            for first in range(0, len(codes), _BATCH):
                if in_time():
                    found = await self._store.load_all(codes[first : first + _BATCH])
                    for code, rows in found.items():
                        with _alone(code):
                            self._tables.make_ready(code, rows)
        except Unavailable as error:  # they are read when somebody asks for them
            fault("could not read who was here", error)
        finally:
            if collects:
                gc.enable()
        for code, live in self._tables.ready.items():
            if in_time():
                with _alone(code):
                    live.serialize_ahead(self._time.now())
        note("tables read", tables=len(self._tables.ready), of=len(self._noted))

    async def run(self) -> None:
        """Keep the list of tables at which people are, for ever."""
        forgetting = asyncio.get_running_loop().call_later(_KEPT_S, self.forget)
        try:
            while True:
                await asyncio.sleep(_NOTED_S)
                try:
                    await self.note()
                except Unavailable as error:
                    fault("could not note who is here", error)
        finally:
            forgetting.cancel()

    def forget(self) -> None:
        """Expect nobody any more who has not come back yet."""
        self._expected = set()
        self._tables.forget_ready()

    async def note(self) -> None:
        """Write down at which tables people are, where that has changed."""
        if self._store.shared:  # other processes go on, and their people are at them
            return
        people = {code for code, live in self._tables.live.items() if live.listeners}
        come = people - self._noted
        # Those who were cut off may be on their way back.
        gone = self._noted - self._expected - self._tables.live.keys() - self._tables.ready.keys()
        if come or gone:
            await self._store.note_people(sorted(come), sorted(gone))
            self._noted = (self._noted | come) - gone


@contextmanager
def _alone(code: str) -> Iterator[None]:
    """Let a table fail by itself: it must not keep all others from opening."""
    try:
        yield
    except Exception as error:
        fault("a table could not be read", error, code=code)
