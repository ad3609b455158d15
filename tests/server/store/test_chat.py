"""Chat is stored apart from moves, has a bound, and nobody waits while a long history is read."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hexade.server.store import Behind, ChatEntry, choose, store
from hexade.server.table import decide, facts
from hexade.server.table.chat_facts import ChatFact
from hexade.wire import messages
from tests.server.fixtures import ALL, TOKEN, a_room, run
from tests.server.postgres import a_database
from tests.server.store.test_store import KINDS, a_store, entry
from tests.server.table.test_seats import asks, waiting_room


def line(n: int, after: int = 1, kept: int = 500, is_line: bool = True) -> ChatEntry:
    return ChatEntry("AAAAAA", n, after, b"line %d" % n, is_line, kept)


@pytest.mark.parametrize("kind", KINDS)
def test_chat_is_not_read_with_the_moves(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, database):
            await store.append(entry(1))
            await store.say(line(1))
            await store.append(entry(2, 1, (b"a",)))
            await store.say(line(2, after=2))
            assert [row.n for row in await store.load("AAAAAA")] == [1, 2]
            await store.close()
            other = choose(database)
            await other.open()
            chat = await other.chat("AAAAAA")
            assert [(row.n, row.after, row.fact) for row in chat] == [
                (1, 1, b"line 1"), (2, 2, b"line 2"),
            ]  # fmt: skip
            assert [row.n for row in await other.chat("AAAAAA", 1)] == [2]
            await other.close()

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_of_two_who_chat_at_once_one_reads_the_other_first(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            await store.append(entry(1))
            tries = await asyncio.gather(*(store.say(line(1)) for _ in range(5)),
                                         return_exceptions=True)  # fmt: skip
            assert tries.count(None) == 1
            assert sum(isinstance(one, Behind) for one in tries) == 4
            await store.append(entry(2))
            with pytest.raises(Behind):
                await store.say(line(2, after=1))  # seats may have changed since

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_of_lines_or_emotes_leaves_a_bounded_number_of_rows(
    kind: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            await store.append(entry(1))
            for n in range(1, 161):
                await store.say(line(n, kept=20))
            lines = await store.chat("AAAAAA")
            assert [row.n for row in lines] == list(range(141, 161))
            for n in range(161, 401):
                await store.say(line(n, kept=20, is_line=False))
            rows = await store.chat("AAAAAA")
            assert rows[:20] == lines  # emotes push nothing out
            assert len(rows) <= 20 + 64

    run(test())


def test_a_long_history_is_read_in_chunks_and_others_read_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (one, _):
            monkeypatch.setattr(store, "CHUNK", 10)
            monkeypatch.setattr("hexade.server.store.sqlite.CHUNK", 10)
            for n in range(1, 102):
                await one.append(entry(n, n, (b"%d" % n,)))
            long = asyncio.ensure_future(one.load("AAAAAA"))
            await asyncio.sleep(0)
            await one.listings(10, 60)
            assert not long.done()
            rows = await long
            assert [row.events for row in rows] == [(b"%d" % n,) for n in range(1, 102)]
            assert [row.n for row in await one.load("AAAAAA", 95)] == list(range(96, 102))

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_up_to_the_end_of_a_game_is_all_that_its_record_reads(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_store(kind, tmp_path) as (store, _):
            await store.append(entry(1))
            await store.append(entry(2, 1, (b"a",)))
            later = store_entry(3, 2, 1, (b"b",))
            await store.append(later)
            assert [row.n for row in await store.load("AAAAAA", game=1)] == [1, 2]
            assert [row.n for row in await store.load("AAAAAA", game=2)] == [1, 2, 3]

    run(test())


def store_entry(n: int, game: int, version: int, events: tuple[bytes, ...]) -> store.Entry:
    return store.Entry("AAAAAA", n, b"f", game, version, events)


def test_after_a_restart_numbers_mutes_and_ids_go_on_though_lines_were_dropped(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_room(tmp_path, chat_kept=3, chat_stored=3) as room:
            live = await room.table(ALL[0], seats=2)
            await asks(room, live, 0, messages.Mute(id="m", seat=1))
            for n in range(1, 101):
                await asks(room, live, 1, messages.Chat(id=f"c{n}", text=f"line {n}"))
            stored = await room.store.chat(live.table.code)
            assert len(stored) <= 3 + store.TRIMMED + store.IDS_KEPT
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            for table in (live.table, again.table):
                assert [one.said.n for one in table.chat.lines] == [98, 99, 100]
                assert table.chat.muted == {(0, 1)}
                assert table.knows(1, "c100")
                assert table.chat.n == 101
            await asks(room.again(), again, 1, messages.Chat(id="next", text="next"))
            assert again.table.chat.lines[-1].said.n == 101

    run(test())


def test_chat_is_no_part_of_what_is_replayed_for_moves(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0], seats=2)
            before = len(await room.store.load(live.table.code))
            for n in range(50):
                await asks(room, live, 0, messages.Chat(id=f"c{n}", text="again"))
            rows = await room.store.load(live.table.code)
            assert len(rows) == before
            assert not any(isinstance(facts.decode(row.fact), ChatFact) for row in rows)

    run(test())


def test_what_somebody_says_is_not_read_before_they_sat_down(tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database()
        async with a_room(tmp_path, database) as here, a_room(tmp_path, database) as there:
            live = await here.tables.create(messages.Agreed(game=ALL[0], seats=2))
            copy = await there.tables.find(live.table.code)
            assert copy is not None
            sits = partial(decide.sit, wish=messages.Sit(name="Ann"), token=TOKEN.format(0),
                           settings=here.settings)  # fmt: skip
            load = there.store.load

            async def too_early(*asked: Any) -> Any:
                rows = await load(*asked)
                await here.tables.do(live, sits)
                await asks(here, live, 0, messages.Chat(id="c", text="hello"))
                return rows

            there.store.load = too_early  # type: ignore[assignment, method-assign]
            await there.tables.changes.catch_up(live.table.code, -1)
            there.store.load = load  # type: ignore[method-assign]
            assert copy.table.chat.lines == []
            await there.tables.changes.catch_up(live.table.code, live.table.n)
            assert [one.said.name for one in copy.table.chat.lines] == ["Ann"]

    run(test())


def test_others_have_their_turn_while_a_long_history_is_applied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("hexade.server.live.registry._AT_A_TIME", 5)
        async with a_room(tmp_path) as room:
            live = await waiting_room(room)
            for n in range(50):
                await asks(room, live, 0, messages.Swap(id=f"a{n}", seat=1))
                await asks(room, live, 0, messages.Swap(id=f"b{n}", seat=None))
            rows, turns = await room.store.load(live.table.code), 0
            rebuilding = asyncio.ensure_future(room.tables._rebuilt(live.table.code, rows))
            while not rebuilding.done():
                await asyncio.sleep(0)
                turns += 1
            assert turns >= len(rows) // 5

    run(test())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_the_file_and_its_neighbours_are_readable_by_their_owner_alone(
    umask: int, tmp_path: Path
) -> None:
    async def test() -> None:
        for name in ("x.sqlite", "x.sqlite.lock"):
            (tmp_path / name).touch(0o644)  # as an older version left them
            (tmp_path / name).chmod(0o644)
        one = choose(str(tmp_path / "x.sqlite"))
        await one.open()
        await one.append(entry(1))
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert modes.keys() >= {"x.sqlite", "x.sqlite-wal", "x.sqlite-shm", "x.sqlite.lock"}
        assert set(modes.values()) == {0o600}, modes
        await one.close()

    before = os.umask(umask)
    try:
        run(test())
    finally:
        os.umask(before)
