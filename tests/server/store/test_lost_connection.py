"""A PostgreSQL connection that dies silently is noticed and replaced, and nothing is missed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg  # type: ignore[import-untyped]
import pytest

from hexade.server.live.fanout import Fanout
from hexade.server.settings import Settings
from hexade.server.store import Behind, ChatEntry, Entry, Gone, Unavailable
from hexade.server.store.postgres import Postgres
from hexade.server.table import decide
from hexade.wire.messages import Agreed, Chat, Sit
from tests.server.fixtures import ALL, TOKEN, FakeTime, Room, a_room, run
from tests.server.postgres import a_database

pytestmark = pytest.mark.slow


class Cable:
    """A proxy to the database that can drop a connection silently."""

    def __init__(self, database: str) -> None:
        parts = urlsplit(database)
        self._to = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.{parts.port or 5432}"
        self._user, self._path = parts.username or "postgres", parts.path
        self.cut = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: list[asyncio.StreamWriter] = []
        self.address = ""

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[Cable]:
        """Lay it."""
        server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.address = f"postgresql://{self._user}@127.0.0.1:{port}{self._path}"
        try:
            yield self
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            for end in self._ends:
                end.close()
            await asyncio.gather(*(end.wait_closed() for end in self._ends), return_exceptions=True)

    def break_silently(self) -> None:
        """Block all current connections silently; new connections work."""
        self.cut.set()
        self.cut = asyncio.Event()

    def cut_all(self) -> None:
        """Cut all current connections as a failing network does: both sides are reset."""
        for end in self._ends:
            end.transport.abort()
        self._ends = []

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self._to)
        self._ends += (writer, there[1])
        for source, target in ((reader, there[1]), (there[0], writer)):
            task = asyncio.ensure_future(self._pass_on(source, target, self.cut))
            self._tasks.add(task)

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, cut: asyncio.Event
    ) -> None:
        while part := await source.read(65536):
            if cut.is_set():
                await asyncio.Event().wait()  # forever: the connection is neither closed nor alive
            target.write(part)
        target.close()  # pass the close on to the other side


def test_what_was_said_while_the_line_was_dead_is_told_soon(tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database()
        async with Cable(database).laid() as cable, a_room(tmp_path, database) as here:
            store = Postgres(cable.address, timeout_s=3.0)
            await store.open()
            there = Room(store, Settings(bot_pause_s=0), FakeTime())
            fanout = Fanout(store, there.tables.changes.catch_up, there.tables.live)
            await fanout.open()
            try:
                live = await here.tables.create(Agreed(game=ALL[0]))
                await _sit(here, live.table.code)
                copy = await there.tables.find(live.table.code)
                assert copy is not None
                cable.break_silently()
                chat = Chat(id="c", text="can you hear me?")
                await here.tables.do(
                    live, lambda table: decide.say(table, 0, chat, here.settings)
                )  # fmt: skip
                async with asyncio.timeout(60):  # TCP alone would take a quarter of an hour
                    while not copy.table.chat.lines:
                        await asyncio.sleep(0.05)
                assert copy.table.chat.lines[0].said.text == chat.text
                again = Chat(
                    id="d", text="and now?"
                )  # the new line brings what is said from now on
                await here.tables.do(
                    live, lambda table: decide.say(table, 0, again, here.settings)
                )  # fmt: skip
                async with asyncio.timeout(60):
                    while len(copy.table.chat.lines) < 2:
                        await asyncio.sleep(0.02)
            finally:
                await fanout.close()
                await store.close()

    run(test())


@pytest.mark.parametrize(
    "asked",
    [
        lambda store: store.load("AAAAAA"),
        lambda store: store.listings(1, 60),
        lambda store: store.append(Entry("AAAAAA", 1, b"f", 0, 0)),
        lambda store: store.say(ChatEntry("AAAAAA", 1, 1, b"f", True, 1)),
        lambda store: store.present("p", "AAAAAA", {}),
        lambda store: store.heartbeat("p", 1.0),
        lambda store: store.erase("AAAAAA"),
    ],
)
def test_a_connection_cut_at_any_moment_means_that_the_database_is_unavailable(
    asked: Callable[[Postgres], Coroutine[None, None, object]],
) -> None:
    """All kinds of errors that asyncpg raises: the last one is none of its interface errors."""

    async def test() -> None:
        store = Postgres(await a_database())
        await store.open()
        pool = store._pool
        try:
            for error in (
                ConnectionResetError("cut"), asyncpg.InterfaceError("connection is closed"),
                asyncpg.ConnectionDoesNotExistError("closed"),
                asyncpg.InternalClientError("not connected"),
            ):  # fmt: skip
                store._pool = CutPool(error)
                with pytest.raises(Unavailable):
                    await asked(store)
        finally:
            store._pool = pool
            await store.close()

    run(test())


class CutPool:
    """A pool whose connections are cut while they are used."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def fetch(self, *_: object) -> None:
        """Fail."""
        raise self._error

    execute = fetchval = fetch

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[CutPool]:
        """Give itself as a connection."""
        yield self

    @asynccontextmanager
    async def transaction(self, **_: object) -> AsyncIterator[None]:
        """Begin nothing."""
        yield


