"""The clock of somebody who is away stands, and runs on when they are back."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexade.server.live.open_table import LiveTable
from hexade.server.store import Unavailable
from hexade.server.table import decide
from hexade.wire import messages
from hexade.wire.messages import Clock
from tests.server.fixtures import IN_TURN, TAKE_BACK, TOGETHER, Ear, Room, a_room, run

CLOCK = Clock(player_s=60, increment_s=2)


def told(ear: Ear) -> tuple[int | None, bool]:
    """Return what somebody was told last of the clock, with the table."""
    last = [news for news in ear.news if isinstance(news, messages.Seats)][-1].table
    return last.turn_ms, last.stands


async def timed(room: Room, game: str) -> tuple[LiveTable, int, int]:
    """Return a table with clocks, who has to move there, and somebody else."""
    live = await room.table(game, seats=2, clock=CLOCK, take_back=False)
    mover = min(live.table.waiting())
    return live, mover, 1 - mover


@pytest.mark.parametrize("game", IN_TURN)
def test_the_clock_stands_while_whoever_must_move_is_away(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover, other = await timed(room, game)
            watcher, gone = room.ear(live, other), room.ear(live, mover)
            room.time.at += 10
            room.tables.broadcast.leave(live, gone)
            assert told(watcher) == (10_000, True)
            await room.wait(100)
            assert live.table.occupants[mover].stand_in is None
            room.ear(live, mover)
            assert told(watcher) == (10_000, False)
            room.time.at += 5
            await room.move(live, mover)
            assert live.table.left_ms is not None
            assert live.table.left_ms[mover] == 47_000

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_somebody_who_comes_back_can_still_be_late(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover, other = await timed(room, game)
            room.ear(live, other)
            room.tables.broadcast.leave(live, room.ear(live, mover))
            await room.wait(100)
            room.ear(live, mover)
            await room.wait(59)
            assert live.table.occupants[mover].stand_in is None
            await room.wait(1)
            assert live.table.occupants[mover].stand_in is not None

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_a_turn_that_comes_to_somebody_away_does_not_begin(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover, other = await timed(room, game)
            ear = room.ear(live, mover)
            while mover in live.table.waiting():
                await room.move(live, mover)
            moved = [news for news in ear.news if isinstance(news, messages.Moved)][-1]
            assert moved.now.stands
            await room.wait(100)
            assert live.table.occupants[other].stand_in is None
            room.ear(live, other)
            assert told(ear) == (0, False)

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_a_bot_that_plays_for_somebody_away_stops_no_clock(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover, other = await timed(room, game)
            ear = room.ear(live, other)
            assert told(ear)[1]
            await room.tables.do(
                live, lambda t: decide.stand_in(t, mover, mover, None, None, room.settings)
            )
            assert not told(ear)[1]

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_where_all_choose_at_once_the_clock_waits_for_nobody_alone(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=4, clock=CLOCK)
            ears = [room.ear(live, seat) for seat in range(4)]
            for ear in ears[1:]:
                room.tables.broadcast.leave(live, ear)
                assert not told(ears[0])[1]
            room.tables.broadcast.leave(live, ears[0])
            assert live.table.paused_since is not None

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_all_are_told_that_it_stands_when_the_last_one_there_has_chosen(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=4, clock=CLOCK)
            ear = room.ear(live, 0)
            room.time.at += 10
            await room.move(live, 0)
            assert told(ear) == (10_000, True)

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_the_timer_of_a_round_waits_for_nobody(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=4, clock=CLOCK, round_s=20)
            version = live.table.version
            ear = room.ear(live, 0)
            room.tables.broadcast.leave(live, ear)
            await room.wait(19)
            room.ear(live, 0)
            assert live.table.version == version
            await room.wait(1)
            assert live.table.version > version

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_who_is_here_at_another_process_is_here(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover, other = await timed(room, game)
            ear = room.ear(live, other)
            assert live.table.paused_since is not None
            assert live.others({mover: 1}, {}, room.time.now())
            room.tables.broadcast.others_came(live)
            assert told(ear) == (0, False)
            await room.wait(60)
            assert live.table.occupants[mover].stand_in is not None

    run(test())


async def over_a_hold(room: Room, game: str) -> tuple[LiveTable, int, int, Ear]:
    """Return a table with a held move, its player, the next one, who is away, and an ear."""
    live = await room.table(game, seats=2, clock=CLOCK)
    mover = min(live.table.waiting())
    ear = room.ear(live, mover)
    await room.move(live, mover)
    assert live.table.next_up() == {1 - mover}
    return live, mover, 1 - mover, ear


@pytest.mark.parametrize("game", TAKE_BACK)
def test_who_is_away_pays_nothing_while_the_move_before_is_held(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, _, following, ear = await over_a_hold(room, game)
            assert told(ear) == (0, True)
            await room.wait(3)
            assert live.table.held is None
            assert live.table.turn_s(room.time.now()) == 0
            moved = [news for news in ear.news if isinstance(news, messages.Moved)][-1]
            assert (moved.now.turn_ms, moved.now.stands) == (0, True)
            assert live.absence.used(following, room.time.now()) == 3
            await room.wait(10)
            room.ear(live, following)
            assert told(ear) == (0, False)
            await room.wait(5)
            await room.move(live, following)
            assert live.table.held is not None
            assert live.table.held.left_ms is not None
            assert live.table.held.left_ms[following] == 57_000

    run(test())


@pytest.mark.parametrize("game", TAKE_BACK)
def test_who_comes_and_goes_during_a_hold_pays_while_they_are_there(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, _, following, ear = await over_a_hold(room, game)
            await room.wait(1)
            here = room.ear(live, following)
            assert told(ear) == (0, False)
            await room.wait(1)
            room.tables.broadcast.leave(live, here)
            assert told(ear) == (1000, True)
            await room.wait(1)
            assert live.table.held is None
            assert live.table.turn_s(room.time.now()) == 1
            assert live.absence.used(following, room.time.now()) == 2
            room.ear(live, following)
            await room.wait(1)
            assert live.table.turn_s(room.time.now()) == 2

    run(test())


@pytest.mark.parametrize("game", TAKE_BACK)
def test_a_move_taken_back_uses_up_nobodys_absence(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover, following, _ = await over_a_hold(room, game)
            await room.wait(2)
            assert live.absence.used(following, room.time.now()) == 2
            back = decide.decision(
                messages.TakeBack(id="b"),
                decide.Asker(mover, room.time.now(), live.away_s, room.settings,
                             live.table.occupants[mover].token),
            )  # fmt: skip
            await room.tables.do(live, back)
            assert live.absence.used(following, room.time.now()) == 0
            assert live.table.turn_s(room.time.now()) == 2  # of the one who took it back

    run(test())


@pytest.mark.parametrize("game", TAKE_BACK)
def test_who_comes_next_pays_nothing_while_the_store_is_unavailable(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, _, following, _ = await over_a_hold(room, game)
            room.ear(live, following)

            async def fails(*_: object) -> None:
                raise Unavailable("not now")

            with monkeypatch.context() as patched:
                patched.setattr(room.store, "append", fails)
                for _ in range(30):
                    await room.wait(2)
                assert live.table.held is not None
            await room.wait(2)
            assert live.table.held is None
            assert live.table.turn_s(room.time.now()) <= 4
            assert live.table.occupants[following].stand_in is None

    run(test())
