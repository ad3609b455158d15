"""The sweeper: deletes what has been kept long enough, and what somebody wants erased.

How long each thing is kept is in settings.py (`keep_…`).
It also wakes slow games that nobody has open when somebody's time is up.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from hexade.server.live.registry import TableRegistry
from hexade.server.ops.background import together
from hexade.server.ops.metrics import fault, note
from hexade.server.services import Services
from hexade.server.settings import Settings
from hexade.server.store import Aged, Impossible, Unavailable
from hexade.server.store.day_keys import days_of
from hexade.server.store.puzzle_counts import day_of
from hexade.wire.codes import replay_parts

_SWEEP_EVERY_S = 3600.0
_FIRST_S = 60.0  # after a start: a server may be restarted more often than it sweeps
_ASKED_S = 10.0  # between two looks at what commands want erased
_TABLES = 100  # examined in one go
_PAUSE_S = 0.05  # between two deletions: players come first
_DAY_S = 86_400
_FATES = ("erased", "nameless", "woken", "leftovers")
_WOKEN_DAYS = 2  # how long to try to wake a slow game that has stalled


class Sweeper:
    """Deletes in small steps, so that nobody who plays has to wait."""

    def __init__(self, services: Services, tables: TableRegistry) -> None:
        self._store, self._settings = services.store, services.settings
        self._limits, self._wall, self._tables = services.limits, services.time.wall, tables

    async def run(self) -> None:
        """Sweep once an hour, and erase what was asked for within seconds, forever."""
        await together(
            _often(self.sweep, _SWEEP_EVERY_S, _FIRST_S),
            _often(self.erase_asked, _ASKED_S, _ASKED_S),
            _often(self._forget_addresses, _FIRST_S, _FIRST_S),
        )

    async def _forget_addresses(self) -> None:
        self._limits.forget_idle()

    async def sweep(self) -> None:
        """Delete everything that is older than it is kept; wake slow games whose time is up."""
        lines = await self._forget_chat()
        await self._forget_puzzle_counts()
        await self._store.forget_day_keys(days_of(self._wall())[1])
        await self._store.forget_absent()
        before, done, found = "", Counter[str](), True
        while found:
            some = await self._store.aged(before, _TABLES)
            found = bool(some)
            last = some[-1].code if some else ""
            done["leftovers"] += await self._erase_leftovers(before, last)
            before = last
            for one in some:
                fate = fate_of(one, self._settings, self._wall())
                if fate is None or one.code in self._tables.live:
                    continue
                await asyncio.sleep(_PAUSE_S)
                done[fate] += await _tried(self._sweep_one(one, fate))
        note("swept", lines=lines, **{name: done[name] for name in _FATES})

    async def _erase_leftovers(self, after: str, upto: str) -> int:
        """Delete what was written to tables between two codes while they were erased."""
        codes = await self._store.leftovers(after, upto)
        for code in codes:
            await asyncio.sleep(_PAUSE_S)
            await _tried(self._tables.erase(code))
        return len(codes)

    async def _sweep_one(self, one: Aged, fate: str) -> bool:
        """Do what has to happen to a table; tell if it was done."""
        if fate == "woken":
            return await self._tables.find(one.code) is not None
        if fate == "erased":
            return await self._tables.erase_idle(one.code, one.at)
        await self._store.make_nameless(one.code)
        self._tables.forget_copies(one.code)
        return True

    async def _forget_chat(self) -> int:
        kept_s, count = _DAY_S * self._settings.keep_chat_days, 0
        while kept_s and (done := await self._store.forget_chat(int(self._wall() - kept_s))):
            for code, upto in done.items():
                if (live := self._tables.live.get(code)) is not None:
                    live.table.chat.drop(upto)
            count += len(done)
            await asyncio.sleep(_PAUSE_S)
        return count

    async def _forget_puzzle_counts(self) -> None:
        if kept_s := _DAY_S * self._settings.keep_puzzle_counts_days:
            await self._store.forget_puzzle_counts(str(day_of(self._wall() - kept_s)))

    async def erase_asked(self) -> None:
        """Erase what `hexade erase` wants erased while this server runs."""
        for name in await self._store.erasures():
            await _tried(self._erase_one(name))

    async def _erase_one(self, name: str) -> bool:
        code, game = replay_parts(name) or (name, None)
        await self._tables.erase(code, game)
        await self._store.erasure_done(name)
        note("erased on request", of="table" if game is None else "game")
        return True


def fate_of(table: Aged, settings: Settings, now: float) -> str | None:
    """Return what has to happen to a table that has not changed for a while."""
    if (fate := _fate_of_slow(table, now)) is not None:
        return fate or None
    played = table.game > 1 or table.phase in ("over", "unknown")
    kept = settings.keep_finished_days if played else settings.keep_unfinished_days
    age = (now - table.at) / _DAY_S
    if kept and age > kept:
        return "erased"
    named = settings.keep_names_days
    return "nameless" if named and played and table.named and age > named else None


def _fate_of_slow(table: Aged, now: float) -> str | None:
    """Return what has to happen to a slow game; "" for nothing, None if the usual times count.

    While somebody has time for a move, a game lives, however short the operator keeps others. When
    their time is up and nobody has the table open, it is woken: a bot takes over there.
    """
    if table.slow_s is None or table.phase != "playing":
        return None
    late_s = now - table.at - table.slow_s
    if late_s < 0:
        return ""
    return "woken" if late_s < _WOKEN_DAYS * _DAY_S else None


async def _tried(work: Awaitable[bool]) -> bool:
    """Do something to one table: if that cannot be read, it must not save the others."""
    try:
        return await work
    except Exception as error:
        if isinstance(error, Unavailable) and not isinstance(error, Impossible):
            raise
        fault("a table could not be swept", error)
        return False


async def _often(work: Callable[[], Awaitable[None]], seconds: float, first_s: float) -> None:
    wait_s = first_s
    while True:
        await asyncio.sleep(wait_s)
        wait_s = seconds
        try:
            await work()
        except Exception as error:  # of one table, perhaps: tried again the next time
            fault("could not delete", error)
