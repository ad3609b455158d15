"""The time of a game: how much is left, and when a turn must end. The time is passed in."""

from __future__ import annotations

import time
from collections.abc import Sequence

from hexade.wire.messages import Clock


class Time:
    """The machine's own time; tests bring another."""

    def now(self) -> float:
        """Return seconds that never run backwards."""
        return time.monotonic()

    def wall(self) -> float:
        """Return seconds since 1970."""
        return time.time()


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


def allowance(clock: Clock | None, left_ms: Sequence[int] | None, seat: int) -> float | None:
    """Return how many seconds a seat's turn may last; None if there is no limit."""
    if clock is None:
        return None
    limits: list[float] = [] if clock.move_s is None else [float(clock.move_s)]
    if left_ms is not None:
        limits.append(left_ms[seat] / 1000)
    return min(limits, default=None)
