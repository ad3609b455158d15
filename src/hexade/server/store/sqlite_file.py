"""The SQLite file itself: who may read it, its schema version, and deletion that leaves nothing."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from hexade.server.store import migrations
from hexade.server.store.portable_sql import run_in_sqlite

_OWNER_ONLY = 0o600
_NEIGHBOURS = ("", "-wal", "-shm", "-journal", ".lock")
_BUSY_MS = 5000  # another process may be writing to the same file
_FREED = 1000  # pages given back to the system at a time


def connect(path: str) -> sqlite3.Connection:
    """Return a connection to a file that only its owner may read."""
    make_private(path)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # for a new file; an old one keeps what it has
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
    db.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
    return db


def make_private(path: str) -> None:
    """Create a file for its owner alone, and take it and its neighbours away from others.

    A file that is there is not opened: to close it again would drop the locks of all connections
    that this process has to it, and another one, such as a backup, would then delete the log.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OWNER_ONLY))
    for name in _NEIGHBOURS:
        with suppress(OSError):  # it is not there, or belongs to somebody else
            if os.path.isfile(path + name):  # a folder would be closed to everybody
                os.chmod(path + name, _OWNER_ONLY)


def version_of(db: sqlite3.Connection) -> int:
    """Return the schema version of a database; 0 if it is new."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    if found:
        return found
    known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone()
    return 1 if known else 0  # version 1 left no mark


def migrate(path: str, keep: bool = True) -> int:
    """Bring a file up to date in one transaction; return the version that it had.

    An older file is copied first, to `keep` it. Refuse a newer one. The caller holds its lock.
    """
    with closing(connect(path)) as db:
        found = version_of(db)
        migrations.check(found, path)
        if found == migrations.VERSION:
            return found
        if found and keep:
            copy(db, f"{path}.version-{found}")
        db.execute("BEGIN IMMEDIATE")
        for version in range(found + 1, migrations.VERSION + 1):
            for statement in migrations.definitions(version, postgres=False):
                db.execute(statement)
            run_in_sqlite(db, migrations.rewrite(version))
        db.execute(f"PRAGMA user_version = {migrations.VERSION}")
        db.execute("COMMIT")
        if found:
            db.execute("VACUUM")  # so that freed pages can be given back from now on
    return found


def copy(db: sqlite3.Connection, path: str) -> None:
    """Copy a database, consistent even while others write to it."""
    Path(path).unlink(missing_ok=True)
    make_private(path)
    with closing(sqlite3.connect(path)) as target:
        db.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, without neighbours


def wipe(db: sqlite3.Connection) -> bool:
    """Overwrite what was deleted, in the log as well; return whether all of it was.

    Whoever reads at this moment keeps the log as it is.
    """
    db.execute(f"PRAGMA incremental_vacuum({_FREED})").fetchall()
    db.execute("PRAGMA busy_timeout = 0")  # somebody reads: the next time will do
    try:
        busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    finally:
        db.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
