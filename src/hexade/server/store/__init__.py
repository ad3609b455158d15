"""How tables are stored: one interface over an SQLite file or a PostgreSQL server."""

from hexade.server.store.store import (
    ERASED,
    Aged,
    Behind,
    Entry,
    Gone,
    Impossible,
    Row,
    Store,
    TalkEntry,
    TalkRow,
    Unavailable,
    Unsure,
    choose,
    merged,
)  # fmt: skip

__all__ = [
    "ERASED", "Aged", "Behind", "Entry", "Gone", "Impossible", "Row", "Store", "TalkEntry",
    "TalkRow", "Unavailable", "Unsure", "choose", "merged",
]  # fmt: skip
