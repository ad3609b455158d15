"""Presence: who is at a table whose sockets are spread over several processes.

Each process stores how many sockets it has for each seat, and renews a lease by a heartbeat. A
notice of a change has only the table's code; the other processes read the rest. A process that
died renews nothing: the next heartbeat of another one removes its sockets.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping

from hexade.server.live.open_table import LiveTable
from hexade.server.ops.metrics import fault
from hexade.server.services import Services
from hexade.server.store import Unavailable

_BEATS = 3  # heartbeats in one lease: one may be late


class Presence:
    """Tells other processes who is connected here, and learns who is connected there."""

    def __init__(
        self, services: Services, lives: Mapping[str, LiveTable], tell: Callable[[LiveTable], None]
    ) -> None:
        self._lives, self._tell, self._now = lives, tell, services.time.now
        self._store, self._lease_s = services.store, services.settings.lease_s
        self._process = secrets.token_hex(8)
        self._told: dict[str, dict[int, int]] = {}  # what was last announced to other processes
        self._busy: dict[str, asyncio.Task[None]] = {}

    def changed(self, live: LiveTable) -> None:
        """Announce who is connected here; repeat if that changes in the meantime."""
        code = live.table.code
        if self._store.shared and code not in self._busy:
            self._busy[code] = asyncio.ensure_future(self._write(live))

    async def _write(self, live: LiveTable) -> None:
        code = live.table.code
        try:
            while (here := dict(+live.here)) != self._told.get(code, {}):
                gone = dict.fromkeys(self._told.get(code, {}).keys() - here.keys(), 0)
                await self._store.present(self._process, code, gone | here)
                self._told[code] = here
            if not self._told.get(code):
                self._told.pop(code, None)
        except Unavailable as error:
            fault("could not say who is here", error)
            self._told.pop(code, None)  # the next change announces everything again
        finally:
            del self._busy[code]

    async def ask(self, live: LiveTable) -> None:
        """Read who is connected to other processes."""
        if not self._store.shared:
            return
        try:
            found = await self._store.present_elsewhere(self._process, live.table.code)
        except Unavailable as error:
            fault("could not ask who is there", error)
            return
        now = self._now()
        counts = {seat: count for seat, (count, _) in found.items() if count}
        left = {seat: now - ago for seat, (count, ago) in found.items() if not count}
        if live.others(counts, left, now):
            self._tell(live)

    async def run(self) -> None:
        """Send heartbeats forever."""
        while self._store.shared:
            try:
                if await self._store.heartbeat(self._process, self._lease_s):
                    self._say_all()
            except Unavailable as error:
                fault("could not renew the lease", error)
            await asyncio.sleep(self._lease_s / _BEATS)

    def _say_all(self) -> None:
        """Announce everything again: the lease had run out."""
        self._told.clear()
        for live in self._lives.values():
            self.changed(live)

    async def close(self) -> None:
        """Announce that nobody is connected here any more."""
        await asyncio.gather(*self._busy.values(), return_exceptions=True)
        if self._store.shared:
            try:
                await self._store.absent(self._process)
            except Unavailable as error:
                fault("could not remove our presence", error)
