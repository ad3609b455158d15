"""Event loop lag: how late the loop is, and whether its own work or something else is to blame.

A loop that is late by a second and used a second of processor time was busy itself. If it used
none, another thread of the process was busy, or else another process, another machine on the same
host, or a slow disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from hexade.server.ops.metrics import note

_BEAT_S = 0.02
_WINDOW_S = 15.0  # as often as metrics are usually scraped
_NOTED_S = 0.25


@dataclass(frozen=True, slots=True)
class Lag:
    """By how much the loop was late, and the processor time used meanwhile."""

    late_s: float = 0.0
    own_s: float = 0.0  # of the event loop's thread
    process_s: float = 0.0  # of all threads of this process


class LoopLag:
    """Measures the lag, and keeps the worst of the last half minute.

    It beats for the game clocks too, which leave out the time that the loop stood still.
    """

    def __init__(self, heartbeat: Callable[[], None] | None = None) -> None:
        self._heartbeat = heartbeat or (lambda: None)
        self._now = self._before = Lag()
        self._since = 0.0

    @property
    def slowest(self) -> Lag:
        """The worst lag of the last 15 to 30 seconds."""
        return max(self._now, self._before, key=lambda lag: lag.late_s)

    async def run(self) -> None:
        """Measure forever."""
        self._since = time.monotonic()
        began = self._since, time.thread_time(), time.process_time()
        while True:
            self._heartbeat()
            await asyncio.sleep(_BEAT_S)
            ended = time.monotonic(), time.thread_time(), time.process_time()
            late = max(0.0, ended[0] - began[0] - _BEAT_S)
            self.add(Lag(late, ended[1] - began[1], ended[2] - began[2]), ended[0])
            began = ended

    def add(self, lag: Lag, now: float) -> None:
        """Add a measurement."""
        if now - self._since >= _WINDOW_S:
            self._before, self._now, self._since = self._now, Lag(), now
        self._now = max(self._now, lag, key=lambda one: one.late_s)
        if lag.late_s >= _NOTED_S:
            note(
                "stalled", late_s=round(lag.late_s, 3), own_s=round(lag.own_s, 3),
                process_s=round(lag.process_s, 3),
            )  # fmt: skip

    def figures(self) -> dict[str, float]:
        """Return the worst lag as metrics."""
        lag = self.slowest
        return {
            "loop_lag_slowest_seconds": lag.late_s,
            "loop_lag_slowest_own_seconds": lag.own_s,
            "loop_lag_slowest_process_seconds": lag.process_s,
        }
