"""What a server does by itself: one failure does not stop the rest, and the end waits for all."""

from __future__ import annotations

import asyncio

import pytest

from hexade.server.ops.background import together
from tests.server.fixtures import run


def test_one_that_fails_is_logged_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        done = asyncio.Event()

        async def fails() -> None:
            raise ValueError("odd")

        async def works() -> None:
            for _ in range(10):
                await asyncio.sleep(0)
            done.set()

        await together(fails(), works())
        assert done.is_set()

    run(test())
    assert [record.getMessage() for record in caplog.records] == [
        "what the server does by itself has failed"
    ]


def test_who_cancels_it_waits_for_all() -> None:
    async def test() -> None:
        ended: list[str] = []

        async def takes_its_time(name: str, steps: int) -> None:
            try:
                await asyncio.sleep(3600)
            finally:
                for _ in range(steps):
                    await asyncio.sleep(0)
                ended.append(name)

        task = asyncio.ensure_future(
            together(takes_its_time("quick", 0), together(takes_its_time("slow", 20)))
        )
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended == ["quick", "slow"]

    run(test())
