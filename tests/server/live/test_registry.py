"""Tables: stored before told, versions without gaps, and everything by the table's own clock."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from hexade import games
from hexade.contract.reason import Refusal
from hexade.contract.record import verify
from hexade.server.live.open_table import LiveTable
from hexade.server.store import Unavailable
from hexade.server.table import decide, facts, moves
from hexade.server.table.state import Change, Table
from hexade.wire import messages
from hexade.wire.messages import Agreed, Clock, Sit
from tests.server.fixtures import ALL, IN_TURN, TAKE_BACK, TOGETHER, TOKEN, Room, a_room, run
from tests.server.postgres import a_database


def code_of(error: pytest.ExceptionInfo[Refusal]) -> str:
    return error.value.reason.code


def said(room: Room, text: str, emote: bool = False) -> Callable[[Table], Change]:
    """Return what seat 0 says."""
    wish = messages.Chat(id=text, text=text, emote=emote)
    return lambda table: decide.say(table, 0, wish, room.settings)


def snapshot(table: Table) -> tuple[Any, ...]:
    """Return all of a table that must survive a restart."""
    held = table.held and (table.held.seat, table.held.made)
    return (
        table.n, table.occupants, table.number, table.match, table.seed, table.bot_seed, table.log,
        held, table.left_ms, table.rematch, table.chat.muted, list(table.chat.lines), table.ids,
        table.swaps, table.names,
    )  # fmt: skip


async def play_on(room: Room, live: LiveTable, moves: int = 10_000) -> None:
    """Play a game on, everyone's moves chosen by their number."""
    made = 0
    while live.table.phase == "playing" and made < moves:
        if live.table.held:
            await room.wait(3)
            continue
        for seat in sorted(live.table.waiting()):
            await room.move(live, seat, nth=made * 7919, id=f"m{made}")
            made += 1


@pytest.mark.parametrize("game", ALL)
def test_a_whole_game_is_told_without_gaps_and_verified(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game)
            ears = [room.ear(live, seat) for seat in (0, 1, -2)]
            begun = live.table.version
            await play_on(room, live)
            for ear in ears:
                version = begun
                for news in ear.news:
                    if isinstance(news, messages.Moved):
                        assert news.v - len(news.events) == version
                        version = news.v
                assert version == live.table.version
            verify(live.table.game, live.table.record())
            assert live.table.record().result is not None

    run(test())


@pytest.mark.parametrize("game", ALL)
def test_a_table_comes_back_from_the_store_as_it_was(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, clock=Clock(player_s=600))
            for _ in range(12):
                await play_on(room, live, 1)
                await room.tables.do(live, said(room, "hm"))
                again = await room.again().tables.find(live.table.code)
                assert again is not None
                assert snapshot(again.table) == snapshot(live.table)

    run(test())


def test_nothing_is_told_that_was_not_stored(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0])
            ear = room.ear(live, 1)
            before, heard = snapshot(live.table), len(ear.heard)

            async def broken(entry: object) -> None:
                raise Unavailable("disk full")

            room.store.append = broken  # type: ignore[method-assign]
            with pytest.raises(Unavailable):
                await room.move(live, min(live.table.waiting()))
            assert snapshot(live.table) == before
            assert len(ear.heard) == heard

    run(test())


@pytest.mark.parametrize("game", TAKE_BACK)
def test_a_move_can_be_taken_back_for_three_seconds_and_the_draw_waits(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game)
            table = live.table
            seat = min(table.waiting())
            other = room.ear(live, 1 - seat)
            before = (table.match, table.version)
            await room.move(live, seat, id="a")
            assert snapshot(table)[7] is not None
            assert (table.match, table.version) == before
            await room.wait(2.9)
            with pytest.raises(Refusal) as error:
                await room.tables.do(
                    live,
                    lambda t: moves.take_back(t, 1 - seat, "x", room.time.now(), room.settings),
                )
            assert code_of(error) == "not-yours"
            await room.tables.do(
                live, lambda t: moves.take_back(t, seat, "b", room.time.now(), room.settings)
            )
            assert table.held is None
            assert (table.match, table.version) == before
            await room.move(live, seat, nth=1, id="c")
            await room.wait(3)
            assert table.held is None
            assert table.version > before[1]
            with pytest.raises(Refusal) as error:
                await room.tables.do(
                    live, lambda t: moves.take_back(t, seat, "d", room.time.now(), room.settings)
                )
            assert code_of(error) == "too-late"
            assert other.kinds() == ["Held", "TakenBack", "Held", "Moved"]

    run(test())


