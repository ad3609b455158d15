"""Requests of one address take turns: a hundred tables of it keep nobody else waiting."""

from __future__ import annotations

import asyncio

from hexade.server.net.address_turns import AddressTurns
from tests.server.fixtures import run

GREEDY, HONEST = "192.0.2.1", "192.0.2.2"


async def settle() -> None:
    """Let all tasks run as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_only_a_few_requests_of_an_address_are_under_way_at_a_time() -> None:
    async def test() -> None:
        turns, stored, begun = AddressTurns(8), asyncio.Event(), list[str]()

        async def request(address: str) -> None:
            async with turns.turn(address):
                begun.append(address)
                await stored.wait()

        greedy = [asyncio.ensure_future(request(GREEDY)) for _ in range(110)]
        await settle()
        honest = asyncio.ensure_future(request(HONEST))
        await settle()
        assert begun == [GREEDY] * 8 + [HONEST]
        stored.set()
        await asyncio.gather(honest, *greedy)
        assert len(begun) == 111
        assert not turns._busy
        assert not turns._waiting

    run(test())


def test_turns_of_sockets_that_are_gone_are_not_lost() -> None:
    async def test() -> None:
        turns, stored, done = AddressTurns(1), asyncio.Event(), list[int]()

        async def request(n: int) -> None:
            async with turns.turn(GREEDY):
                await stored.wait()
                done.append(n)

        tasks = [asyncio.ensure_future(request(n)) for n in range(5)]
        await settle()
        tasks[1].cancel()
        tasks[3].cancel()
        await settle()
        stored.set()
        await settle()
        assert done == [0, 2, 4]
        assert not turns._busy

    run(test())


def test_a_turn_that_comes_while_its_socket_goes_is_passed_on() -> None:
    async def test() -> None:
        turns, done = AddressTurns(1), list[str]()
        await turns.take(GREEDY)

        async def request(name: str) -> None:
            async with turns.turn(GREEDY):
                done.append(name)

        first, second = (asyncio.ensure_future(request(name)) for name in ("gone", "next"))
        await settle()
        turns.give(GREEDY)  # to the first, which is cancelled before it can begin
        first.cancel()
        await settle()
        assert done == ["next"]
        assert second.done()
        assert not turns._busy

    run(test())


def test_requests_that_never_wait_leave_the_loop_to_others_in_between() -> None:
    async def test() -> None:
        turns, begun = AddressTurns(4), list[str]()

        async def socket(address: str, requests: int) -> None:
            for _ in range(requests):  # a full inbox, which is read without a wait
                async with turns.turn(address):
                    begun.append(address)

        greedy = [asyncio.ensure_future(socket(GREEDY, 50)) for _ in range(20)]
        await asyncio.sleep(0)
        honest = asyncio.ensure_future(socket(HONEST, 1))
        while not honest.done():
            before = len(begun)
            await asyncio.sleep(0)
            assert len(begun) - before <= 5
        assert len(begun) < 20
        await asyncio.gather(*greedy)
        assert len(begun) == 1001
        await settle()
        assert not turns._busy
        assert not turns._begun
        assert not turns._waiting

    run(test())
