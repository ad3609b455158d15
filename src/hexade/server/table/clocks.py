"""The time of a game: how much is left, and when a turn must end. The time is passed in.

`deadlines.py` says what happens when time is up.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from hexade.wire.messages import Clock

_STALL_S = 0.25  # a longer pause between two heartbeats is a stall
DAY_S = 86_400


class Time:
    """The machine's own time, without the time that the process stood still; tests bring another.

    Nobody loses time on a clock while the server is frozen: between two heartbeats of its event
    loop no more than a moment passes here, however long they are apart.
    """

    def __init__(self, source: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._limit = math.inf  # a moment after the last heartbeat, by the source
        self._lost = 0.0  # how long the process has stood still so far

    def now(self) -> float:
        """Return seconds that never run backwards."""
        now = self._source()
        return (now if now < self._limit else self._limit) - self._lost

    def heartbeat(self) -> None:
        """Note that the event loop runs; it calls this many times a second."""
        now = self._source()
        self._lost += max(0.0, now - self._limit)
        self._limit = now + _STALL_S

    def wall(self) -> float:
        """Return seconds since 1970."""
        return time.time()


def slow_s(clock: Clock | None) -> int | None:
    """Return how long a move of a slow game may take, in seconds; None if it is not slow.

    Its clock runs by the calendar: whoever is away, and whether the server runs or not.
    """
    if clock is None or clock.player_s is not None or clock.move_s is None:
        return None
    return clock.move_s if clock.move_s >= DAY_S else None


def moment(clock: Clock | None, at: int, time: Time) -> float:
    """Return when a stored fact happened, as far as the clocks are concerned.

    Only those of slow games run while a table is not in memory; the others begin again.
    """
    now = time.now()
    return now if slow_s(clock) is None or not at else now - max(0.0, time.wall() - at)


def full(clock: Clock | None, seats: int) -> list[int] | None:
    """Return what the clocks show at the start, in milliseconds, if players have any."""
    if clock is None or clock.player_s is None:
        return None
    return [1000 * clock.player_s] * seats


def charged(
    clock: Clock | None, left_ms: Sequence[int] | None, seat: int, spent_s: float
) -> list[int] | None:
    """Return what the clocks show after a seat's turn of so many seconds."""
    if clock is None or left_ms is None:
        return None
    after = list(left_ms)
    after[seat] = max(0, after[seat] - int(1000 * spent_s)) + 1000 * clock.increment_s
    return after


def expired(
    clock: Clock | None, left_ms: Sequence[int] | None, seat: int, spent_s: float
) -> list[int] | None:
    """Return what the clocks show after a turn in which a seat's time was up: no increment."""
    if clock is None or left_ms is None:
        return None
    after = list(left_ms)
    after[seat] = max(0, after[seat] - int(1000 * spent_s))
    return after


def allowance(clock: Clock | None, left_ms: Sequence[int] | None, seat: int) -> float | None:
    """Return how many seconds a seat's turn may last; None if there is no limit."""
    if clock is None:
        return None
    limits: list[float] = [] if clock.move_s is None else [float(clock.move_s)]
    if left_ms is not None:
        limits.append(left_ms[seat] / 1000)
    return min(limits, default=None)
