"""Both databases keep what was written, and let one of two writers win."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from hexade.contract.reason import Refusal
from hexade.server.store import (
    Behind,
    Entry,
    Impossible,
    Store,
    Unavailable,
    Unsure,
    checkpoints,
    choose,
    sqlite,
)  # fmt: skip
from hexade.server.store.postgres import Postgres
from hexade.server.store.sqlite import Sqlite
from hexade.server.table import facts
from tests.server.fixtures import run
from tests.server.postgres import a_database

KINDS = ("sqlite", "postgres")


@asynccontextmanager
async def a_store(kind: str, folder: Path) -> AsyncIterator[tuple[Store, str]]:
    database = await a_database() if kind == "postgres" else str(folder / "deep" / "x.sqlite")
    store = choose(database)
    await store.open()
    try:
        yield store, database
    finally:
        await store.close()


def entry(n: int, version: int = 0, events: tuple[bytes, ...] = (), code: str = "AAAAAA") -> Entry:
    listing = b"" if n > 1 else b"{}"
    return Entry(
        code, n, b"fact %d" % n, int(version > 0), version, events, True, "waiting", listing
    )


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_is_read_back_with_its_events(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, database):
            await store.append(entry(1))
            await store.append(entry(2, 3, (b"a", b"b", b"c")))
            await store.append(entry(3, 3))
            await store.append(entry(4, 4, (b"d",)))
            await store.close()
            other = choose(database)
            await other.open()
            rows = await other.load("AAAAAA")
            assert [row.events for row in rows] == [(), (b"a", b"b", b"c"), (), (b"d",)]
            assert [row.fact for row in rows] == [b"fact %d" % n for n in range(1, 5)]
            assert [row.events for row in await other.load("AAAAAA", 2)] == [(), (b"d",)]
            assert await other.load("BBBBBB") == []
            await other.close()

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_writer_loses_and_leaves_nothing(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            await store.append(entry(1))
            await store.append(entry(2, 2, (b"a", b"b")))
            for late in (
                entry(2, 1, (b"x",)),  # the fact's number is taken
                entry(3, 2, (b"x",)),  # the event's version is taken
                entry(1),  # the code is taken
            ):
                with pytest.raises(Behind):
                    await store.append(late)
            await store.append(entry(3, 3, (b"c",)))
            rows = await store.load("AAAAAA")
            assert [row.events for row in rows] == [(), (b"a", b"b"), (b"c",)]

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_of_many_writers_at_once_exactly_one_wins(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            await store.append(entry(1))
            tries = [store.append(entry(2, 1, (b"%d" % n,))) for n in range(20)]
            outcomes = await asyncio.gather(*tries, return_exceptions=True)
            assert outcomes.count(None) == 1
            assert sum(isinstance(outcome, Behind) for outcome in outcomes) == 19

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_open_public_tables_are_listed(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            for n, (public, phase) in enumerate(
                [(True, "waiting"), (False, "waiting"), (True, "playing")]
            ):
                await store.append(
                    Entry(f"AAAAA{n}", 1, b"f", 0, 0, (), public, phase, b'{"n":%d}' % n)
                )
            assert await store.listings(10, 60) == [b'{"n":0}']

    run(test())


def test_a_file_is_for_one_server_and_free_again_after_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, database):
            with pytest.raises(Refusal, match="another server uses"):
                await choose(database).open()
            await store.append(entry(1))  # and this one is not disturbed
        async with a_store("sqlite", tmp_path) as (store, _):
            assert len(await store.load("AAAAAA")) == 1

    run(test())


def test_an_entry_that_cannot_be_written_stops_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, _):
            strange = entry(1, version=2**70)  # no column holds it
            with pytest.raises(Unavailable):
                await store.append(strange)
            await store.append(entry(1))
            assert len(await store.load("AAAAAA")) == 1

    run(test())


def test_a_bug_in_one_work_is_no_outage_and_the_others_are_done(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, _):
            assert isinstance(store, Sqlite)
            await store.append(entry(1, code="BBBBBB"))
            await store.append(entry(1, code="CCCCCC"))
            wrong = dataclasses.replace(entry(2, code="BBBBBB"), version="7")  # type: ignore[arg-type]
            works = store.append(wrong), store.append(entry(2, code="CCCCCC"))
            bug, done = await asyncio.gather(*works, return_exceptions=True)
            assert isinstance(bug, Impossible)
            assert done is None
            with pytest.raises(Impossible, match="TypeError") as told:
                await store._write(lambda _: len(7))  # type: ignore[arg-type]
            assert isinstance(told.value.__cause__, TypeError)

    run(test())


def test_what_a_work_refuses_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, _):
            assert isinstance(store, Sqlite)
            with pytest.raises(Refusal, match="a newer version"):
                await store._write(lambda _: facts.decode(b"", 99))

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_a_closed_store_says_so(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            await store.close()
            for asked in (store.append(entry(1)), store.load("AAAAAA"), store.listings(1, 60)):
                with pytest.raises(Unavailable):
                    await asked

    run(test())


def test_postgres_knows_who_is_where_and_who_died(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("postgres", tmp_path) as (store, _):
            assert await store.heartbeat("one", 60.0)
            assert not await store.heartbeat("one", 60.0)
            assert await store.heartbeat("two", 60.0)
            await store.present("one", "AAAAAA", {0: 1, -2: 3})
            await store.present("two", "AAAAAA", {1: 1, -2: 1})
            found = await store.present_elsewhere("three", "AAAAAA")
            assert {seat: count for seat, (count, _) in found.items()} == {0: 1, 1: 1, -2: 4}
            assert await store.present_elsewhere("one", "BBBBBB") == {}
            assert not await store.heartbeat("two", 0.05)
            await asyncio.sleep(0.1)  # two has died
            heard: list[tuple[str, int]] = []
            await store.listen(lambda code, n: heard.append((code, n)), lambda: None)
            found = await store.present_elsewhere("one", "AAAAAA")
            assert {seat: count for seat, (count, _) in found.items()} == {1: 0, -2: 0}
            await store.heartbeat("one", 60.0)
            while not heard:
                await asyncio.sleep(0.01)
            assert heard == [("AAAAAA", 0)]
            found = await store.present_elsewhere("one", "AAAAAA")
            assert {seat: count for seat, (count, _) in found.items()} == {1: 0, -2: 0}
            await store.absent("one")
            found = await store.present_elsewhere("two", "AAAAAA")
            assert {count for count, _ in found.values()} == {0}

    run(test())


def test_what_waits_is_written_in_one_commit(tmp_path: Path) -> None:
    from hexade.server.store.sqlite import Sqlite

    async def test() -> int:
        store = Sqlite(str(tmp_path / "x.sqlite"))
        await store.open()
        codes = [f"T{n:05}" for n in range(500)]
        await asyncio.gather(*(store.append(entry(1, code=code)) for code in codes))
        await store.close()
        return store.commits

    assert run(test()) < 100


def test_only_a_busy_writer_waits_for_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(sqlite, "_BUSY_S", 60.0)
    monkeypatch.setattr("hexade.server.store.sqlite.time.sleep", waits.append)

    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, _):
            for n in range(1, 40):  # one after the other: nobody else would come
                await store.append(entry(n))
            assert not waits
            codes = [f"T{n:05}" for n in range(100)]
            await asyncio.gather(*(store.append(entry(1, code=code)) for code in codes))
            await store.append(entry(2, code=codes[0]))
            assert waits
            waits.clear()
            for n in range(3, 43):
                await store.append(entry(n, code=codes[0]))
            assert len(waits) <= sqlite._FEW

    run(test())


def test_postgres_tells_every_process_the_number_and_nothing_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("postgres", tmp_path) as (store, database):
            heard: list[tuple[str, int]] = []
            other = choose(database)
            await other.open()
            await other.listen(lambda code, n: heard.append((code, n)), lambda: None)
            await store.append(entry(1))
            await store.append(entry(2, 1, (b"secret",)))
            while len(heard) < 2:
                await asyncio.sleep(0.01)
            assert heard == [("AAAAAA", 1), ("AAAAAA", 2)]
            await other.close()

    run(test())


def test_a_database_that_does_not_answer_is_not_waited_for_for_ever() -> None:
    async def test() -> None:
        address = await a_database()
        store = Postgres(address, timeout_s=2.0)
        await store.open()
        other = await asyncpg.connect(address)
        try:
            async with other.transaction():
                await other.execute("LOCK TABLE facts")
                with pytest.raises(Unsure):
                    await store.append(entry(1))
            await store.append(entry(1))
        finally:
            await other.close()
            await store.close()

    run(test())


def test_a_file_that_cannot_be_written_to_is_refused_before_anything_is_promised(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whichever of the two lines to the file fails: nobody may wait for a writer that has died."""

    async def test(fails_at: int) -> None:
        store, calls = Sqlite(str(tmp_path / "x.sqlite")), count()
        connect = Sqlite._connect

        def sometimes(self: Sqlite) -> sqlite3.Connection:
            if next(calls) == fails_at:
                raise sqlite3.OperationalError("unable to open database file")
            return connect(self)

        monkeypatch.setattr(Sqlite, "_connect", sometimes)
        with pytest.raises(Refusal, match="unable to open"):
            await store.open()
        monkeypatch.setattr(Sqlite, "_connect", connect)
        with pytest.raises(Unavailable):
            async with asyncio.timeout(60):
                await store.append(entry(1))
        again = Sqlite(str(tmp_path / "x.sqlite"))  # the lock was let go
        await again.open()
        await again.append(entry(1, code=f"AAAAA{fails_at + 2}"))
        await again.close()

    for fails_at in range(2):
        run(test(fails_at))


