"""What one address may send over all its sockets, and that drawings are made once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hexade.contract.game import WATCHER
from hexade.server.live.open_table import LiveTable
from hexade.server.net.sockets import Socket
from hexade.server.table import news
from hexade.wire import messages
from tests.server.fake_socket import Wire
from tests.server.fixtures import IN_TURN, TOKEN, Room, a_room, run

GREEDY, HONEST = "192.0.2.1", "192.0.2.2"


async def come_in(
    room: Room, live: LiveTable, address: str, token: str | None = None
) -> tuple[Wire, asyncio.Task[None]]:
    """Return the wire of a new socket, and the task that serves it."""
    wire = Wire()
    wire.say(messages.Hello(token=token))
    socket = Socket(wire, live, room.tables, room.services, address)  # type: ignore[arg-type]
    serving = asyncio.ensure_future(socket.serve())
    await wire.heard(messages.Welcome)
    return wire, serving


async def hang_up(*lines: tuple[Wire, asyncio.Task[None]]) -> None:
    for wire, serving in lines:
        wire.hang_up()
        await serving


@pytest.mark.parametrize("given", [{"help_burst": 6}, {"message_burst": 6}])
def test_the_sockets_of_an_address_share_a_budget(given: dict[str, Any], tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, **given) as room:
            live = await room.table(IN_TURN[0], seats=2)
            lines = [await come_in(room, live, GREEDY) for _ in range(3)]
            for number in range(4):
                for wire, _ in lines:
                    wire.say(messages.Draw(id=f"d{number}"))
            answers = [
                await wire.heard(messages.Drawn, messages.Refused)
                for _ in range(4)
                for wire, _ in lines
            ]
            refused = [one for one in answers if isinstance(one, messages.Refused)]
            assert [one.code for one in refused] == ["rate"] * 6
            assert all(one.now is None for one in refused)
            other = await come_in(room, live, HONEST)
            other[0].say(messages.Draw(id="mine"))
            assert isinstance(
                await other[0].heard(messages.Drawn, messages.Refused), messages.Drawn
            )
            await hang_up(*lines, other)

    run(test())


def test_a_table_is_drawn_once_for_each_seat_until_something_happens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn: list[int] = []
    before = news.drawn

    def counted(*given: Any) -> messages.Drawn:
        drawn.append(given[1])
        return before(*given)

    monkeypatch.setattr(news, "drawn", counted)

    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            player = await come_in(room, live, HONEST, TOKEN.format(0))
            watchers = [await come_in(room, live, GREEDY) for _ in range(2)]
            seen: list[messages.News] = []
            for wire, _ in (player, *watchers, player, *watchers):
                wire.say(messages.Draw(id="d"))
                seen.append(await wire.heard(messages.Drawn))
            assert sorted(drawn) == [WATCHER, 0]
            assert seen[:3] == seen[3:]
            assert seen[0] == before(live.table, 0, messages.Draw(id="d"))
            await room.move(live, min(live.table.waiting()))
            watchers[0][0].say(messages.Draw(id="after"))
            answer = await watchers[0][0].heard(messages.Drawn)
            assert answer == before(live.table, WATCHER, messages.Draw(id="after"))
            assert len(drawn) == 3
            await hang_up(player, *watchers)

    run(test())


def test_the_sockets_of_a_person_share_what_is_said(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, aside_burst=4) as room:
            live = await room.table(IN_TURN[0], seats=2)
            lines = [await come_in(room, live, GREEDY, TOKEN.format(0)) for _ in range(3)]
            answers: list[messages.News] = []
            for number in range(6):
                wire = lines[number % 3][0]
                wire.say(messages.Mute(id=f"m{number}", seat=1, on=number % 2 == 0))
                answers.append(await wire.heard(messages.Done, messages.Refused))
            assert [type(one) for one in answers] == [messages.Done] * 4 + [messages.Refused] * 2
            other = await come_in(room, live, GREEDY, TOKEN.format(1))
            other[0].say(messages.Mute(id="mine", seat=0))
            assert isinstance(await other[0].heard(messages.Done, messages.Refused), messages.Done)
            await hang_up(*lines, other)

    run(test())


def test_spectators_who_leave_at_once_disconnect_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, outbox=8) as room:
            live = await room.table(IN_TURN[0], seats=2, take_back=False)
            player = await come_in(room, live, HONEST, TOKEN.format(0))
            watchers = [room.ear(live) for _ in range(40)]  # in one turn of the loop
            for one in watchers:
                room.tables.broadcast.leave(live, one)
            for _ in range(20):
                await asyncio.sleep(0)
            assert player[0].closed is None
            state = await player[0].heard(messages.Seats)
            while isinstance(state, messages.Seats) and state.table.watchers:
                state = await player[0].heard(messages.Seats)
            await room.move(live, min(live.table.waiting()))
            await player[0].heard(messages.Moved)
            await hang_up(player)

    run(test())


def test_an_address_has_so_many_spectators_at_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, address_spectators=2) as room:
            live = await room.table(IN_TURN[0], seats=2)
            lines = [await come_in(room, live, GREEDY) for _ in range(2)]
            wire = Wire()
            wire.say(messages.Hello())
            await Socket(wire, live, room.tables, room.services, GREEDY).serve()  # type: ignore[arg-type]
            assert wire.closed == 4429
            lines.append(await come_in(room, live, HONEST))
            lines.append(await come_in(room, live, GREEDY, TOKEN.format(0)))
            await hang_up(*lines)

    run(test())
