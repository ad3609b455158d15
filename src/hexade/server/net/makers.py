"""Who made which public table: an address may not fill the list of open tables alone.

A mark of the maker is stored with the table, so that all processes know it, also after a restart.
Its key changes every day and is deleted soon after (`store/day_keys.py`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from hexade.server.settings import Settings
from hexade.server.store import Store
from hexade.server.store.day_keys import days_of
from hexade.server.table.news import Listing
from hexade.server.table.refusals import refuse
from hexade.wire.codes import maker_mark

T = TypeVar("T")
_LOOKED_AT = 1000  # tables of the list, the newest


class Makers:
    """The list of open tables, and the share that every address has of it."""

    def __init__(self, store: Store, settings: Settings, wall: Callable[[], float]) -> None:
        self._store, self._settings, self._wall = store, settings, wall
        self._days = ("", "")
        self._keys: list[str] = []  # of these days, the newest first
        self._alone: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[str]:
        """Give the mark for a public table of an address; refuse it if too many of its own wait.

        Tables of one address are made one after the other: each is counted before the next.
        """
        async with self._alone.setdefault(address, asyncio.Lock()):
            marks = await self._marks(address)
            own = sum(one.maker in marks for one in await self.listed())
            if own >= self._settings.public_tables:
                text = "too many public tables from this address wait for players already"
                raise refuse("tables", text)
            yield marks[0]

    async def listed(self) -> list[Listing]:
        """Return the public tables that wait for players and are not abandoned."""
        found = await self._store.listings(_LOOKED_AT, self._settings.listed_s)
        return [msgspec.json.decode(listing, type=Listing) for listing in found]

    async def _marks(self, address: str) -> list[str]:
        """Return the marks that an address has had lately, the present one first."""
        days = days_of(self._wall())
        if days != self._days:
            self._keys = await self._store.day_keys(*days)
            self._days = days
        return [maker_mark(key, address) for key in self._keys]


def maker_of(table: Listing) -> str:
    """Return who made a table; if that is not known its code, which nobody else shares."""
    return table.maker or table.code


def fair_share(found: Sequence[T], maker: Callable[[T], str], most: int) -> list[T]:
    """Return at most so many, in their order: the first of every maker, then the second, …."""
    turns: Counter[str] = Counter()
    ranked = []
    for place, one in enumerate(found):
        ranked.append((turns[maker(one)], place))
        turns[maker(one)] += 1
    return [found[place] for place in sorted(place for _, place in sorted(ranked)[:most])]
