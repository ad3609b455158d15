"""How late the loop is, and whether that was its own work."""

from __future__ import annotations

import asyncio
import logging
import threading
import time

import pytest

from hexade.server.ops.loop_lag import Lag, LoopLag


async def stalled(lag: LoopLag, how: object) -> Lag:
    """Return what a lag says of a loop that was stopped once."""
    running = asyncio.ensure_future(lag.run())
    await asyncio.sleep(0.05)
    assert callable(how)
    how()
    await asyncio.sleep(0.05)
    running.cancel()
    return lag.slowest


def work(seconds: float = 0.3) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_own_work_is_told_from_waiting(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        busy = asyncio.run(stalled(LoopLag(), work))
        assert busy.late_s >= 0.25
        assert busy.own_s >= 0.29
        waited = asyncio.run(stalled(LoopLag(), lambda: time.sleep(0.3)))
        assert waited.late_s >= 0.25
        assert waited.own_s < 0.1
    assert [record.getMessage() for record in caplog.records].count("stalled") >= 2


def test_the_work_of_another_thread_is_the_processes() -> None:
    def wait_for_another() -> None:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    lag = asyncio.run(stalled(LoopLag(), wait_for_another))
    assert lag.own_s < 0.1
    assert lag.process_s >= 0.29


def test_a_stall_is_remembered_for_at_least_fifteen_seconds_and_then_forgotten() -> None:
    lag = LoopLag()
    lag.add(Lag(0.2), 100.0)
    lag.add(Lag(0.01), 115.0)
    assert lag.slowest.late_s == 0.2
    lag.add(Lag(0.01), 131.0)
    assert lag.slowest.late_s == 0.01


def test_it_beats_for_the_clocks_of_the_games() -> None:
    async def test() -> None:
        beats = asyncio.Semaphore(0)
        running = asyncio.ensure_future(LoopLag(beats.release).run())
        for _ in range(3):
            await beats.acquire()
        running.cancel()

    asyncio.run(asyncio.wait_for(test(), 60))
