"""A table of which another process knows more: nobody is turned away, or told what is old."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from hexade.server.live.open_table import LiveTable
from hexade.server.net.sockets import NO_ENTRY, Socket
from hexade.server.table import decide
from hexade.wire import messages
from hexade.wire.messages import Agreed, News, Sit
from tests.server.fake_socket import Wire
from tests.server.fixtures import IN_TURN, TOKEN, Room, a_room, run
from tests.server.postgres import a_database
from tests.server.table.test_seats import asks


async def welcomed(
    room: Room, live: LiveTable, hello: messages.Hello
) -> tuple[News | None, int | None]:
    """Say hello at a table; return the welcome, or the code of a closed door."""
    wire = Wire()
    wire.say(hello)
    serving = asyncio.ensure_future(Socket(wire, live, room.tables, room.services).serve())  # type: ignore[arg-type]
    hearing = asyncio.ensure_future(wire.heard(messages.Welcome))
    await asyncio.wait({serving, hearing}, return_when=asyncio.FIRST_COMPLETED)
    wire.hang_up()
    await serving
    found = hearing.result() if hearing.done() else None
    hearing.cancel()
    return found, wire.closed


def test_who_sat_down_at_another_process_a_moment_ago_is_let_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, await a_database()) as room:
            other = room.again()  # it hears nothing: its notices are late
            live = await room.tables.create(Agreed(game=IN_TURN[0], seats=2))
            there = await other.tables.find(live.table.code)
            assert there
            wish, token = Sit(name="A"), TOKEN.format(0)
            sits = partial(decide.sit, wish=wish, token=token, settings=room.settings)
            await room.tables.do(live, sits)
            news, _ = await welcomed(other, there, messages.Hello(token=token))
            assert isinstance(news, messages.Welcome)
            assert news.seat == 0
            wrong = messages.Hello(token=TOKEN.format(7))
            assert await welcomed(other, there, wrong) == (None, NO_ENTRY)
            await other.tables.close()

    run(test())


def test_who_comes_back_to_another_process_is_never_told_less_than_before(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, await a_database()) as room:
            other = room.again()
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            there = await other.tables.find(live.table.code)
            assert there
            await room.move(live, min(live.table.waiting()))
            assert there.table.version < live.table.version
            hello = messages.Hello(token=TOKEN.format(0), game=1, since=live.table.version)
            news, _ = await welcomed(other, there, hello)
            assert isinstance(news, messages.Welcome)
            assert news.now
            assert (news.since, news.now.v, news.events) == (hello.since, hello.since, [])
            await other.tables.close()

    run(test())


def test_a_line_that_comes_late_from_another_process_changes_nothing_else(tmp_path: Path) -> None:
    """A mute that was dropped with its seat stays dropped, and a line keeps its writer's name."""

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2)
            other = room.again()
            await asks(room, live, 0, messages.Mute(id="m", seat=1, on=True))
            there = await other.tables.find(live.table.code)
            assert there is not None
            assert there.table.chat.muted == {(0, 1)}
            await asks(other, there, 1, messages.Chat(id="c", text="bye"))
            await asks(other, there, 1, messages.Mute(id="n", seat=0, on=True))
            await asks(room, live, 1, messages.Rise(id="r"))  # before it hears of these
            await room.tables.changes.catch_up(live.table.code, -live.table.chat.n - 2)
            assert live.table.chat.muted == set()
            assert [line.said.name for line in live.table.chat.lines] == ["P1"]
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.chat.state() == live.table.chat.state()
            assert again.table.chat.lines == live.table.chat.lines

    run(test())


async def sits(room: Room, live: LiveTable, seat: int) -> None:
    """Have somebody sit down, always with the same token."""
    wish, token = Sit(name=f"P{seat}", seat=seat), TOKEN.format(seat)
    await room.tables.do(live, partial(decide.sit, wish=wish, token=token, settings=room.settings))


@pytest.mark.parametrize("order", ["mute first", "line first"])
def test_a_mute_and_a_line_that_come_late_lose_no_mute_of_somebody_who_came_back(
    order: str, tmp_path: Path
) -> None:
    """What two processes and a restart know of mutes is the same, whoever hears of what first."""

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.tables.create(Agreed(game=IN_TURN[0], seats=2))
            await sits(room, live, 0)
            await sits(room, live, 1)
            if order == "line first":
                await asks(room, live, 0, messages.Mute(id="m", seat=1, on=True))
            other = room.again()
            there = await other.tables.find(live.table.code)
            assert there is not None
            late = 1
            if order == "mute first":
                await asks(other, there, 0, messages.Mute(id="m", seat=1, on=True))
                late = 2
            await asks(other, there, 1, messages.Chat(id="c", text="bye"))
            await asks(room, live, 1, messages.Rise(id="r"))  # before it hears of these
            if order == "line first":
                await sits(room, live, 1)  # and is recognised, and muted again
                assert live.table.chat.muted == {(0, 1)}
            await room.tables.changes.catch_up(live.table.code, -live.table.chat.n - late)
            if order == "mute first":
                assert live.table.chat.muted == set()
                await sits(room, live, 1)
            assert live.table.chat.muted == {(0, 1)}
            again = await room.again().tables.find(live.table.code)
            assert again is not None
            assert again.table.chat.state() == live.table.chat.state()

    run(test())
