"""A crowded table: a thousand who come at once are not a million messages."""

from __future__ import annotations

import asyncio
from pathlib import Path

from hexade.wire import messages
from tests.server.fixtures import IN_TURN, Ear, a_room, run

CROWD = 200


def watchers(ear: Ear) -> int:
    """Return how many watch, as somebody was last told."""
    told = [news for news in ear.news if isinstance(news, messages.Seats)]
    return told[-1].table.watchers if told else 0


def test_those_who_come_to_a_crowded_table_are_told_together(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2)
            player = room.ear(live, 0)
            crowd = [room.ear(live) for _ in range(CROWD)]
            assert len(player.heard) < CROWD / 4
            while watchers(player) < CROWD:
                await asyncio.sleep(0.01)
            player.heard.clear()
            for ear in crowd:
                room.tables.broadcast.leave(live, ear)
            assert len(player.heard) < CROWD / 4
            while watchers(player):
                await asyncio.sleep(0.01)
            assert len(crowd[0].heard) < CROWD / 4

    run(test())


def test_at_other_tables_each_one_who_comes_is_told_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2)
            player = room.ear(live, 0)
            for count in range(1, 11):
                room.ear(live)
                assert watchers(player) == count

    run(test())


def test_what_else_happens_at_a_crowded_table_is_told_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2)
            player = room.ear(live, 0)
            for _ in range(CROWD):
                room.ear(live)
            room.tables.broadcast.seats(live)
            assert watchers(player) == CROWD
            assert live.telling is None

    run(test())
