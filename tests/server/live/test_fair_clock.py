"""Nobody stops a clock: what a player holds costs that player's time, whatever they send."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hexade.contract.reason import Refusal
from hexade.server.live.open_table import LiveTable
from hexade.server.table import decide
from hexade.server.table.clocks import Time
from hexade.wire import messages
from hexade.wire.messages import Clock, Request
from tests.server.fixtures import IN_TURN, TOGETHER, TOKEN, Room, a_room, run
from tests.server.live.test_paused_clock import told
from tests.server.table.test_owner import asks_unseated, sits
from tests.server.table.test_seats import asks


async def timed(room: Room, clock: Clock, **agreed: bool) -> tuple[LiveTable, int]:
    """Return a table with a clock, both players connected, and who must move."""
    live = await room.table(IN_TURN[0], seats=2, clock=clock, **agreed)
    for seat in (0, 1):
        room.ear(live, seat)
    return live, min(live.table.waiting())


async def refused(room: Room, live: LiveTable, seat: int, request: Request) -> str:
    """Have a seat ask for something; return why it was refused, or nothing."""
    try:
        await asks(room, live, seat, request)
    except Refusal as refusal:
        return refusal.reason.text
    return ""


def a_move(live: LiveTable, seat: int, id: str = "m") -> Request:  # noqa: A002
    """Return a request for the first legal move of a seat."""
    match = live.table.match
    assert match is not None
    move = live.table.game.text(live.table.game.legal(match.state, seat)[0])
    return messages.Move(id=id, v=match.version, move=move)


def test_taking_back_and_moving_in_one_breath_does_not_stop_the_clock(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat = await timed(room, Clock(player_s=10))
            began = room.time.now()
            for n in range(20):
                assert not await refused(room, live, seat, a_move(live, seat, f"m{n}"))
                room.time.at += 2.7
                if why := await refused(room, live, seat, messages.TakeBack(id=f"t{n}")):
                    assert why == "your time is up: the move stands"
                    break
            assert room.time.now() - began <= 10 + room.settings.hold_s
            await room.wait(room.settings.hold_s)
            assert live.table.left_ms is not None
            assert live.table.left_ms[seat] <= 10_000 - 8_100  # three breaths were paid for
            assert live.table.waiting() == {1 - seat}  # the last move stands

    run(test())


@pytest.mark.parametrize("clock", [Clock(player_s=10, increment_s=2), Clock(move_s=10)])
def test_return_and_move_do_not_lift_a_flag_that_has_fallen(clock: Clock, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=3600) as room:  # the bot thinks for ever
            live, seat = await timed(room, clock, take_back=False)
            await room.wait(10)
            assert live.table.occupants[seat].stand_in is not None
            version = live.table.version
            for n in range(3):
                room.time.at += 0.1
                with pytest.raises(Refusal, match="your time is up"):
                    await asks(room, live, seat, messages.Return(id=f"r{n}"))
            assert live.table.occupants[seat].stand_in is not None
            assert live.table.version == version

    run(test())


def test_a_move_after_the_flag_is_refused_even_before_the_timer_notices(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat = await timed(room, Clock(player_s=10), take_back=False)
            room.time.at += 9.9
            version = live.table.version
            room.time.at += 0.1
            assert await refused(room, live, seat, a_move(live, seat)) == "your time is up"
            assert live.table.version == version

    run(test())


def test_a_bot_called_and_sent_back_does_not_stop_the_clock(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=3600) as room:
            live, seat = await timed(room, Clock(player_s=10), take_back=False)
            for n in range(5):
                await asks(room, live, seat, messages.StandIn(id=f"s{n}", seat=seat))
                room.time.at += 3
                if await refused(room, live, seat, messages.Return(id=f"r{n}")):
                    break
            assert n == 3
            assert live.table.occupants[seat].stand_in is not None

    run(test())


def test_the_time_before_a_bot_takes_over_is_paid_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live, seat = await timed(room, Clock(player_s=60, increment_s=5), take_back=False)
            room.time.at += 40
            await asks(room, live, seat, messages.StandIn(id="s", seat=seat, bot="random"))
            room.time.at += 1
            while seat in live.table.waiting():
                await asyncio.sleep(0)
            assert live.table.left_ms == [20_000 if at == seat else 60_000 for at in (0, 1)]
            await asks(room, live, seat, messages.Return(id="r"))
            assert live.table.left_ms[seat] == 20_000

    run(test())


@pytest.mark.parametrize("bot", ["random", None])
def test_who_leaves_and_comes_back_as_another_brings_no_new_time(
    bot: str | None, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=3600) as room:
            live, seat = await timed(room, Clock(player_s=60), take_back=False)
            for ear in [one for one in live.listeners if one.seat == seat]:
                room.tables.broadcast.leave(live, ear)
            room.time.at += 100  # the clock stands as long as they may be away
            away = live.away_s(seat, room.time.now())
            await asks(room, live, seat, messages.Rise(id="r", bot=bot))
            old, new = TOKEN.format(seat), "another-token-24-letters"
            await sits(room, live, "Another", new)
            if live.table.applicants:
                number = live.table.applicants[0].n
                await asks_unseated(room, live, old, messages.Admit(id="a", n=number))
            assert live.table.seat_of(new) == seat
            assert live.away_s(seat, room.time.now()) == away == 100
            await room.wait(21)
            assert live.table.paused_since is None  # all their absence is used up

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_hanging_up_again_and_again_stops_the_clock_for_so_long_only(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=2, clock=Clock(player_s=10), take_back=False)
            mover = min(live.table.waiting())
            other, mine = room.ear(live, 1 - mover), room.ear(live, mover)
            began = room.time.now()
            while live.table.occupants[mover].stand_in is None:
                room.tables.broadcast.leave(live, mine)
                for _ in range(110):
                    await room.wait(1)
                mine = room.ear(live, mover)
                assert room.time.now() - began < 400
            assert room.time.now() - began <= 2 * 110
            assert told(other)[1] is False

    run(test())


def test_everybody_is_told_when_the_clock_of_somebody_away_runs_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, clock=Clock(player_s=60), take_back=False)
            mover = min(live.table.waiting())
            ear = room.ear(live, 1 - mover)
            room.tables.broadcast.leave(live, room.ear(live, mover))
            assert told(ear) == (0, True)
            await room.wait(119)
            assert told(ear) == (0, True)
            await room.wait(2)  # a timer may be late: the second too much is paid for
            assert told(ear) == (1000, False)
            await room.wait(59)
            assert live.table.occupants[mover].stand_in is not None

    run(test())


def test_others_replace_whoever_is_away_for_too_long_in_sum(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)  # without a clock
            mover = min(live.table.waiting())
            room.ear(live, 1 - mover)
            wish = messages.StandIn(id="s", seat=mover)
            for _ in range(2):
                gone = room.ear(live, mover)
                room.tables.broadcast.leave(live, gone)
                room.time.at += 59
                with pytest.raises(Refusal, match="was away for 120 seconds"):
                    await asks(room, live, 1 - mover, wish)
            room.tables.broadcast.leave(live, room.ear(live, mover))
            room.time.at += 2
            assert live.state(room.time.now()).seats[mover].away_s == 120
            await asks(room, live, 1 - mover, wish)
            assert live.table.occupants[mover].stand_in is not None

    run(test())


def test_nobody_chooses_a_weak_bot_for_an_absent_opponent(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=3600) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            room.ear(live, 0)
            room.time.at += room.settings.away_s
            await asks(room, live, 0, messages.StandIn(id="s", seat=1, bot="random"))
            assert live.table.occupants[1].stand_in == decide.default_bot(live.table) != "random"
            await asks(room, live, 0, messages.StandIn(id="t", seat=0, bot="random"))
            assert live.table.occupants[0].stand_in == "random"  # for oneself anything goes

    run(test())


def test_time_away_on_the_others_turn_is_free(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            waiting = 1 - min(live.table.waiting())
            room.ear(live, 1 - waiting)
            for _ in range(3):
                room.tables.broadcast.leave(live, room.ear(live, waiting))
                room.time.at += 100
            assert live.away_s(waiting, room.time.now()) == 100

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_F4_a_choice_after_the_time_of_a_round_is_refused(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=2, round_s=20)
            room.time.at += 20
            assert await refused(room, live, 0, a_move(live, 0)) == "your time is up"

    run(test())


def test_a_process_that_stands_still_costs_nobody_time() -> None:
    at = [100.0]
    time = Time(lambda: at[0])
    assert time.now() == 100.0
    time.heartbeat()
    began = time.now()
    for _ in range(50):  # a second that passes as it should
        at[0] += 0.02
        time.heartbeat()
    assert time.now() - began == pytest.approx(1.0)
    frozen = time.now()
    at[0] += 12.0
    assert time.now() - frozen <= 0.25  # whoever asks first, before the heartbeat
    seen = time.now()
    time.heartbeat()
    assert time.now() == pytest.approx(seen)
    at[0] += 0.02
    time.heartbeat()
    assert time.now() - seen == pytest.approx(0.02)
