"""The tables that are open in this process, loaded when somebody asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from weakref import WeakValueDictionary

from hexade.server.live.automatic import Automatic
from hexade.server.live.broadcast import Broadcast
from hexade.server.live.changes import Changes
from hexade.server.live.fanout import WHATEVER
from hexade.server.live.open_table import LiveTable
from hexade.server.live.replays import OF_ALL
from hexade.server.ops.background import together
from hexade.server.ops.metrics import fault, note
from hexade.server.services import Services
from hexade.server.store import Behind, ChatRow, Impossible, Row, Unavailable, merged
from hexade.server.table import clocks, facts
from hexade.server.table.state import Change, Table
from hexade.wire.codes import code_from, hashed, is_code, new_code
from hexade.wire.messages import Agreed

_TRIES = 8  # attempts to find an unused code for a new table
_TIDY_S = 10.0
_AGAIN, _GONE = 1012, 4404  # close codes: reconnect, and there is no such table any more
_AT_A_TIME = 200  # facts that are applied before others have their turn, or codes looked up at once
_TIMES_LISTED = 3  # refreshes before an open table would drop out of the list: one may be late


class TableRegistry:
    """All tables that this process knows."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.live: dict[str, LiveTable] = {}
        self.ready: dict[str, LiveTable] = {}  # preloaded, and not asked for yet
        self._loading: dict[str, asyncio.Task[None]] = {}  # nothing is loaded twice
        self._alone: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._automatic = Automatic(
            services, self.live, self.do, lambda live: self.broadcast.seats(live)
        )
        self.broadcast = Broadcast(services, self.live, self._automatic.schedule)
        self.changes = Changes(
            services, self.live, self.broadcast, self._automatic.schedule, self.erased_elsewhere
        )
        self.copies: list[Callable[[str], None]] = []  # caches that drop what they have of a table

    def do(self, live: LiveTable, decision: Callable[[Table], Change]) -> Awaitable[Change]:
        """Change a table as decided; raise Refusal if refused."""
        return self.changes.do(live, decision)

    async def tick(self) -> None:
        """Do what is due now, and wait until it is done."""
        await self._automatic.tick()

    # -- finding tables --------------------------------------------------------------------------

    async def create(
        self,
        agreed: Agreed,
        origin: facts.StartingPosition | None = None,
        id: str | None = None,  # noqa: A002
        owner: str | None = None,
        device: bool = False,
        maker: str = "",
    ) -> LiveTable:
        """Create a table with a new code for the owner of a token; idempotent for the same id."""
        creator = None if owner is None else hashed(owner)
        for attempt in range(_TRIES):
            code = new_code() if id is None else code_from(id, attempt)
            table = Table(code, agreed, self._services.settings.chat_kept)
            table.maker = maker  # its first listing has it
            known = None if id is None else hashed(id)
            at = int(self._services.time.wall())
            fact = facts.TableCreated(
                agreed=facts.stored(table.agreed), at=at, origin=origin, creator=creator, id=known,
                device=device, maker=maker,
            )  # fmt: skip
            change = Change(fact)
            try:
                await self.changes.append(table, change, ())
            except Behind:
                if known is not None and (live := await self._made_before(code, known)):
                    return live
                continue
            table.apply(change, (), self._services.time.now())
            self._services.metrics.count("tables_made")
            made = self._opened(table)
            return self.live.setdefault(table.code, made)  # a repeated request may have found it
        raise Impossible("no free code was found")

    async def _made_before(self, code: str, known: str) -> LiveTable | None:
        """Return the table with this code if a request with the same id created it."""
        rows = await self._services.store.load(code)
        if not rows:  # it was erased at this moment
            return None
        first = facts.decode(rows[0].fact, rows[0].format)
        return await self.find(code) if first.id == known else None

    async def find(self, code: str) -> LiveTable | None:
        """Return a table, loaded if need be, or None if there is none."""
        if code in self.ready:
            self._begin(self.ready.pop(code))
        if code not in self.live and is_code(code):
            if code not in self._loading:
                self._loading[code] = asyncio.ensure_future(self._load(code))
            await asyncio.shield(self._loading[code])
        live = self.live.get(code)
        if live is not None:
            live.seen = self._services.time.now()  # so that it stays in memory
        return live

    def _only(self, code: str) -> asyncio.Lock:
        """Return the lock of those who load a table, or erase it: one after the other."""
        return self._alone.setdefault(code, asyncio.Lock())

    async def _load(self, code: str) -> None:
        try:
            async with self._only(code):
                await self._load_alone(code)
        finally:
            del self._loading[code]

    async def _load_alone(self, code: str) -> None:
        if rows := await self._services.store.load(code):
            chat = await self._services.store.chat(code)
            self._keep(self._opened(await self._rebuilt(code, rows, chat)))
            if self._services.store.shared:  # other processes may have written in the meantime
                await self.changes.catch_up(code, WHATEVER)
                await self.changes.catch_up(code, 0)

    def _opened(self, table: Table) -> LiveTable:
        return LiveTable(table, self._services.time.now(), self._services.settings.away_s)

    async def _rebuilt(self, code: str, rows: Sequence[Row], chat: Sequence[ChatRow] = ()) -> Table:
        """Return a table from its facts; others have their turn while it is a long history."""
        now = self._services.time.now()
        first = facts.decode(rows[0].fact, rows[0].format)
        assert isinstance(first, facts.TableCreated)
        table = Table(code, first.agreed, self._services.settings.chat_kept)
        known = [line for line in chat if line.after <= rows[-1].n]  # the rest is read on
        for count, row in enumerate(merged(rows, known), 1):
            fact = facts.decode(row.fact, row.format)
            if isinstance(row, Row) and row.game < rows[-1].game:  # only the seating matters
                table.apply(Change(fact), (), now, row.n)
            else:
                when = clocks.moment(table.agreed.clock, row.at, self._services.time)
                table.read(fact, row.events, when, row.n)
            if count % _AT_A_TIME == 0:
                await asyncio.sleep(0)
        # Clocks and countdowns were paused while the table was not in memory, but slow ones.
        if clocks.slow_s(table.agreed.clock) is None:
            table.turn_since = now
        self._services.metrics.count("tables_loaded")
        return table

    async def make_ready(self, code: str, rows: Sequence[Row], chat: Sequence[ChatRow]) -> None:
        """Keep a preloaded table ready for its people to reconnect."""
        self.ready[code] = self._opened(await self._rebuilt(code, rows, chat))

    def forget_ready(self) -> None:
        """Drop preloaded tables whose people have not reconnected: they are in the store."""
        self.ready.clear()
        for live in self.live.values():
            live.drop_serialized()

    def _begin(self, live: LiveTable) -> None:
        """Open a table that was preloaded before anybody asked for it."""
        if live.table.code not in self.live:
            live.begin(self._services.time.now())
            self._keep(live)

    def _keep(self, live: LiveTable) -> None:
        self.live[live.table.code] = live
        live.update_clock(self._services.time.now())
        self._automatic.schedule(live)

    # -- erasing ---------------------------------------------------------------------------------

    async def erase(self, code: str, game: int | None = None) -> bool:
        """Delete a table, or one of its games, from the store and from memory; tell if it did."""
        async with self._only(code):
            live = self.live.get(code)
            if live is None:
                done = await self._services.store.erase(code, game)
            else:
                async with live.lock:  # nothing is written while it is deleted
                    done = await self._services.store.erase(code, game)
                    live.erased = live.erased or done
            if done:
                self._drop(code, gone=game is None or await self._is_gone(code))
            return done

    async def erase_idle(self, code: str, since: int) -> bool:
        """Delete a table that nobody has open, if nothing has happened there since a time."""
        async with self._only(code):
            if code in self.live:
                return False
            done = await self._services.store.erase(code, idle_since=since)
            if done:
                self._drop(code, gone=True)
            return done

    async def erased_elsewhere(self, code: str) -> None:
        """Drop a table that another process deleted, and what was written there meanwhile."""
        async with self._only(code):
            if (live := self.live.get(code)) is not None:
                async with live.lock:
                    live.erased = True
            try:
                gone = not await self._services.store.known([code])
            except Unavailable:
                self._drop(code, gone=False)
                raise
            self._drop(code, gone)
            if gone:
                await self._services.store.erase(code)

    async def look_for_erased(self) -> None:
        """Drop what other processes erased while this one heard nothing of it."""
        self.forget_copies(OF_ALL)  # one game of a table that is still there may have been erased
        codes = list(self.live)
        for first in range(0, len(codes), _AT_A_TIME):
            some = codes[first : first + _AT_A_TIME]
            for code in set(some) - await self._services.store.known(some):
                await self.erased_elsewhere(code)

    async def _is_gone(self, code: str) -> bool:
        """Tell whether there is surely no table with a code."""
        try:
            return not await self._services.store.known([code])
        except Unavailable:
            return False

    def _drop(self, code: str, gone: bool) -> None:
        """Forget a table; unless it is gone as a whole, those who are connected come back to it."""
        self.ready.pop(code, None)
        self.forget_copies(code)
        live = self.live.pop(code, None)
        self._automatic.forget(code)
        if live is None:
            return
        live.gone = gone
        if live.bots is not None:
            live.bots.cancel()
        for listener in list(live.listeners):
            listener.close(_GONE if gone else _AGAIN)

    def forget_copies(self, code: str) -> None:
        """Have the caches drop what they have of a table."""
        for forget in self.copies:
            forget(code)

    # -- housekeeping ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Handle deadlines and drop idle tables, forever."""
        works = (self._automatic, self.broadcast.presence, self._services.loop_lag)
        await together(*(one.run() for one in works), self._keep_house())

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(_TIDY_S)
            try:
                self.sweep()
                await self.list_open()
                sockets = sum(len(live.listeners) for live in self.live.values())
                self._services.gc_policy.tidy(sockets, self._services.time.now())
            except Exception as error:  # the next time may be better
                fault("could not keep house", error)

    async def list_open(self) -> None:
        """Keep tables with somebody waiting in the list; the others drop out after a while."""
        now = self._services.time.now()
        often = self._services.settings.listed_s / _TIMES_LISTED
        waiting = [one for one in self.live.values() if one.waits() and now - one.listed >= often]
        if not waiting:
            return
        try:
            await self._services.store.seen([live.table.code for live in waiting])
        except Unavailable as error:
            fault("could not say who waits", error)
            return
        for live in waiting:
            live.listed = now

    def sweep(self) -> None:
        """Drop tables that nobody has open from memory: they are in the store."""
        settings = self._services.settings
        old = self._services.time.now() - max(settings.idle_s, 2 * settings.hello_s)
        for code, live in list(self.live.items()):
            busy = live.listeners or live.bots or live.lock.locked()
            if not busy and live.seen < old:
                del self.live[code]
                self._automatic.forget(code)

    async def close(self) -> None:
        """Stop timers and bots, and finish running changes."""
        await self._automatic.close()
        await self.changes.close()
        await self.broadcast.presence.close()
        self._services.gc_policy.close()
        note("tables closed", tables=len(self.live))
