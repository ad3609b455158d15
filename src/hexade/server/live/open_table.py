"""A table in memory, and who is connected to it, here and in other processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, cast

import msgspec

from hexade.contract.game import WATCHER, Seat
from hexade.server.table import news
from hexade.server.table.state import Table
from hexade.wire import messages


class Listener(Protocol):
    """A connection at a table, with the seat it plays for."""

    seat: Seat

    def send(self, message: bytes) -> None:
        """Send a message; must not wait."""

    def close(self, code: int) -> None:
        """Close the connection after the queued messages have been sent."""


class LiveTable:
    """A table in memory, with its connections."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: Counter[Seat] = Counter()
        self.elsewhere: Counter[Seat] = Counter()  # connections to other processes
        self.away: dict[Seat, float] = dict.fromkeys(range(len(table.occupants)), now)
        self.due: float | None = None
        self.erased = False  # it was deleted: nothing can happen here any more
        self.bots: asyncio.Task[None] | None = None
        self.seen = now  # when somebody last asked for it
        self.listed = float("-inf")  # when the list of open tables was last refreshed
        self._serialized: dict[Seat, tuple[int, messages.Now]] = {}  # with the last fact's number

    def serialize_ahead(self, now: float) -> None:
        """Serialize what each person will receive in their welcome, before they reconnect."""
        if self.table.match is None or news.timed(self.table):
            return
        for seat, occupant in enumerate(self.table.occupants):
            if occupant.person:
                known = msgspec.Raw(messages.encode(news.now_for(self.table, seat, now)))
                # The encoder copies raw bytes as they are into the message around them.
                self._serialized[seat] = self.table.n, cast("messages.Now", known)

    def serialized(self, seat: Seat) -> messages.Now | None:
        """Return what was serialized for a seat, once, if it is still current."""
        n, known = self._serialized.pop(seat, (0, None))
        return known if n == self.table.n else None

    def drop_serialized(self) -> None:
        """Drop what was serialized for people who have not come back."""
        self._serialized.clear()

    def begin(self, now: float) -> None:
        """Begin with everybody away, and with clocks that were paused until now."""
        table = self.table
        table.turn_since = self.seen = now
        table.paused_since = None
        if table.counting is not None:
            table.counting = now
        if table.held is not None:
            table.held = replace(table.held, since=now)
        self.away = dict.fromkeys(range(len(self.table.occupants)), now)
        self.update_clock(now)

    def away_s(self, seat: Seat, now: float) -> float | None:
        """Return how long a seat's player has been away; None if they are connected."""
        return now - self.away[seat] if seat in self.away else None

    def enter(self, listener: Listener, now: float) -> None:
        """Add a connection."""
        self.listeners.add(listener)
        self.here[listener.seat] += 1
        self.seen = now
        self._note_away(now)

    def leave(self, listener: Listener, now: float) -> None:
        """Remove a connection."""
        self.listeners.discard(listener)
        self.here[listener.seat] -= 1
        self.seen = now
        self._note_away(now)

    def move_to(self, listener: Listener, seat: Seat, now: float) -> None:
        """Move a connection to another seat, or to none."""
        self.here[listener.seat] -= 1
        self.here[seat] += 1
        listener.seat = seat
        self._note_away(now)

    def others(self, counts: Mapping[Seat, int], left: Mapping[Seat, float], now: float) -> bool:
        """Update who is in other processes, and when people left; return whether it changed."""
        before = +self.elsewhere, dict(self.away)
        self.elsewhere = Counter(counts)
        self._note_away(now)
        for seat, when in left.items():
            if seat in self.away:
                self.away[seat] = when
        return before != (+self.elsewhere, self.away)

    def _note_away(self, now: float) -> None:
        for seat in range(len(self.table.occupants)):
            if self.here[seat] + self.elsewhere[seat] > 0:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, now)
        self.update_clock(now)

    def update_clock(self, now: float) -> bool:
        """Pause the clock while all people who must move are away; return whether that changed."""
        table = self.table
        agreed = table.agreed
        clock = agreed.clock is not None and agreed.round_s is None  # rounds never pause
        stands = clock and self._all_away(table.waiting())
        if stands and table.paused_since is None:
            table.paused_since = now
        elif not stands and table.paused_since is not None:
            table.turn_since += now - table.paused_since
            table.paused_since = None
        else:
            return False
        return True

    def _all_away(self, seats: frozenset[Seat]) -> bool:
        people = [seat for seat in seats if seat >= 0 and self.table.occupants[seat].driver is None]
        return bool(people) and all(seat in self.away for seat in people)

    def waits(self) -> bool:
        """Tell whether somebody is waiting here for others to join a public table."""
        table = self.table
        open_ = table.agreed.public and table.phase == "waiting"
        return open_ and any(self.here[seat] > 0 for seat in range(len(table.occupants)))

    def state(self, now: float) -> messages.TableState:
        """Return the public state of the table."""
        here = +(self.here + self.elsewhere)
        return news.table_state(self.table, here, self.away, here[WATCHER], now)

    def glance(self, now: float) -> messages.Glance:
        """Return the public state of the table, and who must move."""
        state, match = self.state(now), self.table.match
        waiting = sorted(self.table.waiting()) if match and not match.over else []
        return messages.Glance(**msgspec.structs.asdict(state), waiting=waiting)