def test_a_table_without_take_back_deals_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], take_back=False)
            await room.move(live, min(live.table.waiting()))
            assert live.table.held is None

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_choices_are_sealed_and_never_stale(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=3)
            ears = [room.ear(live, seat) for seat in range(3)]
            version = live.table.version
            for seat, nth in ((0, 0), (0, 1), (1, 0)):  # the second time seat 0 changes its mind
                await room.move(live, seat, nth)
            assert live.table.version == version
            told = [n for n in ears[2].news if isinstance(n, messages.Chosen)]
            assert [n.waiting for n in told] == [[1, 2], [1, 2], [2]]
            assert all(n.mine is None for n in told)
            mine = [n.mine for n in ears[0].news if isinstance(n, messages.Chosen)]
            assert len(set(mine[:2])) == 2
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.match == live.table.match
            await room.move(live, 2)
            assert live.table.version > version

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_F4_the_others_count_to_three(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=3)
            await room.move(live, 0)
            for seat, code in ((1, "choose-first"), (0, "count")):
                with pytest.raises(Refusal) as error:
                    await room.tables.do(live, lambda t, s=seat: decide.count(t, s, "x"))  # type: ignore[misc]
                assert code_of(error) == code
            await room.move(live, 1)
            await room.tables.do(live, lambda t: decide.count(t, 0, "y"))
            version = live.table.version
            await room.wait(2.9)
            assert live.table.version == version
            await room.wait(0.2)
            assert live.table.version > version
            assert live.table.counting is None

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_F4_a_round_timer_runs_by_itself(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=2, round_s=20)
            version = live.table.version
            await room.wait(19)
            assert live.table.version == version
            await room.wait(1)
            first = live.table.version
            assert first > version
            await room.wait(20)
            assert live.table.version > first

    run(test())


@pytest.mark.parametrize("game", IN_TURN)
def test_clocks_run_add_and_hand_the_seat_to_a_bot(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            clock = Clock(player_s=60, increment_s=2)
            live = await room.table(game, clock=clock, take_back=False)
            table, seat = live.table, min(live.table.waiting())
            room.ear(live, seat)
            room.time.at += 10
            await room.move(live, seat)
            assert table.left_ms is not None
            assert table.left_ms[seat] == 52_000
            later = room.again()
            room.time.at += 1000  # the server was down: nobody loses time by that
            back = await later.tables.find(table.code)
            assert back is not None
            late = min(back.table.waiting())
            later.ear(back, late)
            await later.wait(59 if late != seat else 51)
            assert back.table.occupants[late].stand_in is None
            await later.wait(1)
            assert back.table.occupants[late].stand_in is not None
            with pytest.raises(Refusal, match="your time is up"):  # for the whole game
                await later.tables.do(
                    back, lambda t: decide.come_back(t, late, later.time.now() + 1000)
                )
            assert back.table.left_ms is not None
            assert back.table.left_ms[late] == 0

    run(test())


@pytest.mark.parametrize("game", ALL)
def test_a_rematch_moves_the_start_on_where_somebody_begins(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, take_back=False)
            await play_on(room, live)
            seed = live.table.seed
            await room.tables.do(live, lambda t: decide.rematch(t, 0, True))
            assert live.table.rematch == {0}
            await room.tables.do(live, lambda t: decide.rematch(t, 1, True))
            assert live.table.phase == "playing"
            assert live.table.number == 2
            assert live.table.seed != seed
            assert live.table.match is not None
            assert live.table.match.setup.start == int(game in IN_TURN)
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert snapshot(again.table) == snapshot(live.table)

    run(test())


def test_a_seat_is_given_to_a_bot_by_its_player_or_when_long_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0])
            ear = room.ear(live, 1)

            async def give(seat: int, at: int) -> None:
                away = live.away_s(at, room.time.now())
                await room.tables.do(
                    live, lambda t: decide.stand_in(t, seat, at, None, away, room.settings)
                )

            room.time.at += 119
            with pytest.raises(Refusal) as error:
                await give(1, 0)
            assert code_of(error) == "not-away"
            room.time.at += 1
            with pytest.raises(Refusal):
                await give(0, 1)  # seat 1 is here
            await give(1, 0)
            assert live.table.occupants[0].stand_in
            assert live.table.occupants[0].person
            assert live.table.seat_of(TOKEN.format(0)) == 0
            await room.tables.do(live, lambda t: decide.come_back(t, 0, room.time.now()))
            assert live.table.occupants[0].driver is None
            room.tables.broadcast.leave(live, ear)

    run(test())


def test_who_gets_up_only_watches_and_the_seat_is_free(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.tables.create(Agreed(game=ALL[0]))
            for name in ("Ann", "Bob"):
                wish = Sit(name=name, seat=0)
                plan = await room.tables.do(
                    live,
                    lambda t, w=wish: decide.sit(t, w, TOKEN.format(w.name), room.settings),  # type: ignore[misc]
                )
                assert isinstance(plan.fact, facts.PersonSeated)
                ear = room.ear(live, 0)
                if name == "Ann":
                    await room.tables.do(live, lambda t: decide.rise(t, 0))
                    assert ear.seat < 0
            assert live.table.seat_of(TOKEN.format("Ann")) is None
            assert live.table.occupants[0].name == "Bob"

    run(test())


def test_what_was_taken_is_not_taken_twice(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], take_back=False)
            await room.move(live, min(live.table.waiting()), id="k3")
            assert live.table.knows(0, "k3")
            assert not live.table.knows(1, "k3")
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.knows(0, "k3")

    run(test())


