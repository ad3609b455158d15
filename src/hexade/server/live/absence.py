"""How long each seat has been without its player in a game while others waited, in sum.

The limit is `away_s` in settings.py; `stand_in` in table/decide.py applies it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from hexade.contract.game import Seat
from hexade.server.table.state import Table


class Absence:
    """Adds up the time that people were away on their turn; each new game begins with none.

    It is counted by seat, not by person: nobody begins again by leaving and sitting down anew. In
    mid-game people do not change seats.
    """

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._game = 0
        self._used: defaultdict[Seat, float] = defaultdict(float)
        self._absent: set[Seat] = set()  # who is away on their turn
        self._since = 0.0
        self._hold: int | None = None  # the held move over which they could go on
        self._ahead: defaultdict[Seat, float] = defaultdict(float)  # counts if that becomes final

    def note(self, table: Table, absent: Iterable[Seat], now: float) -> None:
        """Count the time since the last call, and note who is away on their turn from now on."""
        if table.number != self._game:
            self.forget()
            self._game = table.number
        for seat in self._absent:
            (self._used if self._hold is None else self._ahead)[seat] += now - self._since
        hold = table.held.number if table.held else None
        if hold != self._hold:
            self._end_hold(table.settled.number if table.settled else None)
            self._hold = hold
        self._absent = set(absent)
        self._since = now

    def _end_hold(self, settled: int | None) -> None:
        """Count the time over a move that became final; one that was taken back does not count."""
        for seat, time in self._ahead.items():
            self._used[seat] += time if settled == self._hold else 0.0
        self._ahead.clear()

    def used(self, seat: Seat, now: float) -> float:
        """Return how long the player of a seat has been away on their turn in this game."""
        running = now - self._since if seat in self._absent else 0.0
        return self._used[seat] + self._ahead[seat] + running

    def left_s(self, seats: Iterable[Seat]) -> float:
        """Return how much longer the clock may be paused for these seats, as of the last note."""
        return max(0.0, self._limit_s - max(self._used[seat] + self._ahead[seat] for seat in seats))

    def forget(self) -> None:
        """Begin again, as after a restart or with a new game."""
        self._used.clear()
        self._ahead.clear()
        self._hold = None
        self._absent = set()
