"""A table from a position of a replay: its maker may know the tiles, and everybody is told."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from hexade.contract.game import WATCHER
from hexade.contract.reason import Refusal
from hexade.server.live import create, replays
from hexade.server.live.open_table import LiveTable
from hexade.server.table import decide, facts, news
from hexade.server.table.state import Table
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Hello, Origin, Sit
from tests.server.fixtures import IN_TURN, Room, a_room, run
from tests.server.live.test_replays import bots_play


async def from_position(room: Room, public: bool = False) -> LiveTable:
    """Make a table from a position in the middle of a game between bots."""
    id = await bots_play(room, IN_TURN[0])  # noqa: A001
    played = await replays.fetch(room.store, id)
    frames = list(replays.frames(played.game, played.record))
    wish = Create(
        agreed=Agreed(game=IN_TURN[0], public=public, take_back=False),
        sit=Sit(name="Maker"),
        origin=Origin(replay=id, v=frames[len(frames) // 2].v),
    )
    place = await create.make(room.tables, room.settings, wish, played)
    return room.tables.live[place.code]


def test_a_table_from_a_position_is_never_public(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            with pytest.raises(Refusal, match="is not public: its maker may know the tiles"):
                await from_position(room, public=True)
            assert await room.store.listings(10, 60) == []

    run(test())


def test_everybody_is_told_that_a_table_is_from_a_position(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await from_position(room)
            assert live.table.origin
            mark = Origin(replay=live.table.origin.replay, v=live.table.origin.v)
            again = await room.again().tables.find(live.table.code)
            for found in filter(None, (live, again)):
                now = room.time.now()
                state = found.state(now)
                assert state.origin == found.glance(now).origin == mark
                welcome = news.welcome(found.table, WATCHER, Hello(), state, now)
                assert messages.encode(welcome).count(b'"from":{"replay"') == 1
                listed = news.listing(found.table, found.table.occupants, "waiting")
                assert listed.origin == mark

    run(test())


def test_only_the_game_from_the_position_is_marked_not_the_next_deal(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await from_position(room)
            for seat in range(1, len(live.table.occupants)):
                await room.tables.do(live, partial(decide.seat_bot, at=seat, bot="random"))
            await room.tables.do(live, decide.begin)
            assert "from" in live.table.record().extra
            assert live.state(0).origin is not None
            await room.tables.do(live, lambda t: decide._start(t, 0))
            assert live.state(0).origin is None

    run(test())


def test_a_table_that_an_older_server_made_public_is_not_public_any_more() -> None:
    agreed = Agreed(game=IN_TURN[0], public=True)
    origin = facts.StartingPosition(replay="K7QPXA.1", v=3, start=0, events=[])
    fact = facts.TableCreated(agreed=facts.stored(agreed), at=0, origin=origin)
    table = Table("AAAAAA", agreed)
    read = facts.decode(msgspec.json.encode(fact))
    table.read(read, (), 0.0)
    assert not table.agreed.public
