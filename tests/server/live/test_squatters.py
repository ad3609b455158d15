"""Strangers do not take all seats of public tables, and friends still sit down together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexade.contract.reason import Refusal
from hexade.server.live import create
from hexade.server.live.open_table import LiveTable
from hexade.server.net.addresses import is_near
from hexade.server.table import decide
from hexade.wire.codes import hashed
from hexade.wire.messages import Agreed, Create, Seated, Sit
from tests.server.fixtures import IN_TURN, Room, a_room, run

STRANGER, GUEST = "7.7.7.7", "8.8.8.8"


async def a_table(room: Room, public: bool = True) -> LiveTable:
    """Return a table with its maker, who is connected."""
    wish = Create(agreed=Agreed(game=IN_TURN[0], seats=4, public=public), sit=Sit(name="Maker"))
    made = await create.make(room.tables, room.settings, wish, None, "9.9.9.9")
    live = await room.tables.find(made.code)
    assert live is not None
    room.ear(live, 0)
    return live


async def sits(room: Room, live: LiveTable, name: str, address: str, **given: Any) -> Seated:
    return await create.sit(room.tables, room.settings, live, Sit(name=name), address, **given)


def free(live: LiveTable) -> int:
    return sum(occupant.free for occupant in live.table.occupants)


def test_an_address_has_one_seat_at_a_public_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_table(room)
            await sits(room, live, "Mal", STRANGER, most=1)
            with pytest.raises(Refusal, match="has a seat at this public table"):
                await sits(room, live, "Mallory", STRANGER, most=1)
            await sits(room, live, "Eve", GUEST, most=1)
            assert free(live) == 1
            friends = await a_table(room, public=False)
            for name in ("A", "B", "C"):
                await sits(room, friends, name, STRANGER, most=1)
            assert free(friends) == 0

    run(test())


def test_a_seat_to_which_nobody_connects_is_freed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await a_table(room)
            await sits(room, live, "Mal", STRANGER)
            guest = await sits(room, live, "Eve", GUEST)
            assert guest.seat is not None
            ear = room.ear(live, guest.seat)
            await room.wait(room.settings.claim_s - 1)
            assert free(live) == 1
            room.tables.broadcast.leave(live, ear)  # she was there, and may come back
            await room.wait(1)
            assert free(live) == 2
            assert live.table.seat_of(guest.token or "") == guest.seat
            await room.wait(3600)
            assert [one.name for one in live.table.occupants] == ["Maker", None, "Eve", None]
            assert live.unclaimed == {}

    run(test())


def test_friends_and_those_who_play_keep_their_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            friends, playing = await a_table(room, public=False), await a_table(room)
            for n in range(3):
                await sits(room, friends, f"F{n}", STRANGER)
                await sits(room, playing, f"P{n}", STRANGER)
            await room.tables.do(playing, decide.begin)
            await room.wait(room.settings.claim_s)
            assert (free(friends), free(playing)) == (0, 0)

    run(test())


def test_an_owner_who_is_not_there_yet_keeps_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            wish = Create(agreed=Agreed(game=IN_TURN[0], public=True), sit=Sit(name="Maker"))
            made = await create.make(room.tables, room.settings, wish, None, STRANGER)
            live = await room.tables.find(made.code)
            assert live is not None
            await room.wait(room.settings.claim_s)
            assert live.table.owns(hashed(made.token or ""))

    run(test())


@pytest.mark.parametrize("near", ["127.0.0.1", "::/64", "10.1.2.3", "192.168.1.9", "fe80::/64", ""])
def test_addresses_of_a_private_network_may_stand_for_many(near: str) -> None:
    assert is_near(near)
    assert not is_near(STRANGER)
    assert not is_near("2001:db8:1:2::/64")
