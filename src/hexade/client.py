"""A small client: sits at a table over the network, comes back by itself, and misses nothing."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from contextlib import suppress
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from hexade.contract.reason import Reason, Refusal
from hexade.wire import messages
from hexade.wire.messages import Create, Event, News, Now, Request, Seated, Sit, TableState

PATIENCE_S = 10.0  # for one answer of HTTP, or for a line to open
FIRST_WAIT_S, LONGEST_WAIT_S = 0.05, 1.0  # so that all are back within two seconds
_FINAL = {4400, 4401, 4403, 4404}  # coming back would not help
T = TypeVar("T")


class Closed(Exception):  # noqa: N818
    """The server will not have us: no such table, or not our seat."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the server closed the line with code {code}")
        self.code = code


async def create(server: str, wish: Create) -> Seated:
    """Make a table; raise Refusal if the server refuses."""
    return await asyncio.to_thread(_post, f"{server}/api/tables", wish)


async def sit(server: str, code: str, wish: Sit) -> Seated:
    """Sit down at a table; raise Refusal if the server refuses."""
    return await asyncio.to_thread(_post, f"{server}/api/tables/{code}/seats", wish)


async def get(server: str, path: str) -> Any:
    """Return what the server shows under a path."""
    return msgspec.json.decode(await asyncio.to_thread(_fetch, HttpRequest(server + path)))


def place(link: str) -> tuple[str, str]:
    """Return the server and the code that a table's link names."""
    parts = urlsplit(link)
    return f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/").rsplit("/", 1)[-1]


def _post(address: str, body: object) -> Seated:
    request = HttpRequest(address, messages.encode(body), {"content-type": "application/json"})
    return msgspec.json.decode(_fetch(request), type=Seated)


def _fetch(request: HttpRequest) -> bytes:
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            return bytes(answer.read())
    except HTTPError as error:
        with error:
            raise _refusal(error.read(), error.code) from None
    except URLError as error:
        text = f"no server answers at {urlsplit(request.full_url).netloc} ({error.reason})"
        raise Refusal(Reason("no-server", "", text)) from None
    except (OSError, HTTPException) as error:
        text = f"the line to the server broke ({type(error).__name__})"
        raise Refusal(Reason("no-server", "", text)) from None


def _refusal(body: bytes, status: int) -> Refusal:
    try:
        problem = msgspec.json.decode(body, type=messages.Problem)
    except (msgspec.DecodeError, UnicodeError):
        return Refusal(Reason("no-server", "", f"the server answers with an error ({status})"))
    return Refusal(Reason(problem.code, problem.rule, problem.text))


def longer(wait: float) -> float:
    """Return how long to wait before the next try, after one that led nowhere."""
    return min(2 * wait, LONGEST_WAIT_S)


async def pause(wait: float) -> None:
    """Wait for so long at most: not all should come back at the same moment."""
    await asyncio.sleep(wait * random.uniform(0.5, 1.0))


