"""Where tables are written down: one protocol, an embedded file or a PostgreSQL server."""

from hexade.server.store.store import Behind, Entry, Row, Store, Unavailable, Unsure, choose

__all__ = ["Behind", "Entry", "Row", "Store", "Unavailable", "Unsure", "choose"]
