"""Slow games live on while nobody has their table open, and over a restart."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hexade.server.live.open_table import LiveTable
from hexade.server.live.preload import Preloader
from hexade.server.live.sweeper import Sweeper, fate_of
from hexade.server.settings import Settings
from hexade.server.store import Aged
from hexade.server.table.clocks import DAY_S
from hexade.wire.messages import Clock
from tests.server.fixtures import IN_TURN, Room, a_room, run
from tests.server.live.test_sweeper import a_database_of, age
from tests.server.store.test_store import KINDS

CLOCK = Clock(move_s=3 * DAY_S)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexade.server.live.sweeper._PAUSE_S", 0)


def by_the_calendar(room: Room) -> Room:
    """Return a room after a restart, with the true time of day."""
    again = room.again()
    again.time.wall = time.time  # type: ignore[method-assign]
    return again


async def found(room: Room, code: str) -> LiveTable:
    live = await room.tables.find(code)
    assert live is not None
    return live


@pytest.mark.parametrize("kind", KINDS)
def test_the_clock_runs_while_the_table_is_not_in_memory(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database_of(kind, tmp_path)
        async with a_room(tmp_path, database) as room:
            live = await room.table(IN_TURN[0], seats=2, clock=CLOCK, take_back=False)
            code, mover = live.table.code, min(live.table.waiting())
            await age(database, 2)
            again = by_the_calendar(room)
            loaded = await found(again, code)
            assert loaded.table.turn_s(again.time.now()) == pytest.approx(2 * DAY_S, abs=60)
            await again.wait(DAY_S / 2)
            assert loaded.table.occupants[mover].stand_in is None
            await again.wait(DAY_S / 2 + 60)  # databases round their times
            assert loaded.table.occupants[mover].stand_in is not None

    run(test())


def test_other_clocks_begin_their_turn_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            clock = Clock(move_s=3600)
            live = await room.table(IN_TURN[0], seats=2, clock=clock, take_back=False)
            await age(str(tmp_path / "tables.sqlite"), 2)
            again = by_the_calendar(room)
            loaded = await found(again, live.table.code)
            assert loaded.table.turn_s(again.time.now()) == 0

    run(test())


def test_a_preloaded_slow_table_keeps_its_time(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, clock=CLOCK, take_back=False)
            await room.store.note_people([live.table.code], [])
            await age(str(tmp_path / "tables.sqlite"), 1)
            again = by_the_calendar(room)
            await Preloader(again.services, again.tables).prepare()
            loaded = await found(again, live.table.code)
            assert loaded.table.turn_s(again.time.now()) == pytest.approx(DAY_S, abs=60)

    run(test())


@pytest.mark.parametrize("kind", KINDS)
def test_the_sweeper_wakes_a_game_whose_time_is_up(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database_of(kind, tmp_path)
        async with a_room(tmp_path, database, keep_unfinished_days=1.0) as room:
            live = await room.table(IN_TURN[0], seats=2, clock=CLOCK, take_back=False)
            code, mover = live.table.code, min(live.table.waiting())
            await age(database, 2.9)
            early = by_the_calendar(room)
            await Sweeper(early.services, early.tables).sweep()
            assert code not in early.tables.live  # it lives, though others are kept for a day
            assert await early.store.load(code)
            await age(database, 0.2)
            late = by_the_calendar(room)
            await Sweeper(late.services, late.tables).sweep()
            await late.tables.tick()
            woken = late.tables.live[code]
            assert woken.table.occupants[mover].stand_in is not None
            assert woken.bots is not None
            await woken.bots
            assert mover not in woken.table.waiting()  # the bot has moved: the other one is next
            assert woken.table.occupants[1 - mover].stand_in is None

    run(test())


@pytest.mark.parametrize(
    ("days", "phase", "slow_s", "fate"),
    [
        (2.5, "playing", 3 * DAY_S, None),
        (3.5, "playing", 3 * DAY_S, "woken"),
        (9.0, "playing", 3 * DAY_S, "erased"),  # it could not be woken: the usual times count
        (2.5, "playing", None, "erased"),
        (2.5, "waiting", 3 * DAY_S, "erased"),
    ],
)
def test_a_slow_game_lives_while_somebody_has_time(
    days: float, phase: str, slow_s: int | None, fate: str | None
) -> None:
    table = Aged("K7QPXA", phase, True, 0, 1, slow_s)
    assert fate_of(table, Settings(keep_unfinished_days=1.0), days * DAY_S) == fate


def test_names_stay_while_a_slow_game_is_on() -> None:
    table = Aged("K7QPXA", "playing", True, 0, 2, 7 * DAY_S)
    kept = Settings(keep_names_days=1.0)
    assert fate_of(table, kept, 2 * DAY_S) is None
    assert fate_of(Aged("K7QPXA", "over", True, 0, 2, 7 * DAY_S), kept, 2 * DAY_S) == "nameless"