@pytest.mark.parametrize("kind", KINDS)
def test_several_tables_are_read_at_once(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            for code in ("AAAAAA", "BBBBBB"):
                await store.append(entry(1, code=code))
                await store.append(entry(2, 1, (b"a",), code))
            found = await store.load_all(["AAAAAA", "BBBBBB", "CCCCCC"])
            assert found == {code: await store.load(code) for code in ("AAAAAA", "BBBBBB")}
            assert [row.events for row in found["BBBBBB"]] == [(), (b"a",)]

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_who_was_here_is_known_where_one_process_has_the_database(
    kind: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, database):
            await store.note_people(["AAAAAA", "BBBBBB"], [])
            await store.note_people(["BBBBBB", "CCCCCC"], ["AAAAAA", "DDDDDD"])
            await store.close()
            other = choose(database)
            await other.open()
            here = await other.peopled()
            assert sorted(here) == ([] if other.shared else ["BBBBBB", "CCCCCC"])
            await other.close()

    run(test())


def test_the_log_is_copied_apart_and_begins_again_while_a_writer_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "_EVERY_S", 0.001)
    monkeypatch.setattr(checkpoints, "_LONG", 50)
    log = tmp_path / "deep" / "x.sqlite-wal"

    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, _):
            await store.append(entry(1))
            salt = log.read_bytes()[16:24]  # another one each time that the log begins again
            n = 1
            while log.read_bytes()[16:24] == salt:
                n += 1
                await store.append(entry(n, n - 1, (b"e",)))
            assert len(await store.load("AAAAAA")) == n

    run(test())


def test_of_entries_that_are_written_together_only_those_behind_fail(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, _):
            codes = [f"T{n:05}" for n in range(100)]
            await asyncio.gather(*(store.append(entry(1, code=code)) for code in codes))
            await store.append(entry(2, 1, (b"first",), code=codes[7]))
            written = (store.append(entry(2, 1, (b"e",), code=code)) for code in codes)
            outcomes = await asyncio.gather(*written, return_exceptions=True)
            assert [n for n, one in enumerate(outcomes) if isinstance(one, Behind)] == [7]
            for code in codes:
                found = [row.events for row in await store.load(code)]
                assert found == [(), (b"first",) if code == codes[7] else (b"e",)]

    run(test())
