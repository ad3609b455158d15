"""How long each person has been away in a game while the others waited for them, in sum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from hexade.contract.game import Seat
from hexade.server.table.state import Table


class Absence:
    """Adds up the time that people were away on their turn; each new game begins with none.

    It is counted by person, not by seat: whoever takes a seat does not pay for the one before.
    """

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._game = 0
        self._used: defaultdict[str | None, float] = defaultdict(float)  # by the token's hash
        self._absent: set[str | None] = set()  # who is away on their turn
        self._since = 0.0

    def note(self, table: Table, absent: Iterable[Seat], now: float) -> None:
        """Count the time since the last call, and note who is away on their turn from now on."""
        if table.number != self._game:
            self.forget()
            self._game = table.number
        for token in self._absent:
            self._used[token] += now - self._since
        self._absent = {table.occupants[seat].token for seat in absent}
        self._since = now

    def used(self, table: Table, seat: Seat, now: float) -> float:
        """Return how long the person in a seat has been away on their turn in this game."""
        token = table.occupants[seat].token
        running = now - self._since if token in self._absent else 0.0
        return self._used[token] + running

    def left_s(self, table: Table, seats: Iterable[Seat]) -> float:
        """Return how much longer the clock may be paused for these seats, as of the last note."""
        used = [self._used[table.occupants[seat].token] for seat in seats]
        return max(0.0, self._limit_s - max(used))

    def forget(self) -> None:
        """Begin again, as after a restart or with a new game."""
        self._used.clear()
        self._absent = set()
