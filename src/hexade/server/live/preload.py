"""Preloading: after a restart everybody reconnects at once, so their tables are read before that.

Every two seconds the list of occupied tables is stored. At the next start those tables are
read and the games are serialized for the welcomes, for a few seconds at most, the rest on demand.
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
_MOST_S = 4.0  # processor time that preloading may take before the server listens
_LONGEST_S = 8.0  # the same in wall time, as the machine may be busy
_KEPT_S = 60.0  # how long preloaded tables wait for their people
_BATCH = 50


class Preloader:
    """Keeps a list of tables that people are at, and preloads them at the next start."""

    def __init__(self, services: Services, tables: TableRegistry) -> None:
        self._store, self._time, self._tables = services.store, services.time, tables
        self._noted: set[str] = set()
        self._expected: set[str] = set()  # not preloaded in time, still expected back

    async def expects_people(self) -> bool:
        """Tell whether people were at tables when the server stopped."""
        try:
            return bool(await self._store.peopled())
        except Unavailable:
            return True  # nobody knows

    async def prepare(self, most_s: float = _MOST_S, longest_s: float = _LONGEST_S) -> None:
        """Read the tables at which people were, as far as there is time."""
        worked, waited = time.process_time() + most_s, time.monotonic() + longest_s

        def in_time() -> bool:
            return time.process_time() < worked and time.monotonic() < waited

        collects = gc.isenabled()
        gc.disable()  # nothing created here is garbage
        try:
            codes = await self._store.peopled()
            self._noted = self._expected = set(codes)
            for first in range(0, len(codes), _BATCH):
                if in_time():
                    found = await self._store.load_all(codes[first : first + _BATCH])
                    for code, rows in found.items():
                        chat = await self._store.chat(code)
                        with _alone():
                            await self._tables.make_ready(code, rows, chat)
        except Unavailable as error:  # they are read when somebody asks for them
            fault("could not read who was here", error)
        finally:
            if collects:
                gc.enable()
        for live in self._tables.ready.values():
            if in_time():
                with _alone():
                    live.serialize_ahead(self._time.now())
        note("tables read", tables=len(self._tables.ready), of=len(self._noted))

    async def run(self) -> None:
        """Update the list of occupied tables forever."""
        forgetting = asyncio.get_running_loop().call_later(_KEPT_S, self.forget)
        try:
            while True:
                await asyncio.sleep(_NOTED_S)
                try:
                    await self.note()
                except Exception as error:  # the next time may be better
                    fault("could not note who is here", error)
        finally:
            forgetting.cancel()

    def forget(self) -> None:
        """Stop waiting for people who have not reconnected."""
        self._expected = set()
        self._tables.forget_ready()

    async def note(self) -> None:
        """Store which tables have people at them, where that has changed."""
        if self._store.shared:  # the other processes keep running with their people
            return
        people = {code for code, live in self._tables.live.items() if live.listeners}
        come = people - self._noted
        # People who lost their connection may be reconnecting.
        gone = self._noted - self._expected - self._tables.live.keys() - self._tables.ready.keys()
        if come or gone:
            await self._store.note_people(sorted(come), sorted(gone))
            self._noted = (self._noted | come) - gone


@contextmanager
def _alone() -> Iterator[None]:
    """Contain a table's failure: it must not keep the others from loading."""
    try:
        yield
    except Exception as error:
        fault("a table could not be read", error)
