"""One table as a value: no network, no database, no event loop."""