def test_a_second_process_that_writes_too_late_gets_the_fresh_state(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], take_back=False)
            other = room.again()
            theirs = await other.tables.find(live.table.code)
            assert theirs is not None
            ear = other.ear(theirs, 1)
            seat = min(live.table.waiting())
            await room.move(live, seat, nth=1)
            with pytest.raises(Refusal) as error:
                await other.move(theirs, seat, nth=2)
            assert code_of(error) == "stale"
            assert snapshot(theirs.table) == snapshot(live.table)
            assert ear.kinds() == ["Moved"]

    run(test())


@pytest.mark.parametrize("game", TOGETHER)
def test_choices_through_two_processes_both_count(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=3)
            other = room.again()
            theirs = await other.tables.find(live.table.code)
            assert theirs is not None
            await room.move(live, 0)
            await other.move(theirs, 1)
            assert theirs.table.match is not None
            assert theirs.table.match.sealed.keys() == {0, 1}

    run(test())


def test_the_muted_are_not_heard(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0])
            ears = [room.ear(live, seat) for seat in (0, 1)]
            await room.tables.do(live, lambda t: decide.mute(t, 1, 0, True))
            await room.tables.do(live, said(room, "hello"))
            await room.tables.do(live, said(room, "fire", True))
            assert ears[0].kinds() == ["Said", "Said"]
            assert ears[1].kinds() == []

    run(test())


def test_bots_play_while_somebody_watches(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(games.default().name, people=0)
            room.ear(live)
            assert live.bots is not None
            await live.bots
            assert live.table.phase == "over"

    run(test())


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "bot:greedy", "CMD:rm", "\u202e", "\x00\x01"]
)
def test_names_that_cannot_be_shown_are_refused(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.tables.create(Agreed(game=ALL[0]))
            with pytest.raises(Refusal) as error:
                await room.tables.do(
                    live, lambda t: decide.sit(t, Sit(name=name), TOKEN, room.settings)
                )
            assert code_of(error) == "name"

    run(test())


@pytest.mark.parametrize("game", IN_TURN[:1])
def test_nobody_loses_on_time_because_nothing_can_be_written(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, clock=Clock(move_s=30), take_back=False)
            seat = min(live.table.waiting())
            for one in range(len(live.table.occupants)):
                room.ear(live, one)
            room.time.at += 25
            with monkeypatch.context() as patch:
                patch.setattr(room.store, "append", _refuses)
                with pytest.raises(Unavailable):
                    await room.move(live, seat)
                await room.wait(40)  # the database is away for longer than the turn would last
            await room.wait(1)  # and is back
            assert live.table.occupants[seat].stand_in is None
            await room.wait(20)
            await room.move(live, seat)
            assert live.table.occupants[seat].stand_in is None
            await room.wait(31)  # the clock runs again
            assert live.table.occupants[1 - seat].stand_in

    run(test())


async def _refuses(_: object) -> None:
    raise Unavailable("not now")


async def grown_older(database: str, seconds: float) -> None:
    """Let time pass for the tables of a store, by its own clock."""
    if database.startswith("postgresql"):
        db = await asyncpg.connect(database)
        await db.execute(f"UPDATE tables SET changed = changed - interval '{seconds} seconds'")
        await db.close()
        return
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE tables SET changed = changed - ?", (seconds,))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_open_table_is_listed_as_long_as_somebody_waits_there(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database() if kind == "postgres" else str(tmp_path / "tables.sqlite")
        async with a_room(tmp_path, database, listed_s=100) as room:

            async def listed() -> list[str]:
                found = await room.store.listings(10, room.settings.listed_s)
                return [json.loads(one)["code"] for one in found]

            async def pass_time(seconds: float) -> None:
                await grown_older(database, seconds)
                room.time.at += seconds

            live = await room.tables.create(Agreed(game=ALL[0], public=True))
            wish, token = Sit(name="A"), TOKEN.format(0)
            await room.tables.do(live, lambda t: decide.sit(t, wish, token, room.settings))
            ear, watcher = room.ear(live, 0), room.ear(live)
            for _ in range(5):
                await pass_time(50)
                await room.tables.list_open()
                assert await listed() == [live.table.code]
            room.tables.broadcast.leave(live, ear)  # spectators do not count
            await pass_time(250)
            await room.tables.list_open()
            assert await listed() == []
            room.tables.broadcast.enter(live, ear)
            await room.tables.list_open()
            assert await listed() == [live.table.code]
            assert watcher.heard

    run(test())
