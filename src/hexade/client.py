"""A small client for a server's tables: reconnects by itself and misses no message."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import secrets
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from hexade.contract.reason import Reason, Refusal
from hexade.wire import messages
from hexade.wire.http_bodies import Problem
from hexade.wire.messages import Create, News, Now, Request, Seated, Sit, TableState
from hexade.wire.request_kinds import Event

TIMEOUT_S = 10.0  # for one HTTP request, or for opening a socket
FIRST_WAIT_S, LONGEST_WAIT_S = 0.05, 1.0  # backoff: all clients are back within two seconds
_FINAL = {4400, 4401, 4403, 4404}  # close codes after which reconnecting does not help


class Closed(Exception):  # noqa: N818
    """The server closed the connection for good: no such table, or not our seat."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the server closed the connection with code {code}")
        self.code = code


async def create(server: str, wish: Create) -> Seated:
    """Create a table; raise Refusal if the server refuses."""
    return await asyncio.to_thread(_post, f"{server}/api/tables", wish)


async def sit(server: str, code: str, wish: Sit) -> Seated:
    """Sit down at a table; raise Refusal if the server refuses."""
    return await asyncio.to_thread(_post, f"{server}/api/tables/{code}/seats", wish)


async def get(server: str, path: str) -> Any:
    """Fetch the JSON at a path of the server."""
    return msgspec.json.decode(await asyncio.to_thread(_fetch, HttpRequest(server + path)))


def parse_link(link: str) -> tuple[str, str]:
    """Return the server and the table's code; refuse what is not a link to a table."""
    found = re.fullmatch(r"(https?://[^/\s]+)/t/([A-Za-z0-9]+)/?(#.*)?", link.strip())
    if not found:
        text = f"{link[:60]!r} is not a link to a table, such as http://HOST/t/CODE"
        raise Refusal(Reason("link", "", text))
    return found[1], found[2].upper()


def _post(address: str, body: object) -> Seated:
    request = HttpRequest(address, messages.encode(body), {"content-type": "application/json"})
    return msgspec.json.decode(_fetch(request), type=Seated)


def _fetch(request: HttpRequest) -> bytes:
    try:
        with urlopen(request, timeout=TIMEOUT_S) as answer:
            return bytes(answer.read())
    except HTTPError as error:
        with error:
            raise _refusal(error.read(), error.code) from None
    except URLError as error:
        text = f"no server answers at {urlsplit(request.full_url).netloc} ({error.reason})"
        raise Refusal(Reason("no-server", "", text)) from None
    except (OSError, HTTPException) as error:
        text = f"the connection to the server broke ({type(error).__name__})"
        raise Refusal(Reason("no-server", "", text)) from None


def _refusal(body: bytes, status: int) -> Refusal:
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except (msgspec.DecodeError, UnicodeError):
        return Refusal(Reason("no-server", "", f"the server answered with an error ({status})"))
    return Refusal(Reason(problem.code, problem.rule, problem.text))


def longer(wait: float) -> float:
    """Return the next wait of the exponential backoff, after a failed attempt."""
    return min(2 * wait, LONGEST_WAIT_S)


async def pause(wait: float) -> None:
    """Wait for at most this long; jitter keeps clients from reconnecting all at once."""
    await asyncio.sleep(wait * random.uniform(0.5, 1.0))


