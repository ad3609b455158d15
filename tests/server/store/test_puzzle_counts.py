"""Both databases count results, take them along in backups, and forget them in time."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from hexade.server.store import Unavailable, choose, migrations
from hexade.server.store.backup import backup, restore
from hexade.server.store.puzzle_counts import day_of
from tests.server.fixtures import run
from tests.server.postgres import a_database
from tests.server.store.test_migrations import KEPT, KINDS
from tests.server.store.test_store import a_store, entry

DAY = "2026-11-18"


@pytest.mark.parametrize("kind", KINDS)
def test_many_results_at_once_are_all_counted(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            sent = [store.count_result("a", DAY, n % 4) for n in range(40)]
            await asyncio.gather(*sent, store.count_result("b", DAY, 1))
            assert await store.puzzle_counts("a", DAY) == dict.fromkeys(range(4), 10)
            assert await store.puzzle_counts("b", DAY) == {1: 1}
            assert await store.puzzle_counts("a", "2026-11-17") == {}

    run(test())


def test_moves_are_stored_while_a_row_of_numbers_is_locked(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("postgres", tmp_path) as (store, database):
            await store.count_result("a", DAY, 1)
            other = await asyncpg.connect(database)
            async with other.transaction():
                await other.execute("UPDATE puzzle_counts SET people = people")
                sent = [asyncio.ensure_future(store.count_result("a", DAY, 1)) for _ in range(20)]
                await asyncio.sleep(0)
                await asyncio.wait_for(store.append(entry(1)), 8)  # before anybody gives up
                assert not any(one.done() for one in sent)
            await asyncio.gather(*sent)
            await other.close()
            assert await store.puzzle_counts("a", DAY) == {1: 21}

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_days_before_a_day_are_forgotten(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            for day in ("2025-12-31", "2026-11-17", DAY):
                await store.count_result("a", day, 2)
            await store.forget_puzzle_counts(DAY)
            left = [
                await store.puzzle_counts("a", day) for day in ("2025-12-31", "2026-11-17", DAY)
            ]
            assert left == [{}, {}, {2: 1}]

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_a_closed_store_counts_nothing(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            await store.close()
            for asked in (store.count_result("a", DAY, 1), store.puzzle_counts("a", DAY)):
                with pytest.raises(Unavailable):
                    await asked

    run(test())


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_backup_has_them_and_replaces_those_that_were_there(
    source: str, target: str, tmp_path: Path
) -> None:
    async def test() -> None:
        file = tmp_path / "all.backup"
        async with a_store(source, tmp_path / "from") as (store, database):
            await store.append(entry(1))
            await store.count_result("a", DAY, 3)
            await backup(database, file)
        async with a_store(target, tmp_path / "to") as (store, database):
            await store.count_result("a", DAY, 3)
            await store.count_result("old", DAY, 1)
        await restore(file, database, force=True)
        there = choose(database)
        await there.open()
        assert [await there.puzzle_counts(game, DAY) for game in ("a", "old")] == [{3: 1}, {}]
        await there.count_result("a", DAY, 3)
        assert await there.puzzle_counts("a", DAY) == {3: 2}
        await there.close()

    run(test())


async def of_version_2(kind: str, folder: Path) -> str:
    """Return a database as it was before puzzles were counted, with a table in it."""
    if kind == "sqlite":
        path = str(folder / "tables.sqlite")
        with closing(sqlite3.connect(path)) as db:
            for version in (1, 2):
                for statement in migrations.definitions(version, postgres=False):
                    db.execute(statement)
            db.execute("INSERT INTO tables (code, public, phase, listing) VALUES ('A', 0, '', '')")
            db.execute("PRAGMA user_version = 2")
            db.commit()
        return path
    database = await a_database()
    db = await asyncpg.connect(database)
    for version in (1, 2):
        for statement in migrations.definitions(version, postgres=True):
            await db.execute(statement)
    await db.execute(
        "INSERT INTO tables (code, public, phase, listing) VALUES ('A', false, '', '')"
    )
    await db.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    await db.execute("INSERT INTO schema_version VALUES (2)")
    await db.close()
    return database


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_of_version_2_opens_and_counts(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await of_version_2(kind, tmp_path)
        for expected in (1, 2):  # the second time it is of this version
            store = choose(database)
            await store.open()
            await store.count_result("a", DAY, 1)
            assert await store.puzzle_counts("a", DAY) == {1: expected}
            assert [one.code for one in await store.aged("", 9)] == ["A"]
            await store.close()

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_an_old_backup_without_them_leaves_none(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, database):
            await store.count_result("a", DAY, 1)
        await restore(KEPT / "version_1.sqlite", database, force=True)
        there = choose(database)
        await there.open()
        assert await there.puzzle_counts("a", DAY) == {}
        await there.close()

    run(test())


def test_a_moment_has_a_day_however_long_something_is_kept() -> None:
    assert day_of(0) == date(1970, 1, 1)
    assert day_of(86_399.9) == date(1970, 1, 1)
    assert day_of(-1) == date(1969, 12, 31)
    assert day_of(1_795_000_000) == date(2026, 11, 18)
    assert day_of(-1e18) == date.min
