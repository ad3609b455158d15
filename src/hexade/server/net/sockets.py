"""One WebSocket: hello, then requests in and news out. An unreadable message closes it.

Settings hold the rates (`socket_rate`); `heartbeat.py` says when a socket is
pinged, `ws_protocol.py` pings it, and the interval is in the settings (`ping_s`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexade.contract.game import WATCHER, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.server.bots.hints import gift, hint
from hexade.server.live.open_table import LiveTable
from hexade.server.live.registry import TableRegistry
from hexade.server.net.addresses import HOUSEHOLDS, neighbourhood
from hexade.server.net.limits import TokenBucket
from hexade.server.net.ws_protocol import SEND_NOW
from hexade.server.ops.metrics import fault
from hexade.server.services import Services
from hexade.server.settings import Settings
from hexade.server.store import Unavailable, Unsure
from hexade.server.table import decide, news
from hexade.server.table.decide import Asker, Repeated, decision
from hexade.wire import messages
from hexade.wire.codes import hashed
from hexade.wire.messages import Request
from hexade.wire.request_kinds import FrequentRequest, SilentRequest

RESTART, SLOW = 1012, 1013
BAD_MESSAGE, NO_ENTRY, BLOCKED, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4401, 4403, 4404, 4408, 4429
_GRACE_S = 5.0  # how long the last messages may take before a socket is closed
_TOO_FAST = Reason("rate", "", "too many messages at once")
_ONE_HINT = Reason("hinting", "", "your last hint is still on its way")
_BROKEN = Reason("broken", "", "something went wrong on our side; we have logged it")
_NOT_NOW = Reason("unavailable", "", "we can't save right now: try again")


async def shut(socket: WebSocket, code: int) -> None:
    """Close a socket with a code; the peer may be gone already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)


async def said_hello(socket: WebSocket, settings: Settings) -> None:
    """Wait for a first message that does not matter any more."""
    with suppress(TimeoutError):
        async with asyncio.timeout(settings.hello_s):
            await socket.receive()


def _send_now_of(socket: WebSocket) -> Callable[[bytes], bool] | None:
    found: Callable[[bytes], bool] | None = socket.scope.get("extensions", {}).get(SEND_NOW)
    return found


