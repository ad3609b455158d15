"""One socket: hello, then requests in and news out. Anything that cannot be read closes it."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexade.contract.game import WATCHER, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.server import messages, telling
from hexade.server.asked import Asker, Repeated, decision
from hexade.server.hints import hint
from hexade.server.limits import Bucket
from hexade.server.live import Live
from hexade.server.messages import Request
from hexade.server.metrics import fault
from hexade.server.store import Unavailable
from hexade.server.tables import Tables

RESTART, SLOW = 1012, 1013
BAD_MESSAGE, NO_ENTRY, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4401, 4404, 4408, 4429
_TOO_FAST = Reason("rate", "", "these are too many messages at once")
_NOT_NOW = Reason("unavailable", "", "nothing can be written down at the moment: try again")


async def shut(socket: WebSocket, code: int) -> None:
    """Close a socket with a code and no hint; the other side may have gone already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)


class Socket:
    """Somebody at a table."""

    def __init__(self, socket: WebSocket, live: Live, tables: Tables) -> None:
        self._socket, self._live, self._tables = socket, live, tables
        self.seat: Seat = WATCHER
        self._outbox: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._closing: int | None = None
        settings = tables.settings
        self._bucket = Bucket(settings.socket_rate, settings.socket_burst, tables.time.now())
        self._strikes = 0

    # -- out -------------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Send a message; a reader that is too slow is sent away, and can come back."""
        if len(self._outbox) >= self._tables.settings.outbox:
            self.close(SLOW)
        else:
            self._outbox.append(message)
            self._ready.set()

    def close(self, code: int) -> None:
        """Close after what waits has been sent."""
        self._closing = self._closing or code
        self._ready.set()

    async def _write(self) -> None:
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._outbox:
                await self._socket.send_text(self._outbox.popleft().decode())
            if self._closing is not None:
                await shut(self._socket, self._closing)
                return

    # -- in --------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Talk until one side has had enough."""
        if not await self._hello():
            return
        writer = asyncio.ensure_future(self._write())
        reader = asyncio.ensure_future(self._read())
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not writer.done() and self._closing is not None:
                await asyncio.wait({writer}, timeout=self._tables.settings.hello_s)
        finally:
            self._tables.leave(self._live, self)
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _hello(self) -> bool:
        try:
            wait = self._tables.settings.hello_s
            request = await asyncio.wait_for(self._receive(), wait)
        except TimeoutError:
            return await self._refuse_entry(NO_HELLO)
        if not isinstance(request, messages.Hello):
            return await self._refuse_entry(BAD_MESSAGE)
        async with self._live.lock:  # nothing may happen between what is told and what is heard
            if request.token is not None:
                seat = self._live.table.seat_of(request.token)
                if seat is None:
                    return await self._refuse_entry(NO_ENTRY)
                self.seat = seat
            self._welcome(request)
        return True

    def _welcome(self, hello: messages.Hello) -> None:
        table, now = self._live.table, self._tables.time.now()
        settings = self._tables.settings
        self._say(telling.welcome(table, self.seat, hello, self._live.state(now), now))
        if table.held:
            self._say(telling.held(table, self.seat, now, settings))
        if table.counting is not None:
            self._say(telling.counting(table, now, settings, None))
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
            self._tables.metrics.count("messages")
            if self._bucket.take(self._tables.time.now()):
                await self._handle(request)
            else:
                self._too_fast(request)

    def _too_fast(self, request: Request) -> None:
        self._strikes += 1
        self._refuse(_TOO_FAST, getattr(request, "id", None), fresh=False)
        if self._strikes >= self._tables.settings.socket_strikes:
            self.close(TOO_FAST)

    async def _handle(self, request: Request) -> None:
        if isinstance(request, messages.Ping):
            self._say(messages.Pong())
            return
        id: str = getattr(request, "id", "")  # noqa: A001  as on the wire
        try:
            await self._try(request, id)
        except Repeated:
            self._repeat(id)
        except Refusal as refusal:
            self._refuse(refusal.reason, id)
        except Unavailable as error:
            fault("the store is not there", error)
            self._refuse(_NOT_NOW, id)

    async def _try(self, request: Request, id: str) -> None:  # noqa: A002
        tables, live = self._tables, self._live
        if isinstance(request, messages.Hint):  # it changes nothing, so nothing is written down
            self._say(await hint(live.table, self.seat, id, tables.bots))
            return
        asker = Asker(self.seat, tables.time.now(), live.away_s, tables.settings)
        await tables.do(live, decision(request, asker))
        if isinstance(request, _SILENT):
            self._say(messages.Done(id=id))

    def _repeat(self, id: str) -> None:  # noqa: A002
        """Acknowledge once more what was taken before, and change nothing."""
        now, table = self._tables.time.now(), self._live.table
        if table.match is None:
            self._say(messages.Done(id=id))
        else:
            self._say(telling.moved(table, self.seat, (), id, now))

    def _refuse(self, reason: Reason, id: str | None, fresh: bool = True) -> None:  # noqa: A002
        self._tables.metrics.count("refused")
        now = self._tables.time.now()
        news = telling.refused(self._live.table, self.seat, reason, id or None, now)
        self._say(news if fresh else msgspec.structs.replace(news, now=None))

    def _say(self, news: messages.News) -> None:
        self.tell(messages.encode(news))


_SILENT = (
    messages.Start | messages.Rise | messages.SeatBot | messages.StandIn | messages.Return
    | messages.Rematch | messages.Mute
)  # fmt: skip
