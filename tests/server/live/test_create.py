"""Tables made to order: a request that is repeated makes no second table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest

from hexade.client import create, get
from hexade.contract.reason import Refusal
from hexade.server.live import create as creating
from hexade.server.live import registry
from hexade.server.store import Entry
from hexade.wire import codes
from hexade.wire.messages import Agreed, Create, Seated, Sit
from tests.server.fixtures import ALL, IN_TURN, TOGETHER, Room, a_room, a_server, run
from tests.server.postgres import a_database

ID, OTHER = "a-secret-of-ones-own-making", "another-secret-of-anothers"
WISH = Create(
    id=ID, agreed=Agreed(game=IN_TURN[0], seats=2), sit=Sit(name="A"), bots=["random"], start=True
)


async def made(room: Room, wish: Create = WISH) -> Seated:
    return await creating.make(room.tables, room.settings, wish, None)


def test_a_repeated_request_finds_the_table_and_the_seat_that_it_made(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            first = await create(server.address, WISH)
            table = await get(server.address, f"/api/tables/{first.code}")
            assert await create(server.address, WISH) == first
            assert await get(server.address, f"/api/tables/{first.code}") == table
        async with a_server(tmp_path) as server:  # a restart makes no difference
            assert await create(server.address, WISH) == first

    run(test())


@pytest.mark.parametrize("shared", [False, True])
def test_at_the_same_moment_as_well(shared: bool, tmp_path: Path) -> None:
    async def test() -> None:
        database = await a_database() if shared else None
        async with a_room(tmp_path, database) as room:
            rooms = [room, room.again()] if shared else [room]
            answers = await asyncio.gather(*(made(one) for one in rooms * 4))
            assert len({(one.code, one.seat, one.token) for one in answers}) == 1
            live = room.tables.live[answers[0].code]
            await room.tables.changes.read_on(live)
            assert live.table.n == 4  # made, sat, a bot, started
            await asyncio.gather(*(one.tables.close() for one in rooms[1:]))

    run(test())


def test_one_whose_answer_comes_late_is_at_the_table_that_was_found_meanwhile(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            append, found = room.store.append, asyncio.Event()

            async def slow(entry: Entry) -> None:
                await append(entry)
                await found.wait()

            room.store.append = slow  # type: ignore[method-assign]
            late = asyncio.ensure_future(room.tables.create(WISH.agreed, None, ID))
            await asyncio.sleep(0)
            room.store.append = append  # type: ignore[method-assign]
            live = await room.tables.create(WISH.agreed, None, ID)
            found.set()
            assert await late is live
            assert room.tables.live[live.table.code] is live

    run(test())


def test_what_was_left_half_done_is_done(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.tables.create(WISH.agreed, None, ID)  # and then the server was killed
            again = room.again()
            seated = await made(again)
            assert seated.code == live.table.code
            table = again.tables.live[seated.code].table
            assert (table.phase, table.occupants[1].bot) == ("playing", "random")
            await again.tables.close()

    run(test())


def test_another_id_is_another_table_even_under_the_same_code(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            first = await made(room)
            with patch.object(
                registry, "code_from", lambda _, n: first.code if n < 2 else "QQQQQQ"
            ):
                second = await made(room, Create(id=OTHER, agreed=WISH.agreed))
            assert (second.code, second.seat) == ("QQQQQQ", None)
            assert second.token == codes.token_from(OTHER)  # the owner's

    run(test())


def test_a_table_that_is_erased_while_a_request_is_repeated_is_made_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            first = await made(room)
            other = room.again()
            with patch.object(other.store, "load", return_value=[]):
                again = await made(other)
            assert again.code != first.code

    run(test())


def test_codes_and_tokens_of_an_id_are_such_and_tell_nothing_of_it() -> None:
    found = {codes.code_from(ID, n) for n in range(50)}
    assert len(found) == 50
    assert all(map(codes.is_code, found))
    assert 22 <= len(codes.token_from(ID)) <= 64
    assert codes.token_from(ID) != codes.token_from(OTHER)


def test_without_an_id_every_request_makes_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            wish = Create(agreed=WISH.agreed, sit=WISH.sit)
            assert len({(await made(room, wish)).code for _ in range(3)}) == 3

    run(test())


@pytest.mark.parametrize("game", ALL)
def test_only_where_all_choose_together_a_round_has_a_time(game: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            wish = Create(agreed=Agreed(game=game, round_s=30))
            if game in TOGETHER:
                assert (await made(room, wish)).code
                return
            with pytest.raises(Refusal) as refused:
                await made(room, wish)
            assert refused.value.reason.code == "round"
            assert not room.tables.live

    run(test())
