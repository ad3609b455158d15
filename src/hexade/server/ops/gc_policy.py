"""When Python looks for garbage: never in the middle of play, as long as that can be helped.

A full collection looks at every object and stops the server meanwhile: a quarter of a second with
2,000 sockets open. Nearly all of these objects live long, so what has survived two looks is set
aside at once, and nobody looks at it again: a look is at some thousand objects, however many there
are. Python itself would wait until there are 2,000 objects more than before, but in play every new
position takes the place of an old one, so that there are never more and the unlooked-at grow with
the number of tables: hence a look is taken after so many changes as well. Sockets that were closed
leave cycles behind, which reference counts alone do not free: when as many have been closed as are
open, and once an hour, everything is looked at.
"""

from __future__ import annotations

import gc
import time

_YOUNG, _MIDDLE, _NEVER = 2_000, 5, 1_000_000  # objects, collections, collections
_FIRST, _SECOND = 0, 1  # generations: of what is new, and of what has survived one look
_CHANGES = 64  # messages and changes of tables before the next look; each leaves some 20 objects
_CLOSED = 2_000  # sockets closed before the first full look
_FULL_S = 3600.0


class GcPolicy:
    """Decides when to look for garbage, and at what."""

    def __init__(self) -> None:
        self.closed = 0  # sockets, since the last full look
        self.full = 0  # how often everything was looked at
        self.slowest_s = 0.0  # the longest that one look took
        self.settled = False
        self._began = self._full_at = 0.0
        self._changes = 0

    def settle(self, now: float) -> None:
        """Set everything aside that was loaded at the start: it stays for good."""
        self._full_at = now
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
        gc.collect()
        gc.freeze()
        gc.callbacks.append(self._measure)
        self.settled = True

    def close(self) -> None:
        """Let Python look for garbage as it likes again."""
        if self._measure in gc.callbacks:
            gc.callbacks.remove(self._measure)
            gc.unfreeze()
            gc.set_threshold(700, 10, 10)

    def _measure(self, phase: str, info: dict[str, int]) -> None:
        now = time.thread_time()  # of the processor: what others do on the machine is not counted
        if phase == "start":
            self._began = now
        else:
            self.slowest_s = max(self.slowest_s, now - self._began)
            if info["generation"] == _SECOND:
                gc.freeze()

    def changed(self) -> None:
        """Note that something new may have taken the place of something old; look now and then."""
        self._changes += 1
        if self._changes % _CHANGES == 0 and self.settled:
            later = self._changes % (_CHANGES * _MIDDLE) == 0
            gc.collect(_SECOND if later else _FIRST)

    def tidy(self, sockets: int, now: float) -> None:
        """Look at everything if enough sockets were closed, or it was long ago."""
        if not self.settled:
            return
        if self.closed >= max(_CLOSED, sockets) or now - self._full_at > _FULL_S:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self.closed, self._full_at = 0, now
            self.full += 1
