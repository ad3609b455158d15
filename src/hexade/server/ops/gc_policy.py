"""Garbage collection: small collections often, full ones rarely, so that play never pauses.

A full collection visits every object and stops the server for a quarter of a second with 2,000
sockets open. Nearly all objects are long-lived, so whatever survives two collections is frozen
at once: a collection then visits a few thousand objects, however many there are. Python collects
when there are 2,000 more objects than before, but in play every new position replaces an old one;
so this class also collects after a number of changes. Closed sockets leave reference cycles behind:
when as many were closed as are open, and once an hour, a full collection runs.
"""

from __future__ import annotations

import gc
import time

_YOUNG, _MIDDLE, _NEVER = 2_000, 5, 1_000_000  # gc thresholds per generation
_FIRST, _SECOND = 0, 1  # generations
_CHANGES = 64  # messages and changes before the next collection; each leaves about 20 objects
_CLOSED = 2_000  # sockets closed before the first full collection
_FULL_S = 3600.0


class GcPolicy:
    """Decides when to collect garbage, and which generation."""

    def __init__(self) -> None:
        self.closed = 0  # sockets, since the last full collection
        self.full = 0  # number of full collections
        self.slowest_s = 0.0  # the longest collection
        self.settled = False
        self._began = self._full_at = 0.0
        self._changes = 0

    def settle(self, now: float) -> None:
        """Freeze everything that was loaded at the start."""
        self._full_at = now
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
        gc.collect()
        gc.freeze()
        gc.callbacks.append(self._measure)
        self.settled = True

    def close(self) -> None:
        """Restore Python's own policy."""
        if self._measure in gc.callbacks:
            gc.callbacks.remove(self._measure)
            gc.unfreeze()
            gc.set_threshold(700, 10, 10)

    def _measure(self, phase: str, info: dict[str, int]) -> None:
        now = time.thread_time()  # processor time: other programs don't count
        if phase == "start":
            self._began = now
        else:
            self.slowest_s = max(self.slowest_s, now - self._began)
            if info["generation"] == _SECOND:
                gc.freeze()

    def changed(self) -> None:
        """Count a change, and collect now and then."""
        self._changes += 1
        if self._changes % _CHANGES == 0 and self.settled:
            later = self._changes % (_CHANGES * _MIDDLE) == 0
            gc.collect(_SECOND if later else _FIRST)

    def tidy(self, sockets: int, now: float) -> None:
        """Run a full collection if enough sockets were closed, or the last one was long ago."""
        if not self.settled:
            return
        if self.closed >= max(_CLOSED, sockets) or now - self._full_at > _FULL_S:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self.closed, self._full_at = 0, now
            self.full += 1
