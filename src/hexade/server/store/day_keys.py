"""Keys of days, for both databases: with them marks of addresses are made.

All processes share them. Each is deleted after two days: then no mark of that day can be traced
back to an address, not even by trying all of them.
"""

from __future__ import annotations

from hexade.server.store.portable_sql import Steps
from hexade.server.store.puzzle_counts import day_of

_DAY_S = 86_400


def days_of(wall: float) -> tuple[str, str]:
    """Return the day of a moment and the one before, in this order."""
    return str(day_of(wall)), str(day_of(wall - _DAY_S))


def keys(today: str, yesterday: str, new: str) -> Steps[list[str]]:
    """Return the keys of two days, the newest first; today's is the new one unless it has one."""
    yield (
        "INSERT INTO day_keys (day, key) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING",
        (today, new),
    )
    rows = yield "SELECT key FROM day_keys WHERE day >= $1 ORDER BY day DESC", (yesterday,)
    return [key for (key,) in rows]


def forget(before: str) -> Steps[None]:
    """Delete the keys of the days before a day."""
    yield "DELETE FROM day_keys WHERE day < $1", (before,)
