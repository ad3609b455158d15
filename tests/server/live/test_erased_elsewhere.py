"""A table that another process erases is gone everywhere, whatever is heard of it and when."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from unittest.mock import patch

import asyncpg  # type: ignore[import-untyped]
import pytest

from hexade.contract.reason import Refusal
from hexade.server.live.fanout import Fanout
from hexade.server.live.open_table import LiveTable
from hexade.server.live.sweeper import Sweeper
from hexade.server.settings import Settings
from hexade.server.store import ERASED, Unavailable, choose
from hexade.server.store.portable_sql import Steps
from hexade.wire import messages
from tests.server.fixtures import IN_TURN, Ear, FakeTime, Room, a_room, run
from tests.server.live.test_sweeper import a_database_of
from tests.server.postgres import a_database
from tests.server.store.test_store import KINDS
from tests.server.table.test_seats import asks


@asynccontextmanager
async def two_rooms(folder: Path) -> AsyncIterator[tuple[Room, Room]]:
    """Give two processes of one database; neither hears anything of the other."""
    database = await a_database()
    async with a_room(folder, database) as here:
        store = choose(database)
        await store.open()
        there = Room(store, Settings(bot_pause_s=0), FakeTime())
        try:
            yield here, there
        finally:
            await there.tables.close()
            await store.close()


@asynccontextmanager
async def hearing(room: Room) -> AsyncIterator[Fanout]:
    """Have a process hear of the others."""
    tables = room.tables
    fanout = Fanout(room.store, tables.changes.catch_up, tables.live, tables)
    await fanout.open()
    try:
        yield fanout
    finally:
        await fanout.close()


async def table_of(room: Room) -> LiveTable:
    return await room.table(IN_TURN[0], seats=2, take_back=False)


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.01)


def is_closed(ear: Ear) -> bool:
    return ear.closed == 4404


async def rows_of(database: str, code: str) -> list[int]:
    """Return how many facts and events a code has, whether or not there is a table."""
    counts = ("SELECT count(*) FROM facts WHERE code = $1",
              "SELECT count(*) FROM events WHERE match LIKE $1 || '.%'")  # fmt: skip
    if not database.startswith("postgres"):
        with closing(sqlite3.connect(database, timeout=5)) as db:
            return [db.execute(text.replace("$", "?"), (code,)).fetchone()[0] for text in counts]
    db = await asyncpg.connect(database)
    try:
        return [await db.fetchval(text, code) for text in counts]
    finally:
        await db.close()


def notice(code: str) -> Steps[None]:
    """Tell all processes that a table was erased."""
    yield f"SELECT pg_notify('hexade', $1 || ' {ERASED}')", (code,)


def address_of(room: Room) -> str:
    return str(room.store._address)  # type: ignore[attr-defined]


def test_nothing_is_written_to_a_table_that_another_process_has_erased(tmp_path: Path) -> None:
    """Even before its notice has come: the first who tries finds out."""

    async def test() -> None:
        async with two_rooms(tmp_path) as (here, there):
            for talks in (False, True):
                code = (await table_of(here)).table.code
                live = await there.tables.find(code)
                assert live is not None
                ear = there.ear(live, 0)
                assert await here.tables.erase(code)
                line = messages.Chat(id="c", text="still here?")
                move = there.move(live, min(live.table.waiting()))
                with pytest.raises(Refusal, match="nothing was found"):
                    await (asks(there, live, 0, line) if talks else move)
                move.close()
                await until(partial(is_closed, ear))
                assert await there.tables.find(code) is None
                assert await rows_of(address_of(here), code) == [0, 0]
                assert await there.store.chat(code) == []

    run(test())


def test_a_notice_of_an_erased_table_is_not_forgotten_when_the_database_fails(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with two_rooms(tmp_path) as (here, there), hearing(there):
            code = (await table_of(here)).table.code
            live = await there.tables.find(code)
            assert live is not None
            known, asked = there.store.known, list[Collection[str]]()

            async def fails(codes: list[str]) -> set[str]:
                asked.append(codes)
                if len(asked) < 3:
                    raise Unavailable("not now")
                return await known(codes)

            with patch.object(there.store, "known", fails):
                await _leave_the_last_fact(address_of(here), code)
                await here.store._run(notice(code))  # type: ignore[attr-defined]
                async with asyncio.timeout(60):
                    while await rows_of(address_of(here), code) != [0, 0]:
                        await asyncio.sleep(0.05)
            assert len(asked) >= 3
            assert code not in there.tables.live

    run(test())


def test_what_is_erased_while_nothing_is_heard_is_found_out_afterwards(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_rooms(tmp_path) as (here, there), hearing(there):
            codes = [(await table_of(here)).table.code for _ in range(2)]
            lives = [await there.tables.find(code) for code in codes]
            forgotten = list[str]()
            there.tables.copies.append(forgotten.append)
            gone, stays = (there.ear(live, 0) for live in lives if live is not None)
            listen, go_on = there.store.listen, asyncio.Event()

            async def late(*asked: object) -> None:
                await go_on.wait()
                await listen(*asked)  # type: ignore[arg-type]

            with patch.object(there.store, "listen", late):
                there.store._listener.terminate()  # type: ignore[attr-defined]
                await here.store.erase(codes[0])
                go_on.set()
                await until(partial(is_closed, gone))
            assert stays.closed is None
            assert "" in forgotten  # one game of another table may have been erased as well
            assert await there.tables.find(codes[0]) is None

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_while_a_table_was_erased_is_no_table_and_is_swept(
    kind: str, tmp_path: Path
) -> None:
    async def test() -> None:
        database = await a_database_of(kind, tmp_path)
        async with a_room(tmp_path, database) as room:
            left, whole = [(await table_of(room)).table.code for _ in range(2)]
            await _leave_the_last_fact(database, left)
            assert (await rows_of(database, left))[0] == 1
            again = room.again()
            assert await again.tables.find(left) is None
            assert await again.tables.find(whole) is not None
            again.time.wall = time.time  # type: ignore[method-assign]
            await Sweeper(again.services, again.tables).sweep()
            assert await rows_of(database, left) == [0, 0]
            assert (await rows_of(database, whole))[0] > 1

    run(test())


async def _leave_the_last_fact(database: str, code: str) -> None:
    """Delete a table, but not what was written last."""
    last = f"(SELECT max(n) FROM facts WHERE code = '{code}')"
    statements = (f"DELETE FROM tables WHERE code = '{code}'",
                  f"DELETE FROM facts WHERE code = '{code}' AND n < {last}")  # fmt: skip
    if not database.startswith("postgres"):
        with closing(sqlite3.connect(database, isolation_level=None, timeout=5)) as db:
            for statement in statements:
                db.execute(statement)
        return
    db = await asyncpg.connect(database)
    for statement in statements:
        await db.execute(statement)
    await db.close()