class Socket:
    """One connection at a table; an idle one keeps a single waiting task and nothing else."""

    __slots__ = (
        "_bucket", "_closing", "_gone", "_hinting", "_hung_up", "_last", "_live", "_newest",
        "_outbox", "_seated_only", "_send_now", "_services", "_socket", "_strikes", "_tables",
        "_task", "_writer", "address", "seat", "token",
    )  # fmt: skip

    def __init__(
        self,
        socket: WebSocket,
        live: LiveTable,
        tables: TableRegistry,
        services: Services,
        address: str = "",
        seated_only: bool = False,
    ) -> None:
        self._socket, self._live, self._tables, self._services = socket, live, tables, services
        self.seat: Seat = WATCHER
        self.token: str | None = None  # its hash
        self.address = address
        self._seated_only = seated_only
        self._outbox: list[bytes] = []  # what could not be sent at once
        self._newest: bytes | None = None  # the last message that replaces the one before
        self._send_now: Callable[[bytes], bool] | None = _send_now_of(socket)
        self._writer: asyncio.Task[None] | None = None  # while messages wait to be sent
        self._gone = False  # nothing can be sent any more
        self._closing: int | None = None
        self._task: asyncio.Task[Any] | None = None
        self._last: asyncio.TimerHandle | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._hung_up = False
        settings, now = services.settings, services.time.now()
        self._bucket = TokenBucket(settings.socket_rate, settings.socket_burst, now)
        self._strikes = 0

    # -- out -------------------------------------------------------------------------------------

    def send(self, message: bytes, replaces: bool = False) -> None:
        """Queue a message; a client that reads too slowly is disconnected, and can reconnect.

        One that `replaces` takes the place of the last such one, if that has not been sent yet.
        """
        if replaces:
            self._outbox[:] = [one for one in self._outbox if one is not self._newest]
            self._newest = message
        if len(self._outbox) >= self._services.settings.outbox:
            self._outbox.clear()  # it receives everything again when it reconnects
            self.close(SLOW)
        elif self._closing is None:
            waits = bool(self._outbox) or self._writer is not None
            if waits or self._gone or self._send_now is None or not self._send_now(message):
                self._outbox.append(message)
                self._start_writer()

    @property
    def code(self) -> str:
        """The code of its table."""
        return self._live.table.code

    @property
    def customer(self) -> str:
        """Whose share it uses: of IPv6 the customer's, who may have thousands of households."""
        return neighbourhood(self.address)

    def close(self, code: int) -> None:
        """Close after the queued messages have been sent."""
        if self._closing is None:
            self._closing = code
            self._start_writer()
            self._last = asyncio.get_running_loop().call_later(_GRACE_S, self._hang_up)

    def _hang_up(self) -> None:
        """Cancel the connection: the peer has had enough time to read the last messages."""
        if self._task is not None:
            self._hung_up = True
            self._task.cancel()

    def _start_writer(self) -> None:
        if self._writer is None and not self._gone:
            self._writer = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        """Send the queued messages, and end: idle sockets need no writer task."""
        try:
            while self._outbox:
                await self._socket.send({"type": "websocket.send", "texts": self._outbox})
            if self._closing is not None:
                self._gone = True
                await shut(self._socket, self._closing)
        except (WebSocketDisconnect, RuntimeError):  # the reading task will notice as well
            self._gone = True
        finally:
            self._writer = None

    # -- in --------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Serve the connection until one side closes it."""
        if (refused := await self._hello()) is not None:
            await shut(self._socket, TOO_FAST if self._seated_only else refused)
            return
        self._task = asyncio.current_task()
        try:
            await self._read()
            if self._closing is not None and self._writer is not None:
                await asyncio.wait({self._writer}, timeout=_GRACE_S)  # if the peer reads
        except asyncio.CancelledError:
            if not self._hung_up:
                raise
        finally:
            self._tables.broadcast.leave(self._live, self)
            if self._last is not None:
                self._last.cancel()
            tasks = [task for task in (self._writer, self._hinting) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hello(self) -> int | None:
        """Welcome the client; return the code to close the connection with if that fails."""
        try:
            async with asyncio.timeout(self._services.settings.hello_s):
                request = await self._receive()
        except TimeoutError:
            return NO_HELLO
        if not isinstance(request, messages.Hello):
            return BAD_MESSAGE
        self._services.admission.arrived()
        try:
            await self._read_on(request)
        except Unavailable as error:
            fault("the store is unavailable", error)
            self._services.metrics.count_one("refused", _NOT_NOW.code)
            return RESTART
        async with self._live.lock:  # no change may get lost between welcome and first news
            if self._live.erased:  # while the client had time for its hello
                return NO_TABLE if self._live.gone else RESTART
            if request.token is not None and not self._recognise(request.token):
                return NO_ENTRY
            if self.seat < 0 and (self._seated_only or self._is_one_too_many()):
                return TOO_FAST
            self._welcome(request)
        return None

    def _is_one_too_many(self) -> bool:
        """Tell whether enough spectators of this address, or of its customer, watch this table."""
        most, watching = self._services.settings.address_spectators, self._live.watching
        there = [] if self.token else watching(self.customer)
        return there.count(self.address) >= most or len(there) >= HOUSEHOLDS * most

    def _recognise(self, token: str) -> bool:
        """Find the seat of a token; tell whether the table knows the token, seated or not."""
        table, self.token = self._live.table, hashed(token)
        seat = table.seat_of(token)
        if seat is not None:
            self.seat, self.token = seat, table.occupants[seat].token  # shares the string
        return seat is not None or table.expects(self.token)

    async def _read_on(self, hello: messages.Hello) -> None:
        """Catch up with another process, if the client has seen a newer version than ours."""
        table = self._live.table
        seen = (hello.game, hello.since) > (table.number, table.version)
        if seen or (hello.token is not None and table.seat_of(hello.token) is None):
            await self._tables.changes.read_on(self._live)

    def _welcome(self, hello: messages.Hello) -> None:
        table, now = self._live.table, self._services.time.now()
        settings = self._services.settings
        state, known = self._live.state(now), self._live.serialized(self.seat)
        self._say(news.welcome(table, self.seat, hello, state, now, known, self.token))
        if news.still_held(table, self.seat):
            self._say(news.held(table, self.seat, now, settings))
        if table.counting is not None:
            self._say(news.counting(table, now, settings, None))
        self._tables.broadcast.enter(self._live, self)

    async def _receive(self) -> Request | None:
        """Return the next request; None if it is unreadable or the peer is gone."""
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        if text is None or len(text) > self._services.settings.message_bytes:
            return None
        try:
            request: Request = messages.decode_request(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        return request

    async def _read(self) -> None:
        while self._closing is None:
            request = await self._receive()
            if request is None or isinstance(request, messages.Hello):
                self.close(BAD_MESSAGE)
                return
            await self._services.admission.passed()
            self._services.metrics.count("messages")
            self._services.gc_policy.changed()
            await self._take_turn(request)

    async def _take_turn(self, request: Request) -> None:
        """Handle a request when it is its address's turn, and time it if it is a move."""
        timed = isinstance(request, messages.Move)
        with self._services.metrics.timed("move") if timed else nullcontext():
            async with self._services.limits.turns.turn(self.customer):
                if not self._may_ask(request):
                    self._too_fast(request)
                elif request.in_background:
                    self._begin_hint(request)
                else:
                    await self._handle(request)

    def _begin_hint(self, request: Request) -> None:
        """Compute a hint in the background, one at a time."""
        if self._hinting is not None and not self._hinting.done():
            self._refuse(_ONE_HINT, getattr(request, "id", None))
        else:
            self._hinting = asyncio.ensure_future(self._handle(request))

    def _may_ask(self, request: Request) -> bool:
        """Apply the rate limits; requests that are not part of play have a stricter one."""
        now, limits = self._services.time.now(), self._services.limits
        if not self._bucket.take(now) or not limits.message(self.address):
            return False
        if request.is_help and not limits.help(self.address):
            return False
        frequent = isinstance(request, FrequentRequest)
        return frequent or limits.aside(self.token or self.address)

    def _too_fast(self, request: Request) -> None:
        self._strikes += 1
        self._refuse(_TOO_FAST, getattr(request, "id", None), fresh=False)
        if self._strikes >= self._services.settings.socket_strikes:
            self.close(TOO_FAST)

    async def _handle(self, request: Request) -> None:
        id: str = getattr(request, "id", "")  # noqa: A001  as on the wire
        try:
            await self._try(request, id)
        except Repeated:
            self._repeat(request, id)
        except Refusal as refusal:
            self._refuse(refusal.reason, id)
        except Unsure as error:  # the client repeats the request and learns whether it was done
            fault("lost the connection to the database", error)
            self._services.metrics.count_one("refused", _NOT_NOW.code)
            self.close(RESTART)
        except Unavailable as error:
            fault("the store is unavailable", error)
            self._refuse(_NOT_NOW, id)
        except Exception as error:  # after a bug of ours the client must not retry forever
            fault("a request could not be answered", error, request=type(request).__name__)
            self._refuse(_BROKEN, id, fresh=False)

    async def _try(self, request: Request, id: str) -> None:  # noqa: A002
        tables, live = self._tables, self._live
        if decide.goes_before(live.table, request, self._asker()):
            await self._prepare(request)
        if (answer := _ANSWERS.get(type(request))) is not None:
            self._say(await answer(self, request))
            return
        await tables.do(live, decision(request, self._asker()))
        if isinstance(request, SilentRequest):
            self._say(messages.Done(id=id))

    async def answer_ping(self, _: messages.Ping) -> messages.Pong:
        """Say that the server is alive."""
        return messages.Pong()

    async def answer_draw(self, request: messages.Draw) -> messages.Drawn:
        """Return the table as text."""
        return self._live.drawn(self.seat, request)

    async def answer_hint(self, request: messages.Hint) -> messages.Hinted:
        """Return how good the moves are."""
        bots = self._services.bots
        return await hint(self._live.table, self.seat, request.id, bots, self.customer)

    async def answer_gift(self, request: messages.Gift) -> messages.Gifted:
        """Return what a move would open for the next player."""
        return gift(self._live.table, self.seat, request)

    def _asker(self) -> Asker:
        now, settings = self._services.time.now(), self._services.settings
        return Asker(self.seat, now, self._live.away_s, settings, self.token)

    async def _prepare(self, request: Request) -> None:
        """Do what comes before a request; a move that would be illegal settles nothing."""
        try:
            await self._tables.do(self._live, decide.beforehand(request, self._asker()))
        except Refusal as refusal:
            if refusal.reason.code != "early":  # the deadline settled it a moment ago
                raise

    def _repeat(self, request: Request, id: str) -> None:  # noqa: A002
        """Acknowledge a repeated request again, and change nothing: requests are idempotent."""
        now, table = self._services.time.now(), self._live.table
        if table.match is None or not isinstance(request, FrequentRequest):
            self._say(messages.Done(id=id))
        else:
            self._say(news.moved(table, self.seat, (), id, now))

    def _refuse(self, reason: Reason, id: str | None, fresh: bool = True) -> None:  # noqa: A002
        self._services.metrics.count_one("refused", reason.code)
        now, table = self._services.time.now(), self._live.table
        if not fresh:  # the state is not written for nothing: that is most of the work
            told = messages.Refused(
                code=reason.code, rule=reason.rule, text=reason.text, id=id or None
            )
            self._say(told)
            return
        self._say(news.refused(table, self.seat, reason, id or None, now))
        if news.still_held(table, self.seat):  # it is not in the fresh view
            self._say(news.held(table, self.seat, now, self._services.settings))

    def _say(self, message: messages.News) -> None:
        self.send(messages.encode(message))


# Requests that change nothing, so that nothing is stored; all others are decided (decide.py):
_ANSWERS: dict[type, Callable[[Socket, Any], Awaitable[messages.News]]] = {
    messages.Ping: Socket.answer_ping,
    messages.Draw: Socket.answer_draw,
    messages.Hint: Socket.answer_hint,
    messages.Gift: Socket.answer_gift,
}
