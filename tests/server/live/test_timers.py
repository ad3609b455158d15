"""The times of all tables: none is missed, and a long game leaves none behind."""

from __future__ import annotations

from pathlib import Path

from hexade.server.live.timers import Timers
from hexade.server.table.clocks import DAY_S
from hexade.wire.messages import Clock
from tests.server.fixtures import IN_TURN, FakeTime, a_room, run


def test_the_earliest_time_counts_and_what_nobody_waits_for_is_forgotten() -> None:
    async def test() -> None:
        time = FakeTime()
        called: list[tuple[str, float]] = []

        async def due(code: str, now: float) -> None:
            called.append((code, now))

        timers = Timers(time, due)
        for n in range(1000):
            timers.at(time.at + 10_000 - n, "A")
        timers.at(time.at + 5, "A")
        timers.at(time.at + 7, "B")
        assert len(timers._heap) < 100
        for known in ([], [], ["A"], ["A", "B"]):
            time.at += 2
            for task in timers.tick():
                await task
            assert [code for code, _ in called] == known
        time.at += 20_000
        assert timers.tick() == []

    run(test())


def test_clocks_of_a_long_game_take_no_more_room_and_still_run_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            clock = Clock(player_s=80_000, move_s=70_000)
            live = await room.table(IN_TURN[0], seats=2, clock=clock)
            for seat in range(2):
                room.ear(live, seat)  # the clock of somebody away stands
            for n in range(20):
                await room.move(live, min(live.table.waiting()), nth=n * 7919)
                await room.wait(3)  # the move stands
                assert live.table.held is None
            assert len(room.tables._automatic._timers._next) == 1
            seat = min(live.table.waiting())
            await room.wait(69_996)  # and 3 s while the move before could be taken back
            assert live.table.occupants[seat].stand_in is None
            await room.wait(1)
            assert live.table.occupants[seat].stand_in

    run(test())


def test_a_table_that_nobody_has_open_leaves_no_time_behind(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            timers = room.tables._automatic._timers
            for _ in range(3):
                await room.table(IN_TURN[0], seats=2, clock=Clock(move_s=14 * DAY_S))
            assert len(timers._next) == 3
            room.time.at += room.settings.idle_s + 1
            room.tables.sweep()
            assert not room.tables.live
            assert not timers._next

    run(test())
