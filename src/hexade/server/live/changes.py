"""How a table changes: decide, store, apply, broadcast, under the table's lock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

from hexade.contract.reason import Refusal
from hexade.server.live.broadcast import Broadcast
from hexade.server.live.fanout import WHATEVER
from hexade.server.live.open_table import LiveTable
from hexade.server.live.replays import NOT_FOUND
from hexade.server.services import Services
from hexade.server.store import (
    Behind,
    ChatEntry,
    ChatRow,
    Entry,
    Gone,
    Impossible,
    Unavailable,
    merged,
)  # fmt: skip
from hexade.server.table import clocks, facts, news
from hexade.server.table.chat_facts import ChatFact, caught_up
from hexade.server.table.state import Change, Table, occupants_after
from hexade.wire import messages

T = TypeVar("T")
_TRIES = 8  # how often a writer may lose the race before it gives up


class Changes:
    """Changes tables, and reads what other processes changed."""

    def __init__(
        self,
        services: Services,
        live: Mapping[str, LiveTable],
        broadcast: Broadcast,
        after: Callable[[LiveTable], None],
        erased: Callable[[str], Coroutine[Any, Any, None]],
    ) -> None:
        self._services, self._live, self._broadcast, self._after = services, live, broadcast, after
        self._erased = erased
        self._doing: set[asyncio.Task[Any]] = set()

    async def do(self, live: LiveTable, decision: Callable[[Table], Change]) -> Change:
        """Decide, store, apply, and only then broadcast; raise Refusal if refused.

        It runs to its end even if the connection that asked for it closes meanwhile: whatever is
        stored must also be broadcast.
        """
        return await asyncio.shield(self._begin(self._do(live, decision)))

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.ensure_future(work)
        self._doing.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # the caller has received it, or is gone

    async def _do(self, live: LiveTable, decision: Callable[[Table], Change]) -> Change:
        async with live.lock:
            for _ in range(_TRIES):
                if live.gone:
                    raise Refusal(NOT_FOUND)
                if live.erased:
                    raise Unavailable("a game of the table was erased: it is read again")
                change = decision(live.table)
                events = tuple(map(messages.encode, change.events))
                try:
                    await self.append(live.table, change, events)
                except Behind:
                    self._services.metrics.count("came_second")
                    await self._read_on(live)
                    continue
                except Gone:  # another process erased it, and its notice has not come
                    self._begin(self._erased(live.table.code))
                    raise Refusal(NOT_FOUND) from None
                except Unavailable:
                    self._restart_clocks(live)
                    raise
                live.table.apply(change, events, self._services.time.now())
                self._broadcast.change(live, change)
                return change
        raise Impossible("others write to this table all the time")

    def _restart_clocks(self, live: LiveTable) -> None:
        """Restart the turn's time: nobody loses on time while the store is unavailable."""
        now = self._services.time.now()
        if clocks.slow_s(live.table.agreed.clock) is None:
            live.table.restart_turn(now)
        if live.table.counting is not None:
            live.table.counting = now
        self._after(live)

    async def catch_up(self, code: str, n: int) -> None:
        """Read and broadcast other processes' changes up to the n-th fact.

        0: presence only; -n: up to the n-th change of the chat.
        """
        live = self._live.get(code)
        if live is not None and n == 0:
            await self._broadcast.presence.ask(live)
        if live is None or _is_known(live.table, n):
            return
        async with live.lock:
            if not _is_known(live.table, n):
                await self._read_on(live)

    async def read_on(self, live: LiveTable) -> None:
        """Read changes by other processes for which no notice has arrived yet."""
        if self._services.store.shared:
            await self.catch_up(live.table.code, WHATEVER)

    async def _read_on(self, live: LiveTable) -> None:
        store, table = self._services.store, live.table
        rows = await store.load(table.code, table.n)
        for row in merged(rows, await store.chat(table.code, table.chat.n)):
            if isinstance(row, ChatRow) and row.after > table.n:
                break  # said after a fact that was written meanwhile: its notice comes
            fact = facts.decode(row.fact, row.format)
            if row.n <= (table.chat.n if isinstance(fact, ChatFact) else table.n):
                continue  # already read in the meantime
            if isinstance(row, ChatRow) and isinstance(fact, ChatFact) and row.after < table.n:
                fact = caught_up(fact, table, row.after, row.n)
            when = clocks.moment(table.agreed.clock, row.at, self._services.time)
            change = table.read(fact, row.events, when, row.n)
            self._broadcast.change(live, change)

    async def append(self, table: Table, change: Change, events: tuple[bytes, ...]) -> None:
        """Store a change; raise Behind if another process wrote first."""
        self._services.metrics.count("facts")
        if isinstance(change.fact, ChatFact):
            await self._services.store.say(self._entry_of(table, change.fact))
            return
        number = table.number + change.fact.starts
        version = len(events) if change.fact.starts else table.version + len(events)
        listing, phase = self._listing(table, change)
        entry = Entry(
            table.code, table.n + 1, facts.encode(change.fact), number, version, events,
            table.agreed.public, phase, listing, facts.FORMAT,
        )  # fmt: skip
        with self._services.metrics.timed("commit"):
            await self._services.store.append(entry)
        self._services.metrics.count("events", len(events))

    def _entry_of(self, table: Table, fact: ChatFact) -> ChatEntry:
        settings = self._services.settings
        kept = max(settings.chat_kept, settings.chat_stored)
        return ChatEntry(
            table.code, table.chat.n + 1, table.n, facts.encode(fact), fact.is_line, kept,
            facts.FORMAT,
        )  # fmt: skip

    def _listing(self, table: Table, change: Change) -> tuple[bytes, str]:
        """Return the new entry in the list of open tables; empty if nothing changes there."""
        if not change.fact.listed and not change.ends:
            return b"", table.phase
        phase = "over" if change.ends else change.fact.phase or table.phase
        after = news.listing(table, occupants_after(table.occupants, change.fact), phase)
        return messages.encode(after), phase

    async def close(self) -> None:
        """Wait for running tasks."""
        await asyncio.gather(*self._doing, return_exceptions=True)


def _is_known(table: Table, n: int) -> bool:
    """Tell whether a table is as new as a notice says."""
    return table.n >= n if n >= 0 else table.chat.n >= -n