class Client:
    """Somebody at a table: a seat with its token, or a watcher without."""

    def __init__(self, server: str, code: str, token: str | None = None) -> None:
        self._address = f"ws{server.removeprefix('http')}/api/tables/{code}/socket"
        self._token = token
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in itertools.count())
        self._asked: dict[str, tuple[Request, asyncio.Future[News]]] = {}
        self._line: ClientConnection | None = None
        self._running: asyncio.Task[None] | None = None
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self.seat: int | None = None
        self.table: TableState | None = None
        self.now: Now | None = None
        self.game = self.version = 0
        self.events: list[Event] = []  # of this game, as this seat was told them
        self.chat: list[messages.Said] = []
        self.connections = 0  # how often it has come in

    async def __aenter__(self) -> Client:
        """Begin to come in."""
        self._running = asyncio.ensure_future(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave the line; the seat stays one's own."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError, Closed):
                await self._running

    # -- asking ----------------------------------------------------------------------------------

    def new_id(self) -> str:
        """Return an id that was not used before."""
        return next(self._ids)

    async def ask(self, request: Request) -> News:
        """Ask for something and return the answer, however often the line breaks meanwhile."""
        id: str = getattr(request, "id")  # noqa: A001, B009  ping and hello have none
        future: asyncio.Future[News] = asyncio.get_running_loop().create_future()
        self._asked[id] = (request, future)
        try:
            await self._send(request)
            return await self._or_closed(future)
        finally:
            self._asked.pop(id, None)

    async def move(self, move: str) -> News:
        """Make a move for what one knows now."""
        version = self.version if self.now is None else self.now.v
        return await self.ask(messages.Move(v=version, id=self.new_id(), move=move))

    async def next(self) -> News:
        """Return the next message; raise Closed when there will be none."""
        message = await self._news.get()
        if message is None:
            self._news.put_nowait(None)
            raise self._why()
        return message

    async def _or_closed(self, future: asyncio.Future[T]) -> T:
        assert self._running is not None
        both: set[asyncio.Future[Any]] = {future, self._running}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if future.done():
            return future.result()
        raise self._why()

    def _why(self) -> Exception:
        error = self._running.exception() if self._running and self._running.done() else None
        return error if isinstance(error, Exception) else Closed(1000)

    async def _send(self, request: Request) -> None:
        if self._line is not None:
            with suppress(WebSocketException):  # it is sent again on the next line
                await self._line.send(messages.encode(request).decode())

    # -- the line --------------------------------------------------------------------------------

    async def _run(self) -> None:
        wait = FIRST_WAIT_S
        try:
            while True:
                before = self.connections
                with suppress(OSError, TimeoutError, WebSocketException, InvalidHandshake):
                    await self._one_line()
                wait = FIRST_WAIT_S if self.connections > before else longer(wait)
                await pause(wait)
        finally:
            self._news.put_nowait(None)

    async def _one_line(self) -> None:
        async with connect(self._address, compression=None, open_timeout=PATIENCE_S) as line:
            hello = messages.Hello(token=self._token, game=self.game, since=self.version)
            try:
                await line.send(messages.encode(hello).decode())
                async for text in line:
                    await self._hear(messages.decode_news(text), line)
            except ConnectionClosed:
                pass  # how it was closed is asked below
            finally:
                self._line = None
        if line.close_code in _FINAL:
            raise Closed(line.close_code or 0)

    async def _hear(self, message: News, line: ClientConnection) -> None:
        if isinstance(message, messages.Welcome):
            self._welcomed(message)
            self._line = line
            for request, _ in list(self._asked.values()):
                await self._send(request)
        elif not self._take(message):
            await line.close()  # something was missed: come in again with the last version
            return
        self._news.put_nowait(message)
        id = getattr(message, "id", None)  # noqa: A001
        if id in self._asked and not self._asked[id][1].done():
            self._asked[id][1].set_result(message)

    def _welcomed(self, message: messages.Welcome) -> None:
        self.connections += 1
        self.seat, self.table, self.chat = message.seat, message.table, list(message.chat)
        if message.now is not None:
            kept = self.events[: message.since] if message.now.game == self.game else []
            self.events = [*kept, *message.events]
            self._know(message.now)

    def _take(self, message: News) -> bool:
        """Take the news in; return whether nothing was missed before it."""
        now = getattr(message, "now", None)
        if isinstance(message, messages.Moved):
            return self._moved(message)
        if isinstance(now, Now) and not isinstance(message, messages.Placed):
            if (now.game, now.v) != (self.game, self.version):
                return False
            self._know(now)
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
        """Know the move that is held; whoever made it may go on if it is their turn again."""
        waiting = [message.seat] if message.legal else []
        version = message.v + len(message.events)
        self.now = msgspec.structs.replace(
            now, v=version, view=message.view, waiting=waiting, legal=message.legal
        )

    def _moved(self, message: messages.Moved) -> bool:
        if message.now.game != self.game:
            self.game, self.version, self.events = message.now.game, 0, []
        if message.v - len(message.events) != self.version:
            return False
        self.events += message.events
        self._know(message.now)
        return True

    def _know(self, now: Now) -> None:
        self.now, self.game, self.version = now, now.game, now.v
