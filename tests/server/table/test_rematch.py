"""Playing again: when all who are left want to and no seat is free, the next game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexade.server.store import Entry, Unavailable
from hexade.server.table import decide
from tests.server.fixtures import ALL, a_room, run
from tests.server.live.test_registry import play_on


@pytest.mark.parametrize("game", ALL)
def test_when_the_last_who_had_not_agreed_leaves_a_bot_in_their_place_begins_the_rematch(
    game: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(game, seats=2, take_back=False)
            await play_on(room, live)
            await room.tables.do(live, lambda t: decide.rematch(t, 0, True))
            await room.tables.do(live, lambda t: decide.rise(t, 1))
            await room.wait(1)
            assert (live.table.number, live.table.phase) == (1, "over")  # a seat is free
            await room.tables.do(live, lambda t: decide.seat_bot(t, 1, "random"))
            await room.wait(0)
            assert (live.table.number, live.table.phase) == (2, "playing")
            assert live.table.rematch == set()

    run(test())


def test_nobody_is_made_to_play_again_who_has_not_agreed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0], seats=3, take_back=False)
            await play_on(room, live)
            await room.tables.do(live, lambda t: decide.rematch(t, 0, True))
            await room.tables.do(live, lambda t: decide.rise(t, 1))
            await room.tables.do(live, lambda t: decide.seat_bot(t, 1, "random"))
            await room.wait(10)
            assert live.table.number == 1  # the third has not said anything
            await room.tables.do(live, lambda t: decide.rematch(t, 0, False))
            await room.tables.do(live, lambda t: decide.rise(t, 2))
            await room.tables.do(live, lambda t: decide.seat_bot(t, 2, "random"))
            await room.wait(10)
            assert live.table.number == 1  # and the first has thought better of it

    run(test())


def test_a_rematch_that_cannot_be_written_down_is_tried_again_a_while_later(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(ALL[0], seats=2, take_back=False)
            await play_on(room, live)
            await room.tables.do(live, lambda t: decide.rematch(t, 0, True))
            await room.tables.do(live, lambda t: decide.rise(t, 1))
            await room.tables.do(live, lambda t: decide.seat_bot(t, 1, "random"))
            append, tried = room.store.append, []

            async def broken(entry: Entry) -> None:
                tried.append(entry)
                raise Unavailable("disk full")

            room.store.append = broken  # type: ignore[method-assign]
            for _ in range(5):
                await room.wait(0.001)
            assert len(tried) == 1  # not again and again, as fast as the server can
            room.store.append = append  # type: ignore[method-assign]
            await room.wait(10)
            assert (live.table.number, live.table.phase) == (2, "playing")

    run(test())
