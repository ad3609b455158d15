"""An IPv6 customer with thousands of households (64 bits) has no more of the server's time."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import Request

from hexade.server.bots.fair_queue import Rank, Share
from hexade.server.net.lookup import visitor_of
from hexade.server.net.sockets import Socket
from hexade.wire import messages
from tests.server.fake_socket import Wire
from tests.server.fixtures import IN_TURN, TOKEN, Ear, a_room, run
from tests.server.net.test_message_budget import come_in, hang_up

CUSTOMER, HONEST = "2001:db8:1::/48", "192.0.2.2"


def household(n: int) -> str:
    return f"2001:db8:1:{n:x}::/64"


def test_the_households_of_a_customer_take_turns_together(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, address_at_once=1) as room:
            live = await room.table(IN_TURN[0], seats=2)
            busy = await come_in(room, live, household(1), TOKEN.format(0))
            greedy = await come_in(room, live, household(2))
            honest = await come_in(room, live, HONEST)
            async with live.lock:
                busy[0].say(messages.Chat(id="c", text="hello"))
                greedy[0].say(messages.Ping())
                honest[0].say(messages.Ping())
                await honest[0].heard(messages.Pong)
                answered = asyncio.ensure_future(greedy[0].heard(messages.Pong))
                for _ in range(20):
                    await asyncio.sleep(0)
                assert not answered.done()
            await answered
            await hang_up(busy, greedy, honest)

    run(test())


def test_a_customer_has_so_many_spectators_at_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path, address_spectators=1) as room:
            live = await room.table(IN_TURN[0], seats=2)
            lines = [await come_in(room, live, household(n)) for n in range(20)]
            wire = Wire()
            wire.say(messages.Hello())
            await Socket(wire, live, room.tables, room.services, household(20)).serve()  # type: ignore[arg-type]
            assert wire.closed == 4429
            lines.append(await come_in(room, live, HONEST))
            await hang_up(*lines)

    run(test())


def test_a_customer_has_one_share_of_the_bots(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            live = await room.table(IN_TURN[0], people=0, seats=2)
            room.tables.broadcast.enter(live, Ear(address=household(1)))
            assert live.share() == Share(CUSTOMER, Rank.BOTS_ALONE)

    run(test())


def test_a_customer_has_one_share_of_the_work_on_finished_games() -> None:
    asked = Request({"type": "http", "state": {"address": household(1)}})
    assert visitor_of(asked).address == CUSTOMER
