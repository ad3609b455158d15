"""A database of an older version is brought up to date, and a newer one is refused."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from hexade.contract.reason import Refusal
from hexade.contract.record import write
from hexade.server.live import replays
from hexade.server.store import Entry, choose, migrations
from hexade.server.store.backup import _typed
from hexade.server.table import facts, news
from hexade.server.table.chat_facts import ChatFact
from hexade.wire import messages
from tests.server.fixtures import Room, a_room, run
from tests.server.postgres import a_database
from tests.server.table.test_seats import asks

KEPT = Path(__file__).parent / "kept"
KINDS = ("sqlite", "postgres")
KNOWN = [json.loads(line) for line in (KEPT / "version_1.jsonl").read_text().splitlines()]


async def of_version_1(kind: str, folder: Path) -> str:
    """Return a database as the first release left it."""
    return await of_version(1, kind, folder)


async def of_version(version: int, kind: str, folder: Path) -> str:
    """Return a database as the servers of a schema version left it."""
    kept = KEPT / f"version_{version}.sqlite"
    if kind == "sqlite":
        return str(shutil.copy(kept, folder / "tables.sqlite"))
    database = await a_database()
    db = await asyncpg.connect(database)
    for step in range(1, version + 1):
        for statement in migrations.definitions(step, postgres=True):
            await db.execute(statement)
    with closing(sqlite3.connect(kept)) as old:
        for table in migrations.PORTABLE:
            if columns := tuple(row[1] for row in old.execute(f"PRAGMA table_info({table})")):
                rows = [_typed(columns, row) for row in old.execute(f"SELECT * FROM {table}")]
                await db.copy_records_to_table(table, records=rows, columns=columns)
    await db.close()
    if version > 1:  # version 1 has no mark
        await _mark(database, version)
    return database


@asynccontextmanager
async def migrated(kind: str, folder: Path) -> AsyncIterator[Room]:
    """Give a room over a database of version 1."""
    async with a_room(folder, await of_version_1(kind, folder)) as room:
        yield room


def holds(known: Any, found: Any) -> bool:
    """Tell whether everything known is found; later versions may send more."""
    if isinstance(known, dict):
        return isinstance(found, dict) and all(holds(known[k], found.get(k)) for k in known)
    if isinstance(known, list):
        return len(known) == len(found) and all(map(holds, known, found))
    return bool(known == found)


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_finds_their_table_as_they_left_it(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with migrated(kind, tmp_path) as room:
            room.time.at += 500  # as old as it was when this was written down
            for known in KNOWN:
                live = await room.tables.find(known["code"])
                assert live is not None
                table, now = live.table, room.time.now()
                for seat, welcome in known["welcome"].items():
                    state = live.state(now)
                    sent = news.welcome(table, int(seat), messages.Hello(), state, now)
                    said = [one for one in welcome.pop("chat", []) if not one.get("team")]
                    if said and int(seat) >= 0:  # spectators read only what is said from now on
                        welcome["chat"] = said  # nobody reads what partners once whispered (C4)
                    welcome["table"]["agreed"].pop("team_talk", None)
                    assert holds(welcome, json.loads(messages.encode(sent))), known["what"]
                assert {str(seat): ids for seat, ids in table.ids.items()} == known["ids"]
                held = table.held and {"seat": table.held.seat, "id": table.held.id}
                assert held == known["held"]
                for number, record in known["records"].items():
                    played = await replays.fetch(room.store, f"{known['code']}.{number}")
                    assert json.loads(write(played.record)) == record

    run(test())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("version", range(2, migrations.VERSION))
def test_what_servers_of_each_later_version_wrote_is_read(
    version: int, kind: str, tmp_path: Path
) -> None:
    """There is a file of every version; whoever makes a new one keeps one of the version before."""
    text = (KEPT / f"version_{version}.jsonl").read_text()

    async def test() -> None:
        database = await of_version(version, kind, tmp_path)
        async with a_room(tmp_path, database) as room:
            for known in map(json.loads, text.splitlines()):
                if "counts" in known:
                    found = await room.store.puzzle_counts(known["game"], "2026-11-18")
                    assert {str(outcome): n for outcome, n in found.items()} == known["counts"]
                    continue
                live = await room.tables.find(known["code"])
                assert live is not None
                table, chat = live.table, live.table.chat
                assert table.version == known["version"]
                assert [one.name for one in table.occupants] == known["names"]
                assert [line.said.text for line in chat.lines] == known["lines"]
                assert sorted(map(list, chat.muted)) == known["muted"]
                if known["record"]:
                    played = await replays.fetch(room.store, f"{known['code']}.1")
                    assert json.loads(write(played.record)) == known["record"]
                    await room.move(live, min(table.waiting()))  # it goes on
                else:
                    assert await room.store.listings(10, 1e9)
            if kind == "sqlite":
                assert (tmp_path / f"tables.sqlite.version-{version}").is_file()

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_chat_moves_to_a_place_of_its_own_and_goes_on_with_its_numbers(
    kind: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with migrated(kind, tmp_path) as room:
            known = next(k for k in KNOWN if k["what"].endswith("one running"))
            lines = known["welcome"]["0"]["chat"]
            rows = await room.store.load(known["code"])
            assert not any(isinstance(facts.decode(row.fact), ChatFact) for row in rows)
            live = await room.tables.find(known["code"])
            assert live is not None
            await asks(room, live, 0, messages.Chat(id="new", text="after the upgrade"))
            again = await room.again().tables.find(known["code"])
            assert again is not None
            for table in (live.table, again.table):
                said = [line.said for line in table.chat.lines]
                assert said[-1].text == "after the upgrade"
                assert said[-1].n == 1 + max(line["n"] for line in lines)
                assert table.knows(0, "new")

    run(test())


def test_a_file_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    async def test() -> None:
        async with migrated("sqlite", tmp_path):
            copy = tmp_path / "tables.sqlite.version-1"
            assert copy.stat().st_mode & 0o777 == 0o600
            with closing(sqlite3.connect(copy)) as db:
                assert db.execute("SELECT count(*) FROM facts").fetchone() == (368,)
                assert db.execute("PRAGMA user_version").fetchone() == (0,)

    run(test())


def test_a_failed_upgrade_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_version: int) -> Any:
        yield "SELECT * FROM nothing_of_that_name", ()

    async def test() -> None:
        database = await of_version_1("sqlite", tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr(migrations, "rewrite", fails)
            with pytest.raises(Refusal, match="nothing_of_that_name"):
                await choose(database).open()
        with closing(sqlite3.connect(database)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (0,)
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_master")]
            assert "talk" not in names
        store = choose(database)
        await store.open()  # the lock is free, and the upgrade works now
        await store.close()

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_of_a_newer_version_is_refused_and_left_alone(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await of_version_1(kind, tmp_path)
        await _mark(database, 99)
        for _ in range(2):
            with pytest.raises(Refusal, match="schema version 99 and this Hexade knows"):
                await choose(database).open()

    run(test())


def test_a_file_whose_version_no_hexade_writes_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        database = await of_version_1("sqlite", tmp_path)
        await _mark(database, -1)
        with pytest.raises(Refusal, match="schema version -1, which no Hexade writes"):
            await choose(database).open()

    run(test())


async def _mark(database: str, version: int) -> None:
    if not database.startswith("postgres"):
        with closing(sqlite3.connect(database)) as db:
            db.execute(f"PRAGMA user_version = {version}")
        return
    db = await asyncpg.connect(database)
    await db.execute("CREATE TABLE schema_version (version INTEGER)")
    await db.execute("INSERT INTO schema_version VALUES ($1)", version)
    await db.close()


def test_a_shared_database_is_not_changed_under_older_servers(tmp_path: Path) -> None:
    async def test() -> None:
        database = await of_version_1("postgres", tmp_path)
        db = await asyncpg.connect(database)
        await db.execute("INSERT INTO processes VALUES ('old', now() + interval '1 hour')")
        with pytest.raises(Refusal, match="an older server still uses it: stop all servers first"):
            await choose(database).open()
        await db.execute("DELETE FROM processes")
        await db.close()
        store = choose(database)
        await store.open()
        await store.close()

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_a_fact_in_a_newer_format_is_refused_with_a_sentence(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database() if kind == "postgres" else None
        async with a_room(tmp_path, database) as room:
            newer = facts.FORMAT + 1
            await room.store.append(Entry("AAAAAA", 1, b"{}", 0, 0, listing=b"{}", format=newer))
            with pytest.raises(Refusal, match="a newer version of Hexade wrote this table"):
                await room.tables.find("AAAAAA")

    run(test())