def test_cuts_while_many_read_and_write_raise_nothing_but_unavailable() -> None:
    async def test() -> None:
        async with Cable(await a_database()).laid() as cable:
            store = Postgres(cable.address, timeout_s=5.0)
            await store.open()
            try:
                for n in range(8):
                    code = f"AAAAA{n + 2}"
                    asked = [store.append(Entry(code, k, b"f", 0, 0)) for k in range(1, 9)]
                    reads = [store.load(code) for _ in range(8)]
                    going = asyncio.gather(*asked, *reads, return_exceptions=True)
                    for _ in range(n):
                        await asyncio.sleep(0)
                    cable.cut_all()
                    outcomes = await going
                    known = (Unavailable, Behind, Gone, list, type(None))
                    assert all(isinstance(one, known) for one in outcomes), outcomes
            finally:
                await store.close()

    run(test())


class Ears:
    """A store that is listened to, and lost when the test says so."""

    def __init__(self) -> None:
        self.lost: Callable[[], None] = lambda: None
        self.heard: Callable[[str, int], None] = lambda _code, _n: None

    async def listen(
        self, heard: Callable[[str, int], None], lost: Callable[[], None], _told: object
    ) -> None:
        """Remember whom to tell what was written, and that the line is lost."""
        self.heard, self.lost = heard, lost


@pytest.mark.parametrize(
    ("trouble", "times"), [(Unavailable("not yet"), 3), (ValueError("not readable"), 1)]
)
def test_after_a_loss_what_could_not_be_read_yet_is_tried_again_and_what_never_can_is_not(
    trouble: Exception, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        asked: list[str] = []

        async def catch_up(code: str, _n: int) -> None:
            asked.append(code)
            if asked.count(code) < 3 and code == "BAD":
                raise trouble

        monkeypatch.setattr("hexade.server.live.fanout._AGAIN_S", 0.01)
        store = Ears()
        fanout = Fanout(store, catch_up, {"BAD": 0, "GOOD": 0})  # type: ignore[arg-type]
        await fanout.open()
        store.lost()
        while fanout._tasks:
            await asyncio.sleep(0.01)
        assert asked.count("GOOD") == 2  # what was written, and who is there
        assert asked.count("BAD") == times + 1
        await fanout.close()

    run(test())


def test_a_change_that_was_told_is_read_as_soon_as_that_can_be_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        asked: list[int] = []

        async def catch_up(_code: str, n: int) -> None:
            asked.append(n)
            if len(asked) < 3:
                raise Unavailable("not yet")

        monkeypatch.setattr("hexade.server.live.fanout._AGAIN_S", 0.01)
        store = Ears()
        fanout = Fanout(store, catch_up, {"BAD": 0})  # type: ignore[arg-type]
        await fanout.open()
        store.heard("BAD", 7)
        while fanout._tasks:
            await asyncio.sleep(0.01)
        assert asked == [7, 7, 7]
        await fanout.close()

    run(test())


async def _sit(room: Room, code: str) -> None:
    live = await room.tables.find(code)
    assert live is not None
    wish = partial(
        decide.sit, wish=Sit(name="A"), token=TOKEN.format(0), settings=room.settings
    )  # fmt: skip
    await room.tables.do(live, wish)
