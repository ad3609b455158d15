"""What is older than it is kept is deleted, and leaves nothing in the file or in memory."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import asyncpg  # type: ignore[import-untyped]
import pytest

from hexade.contract.reason import Reason, Refusal
from hexade.server.live import replays
from hexade.server.live.fanout import Fanout
from hexade.server.live.open_table import LiveTable
from hexade.server.live.replays import ReplayCache
from hexade.server.live.sweeper import Sweeper, fate_of
from hexade.server.settings import Settings
from hexade.server.store import Aged, Impossible, Row, Unavailable, choose, sqlite_file
from hexade.server.store.erasure import erase
from hexade.server.store.puzzle_counts import day_of
from hexade.server.table import facts
from hexade.wire import messages
from hexade.wire.messages import Agreed
from tests.server.fixtures import ALL, IN_TURN, FakeTime, Room, a_room, run
from tests.server.live.test_registry import play_on
from tests.server.postgres import a_database
from tests.server.store.test_store import KINDS
from tests.server.table.test_seats import asks

DAY = 86_400
SECRET = "my-secret-line-of-chat"


async def a_database_of(kind: str, folder: Path) -> str:
    return await a_database() if kind == "postgres" else str(folder / "tables.sqlite")


async def age(database: str, days: float) -> None:
    """Let days pass for everything that is stored."""
    for table in ("facts", "talk"):
        await run_sql(database, f"UPDATE {table} SET at = at - {int(days * DAY)}")


async def run_sql(database: str, *statements: str) -> None:
    if not database.startswith("postgres"):
        with closing(sqlite3.connect(database, isolation_level=None, timeout=5)) as db:
            for statement in statements:
                db.execute(statement)
        return
    db = await asyncpg.connect(database)
    for statement in statements:
        await db.execute(statement)
    await db.close()


async def played(room: Room) -> LiveTable:
    """Return a table with a finished game and something said."""
    live = await room.table(IN_TURN[0], seats=2, take_back=False)
    await asks(room, live, 0, messages.Chat(id="c", text=SECRET))
    await asks(room, live, 1, messages.Mute(id="m", seat=0))
    await play_on(room, live)
    assert live.table.phase == "over"
    return live


async def swept(room: Room) -> Room:
    """Sweep as another process would that has no table open, and return it."""
    again = room.again()
    again.time.wall = time.time  # type: ignore[method-assign]
    await Sweeper(again.services, again.tables).sweep()
    return again


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexade.server.live.sweeper._PAUSE_S", 0)


@pytest.mark.parametrize("kind", KINDS)
def test_each_thing_is_kept_for_its_own_time(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database_of(kind, tmp_path)
        async with a_room(tmp_path, database) as room:
            over = (await played(room)).table.code
            running = (await room.table(IN_TURN[0], seats=2)).table.code
            await age(database, 29)
            again = await swept(room)
            assert await again.store.load(running)
            assert (await again.store.chat(over))[0].fact.find(SECRET.encode()) > 0
            await age(database, 2)  # 31 days
            again = await swept(room)
            assert await again.store.load(running) == []
            assert not any(SECRET.encode() in row.fact for row in await again.store.chat(over))
            assert (await replays.fetch(room.store, f"{over}.1")).record.names == ("P0", "P1")
            await age(database, 60)  # 91 days
            again = await swept(room)
            record = (await replays.fetch(room.store, f"{over}.1")).record
            assert record.names == ("Player 1", "Player 2")
            found = await again.tables.find(over)
            assert found is not None
            assert {occupant.token for occupant in found.table.occupants} == {""}
            await age(database, 275)  # 366 days
            again = await swept(room)
            with pytest.raises(Refusal, match="nothing was found"):
                await replays.fetch(room.store, f"{over}.1")
            assert await again.store.chat(over) == []

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_when_chat_is_deleted_its_numbers_and_mutes_stay(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database_of(kind, tmp_path)
        async with a_room(tmp_path, database) as room:
            code = (await played(room)).table.code
            await age(database, 31)
            again = await swept(room)
            live = await again.tables.find(code)
            assert live is not None
            assert live.table.chat.lines == []
            assert live.table.chat.muted == {(1, 0)}
            await asks(again, live, 0, messages.Chat(id="new", text="hello again"))
            assert live.table.chat.lines[-1].said.n == 2

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_chat_that_cannot_be_read_is_deleted_and_saves_nothing_else(
    kind: str, tmp_path: Path
) -> None:
    async def test() -> None:
        database = await a_database_of(kind, tmp_path)
        async with a_room(tmp_path, database, keep_unfinished_days=1) as room:
            code = (await played(room)).table.code
            old = (await room.tables.create(Agreed(game=ALL[0]))).table.code
            await run_sql(database, "UPDATE talk SET body = 'damaged'")
            await age(database, 31)
            again = await swept(room)
            assert await again.store.load(old) == []
            (left,) = await again.store.chat(code)
            assert b"damaged" not in left.fact
            assert await again.tables.find(code) is not None

    run(test())


@pytest.mark.parametrize("kept", [60.0, 0.0])
def test_counts_of_puzzles_are_kept_for_their_time(kept: float, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, keep_puzzle_counts_days=kept) as room:
            days = [str(day_of(time.time() - n * DAY)) for n in (0, 59, 62)]
            for day in days:
                await room.store.count_result("a", day, 1)
            await swept(room)
            left = [bool(await room.store.puzzle_counts("a", day)) for day in days]
            assert left == [True, True, not kept]

    run(test())


def test_zero_means_for_ever_and_finished_games_outlive_an_abandoned_rematch() -> None:
    now, settings = 1000.0 * DAY, Settings()
    ever = Settings(keep_unfinished_days=0, keep_names_days=0, keep_finished_days=0)

    def fate(phase: str, game: int, days: float, how: Settings = settings, **more: Any) -> object:
        return fate_of(Aged("A", phase, more.get("named", True), int(now - days * DAY), game),
                       how, now)  # fmt: skip

    assert [fate("playing", 1, days) for days in (29, 31)] == [None, "erased"]
    assert [fate("playing", 2, days) for days in (31, 91)] == [None, "nameless"]
    assert [fate("unknown", 1, days) for days in (31, 366)] == [None, "erased"]
    assert fate("over", 1, 91, named=False) is None
    assert [fate(phase, 1, 9999, ever) for phase in ("waiting", "over")] == [None, None]


def test_what_is_deleted_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    async def test() -> None:
        database = str(tmp_path / "tables.sqlite")
        async with a_room(tmp_path, database) as room:
            code = (await played(room)).table.code
            assert _found(tmp_path)
            assert await room.tables.erase(code)
            async with asyncio.timeout(120):  # the writer overwrites after it has answered
                while _found(tmp_path):
                    await room.store.seen([])
            assert await room.tables.find(code) is None

    run(test())


def _found(folder: Path) -> list[str]:
    return [p.name for p in folder.iterdir() if SECRET.encode() in p.read_bytes()]


@pytest.mark.parametrize("idle", [False, True], ids=["asked for", "too old"])
def test_a_table_that_is_erased_while_it_loads_is_gone(idle: bool, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            code = (await played(room)).table.code
            tables, read, go_on = room.again().tables, asyncio.Event(), asyncio.Event()
            load = room.store.load

            async def slowly(*asked: Any) -> list[Row]:
                rows = await load(*asked)
                read.set()
                await go_on.wait()
                return rows

            with patch.object(room.store, "load", slowly):
                finding = asyncio.ensure_future(tables.find(code))
                await read.wait()
                erasing = asyncio.ensure_future(
                    tables.erase_idle(code, 1 << 40) if idle else tables.erase(code)
                )
                for _ in range(20):  # it waits; if it did not, it would be done or under way
                    await room.store.seen([])
                assert not erasing.done()
                go_on.set()
                live = await finding
                done = await erasing
            assert live is not None
            assert (await tables.find(code) is None) is done is not idle  # somebody has it open
            assert live.erased is done
            assert bool(await room.store.load(code)) is idle

    run(test())


def test_an_erased_table_is_closed_and_gone_from_memory(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await played(room)
            code, ear = live.table.code, room.ear(live, 0)
            cache = ReplayCache(room.store)
            room.tables.copies.append(cache.forget)
            assert await cache.take(f"{code}.1")
            assert await room.tables.erase(code)
            assert ear.closed == 4404  # there is nothing to come back to
            assert await room.tables.find(code) is None
            with pytest.raises(Refusal, match="nothing was found"):
                await cache.take(f"{code}.1")
            with pytest.raises(Refusal, match="nothing was found"):  # it was on its way
                await asks(room, live, 0, messages.Chat(id="late", text="still here?"))
            assert await room.store.load(code) == []
            assert await room.store.chat(code) == []
            assert not await room.tables.erase(code)

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_one_game_is_erased_and_the_others_stay(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database_of(kind, tmp_path)
        async with a_room(tmp_path, database) as room:
            live = await played(room)
            code = live.table.code
            for seat in (0, 1):
                await asks(room, live, seat, messages.Rematch(id=f"r{seat}"))
            await room.wait(0)
            await play_on(room, live)
            second = (await replays.fetch(room.store, f"{code}.2")).record
            ear = room.ear(live, 0)
            assert await room.tables.erase(code, 1)
            assert ear.closed == 1012  # the second game goes on
            assert not await room.tables.erase(code, 3)
            with pytest.raises(Refusal, match="nothing was found"):
                await replays.fetch(room.store, f"{code}.1")
            assert (await replays.fetch(room.store, f"{code}.2")).record == second
            again = await room.again().tables.find(code)
            assert again is not None
            assert again.table.record() == second
            found = await room.tables.find(code)
            assert found is not None
            ear = room.ear(found, 0)
            assert await room.tables.erase(code, 2)  # the last game takes the table with it
            assert ear.closed == 4404
            assert await room.store.load(code) == []

    run(test())


def test_a_command_has_the_server_that_runs_erase_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        database = str(tmp_path / "tables.sqlite")
        async with a_room(tmp_path, database) as room:
            live = await played(room)
            asked = asyncio.ensure_future(
                asyncio.to_thread(asyncio.run, erase(database, live.table.code.lower()))
            )
            sweeper = Sweeper(room.services, room.tables)
            while not asked.done():
                await sweeper.erase_asked()
                await asyncio.sleep(0.01)
            await asked
            assert live.erased
            assert await room.store.load(live.table.code) == []
            with pytest.raises(Refusal, match="there is no"):
                await asyncio.to_thread(asyncio.run, erase(database, live.table.code))
            with pytest.raises(Refusal, match="neither the code"):
                await erase(database, "../../etc")
        with pytest.raises(Refusal, match="there is no"):  # no server runs
            await erase(database, live.table.code)

    run(test())


def test_other_processes_drop_a_table_that_a_command_erased(tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database()
        async with a_room(tmp_path, database) as here:
            code = (await played(here)).table.code
            store = choose(database)
            await store.open()
            there = Room(store, Settings(bot_pause_s=0), FakeTime())
            live = await there.tables.find(code)
            assert live is not None
            ear = there.ear(live, 0)
            tables = there.tables
            fanout = Fanout(store, tables.changes.catch_up, tables.live, tables)
            await fanout.open()
            try:
                await erase(database, code)
                async with asyncio.timeout(120):
                    while ear.closed is None:
                        await asyncio.sleep(0.01)
                assert ear.closed == 4404
                assert await tables.find(code) is None
            finally:
                await fanout.close()
                await tables.close()
                await store.close()

    run(test())


def test_addresses_are_forgotten_when_nothing_has_come_from_them_for_an_hour() -> None:
    from hexade.server.net.limits import Limits

    clock = FakeTime()
    limits = Limits(Settings(), clock)
    assert limits.request("192.0.2.1")
    clock.at += 3599
    limits.forget_idle()
    assert "192.0.2.1" in str(limits._buckets)
    clock.at += 2
    limits.forget_idle()
    assert "192.0.2.1" not in str(limits._buckets)


def test_a_server_sweeps_soon_after_its_start_and_goes_on_after_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from hexade.server.live import sweeper

    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            raise asyncio.CancelledError

    async def fails() -> None:
        raise Unavailable("not now")

    async def test() -> None:
        monkeypatch.setattr("hexade.server.live.sweeper.asyncio.sleep", sleep)
        with pytest.raises(asyncio.CancelledError):
            await sweeper._often(fails, 3600.0, 60.0)
        monkeypatch.undo()

    run(test())
    assert waited == [60.0, 3600.0, 3600.0]


def test_nothing_of_a_person_is_left_in_a_nameless_table() -> None:
    agreed = facts.stored(messages.Agreed(game=ALL[0]))
    people = (
        facts.PersonSeated(seat=0, name="Ada", avatar="fox", token="secret", mark="here"),
        facts.SeatAsked(seat=1, name="Ada", avatar="fox", token="secret", mark="here"),
        facts.PersonRefused(seat=1, token="secret", mark="here"),
        facts.TableCreated(agreed=agreed, at=0, creator="secret", maker="here"),
    )
    for fact in people:
        left = facts.nameless(facts.encode(fact))
        assert left is not None
        assert not any(word in left for word in (b"Ada", b"fox", b"secret", b"here"))
    assert facts.nameless(facts.encode(facts.StartAgreed(seat=0))) is None


def test_what_was_deleted_is_in_the_log_until_nobody_reads(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE talk (body TEXT)")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM talk").fetchall()
            db.execute("INSERT INTO talk VALUES ('a word')")
            assert not sqlite_file.wipe(db)
            reader.execute("COMMIT")
        assert sqlite_file.wipe(db)


@pytest.mark.parametrize(
    "trouble", [Refusal(Reason("newer", "", "a newer version wrote this")), Impossible("a hole")]
)
def test_a_table_that_cannot_be_swept_does_not_save_the_others(
    trouble: Exception, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_room(tmp_path, keep_unfinished_days=1) as room:
            codes = sorted([(await room.tables.create(Agreed(game=ALL[0]))).table.code
                            for _ in range(3)])  # fmt: skip
            room.tables.live.clear()
            erase = room.store.erase

            async def odd(code: str, *asked: Any, **more: Any) -> bool:
                if code == codes[0]:
                    raise trouble
                return await erase(code, *asked, **more)

            async def left(*_: str) -> list[str]:
                return codes[:1]

            room.time.at = time.time() + 2 * 86_400
            with (
                patch.object(room.store, "erase", odd),
                patch.object(room.store, "leftovers", left),
            ):
                await Sweeper(room.services, room.tables).sweep()
            assert [bool(await room.store.load(code)) for code in codes] == [True, False, False]

    run(test())
    assert "a table could not be swept" in caplog.text


def test_a_table_that_cannot_be_erased_on_request_does_not_save_the_others(tmp_path: Path) -> None:
    async def test() -> None:
        database = str(tmp_path / "tables.sqlite")
        async with a_room(tmp_path, database) as room:
            codes = sorted([(await room.tables.create(Agreed(game=ALL[0]))).table.code
                            for _ in range(2)])  # fmt: skip
            asked = [f"INSERT INTO erasures (name) VALUES ('{code}')" for code in codes]
            await run_sql(database, *asked)
            erase = room.store.erase

            async def odd(code: str, *asked: Any, **more: Any) -> bool:
                if code == codes[0]:
                    raise Impossible("a damaged fact")
                return await erase(code, *asked, **more)

            with patch.object(room.store, "erase", odd):
                await Sweeper(room.services, room.tables).erase_asked()
            assert await room.store.erasures() == codes[:1]
            assert await room.store.load(codes[1]) == []

    run(test())


def test_who_was_at_a_table_that_is_gone_is_swept(tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database()
        async with a_room(tmp_path, database) as room:
            live = await room.table(IN_TURN[0], seats=2)
            code, process = live.table.code, "another"

            async def known() -> list[int]:
                db = await asyncpg.connect(database)
                rows = await db.fetch("SELECT seat FROM presence ORDER BY seat")
                await db.close()
                return [seat for (seat,) in rows]

            await room.store.present(process, code, {0: 1, 1: 0})
            await swept(room)
            assert await known() == [0, 1]  # who left a moment ago has not been away for long
            assert await room.tables.erase(code)
            await room.store.present(process, code, {1: 0})  # its socket was closed after that
            await swept(room)
            assert await known() == []

    run(test())
