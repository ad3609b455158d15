"""Schema versions: each step brings a database from one version to the next.

Version 1 has no mark: it is what the first release wrote. A new database goes through all steps.
The definitions of a step never change once it is released; a change is a new step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from hexade.contract.reason import Reason, Refusal
from hexade.server.store.portable_sql import Steps
from hexade.server.table import chat_facts, facts
from hexade.server.table.chat_facts import ChatFact
from hexade.server.table.state import Change, Table

_CHAT_KEPT = 500  # lines of each table that move to the new place
_SQLITE = (
    """
CREATE TABLE IF NOT EXISTS tables (
    code TEXT PRIMARY KEY, public INTEGER NOT NULL, phase TEXT NOT NULL, listing BLOB NOT NULL,
    changed INTEGER NOT NULL DEFAULT (unixepoch())
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_tables ON tables (changed) WHERE public AND phase = 'waiting';
CREATE TABLE IF NOT EXISTS facts (
    code TEXT NOT NULL, n INTEGER NOT NULL, game INTEGER NOT NULL, version INTEGER NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (code, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    match TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (match, version)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS peopled (code TEXT PRIMARY KEY) WITHOUT ROWID;
""",
    """
ALTER TABLE facts ADD COLUMN at INTEGER NOT NULL DEFAULT {now};
ALTER TABLE facts ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN named INTEGER NOT NULL DEFAULT 1;
UPDATE tables SET phase = 'unknown' WHERE phase = 'playing';
CREATE TABLE talk (
    code TEXT NOT NULL, n INTEGER NOT NULL, after INTEGER NOT NULL, kind INTEGER NOT NULL,
    at INTEGER NOT NULL, format INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (code, n)
) WITHOUT ROWID;
CREATE INDEX old_talk ON talk (at) WHERE kind > 0;
CREATE TABLE erasures (name TEXT PRIMARY KEY) WITHOUT ROWID;
""",
    """
CREATE TABLE puzzle_counts (
    game TEXT NOT NULL, day TEXT NOT NULL, outcome INTEGER NOT NULL, people INTEGER NOT NULL,
    PRIMARY KEY (game, day, outcome)
) WITHOUT ROWID;
""",
    "CREATE TABLE day_keys (day TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;",
)
_POSTGRES = (
    """
CREATE TABLE IF NOT EXISTS tables (
    code TEXT PRIMARY KEY, public BOOLEAN NOT NULL, phase TEXT NOT NULL, listing BYTEA NOT NULL,
    changed TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS open_tables ON tables (changed) WHERE public AND phase = 'waiting';
CREATE TABLE IF NOT EXISTS facts (
    code TEXT NOT NULL, n INTEGER NOT NULL, game INTEGER NOT NULL, version INTEGER NOT NULL,
    body BYTEA NOT NULL, PRIMARY KEY (code, n)
);
CREATE TABLE IF NOT EXISTS events (
    match TEXT NOT NULL, version INTEGER NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (match, version)
);
CREATE TABLE IF NOT EXISTS processes (process TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL);
CREATE TABLE IF NOT EXISTS presence (
    code TEXT NOT NULL, process TEXT NOT NULL, seat INTEGER NOT NULL, sockets INTEGER NOT NULL,
    since TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (code, process, seat)
);
CREATE INDEX IF NOT EXISTS presence_of ON presence (process);
""",
    """
ALTER TABLE facts ADD COLUMN at BIGINT NOT NULL DEFAULT {now};
ALTER TABLE facts ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN named INTEGER NOT NULL DEFAULT 1;
UPDATE tables SET phase = 'unknown' WHERE phase = 'playing';
CREATE TABLE talk (
    code TEXT NOT NULL, n INTEGER NOT NULL, after INTEGER NOT NULL, kind INTEGER NOT NULL,
    at BIGINT NOT NULL, format INTEGER NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (code, n)
);
CREATE INDEX old_talk ON talk (at) WHERE kind > 0;
""",
    """
CREATE TABLE puzzle_counts (
    game TEXT NOT NULL, day TEXT NOT NULL, outcome INTEGER NOT NULL, people BIGINT NOT NULL,
    PRIMARY KEY (game, day, outcome)
);
""",
    "CREATE TABLE day_keys (day TEXT PRIMARY KEY, key TEXT NOT NULL);",
)
VERSION = len(_SQLITE)
PORTABLE = {  # the tables of a backup, with their columns; the rest is who is connected, and keys
    "tables": ("code", "public", "phase", "listing", "changed", "named"),
    "facts": ("code", "n", "game", "version", "body", "at", "format"),
    "events": ("match", "version", "body"),
    "talk": ("code", "n", "after", "kind", "at", "format", "body"),
    "puzzle_counts": ("game", "day", "outcome", "people"),
}
CONTENTS = {"tables": "tables", "puzzle_counts": "counts of puzzles"}  # of a database that is used
_OF_CHAT = "SELECT DISTINCT code FROM facts WHERE substr(body, 1, 11) IN ($1, $2) ORDER BY code"


def check(found: int, what: str) -> None:
    """Refuse a database whose schema version this Hexade does not know."""
    if found < 0:
        text = f"{what} has schema version {found}, which no Hexade writes: restore a backup"
        raise Refusal(Reason("database", "", text))
    if found > VERSION:
        text = (
            f"{what} has schema version {found} and this Hexade knows {VERSION}: "
            "install the version that wrote it, or a newer one"
        )
        raise Refusal(Reason("database", "", text))


def definitions(version: int, postgres: bool) -> list[str]:
    """Return the statements that define what a version adds."""
    text = (_POSTGRES if postgres else _SQLITE)[version - 1].format(now=int(time.time()))
    return [one.strip() for one in text.split(";") if one.strip()]


def rewrite(version: int) -> Steps[None]:
    """Bring the rows of the version before to this one."""
    if (steps := _REWRITES.get(version)) is not None:
        yield from steps()


def _move_chat() -> Steps[None]:
    """Move chat from the facts to a place of its own, as far as it is kept."""
    codes = yield _OF_CHAT, (b'{"k":"said"', b'{"k":"muted')
    for (code,) in codes:
        rows = yield "SELECT n, body FROM facts WHERE code = $1 ORDER BY n", (code,)
        chat, moved = _chat_of(code, rows)
        for n, after, kind, body in chat:
            values = (code, n, after, kind, int(time.time()), facts.FORMAT, body)
            yield (
                "INSERT INTO talk (code, n, after, kind, at, format, body)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7)",
                values,
            )
        for n in moved:
            yield "DELETE FROM facts WHERE code = $1 AND n = $2", (code, n)


def _chat_of(
    code: str, rows: Sequence[Sequence[Any]]
) -> tuple[list[tuple[int, int, int, bytes]], list[int]]:
    """Return a table's chat as version 2 stores it, and the numbers of the facts it was in."""
    first = facts.decode(rows[0][1])
    assert isinstance(first, facts.TableCreated)
    table, chat, moved = Table(code, first.agreed), [], []
    for n, body in rows:
        fact = facts.decode(body)
        if not isinstance(fact, ChatFact):
            table.apply(Change(fact), (), 0.0, n)  # only who sits where matters for the chat
            continue
        table.apply(Change(fact), (), 0.0)
        kept = chat_facts.with_state(fact, table.chat.state())
        chat.append((table.chat.n, table.n, 1 + fact.is_line, facts.encode(kept)))
        moved.append(n)
    return chat[-_CHAT_KEPT:], moved


_REWRITES: dict[int, Callable[[], Steps[None]]] = {2: _move_chat}
