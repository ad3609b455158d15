"""One timer looks at all sockets, whatever goes wrong at one of them."""

from __future__ import annotations

import asyncio

import pytest

from hexade.server.net.heartbeat import heartbeat
from tests.server.fixtures import run


class Heart:
    """Something that wants to be looked at a number of times, and may fail at first."""

    def __init__(self, often: int, fails: bool = False) -> None:
        self.often, self.fails = often, fails
        self.done = asyncio.Event()

    def beat(self, now: float) -> float | None:
        """Count down."""
        if self.fails:
            self.fails = False
            raise RuntimeError("something odd")
        self.often -= 1
        if self.often:
            return now
        self.done.set()
        return None


def test_one_that_fails_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        beats, now = heartbeat(0.02), asyncio.get_running_loop().time()
        hearts = [Heart(3), Heart(1, fails=True), Heart(3)]
        for one in hearts:
            beats.at(now, one)
        for one in hearts:
            await one.done.wait()
        late = Heart(1)
        beats.at(now, late)
        await late.done.wait()

    run(test(), limit_s=60)
    assert [record.getMessage() for record in caplog.records] == ["a heartbeat failed"]
