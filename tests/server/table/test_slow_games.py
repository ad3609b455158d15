"""Slow games: days for a move, by the calendar, whoever is connected."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexade.contract.reason import Refusal
from hexade.server.live.open_table import LiveTable
from hexade.server.table import clocks, decide
from hexade.server.table.clocks import DAY_S
from hexade.wire import messages
from hexade.wire.messages import Clock
from tests.server.fixtures import IN_TURN, TOGETHER, FakeTime, Room, a_room, run
from tests.server.table.test_seats import asks

CLOCK = Clock(move_s=3 * DAY_S)


async def slow(room: Room, game: str, seats: int = 2) -> tuple[LiveTable, int]:
    """Return a slow table, and who has to move there."""
    live = await room.table(game, seats=seats, clock=CLOCK, take_back=False)
    return live, min(live.table.waiting())


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (None, None),
        (Clock(player_s=600), None),
        (Clock(move_s=3600), None),
        (Clock(move_s=DAY_S), DAY_S),
        (Clock(move_s=7 * DAY_S), 7 * DAY_S),
        (Clock(move_s=DAY_S, player_s=600), None),  # ten minutes for the game are not slow
    ],
)
def test_a_day_or_more_for_each_move_makes_a_slow_game(
    clock: Clock | None, seconds: int | None
) -> None:
    assert clocks.slow_s(clock) == seconds


def test_only_the_clocks_of_slow_games_ran_since_something_was_stored() -> None:
    time = FakeTime()
    time.at = 10_000.0
    assert clocks.moment(CLOCK, 4_000, time) == 4_000.0
    assert clocks.moment(CLOCK, 12_000, time) == 10_000.0  # written by a clock that is ahead
    assert clocks.moment(CLOCK, 0, time) == 10_000.0  # nobody knows when
    assert clocks.moment(Clock(move_s=60), 4_000, time) == 10_000.0
    assert clocks.moment(None, 4_000, time) == 10_000.0


@pytest.mark.parametrize("game", IN_TURN)
def test_a_slow_clock_runs_while_everybody_is_away(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover = await slow(room, game)
            await room.wait(3 * DAY_S - 1)
            assert live.table.paused_since is None
            assert live.table.occupants[mover].stand_in is None
            await room.wait(1)
            assert live.table.occupants[mover].stand_in is not None

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_nobody_gives_the_seat_of_somebody_away_to_a_bot(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover = await slow(room, game)
            other = 1 - mover
            room.ear(live, other)
            await room.wait(2 * DAY_S)
            with pytest.raises(Refusal, match="away"):
                await asks(room, live, other, messages.StandIn(id="s", seat=mover))
            state = live.state(room.time.now())
            assert state.seats[mover].away_s == 0
            assert state.turn_ms == 2 * DAY_S * 1000
            assert not state.stands
            await asks(room, live, other, messages.StandIn(id="o", seat=other))  # one's own: yes

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_whoever_was_late_takes_their_seat_back_after_the_move(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, mover = await slow(room, game)
            await room.wait(3 * DAY_S)
            assert live.bots is not None
            await live.bots
            await asks(room, live, mover, messages.Return(id="r"))
            assert live.table.occupants[mover].stand_in is None

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_where_all_choose_the_late_ones_sit_out_and_nobody_counts(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, _ = await slow(room, game, seats=3)
            await room.move(live, 0)
            await room.move(live, 1)
            with pytest.raises(Refusal, match="count"):
                await room.tables.do(live, lambda t: decide.count(t, 0, "x"))
            version = live.table.version
            await room.wait(3 * DAY_S)
            missed = [e["seat"] for e in live.table.record().events if e["event"] == "miss"]
            assert live.table.version > version
            assert missed == [2]

    run(test())
