"""In the first moments those who play wait for those who come in; later nobody does."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from hexade.server.net.admission import RUSH_S, Admission
from tests.server.fixtures import FakeTime, run


async def turns(n: int) -> None:
    """Let the loop turn n times."""
    for _ in range(n):
        await asyncio.sleep(0)


def waiting(rush: Admission, n: int) -> list[asyncio.Future[None]]:
    return [asyncio.ensure_future(rush.passed()) for _ in range(n)]


def done(requests: list[asyncio.Future[None]]) -> int:
    return sum(one.done() for one in requests)


def test_requests_wait_while_somebody_comes_in_every_turn() -> None:
    async def test() -> None:
        rush = Admission(FakeTime().now)
        rush.begin()
        requests = waiting(rush, 3)
        for _ in range(20):
            rush.arrived()
            await turns(1)
        assert done(requests) == 0
        await asyncio.gather(*requests)  # now nobody comes any more

    run(test())


def test_they_are_let_through_one_at_a_time_and_in_order() -> None:
    async def test() -> None:
        rush = Admission(FakeTime().now)
        rush.begin()
        requests = waiting(rush, 10)
        seen = []
        while done(requests) < 10:
            await turns(1)
            seen.append(done(requests))
            assert all(one.done() for one in requests[: seen[-1]])
        assert all(b - a <= 1 for a, b in pairwise(seen))

    run(test())


def test_after_the_rush_nobody_can_keep_others_waiting_by_knocking() -> None:
    async def test() -> None:
        time = FakeTime()
        rush = Admission(time.now)
        rush.begin()
        requests = waiting(rush, 5)
        for _ in range(5):
            rush.arrived()
            await turns(1)
        assert done(requests) == 0
        time.at += RUSH_S
        for _ in range(20):
            rush.arrived()
            await turns(1)
        assert done(requests) == 5
        before = Admission(time.now)  # a server that has not begun to listen has no rush
        for one in (rush, before):
            one.arrived()
            (request,) = waiting(one, 1)
            await turns(1)
            assert request.done()

    run(test())


def test_one_who_hangs_up_keeps_nobody_waiting() -> None:
    async def test() -> None:
        rush = Admission(FakeTime().now)
        rush.begin()
        requests = waiting(rush, 3)
        await turns(1)
        requests[1].cancel()
        await asyncio.gather(*requests, return_exceptions=True)
        assert [one.cancelled() for one in requests] == [False, True, False]

    run(test())
