"""Live tables: each has a lock, and whatever happens is stored before anybody is told."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable

from hexade.contract.chance import bot_seed
from hexade.contract.game import WATCHER, Seat
from hexade.contract.reason import Refusal
from hexade.server import decide, facts, messages, telling
from hexade.server.bot_seats import Question, Thinkers
from hexade.server.clocks import Time
from hexade.server.live import Listener, Live
from hexade.server.messages import Agreed, News, Phase
from hexade.server.metrics import Metrics, fault, note
from hexade.server.seats import is_code, new_code
from hexade.server.settings import Settings
from hexade.server.store import Behind, Entry, Row, Store, Unavailable
from hexade.server.table import Plan, Table, chairs_after

_TRIES = 8  # how often a writer may come second before it gives up
_LISTED = (facts.Created, facts.Sat, facts.Rose, facts.Placed, facts.Started)


class Tables:
    """All tables that this process knows, loaded when somebody asks for them."""

    def __init__(
        self, store: Store, bots: Thinkers, time: Time, settings: Settings, metrics: Metrics
    ) -> None:
        self.store, self.bots, self.time = store, bots, time
        self.settings, self.metrics = settings, metrics
        self.live: dict[str, Live] = {}
        self._loading = asyncio.Lock()  # nothing is loaded twice
        self._heap: list[tuple[float, str]] = []
        self._wake = asyncio.Event()
        self._doing: set[asyncio.Task[Plan]] = set()

    # -- finding tables --------------------------------------------------------------------------

    async def create(self, agreed: Agreed, origin: facts.Origin | None = None) -> Live:
        """Make a table with a code of its own; refuse what the game does not allow."""
        for _ in range(_TRIES):
            table = Table(new_code(), agreed, self.settings.chat_kept)
            at = int(self.time.wall())
            plan = Plan(facts.Created(agreed=table.agreed, at=at, origin=origin))
            try:
                await self._store(table, plan, ())
            except Behind:
                continue
            table.apply(plan, (), self.time.now())
            self.live[table.code] = Live(table, self.time.now())
            self.metrics.count("tables_made")
            return self.live[table.code]
        raise Unavailable("no free code was found")

    async def find(self, code: str) -> Live | None:
        """Return a table, loaded if need be, or None if there is none."""
        if code in self.live or not is_code(code):
            return self.live.get(code)
        async with self._loading:
            if code not in self.live and (rows := await self.store.load(code)):
                self._keep(Live(self._rebuilt(code, rows), self.time.now()))
        return self.live.get(code)

    def _rebuilt(self, code: str, rows: list[Row]) -> Table:
        now = self.time.now()
        first = facts.decode(rows[0].fact)
        assert isinstance(first, facts.Created)
        table = Table(code, first.agreed, self.settings.chat_kept)
        for row in rows:
            fact = facts.decode(row.fact)
            if row.game < rows[-1].game:  # of earlier games only who sat where is of interest
                table.apply(Plan(fact), (), now)
            else:
                table.read(fact, row.events, now)
        # The clock stood still while nobody had the table in memory, and so did every count.
        table.turn_since = now
        self.metrics.count("tables_loaded")
        return table

    def _keep(self, live: Live) -> None:
        self.live[live.table.code] = live
        self._afterwards(live)

    # -- changing tables -------------------------------------------------------------------------

    async def do(self, live: Live, decision: Callable[[Table], Plan]) -> Plan:
        """Decide, store, change the table, and only then tell; raise Refusal if refused.

        What was begun is finished even if whoever asked for it hangs up meanwhile: what is stored
        must also be told.
        """
        task = asyncio.ensure_future(self._do(live, decision))
        self._doing.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Plan]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has it, or has gone

    async def _do(self, live: Live, decision: Callable[[Table], Plan]) -> Plan:
        async with live.lock:
            for _ in range(_TRIES):
                plan = decision(live.table)
                events = tuple(map(messages.encode, plan.events))
                try:
                    await self._store(live.table, plan, events)
                except Behind:
                    self.metrics.count("came_second")
                    await self._read_on(live)
                    continue
                live.table.apply(plan, events, self.time.now())
                self._told(live, plan)
                return plan
        raise Unavailable("others write to this table all the time")

    async def catch_up(self, code: str, n: int) -> None:
        """Read what another process wrote, up to the n-th fact, and tell it here."""
        live = self.live.get(code)
        if live is None or live.table.n >= n:
            return
        async with live.lock:
            if live.table.n < n:
                await self._read_on(live)

    async def _read_on(self, live: Live) -> None:
        for row in await self.store.load(live.table.code, live.table.n):
            plan = live.table.read(facts.decode(row.fact), row.events, self.time.now())
            self._told(live, plan)

    async def _store(self, table: Table, plan: Plan, events: tuple[bytes, ...]) -> None:
        new_game = isinstance(plan.fact, facts.Started)
        number = table.number + new_game
        version = len(events) if new_game else table.version + len(events)
        listing, phase = self._listing(table, plan)
        await self.store.append(
            Entry(
                table.code, table.n + 1, facts.encode(plan.fact), number, version, events,
                table.agreed.public, phase, listing,
            )
        )  # fmt: skip
        self.metrics.count("facts")
        self.metrics.count("events", len(events))

    def _listing(self, table: Table, plan: Plan) -> tuple[bytes, str]:
        """Return what the list of open tables shows after a plan; empty if it does not change."""
        if not isinstance(plan.fact, _LISTED):
            return b"", table.phase
        phase: Phase = "playing" if isinstance(plan.fact, facts.Started) else table.phase
        after = telling.summary(table, chairs_after(table.chairs, plan.fact), phase)
        return messages.encode(after), phase

    # -- telling ---------------------------------------------------------------------------------

    def _told(self, live: Live, plan: Plan) -> None:
        now = self.time.now()
        if isinstance(plan.fact, facts.Rose):
            self._stand_up(live, plan.fact.seat)
        said: dict[Seat, bytes | None] = {}
        for listener in live.listeners:
            seat = listener.seat
            if seat not in said:
                message = telling.news(live.table, plan, seat, now, self.settings)
                said[seat] = None if message is None else messages.encode(message)
            if (told := said[seat]) is not None:
                listener.tell(told)
        talk = (facts.Moved, facts.Held, facts.Settled, facts.TakenBack, facts.Counted, facts.Said)
        over = live.table.phase == "over"
        if over or not isinstance(plan.fact, talk):
            self.tell_table(live)
        self.metrics.count("moves", isinstance(plan.fact, facts.Moved | facts.Held))
        self._afterwards(live)

    def _stand_up(self, live: Live, seat: Seat) -> None:
        """Make watchers of those who spoke for a seat: it may soon be somebody else's."""
        for listener in live.listeners:
            if listener.seat == seat:
                listener.seat = WATCHER
        live.here[WATCHER] += live.here.pop(seat, 0)
        live.away[seat] = self.time.now()

    def tell_table(self, live: Live) -> None:
        """Tell everybody who sits where."""
        message: News = messages.Seats(table=live.state(self.time.now()))
        encoded = messages.encode(message)
        for listener in live.listeners:
            listener.tell(encoded)

    def enter(self, live: Live, listener: Listener) -> None:
        """Take somebody in, after they were told how things stand."""
        live.listeners.add(listener)
        live.here[listener.seat] += 1
        live.away.pop(listener.seat, None)
        self.tell_table(live)
        self._afterwards(live)

    def leave(self, live: Live, listener: Listener) -> None:
        """Note that somebody has gone; they can come back."""
        if listener not in live.listeners:
            return
        live.listeners.discard(listener)
        live.here[listener.seat] -= 1
        live.seen = self.time.now()
        if listener.seat >= 0 and not live.here[listener.seat]:
            live.away[listener.seat] = self.time.now()
        self.tell_table(live)

    # -- what tables do by themselves ------------------------------------------------------------

    def _afterwards(self, live: Live) -> None:
        due = decide.due(live.table, self.settings)
        if due is not None and due != live.due:
            heapq.heappush(self._heap, (due, live.table.code))
            self._wake.set()
        live.due = due
        if live.bots is None and live.listeners and self._bot_to_move(live) is not None:
            live.bots = asyncio.ensure_future(self._bots_move(live))

    async def tick(self) -> None:
        """Do what is due now, at all tables at once: the store writes it in one go."""
        now = self.time.now()
        due = set()
        while self._heap and self._heap[0][0] <= now:
            due.add(heapq.heappop(self._heap)[1])
        await asyncio.gather(*(self._overdue(code, now) for code in due))

    async def _overdue(self, code: str, now: float) -> None:
        live = self.live.get(code)
        if live is None or live.due is None or live.due > now:
            return
        try:
            await self.do(live, lambda table: decide.overdue(table, self.settings, now))
        except Refusal:  # it was done meanwhile
            return
        except Unavailable as error:
            fault("the store is not there", error)
            heapq.heappush(self._heap, (now + 1, code))

    async def run(self) -> None:
        """Do what is due when it is due, for ever."""
        while True:
            await self.tick()
            self._sweep()
            self._wake.clear()
            wait = self._heap[0][0] - self.time.now() if self._heap else 60.0
            try:
                await asyncio.wait_for(self._wake.wait(), max(0.0, min(wait, 60.0)))
            except TimeoutError:
                continue

    def _sweep(self) -> None:
        """Forget tables that nobody looks at: they are in the store."""
        old = self.time.now() - self.settings.idle_s
        for code, live in list(self.live.items()):
            if not live.listeners and live.seen < old and not live.lock.locked():
                del self.live[code]

    def _bot_to_move(self, live: Live) -> Seat | None:
        table = live.table
        seats = [s for s in table.waiting() if s >= 0 and table.chairs[s].driver]
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
        except (Unavailable, Refusal) as error:
            fault("a bot could not move", error, code=live.table.code)
        finally:
            live.bots = None

    async def _bot_moves(self, live: Live, seat: Seat) -> None:
        table, match = live.table, live.table.match
        bot = table.chairs[seat].driver
        assert match is not None
        assert bot is not None
        view, legal = table.game.view(match.state, seat), table.game.legal(match.state, seat)
        seed = bot_seed(table.bot_seed, seat)
        question = Question(table.setup.game, bot, seed, view, legal)
        began = self.time.now()
        move = await self.bots.choose(question)
        pause = self.settings.bot_pause_s - (self.time.now() - began)
        if pause > 0 and any(chair.person for chair in table.chairs):
            await asyncio.sleep(pause)
        if table.match is not match or table.chairs[seat].driver != bot:
            return  # things have changed meanwhile: look again
        now = self.time.now()
        await self.do(live, lambda t: decide.move(t, seat, move, match.version, None, now))

    async def close(self) -> None:
        """Stop what tables do by themselves."""
        tasks = [live.bots for live in self.live.values() if live.bots]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._doing, return_exceptions=True)
        note("tables closed", tables=len(self.live))
