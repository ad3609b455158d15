"""Tables at which people were are ready before they come back, and nothing else has changed."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from hexade.contract.game import WATCHER, Seat
from hexade.server.live.open_table import LiveTable
from hexade.server.live.preload import Preloader
from hexade.server.table import decide, news
from hexade.wire import messages
from hexade.wire.messages import Clock
from tests.server.fixtures import ALL, TAKE_BACK, TOGETHER, Room, a_room, run


async def restarted(room: Room, most_s: float = 5.0) -> tuple[Room, Preloader]:
    """Note who is here, and start again."""
    await Preloader(room.services, room.tables).note()
    again = room.again()
    returning = Preloader(again.services, again.tables)
    await returning.prepare(most_s)
    return again, returning


async def found(room: Room, live: LiveTable) -> LiveTable:
    there = await room.tables.find(live.table.code)
    assert there is not None
    return there


def welcome(live: LiveTable, seat: Seat, now: float, known: messages.Now | None) -> bytes:
    """Return the welcome of a client that has seen nothing yet."""
    away = news.table_state(live.table, {}, {}, 0, now)
    return messages.encode(news.welcome(live.table, seat, messages.Hello(), away, now, known))


@pytest.mark.parametrize("game", ALL)
def test_what_was_written_out_is_what_would_be_told(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, take_back=False)
            room.ear(live, 0)
            for _ in range(3):
                await room.move(live, min(live.table.waiting()))
            again, _ = await restarted(room)
            assert again.tables.ready.keys() == {live.table.code}
            there = await found(again, live)
            assert there.table is not live.table
            assert not again.tables.ready
            for seat in (*range(len(live.table.occupants)), WATCHER):
                told = welcome(live, seat, room.time.now(), None)
                known = there.serialized(seat)
                assert (known is None) == (seat == WATCHER)
                assert welcome(there, seat, room.time.now(), known) == told
                assert there.serialized(seat) is None  # it serves once

    run(test())


def test_what_was_written_out_is_forgotten_when_the_table_changes(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0], take_back=False)
            room.ear(live, 0)
            again, _ = await restarted(room)
            there = await found(again, live)
            await again.move(there, min(there.table.waiting()))
            assert [there.serialized(seat) for seat in range(2)] == [None, None]

    run(test())


def test_after_a_while_what_nobody_came_for_is_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            tables = [await room.table(ALL[0]) for _ in range(2)]
            for live in tables:
                room.ear(live, 0)
            again, _ = await restarted(room)
            there = await found(again, tables[0])
            again.tables.forget_ready()
            assert not again.tables.ready
            assert there.serialized(0) is None
            assert (await found(again, tables[1])).table.n == tables[1].table.n

    run(test())


def test_only_tables_with_people_are_read_and_only_as_long_as_there_is_time(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            tables = [await room.table(ALL[0]) for _ in range(3)]
            ears = [room.ear(live, 0) for live in tables[:2]]
            again, _ = await restarted(room)
            assert again.tables.ready.keys() == {live.table.code for live in tables[:2]}
            assert gc.isenabled()
            in_a_hurry, hurried = await restarted(room, most_s=0.0)
            assert not in_a_hurry.tables.ready
            await hurried.note()  # whom there was no time for is expected all the same
            assert len(await room.store.peopled()) == 2
            assert (await found(in_a_hurry, tables[0])).table.n == tables[0].table.n
            room.tables.broadcast.leave(tables[0], ears[0])
            returning = Preloader(room.services, room.tables)
            await returning.prepare()
            del room.tables.live[tables[0].table.code]
            await returning.note()
            assert len(await room.store.peopled()) == 2  # they may be on their way back
            returning.forget()
            await returning.note()
            assert await room.store.peopled() == [tables[1].table.code]

    run(test())


def test_clocks_stand_still_until_somebody_is_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0], clock=Clock(player_s=60))
            room.ear(live, 0)
            again, _ = await restarted(room)
            await again.wait(3600)
            there = await found(again, live)
            seat = min(there.table.waiting())
            assert there.serialized(seat) is None  # it would be about another time
            known = news.now_for(there.table, seat, room.time.now())
            assert known is not None
            assert known.turn_ms == 0
            assert there.table.occupants[seat].driver is None  # nobody has lost on time
            assert there.away_s(0, room.time.now()) == 0

    run(test())


def test_a_table_that_cannot_be_told_keeps_no_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            tables = [await room.table(ALL[0]) for _ in range(2)]
            for live in tables:
                room.ear(live, 0)
            written = LiveTable.serialize_ahead
            bad = tables[0].table.code

            def fails(live: LiveTable, now: float) -> None:
                if live.table.code == bad:
                    raise ValueError("no view")
                written(live, now)

            monkeypatch.setattr(LiveTable, "serialize_ahead", fails)
            again, _ = await restarted(room)
            good = await found(again, tables[1])
            assert good.serialized(0) is not None
            assert (await found(again, tables[0])).serialized(0) is None

    run(test())


def test_a_table_that_cannot_be_read_keeps_no_other_from_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            tables = [await room.table(ALL[0]) for _ in range(2)]
            for live in tables:
                room.ear(live, 0)
            bad, good = (live.table.code for live in tables)
            await Preloader(room.services, room.tables).note()
            again = room.again()
            made = again.tables.make_ready
            monkeypatch.setattr(
                again.tables,
                "make_ready",
                lambda code, rows, chat: made(code, rows[code == bad :], chat),
            )
            await Preloader(again.services, again.tables).prepare()
            assert again.tables.ready.keys() == {good}

    run(test())


@pytest.mark.parametrize("game", TAKE_BACK)
def test_a_held_move_can_still_be_taken_back(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game)
            room.ear(live, 0)
            await room.move(live, min(live.table.waiting()))
            assert live.table.held is not None
            again, _ = await restarted(room)
            await again.wait(30)
            there = await found(again, live)
            assert there.table.held is not None
            await again.wait(again.settings.hold_s - 0.1)
            assert there.table.held is not None
            await again.wait(0.2)
            assert there.table.held is None  # it stands

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_a_count_begins_anew_when_somebody_is_back(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game)
            room.ear(live, 0)
            for seat in range(1, len(live.table.occupants)):
                await room.move(live, seat)
            await room.tables.do(live, lambda table: decide.count(table, 1, "c"))
            again, _ = await restarted(room)
            await again.wait(30)
            there = await found(again, live)
            assert there.table.counting == again.time.now()
            await again.wait(again.settings.count_s + 0.1)
            assert there.table.counting is None  # the table has moved for the last one

    run(test())
