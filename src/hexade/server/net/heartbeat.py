"""The heartbeat of all sockets: one timer for thousands of them, in place of a timer each.

A socket is looked at when nothing has been heard from its peer for an interval. Those that are due
within the same twentieth of it are looked at together. The interval is `ping_s` in settings.py;
`ws_protocol.py` sends the pings.
"""

from __future__ import annotations

import asyncio
from typing import Protocol
from weakref import WeakKeyDictionary

from hexade.server.ops.metrics import fault

_SLOTS = 20  # of an interval
_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[float, Heartbeat]]
_of_loops = WeakKeyDictionary()


class Beating(Protocol):
    """Something that the heartbeat looks at when it is due."""

    def beat(self, now: float) -> float | None:
        """Do what is due; return when to look again, by the time of the loop, or None for never."""


def heartbeat(interval_s: float) -> Heartbeat:
    """Return the heartbeat of this event loop with an interval."""
    loop = asyncio.get_running_loop()
    kept = _of_loops.setdefault(loop, {})
    if interval_s not in kept:
        kept[interval_s] = Heartbeat(loop, interval_s)
    return kept[interval_s]


class Heartbeat:
    """A wheel of slots, each with the sockets to look at when it comes up."""

    def __init__(self, loop: asyncio.AbstractEventLoop, interval_s: float) -> None:
        self._loop, self._width = loop, interval_s / _SLOTS
        self._slots: dict[int, list[Beating]] = {}
        self._next = 0  # the slot that comes up next
        self._timer: asyncio.TimerHandle | None = None

    def at(self, due: float, one: Beating) -> None:
        """Look at something when it is due, or a little later."""
        if self._timer is None:
            self._next = int(self._loop.time() / self._width) + 1
            self._wait()
        slot = max(self._next, int(due / self._width) + 1)
        self._slots.setdefault(slot, []).append(one)

    def _wait(self) -> None:
        self._timer = self._loop.call_at(self._next * self._width, self._tick)

    def _tick(self) -> None:
        now = self._loop.time()
        while self._next * self._width <= now:
            self._next += 1
            for one in self._slots.pop(self._next - 1, ()):
                due = self._beat(one, now)
                if due is not None:
                    self.at(due, one)
        if self._slots:
            self._wait()
        else:
            self._timer = None

    def _beat(self, one: Beating, now: float) -> float | None:
        """Look at one; an error there must not stop the heartbeat of the others."""
        try:
            return one.beat(now)
        except Exception as error:
            fault("a heartbeat failed", error)
            return now + self._width * _SLOTS  # an interval later it closes, if it can
