"""One socket: hello, then requests in and news out. Anything that cannot be read closes it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexade.contract.game import WATCHER, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.server.bots.hints import gift, hint
from hexade.server.live.open_table import Live
from hexade.server.live.registry import Tables
from hexade.server.net.limits import Bucket
from hexade.server.ops.metrics import fault
from hexade.server.store import Unavailable, Unsure
from hexade.server.table import decide, news
from hexade.server.table.decide import Asker, Repeated, decision
from hexade.wire import messages
from hexade.wire.messages import Request

RESTART, SLOW = 1012, 1013
BAD_MESSAGE, NO_ENTRY, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4401, 4404, 4408, 4429
_GRACE_S = 5.0  # for the last messages on a socket that is closed
_TOO_FAST = Reason("rate", "", "these are too many messages at once")
_ONE_HINT = Reason("hinting", "", "the last hint is still being thought of")
_BROKEN = Reason("broken", "", "something went wrong here: it was written down for us to mend")
_NOT_NOW = Reason("unavailable", "", "nothing can be written down at the moment: try again")


async def shut(socket: WebSocket, code: int) -> None:
    """Close a socket with a code and no hint; the other side may have gone already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)


class Socket:
    """Somebody at a table; while nobody says anything, one task waits and nothing else is kept."""

    __slots__ = (
        "_bucket", "_closing", "_gone", "_hinting", "_hung_up", "_last", "_live", "_outbox",
        "_slow_bucket", "_socket", "_strikes", "_tables", "_task", "_writer", "seat",
    )  # fmt: skip

    def __init__(self, socket: WebSocket, live: Live, tables: Tables) -> None:
        self._socket, self._live, self._tables = socket, live, tables
        self.seat: Seat = WATCHER
        self._outbox: list[bytes] = []
        self._writer: asyncio.Task[None] | None = None  # while something waits to be sent
        self._gone = False  # nothing can be sent any more
        self._closing: int | None = None
        self._task: asyncio.Task[Any] | None = None
        self._last: asyncio.TimerHandle | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._hung_up = False
        settings = tables.settings
        self._bucket = Bucket(settings.socket_rate, settings.socket_burst, tables.time.now())
        self._slow_bucket = Bucket(settings.talk_rate, settings.talk_burst, tables.time.now())
        self._strikes = 0

    # -- out -------------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Send a message; a reader that is too slow is sent away, and can come back."""
        if len(self._outbox) >= self._tables.settings.outbox:
            self._outbox.clear()  # it will be told all of it again when it comes back
            self.close(SLOW)
        elif self._closing is None:
            self._outbox.append(message)
            self._begin_to_write()

    def close(self, code: int) -> None:
        """Close after what waits has been sent."""
        if self._closing is None:
            self._closing = code
            self._begin_to_write()
            self._last = asyncio.get_running_loop().call_later(_GRACE_S, self._hang_up)

    def _hang_up(self) -> None:
        """End it: the other side has had time to read what waited."""
        if self._task is not None:
            self._hung_up = True
            self._task.cancel()

    def _begin_to_write(self) -> None:
        if self._writer is None and not self._gone:
            self._writer = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        """Send what waits, and end: silent sockets need no task for it."""
        try:
            while self._outbox:
                await self._socket.send({"type": "websocket.send", "texts": self._outbox})
            if self._closing is not None:
                self._gone = True
                await shut(self._socket, self._closing)
        except (WebSocketDisconnect, RuntimeError):  # the reader will notice as well
            self._gone = True
        finally:
            self._writer = None

    # -- in --------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Talk until one side has had enough."""
        if not await self._hello():
            return
        self._task = asyncio.current_task()
        try:
            await self._read()
            if self._closing is not None and self._writer is not None:
                await asyncio.wait({self._writer}, timeout=_GRACE_S)  # if the other side reads
        except asyncio.CancelledError:
            if not self._hung_up:
                raise
        finally:
            self._tables.leave(self._live, self)
            if self._last is not None:
                self._last.cancel()
            tasks = [task for task in (self._writer, self._hinting) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hello(self) -> bool:
        try:
            async with asyncio.timeout(self._tables.settings.hello_s):
                request = await self._receive()
        except TimeoutError:
            return await self._refuse_entry(NO_HELLO)
        if not isinstance(request, messages.Hello):
            return await self._refuse_entry(BAD_MESSAGE)
        self._tables.rush.arrived()
        try:
            await self._read_on(request)
        except Unavailable as error:
            fault("the store is not there", error)
            return await self._refuse_entry(RESTART)
        async with self._live.lock:  # nothing may happen between what is told and what is heard
            if self._may_enter(request):
                self._welcome(request)
                return True
        return await self._refuse_entry(NO_ENTRY)

    async def _read_on(self, hello: messages.Hello) -> None:
        """Read what another process wrote, if somebody knows more than is known here yet."""
        table = self._live.table
        seen = (hello.game, hello.since) > (table.number, table.version)
        if seen or (hello.token is not None and table.seat_of(hello.token) is None):
            await self._tables.read_on(self._live)

    def _may_enter(self, hello: messages.Hello) -> bool:
        if hello.token is None:
            return True
        seat = self._live.table.seat_of(hello.token)
        self.seat = WATCHER if seat is None else seat
        return seat is not None

    def _welcome(self, hello: messages.Hello) -> None:
        table, now = self._live.table, self._tables.time.now()
        settings = self._tables.settings
        state, known = self._live.state(now), self._live.written_out(self.seat)
        self._say(news.welcome(table, self.seat, hello, state, now, known))
        if table.held:
            self._say(news.held(table, self.seat, now, settings))
        if table.counting is not None:
            self._say(news.counting(table, now, settings, None))
        self._tables.enter(self._live, self)

    async def _refuse_entry(self, code: int) -> bool:
        await shut(self._socket, code)
        return False

    async def _receive(self) -> Request | None:
        """Return the next request; None if it cannot be read or the other side has gone."""
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        if text is None or len(text) > self._tables.settings.message_bytes:
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
            await self._tables.rush.passed()
            self._tables.metrics.count("messages")
            self._tables.garbage.changed()
            if not self._may_ask(request):
                self._too_fast(request)
            elif isinstance(request, messages.Hint):
                self._begin_hint(request)
            else:
                await self._handle(request)

    def _begin_hint(self, request: messages.Hint) -> None:
        """Have a hint thought of while other requests are answered, one at a time."""
        if self._hinting is not None and not self._hinting.done():
            self._refuse(_ONE_HINT, request.id)
        else:
            self._hinting = asyncio.ensure_future(self._handle(request))

    def _may_ask(self, request: Request) -> bool:
        """Tell whether it is not too often; what is kept for good and is no move, less often."""
        now = self._tables.time.now()
        if not self._bucket.take(now):
            return False
        return isinstance(request, messages.FrequentRequest) or self._slow_bucket.take(now)

    def _too_fast(self, request: Request) -> None:
        self._strikes += 1
        self._refuse(_TOO_FAST, getattr(request, "id", None), fresh=False)
        if self._strikes >= self._tables.settings.socket_strikes:
            self.close(TOO_FAST)

    async def _handle(self, request: Request) -> None:
        if isinstance(request, messages.Ping):
            self._say(messages.Pong())
            return
        if isinstance(request, messages.Draw):
            self._say(news.drawn(self._live.table, self.seat, request))
            return
        id: str = getattr(request, "id", "")  # noqa: A001  as on the wire
        try:
            await self._try(request, id)
        except Repeated:
            self._repeat(request, id)
        except Refusal as refusal:
            self._refuse(refusal.reason, id)
        except Unsure as error:  # whether it was done is found out when it is asked again
            fault("the line to the database broke", error)
            self.close(RESTART)
        except Unavailable as error:
            fault("the store is not there", error)
            self._refuse(_NOT_NOW, id)
        except Exception as error:  # a mistake of ours must not go round in circles
            fault("a request could not be answered", error, request=type(request).__name__)
            self._refuse(_BROKEN, id, fresh=False)

    async def _try(self, request: Request, id: str) -> None:  # noqa: A002
        tables, live = self._tables, self._live
        if isinstance(request, messages.Hint):  # it changes nothing, so nothing is written down
            self._say(await hint(live.table, self.seat, id, tables.bots))
            return
        if isinstance(request, messages.Gift):
            self._say(gift(live.table, self.seat, request))
            return
        if isinstance(request, messages.Move) and decide.goes_on(live.table, self.seat, request.v):
            await self._let_stand(request)
        token = live.table.occupants[self.seat].token if self.seat >= 0 else None
        asker = Asker(self.seat, tables.time.now(), live.away_s, tables.settings, token)
        await tables.do(live, decision(request, asker))
        if isinstance(request, messages.SilentRequest):
            self._say(messages.Done(id=id))

    async def _let_stand(self, request: messages.Move) -> None:
        """Let the held move stand, since its player goes on; not if what follows is no move."""
        stands = partial(
            decide.stands, seat=self.seat, next_move=request.move, version=request.v
        )  # fmt: skip
        try:
            await self._tables.do(self._live, stands)
        except Refusal as refusal:
            if refusal.reason.code != "early":  # its time was up just now: it stands already
                raise

    def _repeat(self, request: Request, id: str) -> None:  # noqa: A002
        """Acknowledge once more what was taken before, and change nothing."""
        now, table = self._tables.time.now(), self._live.table
        if table.match is None or isinstance(request, messages.SilentRequest | messages.Chat):
            self._say(messages.Done(id=id))
        else:
            self._say(news.moved(table, self.seat, (), id, now))

    def _refuse(self, reason: Reason, id: str | None, fresh: bool = True) -> None:  # noqa: A002
        self._tables.metrics.count("refused")
        now = self._tables.time.now()
        message = news.refused(self._live.table, self.seat, reason, id or None, now)
        self._say(message if fresh else msgspec.structs.replace(message, now=None))
        if fresh and self._live.table.held:  # it is not in the fresh view, and can be taken back
            self._say(news.held(self._live.table, self.seat, now, self._tables.settings))

    def _say(self, message: messages.News) -> None:
        self.tell(messages.encode(message))
