"""Backups are consistent, fit either database, and never overwrite games by accident."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hexade.contract.reason import Refusal
from hexade.server.store import Store, choose
from hexade.server.store.backup import backup, restore
from tests.server.fixtures import run
from tests.server.postgres import a_database
from tests.server.store.test_chat import line
from tests.server.store.test_migrations import KEPT, KINDS, KNOWN, of_version_1
from tests.server.store.test_store import a_store, entry

SOME = KNOWN[0]["code"]


async def contents(store: Store) -> list[object]:
    """Return everything that a store has of one table and its chat."""
    return [await store.load(SOME), await store.chat(SOME)]


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_backup_of_either_database_restores_into_either(
    source: str, target: str, tmp_path: Path
) -> None:
    async def test() -> None:
        database, file = await of_version_1(source, tmp_path), tmp_path / "all.backup"
        here = choose(database)
        await here.open()
        before = await contents(here)
        assert await backup(database, file) == len(KNOWN)  # while the server runs
        await here.close()
        assert file.stat().st_mode & 0o777 == 0o600
        assert sorted(tmp_path.glob("all.backup*")) == [file]
        other = await a_database() if target == "postgres" else str(tmp_path / "new" / "x.sqlite")
        assert await restore(file, other) == len(KNOWN)
        there = choose(other)
        await there.open()
        assert await contents(there) == before
        await there.append(entry(1))
        await there.say(line(1))
        await there.close()

    run(test())


@pytest.mark.parametrize("source", KINDS)
def test_no_backup_has_the_keys_that_trace_marks_of_addresses_back(
    source: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_store(source, tmp_path) as (store, database):
            (key,) = await store.day_keys("2026-11-19", "2026-11-18")
            await backup(database, tmp_path / "all.backup")
            assert key.encode() not in (tmp_path / "all.backup").read_bytes()
            assert await store.day_keys("2026-11-19", "2026-11-18") == [key]

    run(test())


def test_a_backup_made_while_others_write_has_whole_entries_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, database):
            await store.append(entry(1))
            going = True

            async def write() -> None:
                n = 2
                while going:
                    await store.append(entry(n, n, (b"e",)) if n > 2 else entry(2, 2, (b"e", b"e")))
                    n += 1

            writing = asyncio.ensure_future(write())
            for n in range(5):
                file = tmp_path / f"{n}.backup"
                await asyncio.to_thread(asyncio.run, backup(database, file))
                with closing(sqlite3.connect(file)) as db:
                    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                    last = db.execute("SELECT max(version) FROM facts").fetchone()
                    assert db.execute("SELECT max(version) FROM events").fetchone() in (
                        last, (None,),
                    )  # fmt: skip
            going = False
            await writing

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_restoring_refuses_to_overwrite_games_and_to_disturb_a_server(
    kind: str, tmp_path: Path
) -> None:
    async def test() -> None:
        file = tmp_path / "old.backup"
        shutil.copy(KEPT / "version_1.sqlite", file)
        async with a_store(kind, tmp_path) as (store, database):
            await store.append(entry(1))
            await store.heartbeat("a-server", 60.0)
            with pytest.raises(Refusal, match=r"stop (it|them) first"):
                await restore(file, database, force=True)
            await store.absent("a-server")
        with pytest.raises(Refusal, match="--force replaces them"):
            await restore(file, database)
        assert await restore(file, database, force=True) == len(KNOWN)
        after = choose(database)
        await after.open()
        assert await after.load("AAAAAA") == []
        assert await after.load(SOME)
        await after.close()

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_restoring_refuses_to_overwrite_counts_of_puzzles(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        file = tmp_path / "old.backup"
        shutil.copy(KEPT / "version_1.sqlite", file)
        async with a_store(kind, tmp_path) as (store, database):
            await store.count_result("a", "2026-11-18", 3)
        with pytest.raises(Refusal, match="has counts of puzzles in it; --force replaces them"):
            await restore(file, database)
        assert await restore(file, database, force=True) == len(KNOWN)

    run(test())


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "letter").write_text("Dear database, this is not an SQLite file. " * 50)
        target = str(tmp_path / "x.sqlite")
        for name, why in (("letter", "cannot be read as tables"), ("nothing", "there is no file")):
            with pytest.raises(Refusal, match=why):
                await restore(tmp_path / name, target)
        with pytest.raises(Refusal, match="no database"):
            await backup(target, tmp_path / "b")
        assert not Path(target).exists()
        with pytest.raises(Refusal, match="exists already"):
            await backup(target, tmp_path / "letter")
        with pytest.raises(Refusal, match="cannot be used"):
            await backup("postgresql://nobody@127.0.0.1:1/x", tmp_path / "b")

    run(test())
