"""How tables are stored: one interface over an SQLite file or a PostgreSQL server."""

from hexade.server.store.store import Behind, Entry, Row, Store, Unavailable, Unsure, choose

__all__ = ["Behind", "Entry", "Row", "Store", "Unavailable", "Unsure", "choose"]
