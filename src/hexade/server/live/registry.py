"""Live tables: each has a lock, and whatever happens is stored before anybody is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hexade.bots import is_offered
from hexade.contract.chance import bot_seed
from hexade.contract.game import Seat
from hexade.contract.reason import Refusal
from hexade.contract.record import Record
from hexade.match import told
from hexade.server.bots.workers import Question, Thinkers
from hexade.server.live.fanout import WHATEVER
from hexade.server.live.open_table import Listener, Live
from hexade.server.live.presence import Presence
from hexade.server.live.timers import Timers
from hexade.server.net.admission import Rush
from hexade.server.ops.gc_policy import Garbage
from hexade.server.ops.loop_lag import Pulse
from hexade.server.ops.metrics import Metrics, fault, note
from hexade.server.settings import Settings
from hexade.server.store import Behind, Entry, Row, Store, Unavailable
from hexade.server.table import deadlines, decide, facts, news
from hexade.server.table.clocks import Time
from hexade.server.table.state import Change, Table, occupants_after
from hexade.wire import messages
from hexade.wire.codes import code_from, hashed, is_code, new_code
from hexade.wire.messages import Agreed, News, Phase

_TRIES = 8  # how often a writer may come second before it gives up
_AGAIN_S = 1.0  # what could not be done is tried again
_TIDY_S = 10.0
_TIMES_LISTED = 3  # before an open table would leave the list: one may be late


class Tables:
    """All tables that this process knows, loaded when somebody asks for them."""

    def __init__(
        self, store: Store, bots: Thinkers, time: Time, settings: Settings, metrics: Metrics
    ) -> None:
        self.store, self.bots, self.time = store, bots, time
        self.settings, self.metrics = settings, metrics
        self.live: dict[str, Live] = {}
        self.ready: dict[str, Live] = {}  # read at the start, and not asked for yet
        self.rush = Rush()
        self.garbage = Garbage()
        self.pulse = Pulse()
        self.timers = Timers(time, self._overdue)
        self.presence = Presence(store, self.live, self.others_came, time.now, settings.lease_s)
        self._loading: dict[str, asyncio.Task[None]] = {}  # nothing is loaded twice
        self._doing: set[asyncio.Task[Change]] = set()

    # -- finding tables --------------------------------------------------------------------------

    async def create(
        self, agreed: Agreed, origin: facts.StartingPosition | None = None, id: str | None = None  # noqa: A002
    ) -> Live:  # fmt: skip
        """Make a table with a code of its own; with an id, the one that this id made before."""
        for attempt in range(_TRIES):
            code = new_code() if id is None else code_from(id, attempt)
            table = Table(code, agreed, self.settings.chat_kept)
            known = None if id is None else hashed(id)
            at = int(self.time.wall())
            change = Change(facts.TableCreated(agreed=table.agreed, at=at, origin=origin, id=known))
            try:
                await self._store(table, change, ())
            except Behind:
                if known is not None and (live := await self._made_before(code, known)):
                    return live
                continue
            table.apply(change, (), self.time.now())
            self.metrics.count("tables_made")
            made = Live(table, self.time.now())  # unless the same request, repeated, has found it
            return self.live.setdefault(table.code, made)
        raise Unavailable("no free code was found")

    async def _made_before(self, code: str, known: str) -> Live | None:
        """Return the table under a code if it was made by a request with this very id."""
        rows = await self.store.load(code)
        return await self.find(code) if facts.decode(rows[0].fact).id == known else None

    async def find(self, code: str) -> Live | None:
        """Return a table, loaded if need be, or None if there is none."""
        if code in self.ready:
            self._begin(self.ready.pop(code))
        if code not in self.live and is_code(code):
            if code not in self._loading:
                self._loading[code] = asyncio.ensure_future(self._load(code))
            await asyncio.shield(self._loading[code])
        live = self.live.get(code)
        if live is not None:
            live.seen = self.time.now()  # whoever asks has time to come in before it is forgotten
        return live

    async def _load(self, code: str) -> None:
        try:
            if rows := await self.store.load(code):
                self._keep(Live(self._rebuilt(code, rows), self.time.now()))
                if self.store.shared:  # what others wrote meanwhile was announced to nobody here
                    await self.catch_up(code, WHATEVER)
                    await self.catch_up(code, 0)
        finally:
            del self._loading[code]

    async def record(self, live: Live, number: int) -> Record | None:
        """Return the record of one of a table's games, once that is over."""
        table = live.table
        if number != table.number:
            rows = await self.store.load(table.code)
            rows = [row for row in rows if row.game <= number]
            table = self._rebuilt(table.code, rows)
        return table.record() if table.number == number and table.phase == "over" else None

    def _rebuilt(self, code: str, rows: list[Row]) -> Table:
        now = self.time.now()
        first = facts.decode(rows[0].fact)
        assert isinstance(first, facts.TableCreated)
        table = Table(code, first.agreed, self.settings.chat_kept)
        for row in rows:
            fact = facts.decode(row.fact)
            if row.game < rows[-1].game:  # of earlier games only who sat where is of interest
                table.apply(Change(fact), (), now)
            else:
                table.read(fact, row.events, now)
        # The clock stood still while nobody had the table in memory, and so did every count.
        table.turn_since = now
        self.metrics.count("tables_loaded")
        return table

    def make_ready(self, code: str, rows: list[Row]) -> None:
        """Have a table ready for those who will come back to it."""
        self.ready[code] = Live(self._rebuilt(code, rows), self.time.now())

    def forget_ready(self) -> None:
        """Forget what was made ready for those who have not come back: it is in the store."""
        self.ready.clear()
        for live in self.live.values():
            live.forget_written_out()

    def _begin(self, live: Live) -> None:
        """Take a table up that was read before somebody asked for it."""
        if live.table.code not in self.live:
            live.begin(self.time.now())
            self._keep(live)

    def _keep(self, live: Live) -> None:
        self.live[live.table.code] = live
        live.look_at_clock(self.time.now())
        self._afterwards(live)

    # -- changing tables -------------------------------------------------------------------------

    async def do(self, live: Live, decision: Callable[[Table], Change]) -> Change:
        """Decide, store, change the table, and only then tell; raise Refusal if refused.

        What was begun is finished even if whoever asked for it hangs up meanwhile: what is stored
        must also be told.
        """
        task = asyncio.ensure_future(self._do(live, decision))
        self._doing.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Change]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has it, or has gone

    async def _do(self, live: Live, decision: Callable[[Table], Change]) -> Change:
        async with live.lock:
            for _ in range(_TRIES):
                change = decision(live.table)
                events = tuple(map(messages.encode, change.events))
                try:
                    await self._store(live.table, change, events)
                except Behind:
                    self.metrics.count("came_second")
                    await self._read_on(live)
                    continue
                except Unavailable:
                    self._stand_still(live)
                    raise
                live.table.apply(change, events, self.time.now())
                self._told(live, change)
                return change
        raise Unavailable("others write to this table all the time")

    def _stand_still(self, live: Live) -> None:
        """Begin the turn's time anew: nobody loses on time because nothing can be written."""
        now = self.time.now()
        live.table.turn_since = now
        if live.table.paused_since is not None:
            live.table.paused_since = now
        if live.table.counting is not None:
            live.table.counting = now
        self._afterwards(live)

    async def catch_up(self, code: str, n: int) -> None:
        """Read what another process wrote, up to the n-th fact (0: who is there), and tell it."""
        live = self.live.get(code)
        if live is not None and n == 0:
            await self.presence.ask(live)
        if live is None or live.table.n >= n:
            return
        async with live.lock:
            if live.table.n < n:
                await self._read_on(live)

    async def read_on(self, live: Live) -> None:
        """Read what another process may have written and was not heard of here yet."""
        if self.store.shared:
            await self.catch_up(live.table.code, WHATEVER)

    async def _read_on(self, live: Live) -> None:
        for row in await self.store.load(live.table.code, live.table.n):
            if row.n != live.table.n + 1:
                continue  # it was read meanwhile
            change = live.table.read(facts.decode(row.fact), row.events, self.time.now())
            self._told(live, change)

    async def _store(self, table: Table, change: Change, events: tuple[bytes, ...]) -> None:
        number = table.number + change.fact.starts
        version = len(events) if change.fact.starts else table.version + len(events)
        listing, phase = self._listing(table, change)
        await self.store.append(
            Entry(
                table.code, table.n + 1, facts.encode(change.fact), number, version, events,
                table.agreed.public, phase, listing,
            )
        )  # fmt: skip
        self.metrics.count("facts")
        self.metrics.count("events", len(events))

    def _listing(self, table: Table, change: Change) -> tuple[bytes, str]:
        """Return what the list of open tables shows after a change; empty if it does not change."""
        if not change.fact.listed:
            return b"", table.phase
        phase: Phase = "playing" if change.fact.starts else table.phase
        after = news.summary(table, occupants_after(table.occupants, change.fact), phase)
        return messages.encode(after), phase

    # -- telling ---------------------------------------------------------------------------------

    def _told(self, live: Live, change: Change) -> None:
        now = self.time.now()
        self.garbage.changed()
        self._reseat(live, change.fact)
        stopped_or_runs = live.look_at_clock(now)
        said: dict[Seat, bytes | None] = {}
        for listener in live.listeners:
            seat = listener.seat
            if seat not in said:
                message = change.fact.news(live.table, change.made, seat, now, self.settings)
                said[seat] = None if message is None else messages.encode(message)
            if (told := said[seat]) is not None:
                listener.tell(told)
        over = live.table.phase == "over" and change.fact.topic == "game"
        if over or stopped_or_runs or change.fact.topic == "table":
            self.tell_table(live)
        self.metrics.count("moves", change.fact.is_move)
        self._afterwards(live)

    def _reseat(self, live: Live, fact: facts.Fact) -> None:
        """Let sockets speak for the seats that their people have now; who left watches."""
        new = fact.moved_people
        now = self.time.now()
        for listener in [one for one in live.listeners if one.seat in new]:
            live.move_to(listener, new[listener.seat], now)
            listener.tell(messages.encode(news.placed(live.table, listener.seat, now)))
        if new:
            self.presence.changed(live)

    def tell_table(self, live: Live) -> None:
        """Tell everybody who sits where."""
        message: News = messages.Seats(table=live.state(self.time.now()))
        encoded = messages.encode(message)
        for listener in live.listeners:
            listener.tell(encoded)

    def enter(self, live: Live, listener: Listener) -> None:
        """Take somebody in, after they were told how things stand."""
        live.enter(listener, self.time.now())
        self.presence.changed(live)
        self.tell_table(live)
        self._afterwards(live)

    def leave(self, live: Live, listener: Listener) -> None:
        """Note that somebody has gone; they can come back."""
        if listener not in live.listeners:
            return
        live.leave(listener, self.time.now())
        self.garbage.closed += 1
        self.presence.changed(live)
        self.tell_table(live)
        self._afterwards(live)

    def others_came(self, live: Live) -> None:
        """Tell who came or went at other processes; a clock may stand or run by that."""
        self.tell_table(live)
        self._afterwards(live)

    # -- what tables do by themselves ------------------------------------------------------------

    def _afterwards(self, live: Live) -> None:
        due = deadlines.due(live.table, self.settings)
        if due is not None and due != live.due:
            self.timers.at(due, live.table.code)
        live.due = due
        if live.bots is None and live.listeners and self._bot_to_move(live) is not None:
            live.bots = asyncio.ensure_future(self._bots_move(live))

    async def tick(self) -> None:
        """Do what is due now, and wait until it is done."""
        await asyncio.gather(*self.timers.tick())

    async def _overdue(self, code: str, now: float) -> None:
        live = self.live.get(code)
        if live is None:
            return
        if live.due is None or live.due > now:
            self._look_again(live)
            return
        try:
            await self.do(live, lambda table: deadlines.overdue(table, self.settings, now))
        except Refusal:  # it was done meanwhile
            self._look_again(live)
        except Exception as error:  # the queue of all tables must not end with one of them
            fault("a table could not do what is due", error, code=code)
            self.timers.at(now + _AGAIN_S, code)

    def _look_again(self, live: Live) -> None:
        """Wait for what is due later; a bot may have to try again."""
        self._afterwards(live)
        if live.due is not None:
            self.timers.at(live.due, live.table.code)

    async def run(self) -> None:
        """Do what is due, and keep the house tidy, for ever."""
        works = (self.timers, self.presence, self.pulse)
        await asyncio.gather(*(one.run() for one in works), self._keep_house())

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(_TIDY_S)
            self.sweep()
            await self.list_open()
            sockets = sum(len(live.listeners) for live in self.live.values())
            self.garbage.tidy(sockets, self.time.now())

    async def list_open(self) -> None:
        """Keep the tables in the list at which somebody waits; the others leave it in time."""
        now = self.time.now()
        often = self.settings.listed_s / _TIMES_LISTED
        waiting = [one for one in self.live.values() if one.waits() and now - one.listed >= often]
        if not waiting:
            return
        try:
            await self.store.seen([live.table.code for live in waiting])
        except Unavailable as error:
            fault("could not say who waits", error)
            return
        for live in waiting:
            live.listed = now

    def sweep(self) -> None:
        """Forget tables that nobody looks at: they are in the store."""
        old = self.time.now() - max(self.settings.idle_s, 2 * self.settings.hello_s)
        for code, live in list(self.live.items()):
            busy = live.listeners or live.bots or live.lock.locked()
            if not busy and live.seen < old:
                del self.live[code]

    def _bot_to_move(self, live: Live) -> Seat | None:
        table = live.table
        seats = [s for s in table.waiting() if s >= 0 and table.occupants[s].driver]
        return min(seats, default=None)

    async def _bots_move(self, live: Live) -> None:
        try:
            while live.listeners and (seat := self._bot_to_move(live)) is not None:
                n = live.table.n
                try:
                    await self._bot_moves(live, seat)
                except Refusal:
                    if live.table.n == n:  # nobody was faster: it is the move itself
                        raise
        except Exception as error:  # it tries again: a table must not stand still for ever
            fault("a bot could not move", error, code=live.table.code)
            self.timers.at(self.time.now() + _AGAIN_S, live.table.code)
        finally:
            live.bots = None

    async def _bot_moves(self, live: Live, seat: Seat) -> None:
        table, match = live.table, live.table.match
        bot = table.occupants[seat].driver
        assert match is not None
        assert bot is not None
        view, legal = table.game.view(match.state, seat), table.game.legal(match.state, seat)
        seed = bot_seed(table.bot_seed, seat)
        past = told(match, table.record().events, seat) if is_offered(bot) else ()
        question = Question(table.setup.game, bot, seed, view, legal, past)
        began = self.time.now()
        move = await self.bots.choose(question)
        pause = self.settings.bot_pause_s - (self.time.now() - began)
        if pause > 0 and any(occupant.person for occupant in table.occupants):
            await asyncio.sleep(pause)
        if table.match is not match or table.occupants[seat].driver != bot:
            return  # things have changed meanwhile: look again
        now = self.time.now()
        await self.do(live, lambda t: decide.move(t, seat, move, match.version, None, now))

    async def close(self) -> None:
        """Stop what tables do by themselves, and finish what was begun."""
        tasks = [live.bots for live in self.live.values() if live.bots]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._doing, return_exceptions=True)
        await self.timers.close()
        await self.presence.close()
        self.garbage.close()
        note("tables closed", tables=len(self.live))