class Client:
    """A connection to a table: a seat with its token, or a spectator without one."""

    def __init__(self, server: str, code: str, token: str | None = None) -> None:
        self._address = f"ws{server.removeprefix('http')}/api/tables/{code}/socket"
        self._token = token
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in itertools.count())
        self._pending: dict[str, tuple[Request, asyncio.Future[News]]] = {}
        self._socket: ClientConnection | None = None
        self._running: asyncio.Task[None] | None = None
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self.seat: int | None = None
        self.table: TableState | None = None
        self.now: Now | None = None
        self.game = self.version = 0
        self.events: list[Event] = []  # of this game, as this seat received them
        self.chat: list[messages.Said] = []
        self.hold: int | None = None  # the number of a move that is held, if we may go on from it
        self.connections = 0  # how often it has connected

    async def __aenter__(self) -> Client:
        """Start connecting."""
        self._running = asyncio.ensure_future(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Disconnect; the seat is kept."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError, Closed):
                await self._running

    # -- requests --------------------------------------------------------------------------------

    def new_id(self) -> str:
        """Return a new request id."""
        return next(self._ids)

    async def ask(self, request: Request) -> News:
        """Send a request and return the answer, however often the connection breaks meanwhile."""
        id: str = getattr(request, "id")  # noqa: A001, B009  ping and hello have none
        future: asyncio.Future[News] = asyncio.get_running_loop().create_future()
        self._pending[id] = (request, future)
        try:
            await self._send(request)
            assert self._running is not None
            both: set[asyncio.Future[Any]] = {future, self._running}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._pending.pop(id, None)
        if future.done():
            return future.result()
        raise self._why()

    async def move(self, move: str, then: str | None = None) -> News:
        """Make a move in the latest known position, and at once the choice that it may leave."""
        version = self.version if self.now is None else self.now.v
        return await self.ask(
            messages.Move(v=version, id=self.new_id(), move=move, then=then, hold=self.hold)
        )

    async def next(self) -> News:
        """Return the next message; raise Closed when there will be none."""
        message = await self._news.get()
        if message is None:
            self._news.put_nowait(None)
            raise self._why()
        return message

    def _why(self) -> Exception:
        error = self._running.exception() if self._running and self._running.done() else None
        return error if isinstance(error, Exception) else Closed(1000)

    async def _send(self, request: Request) -> None:
        if self._socket is not None:
            with suppress(WebSocketException):  # it is sent again on the next connection
                await self._socket.send(messages.encode(request).decode())

    # -- the connection --------------------------------------------------------------------------

    async def _run(self) -> None:
        wait = FIRST_WAIT_S
        try:
            while True:
                before = self.connections
                with suppress(OSError, WebSocketException):
                    await self._one_connection()
                wait = FIRST_WAIT_S if self.connections > before else longer(wait)
                await pause(wait)
        finally:
            self._news.put_nowait(None)

    async def _one_connection(self) -> None:
        async with connect(self._address, compression=None, open_timeout=TIMEOUT_S) as socket:
            hello = messages.Hello(token=self._token, game=self.game, since=self.version)
            try:
                await socket.send(messages.encode(hello).decode())
                async for text in socket:
                    await self._receive(messages.decode_news(text), socket)
            except ConnectionClosed:
                pass  # the close code is read below
            finally:
                self._socket = None
        if socket.close_code in _FINAL:
            raise Closed(socket.close_code or 0)

    async def _receive(self, message: News, socket: ClientConnection) -> None:
        if isinstance(message, messages.Welcome):
            self._welcomed(message)
            self._socket = socket
            for request, _ in list(self._pending.values()):
                await self._send(request)
        elif not self._take(message):
            await socket.close()  # a message was missed: reconnect with the last version
            return
        self._news.put_nowait(message)
        id = getattr(message, "id", None)  # noqa: A001
        if id in self._pending and not self._pending[id][1].done():
            self._pending[id][1].set_result(message)

    def _welcomed(self, message: messages.Welcome) -> None:
        self.connections += 1
        self.seat, self.table = message.seat, message.table
        if message.seat is not None:  # spectators receive only new lines
            self.chat = list(message.chat)
        if message.now is not None:
            kept = self.events[: message.since] if message.now.game == self.game else []
            self.events = [*kept, *message.events]
            self._learn(message.now)

    def _take(self, message: News) -> bool:
        """Process a message; return whether none was missed before it."""
        now = getattr(message, "now", None)
        if isinstance(message, messages.Moved):
            return self._moved(message)
        if isinstance(now, Now) and not isinstance(message, messages.Placed):
            if (now.game, now.v) != (self.game, self.version):
                return False
            self._learn(now)
        elif isinstance(message, messages.Chosen) and self.now:
            self.now = msgspec.structs.replace(self.now, waiting=message.waiting, mine=message.mine)
        elif isinstance(message, messages.Held) and self.now:
            self._held(message, self.now)
        elif isinstance(message, messages.Placed):
            self.seat, self.now = message.seat, message.now or self.now
        elif isinstance(message, messages.Seats):
            self.table = message.table
        elif isinstance(message, messages.Said):
            self.chat.append(message)
        return True

    def _held(self, message: messages.Held, now: Now) -> None:
        """Process a move that can still be taken back; whoever comes next may already move."""
        version, self.hold = message.v + len(message.events), message.hold
        self.now = msgspec.structs.replace(
            now, v=version, view=message.view, waiting=message.waiting, legal=message.legal,
            preview=message.preview,
        )  # fmt: skip

    def _moved(self, message: messages.Moved) -> bool:
        if message.now.game != self.game:
            self.game, self.version, self.events = message.now.game, 0, []
        if message.v - len(message.events) != self.version:
            return False
        self.events += message.events
        self._learn(message.now)
        return True

    def _learn(self, now: Now) -> None:
        self.hold = None
        self.now, self.game, self.version = now, now.game, now.v
