"""How tables are stored: one interface over an SQLite file or a PostgreSQL server."""

from hexade.server.store.store import (
    ERASED,
    Aged,
    Behind,
    ChatEntry,
    ChatRow,
    Entry,
    Gone,
    Impossible,
    Row,
    Store,
    Unavailable,
    Unsure,
    choose,
    merged,
)  # fmt: skip

__all__ = [
    "ERASED",
    "Aged",
    "Behind",
    "ChatEntry",
    "ChatRow",
    "Entry",
    "Gone",
    "Impossible",
    "Row",
    "Store",
    "Unavailable",
    "Unsure",
    "choose",
    "merged",
]  # fmt: skip
