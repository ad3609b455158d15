"""When Python looks for garbage: never in the middle of play, as long as that can be helped.

A full collection looks at every object and stops the server meanwhile: a quarter of a second with
2,000 sockets open. Nearly all of these objects live long, so once a minute what has survived is set
aside, and nobody looks at it again. Sockets that were closed leave cycles behind, which reference
counts alone do not free: when as many have been closed as are open, everything is looked at once.
"""

from __future__ import annotations

import gc

_YOUNG, _MIDDLE, _OLD = 10_000, 20, 50  # objects, collections, collections
_CLOSED = 2_000  # sockets closed before the first full look


class Garbage:
    """Decides when to look for garbage, and at what."""

    def __init__(self) -> None:
        self.closed = 0  # sockets, since the last full look
        self.full = 0  # how often everything was looked at

    def settle(self) -> None:
        """Set everything aside that was loaded at the start: it stays for good."""
        gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
        gc.collect()
        gc.freeze()

    def tidy(self, sockets: int) -> None:
        """Set aside what has survived; look at everything if enough sockets were closed."""
        if self.closed >= max(_CLOSED, sockets):
            gc.unfreeze()
            gc.collect()
            self.closed = 0
            self.full += 1
        else:
            gc.collect(1)
        gc.freeze()
