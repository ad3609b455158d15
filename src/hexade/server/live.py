"""A table in memory, and those who are at it."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Protocol

import msgspec

from hexade.contract.game import WATCHER, Seat
from hexade.server import messages, telling
from hexade.server.table import Table


class Listener(Protocol):
    """Somebody at a table: a socket, with the seat it speaks for."""

    seat: Seat

    def tell(self, message: bytes) -> None:
        """Send a message; must not wait."""


class Live:
    """A table in memory, with those who listen to it."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: Counter[Seat] = Counter()
        self.away: dict[Seat, float] = dict.fromkeys(range(len(table.chairs)), now)
        self.due: float | None = None
        self.bots: asyncio.Task[None] | None = None
        self.seen = now  # when somebody last took an interest

    def away_s(self, seat: Seat, now: float) -> float | None:
        """Return for how long a seat's player has been away; None if they are here."""
        return now - self.away[seat] if seat in self.away else None

    def state(self, now: float) -> messages.TableState:
        """Return the table as all may know it."""
        return telling.table_state(self.table, self.here, self.away, self.here[WATCHER], now)

    def glance(self, now: float) -> messages.Glance:
        """Return the table as all may know it, and who has to move."""
        state, match = self.state(now), self.table.match
        waiting = sorted(self.table.waiting()) if match and not match.over else []
        return messages.Glance(**msgspec.structs.asdict(state), waiting=waiting)
