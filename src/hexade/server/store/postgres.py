"""PostgreSQL: one statement for each entry, and a notice of its number to all processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from hexade.server.store.store import Behind, Entry, Heard, Row, Store, Unavailable, Unsure, grouped

_CHANNEL = "hexade"
_RETRY_S = 0.5
_FEEL_S, _SILENCE_S = 1.0, 2.0  # connection check: its interval, and how long an answer may take
_LOCK = 0x4865786164  # an advisory lock: processes that start together must not both create tables
_SCHEMA = """
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
"""
_PRESENT = f"""
WITH p AS (
    INSERT INTO presence (code, process, seat, sockets)
    SELECT $2, $1, s, n FROM unnest($3::integer[], $4::integer[]) AS e(s, n)
    ON CONFLICT (code, process, seat) DO UPDATE SET sockets = excluded.sockets, since = now()
)
SELECT pg_notify('{_CHANNEL}', $2 || ' 0')
"""
_ELSEWHERE = """
SELECT seat, sum(CASE WHEN until >= now() THEN sockets ELSE 0 END)::integer,
    extract(epoch FROM now() - max(since))::float8
FROM presence LEFT JOIN processes USING (process)
WHERE code = $2 AND process <> $1 GROUP BY seat
"""
_BEAT = """
INSERT INTO processes (process, until) VALUES ($1, now() + make_interval(secs => $2))
ON CONFLICT (process) DO UPDATE SET until = excluded.until RETURNING xmax = 0
"""
_DEAD = "SELECT process FROM processes WHERE until < now() FOR UPDATE SKIP LOCKED"
_LEFT = f"""
WITH p AS (
    UPDATE presence SET sockets = 0, since = now()
    WHERE process = ANY($1::text[]) AND sockets > 0 RETURNING code
)
SELECT pg_notify('{_CHANNEL}', c || ' 0') FROM (SELECT DISTINCT code AS c FROM p) AS d
"""
_FORGET = "DELETE FROM presence WHERE sockets = 0 AND since < now() - interval '1 day'"
_FACT = "INSERT INTO facts (code, n, game, version, body) VALUES ($1, $2, $3, $4, $5)"
_EVENTS = """
INSERT INTO events (match, version, body)
SELECT $6, v, b FROM unnest($7::integer[], $8::bytea[]) AS e(v, b)
"""
_NEW = "INSERT INTO tables (code, public, phase, listing) VALUES ($1, $9, $10, $11)"
_CHANGE = """
UPDATE tables SET public = $9, phase = $10, listing = $11, changed = now()
WHERE code = $1 AND length($11::bytea) > 0
"""
# All in one statement, hence in one transaction and one round trip; the notice goes with it.
_APPEND = "WITH t AS ({}), f AS ({}), e AS ({}) SELECT pg_notify('{}', $1 || ' ' || $2::text)"
_FIRST = _APPEND.format(_NEW, _FACT, _EVENTS, _CHANNEL)
_NEXT = _APPEND.format(_CHANGE, _FACT, _EVENTS, _CHANNEL)
_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
_REFUSED = (  # PostgreSQL itself refused: nothing was written
    asyncpg.InsufficientResourcesError, asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
)  # fmt: skip


class Postgres(Store):
    """Tables on a PostgreSQL server, shared by any number of processes."""

    shared = True

    def __init__(self, address: str, connections: int = 8, patience_s: float = 10.0) -> None:
        self._address, self._patience_s = address, patience_s
        self._connections = connections
        self._pool: Any = None
        self._ears: Any = None
        self._feeling: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and create the database tables."""
        try:
            self._pool = await asyncpg.create_pool(
                self._address, min_size=1, max_size=self._connections,
                command_timeout=self._patience_s,  # a table must not wait forever
            )  # fmt: skip
            async with self._pool.acquire() as db, db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
                await db.execute(_SCHEMA)
        except (*_LOST, ValueError, TimeoutError) as error:  # the address may be malformed
            raise Unavailable(str(error) or type(error).__name__) from error

    async def close(self) -> None:
        """Close all connections."""
        pool, self._pool = self._pool, None
        if self._feeling is not None:
            self._feeling.cancel()
        if self._ears is not None:
            await self._ears.close(timeout=_SILENCE_S)
        if pool is not None:
            await pool.close()

    async def append(self, entry: Entry) -> None:
        if self._pool is None:
            raise Unavailable("the database is closed")
        try:
            await self._pool.execute(
                _FIRST if entry.n == 1 else _NEXT,
                entry.code, entry.n, entry.game, entry.version, entry.fact,
                entry.match, list(entry.versions), list(entry.events),
                entry.public, entry.phase, entry.listing,
            )  # fmt: skip
        except asyncpg.UniqueViolationError as error:
            raise Behind(f"{entry.code} has a fact {entry.n} already") from error
        except _REFUSED as error:
            raise Unavailable(str(error)) from error
        except _LOST as error:
            raise Unsure(str(error)) from error

    async def load(self, code: str, after: int = 0) -> list[Row]:
        with self._spoken() as pool:
            return await self._load(pool, code, after)

    @contextmanager
    def _spoken(self) -> Iterator[Any]:
        """Give the connection pool; raise Unavailable if the database cannot be reached."""
        if self._pool is None:
            raise Unavailable("the database is closed")
        try:
            yield self._pool
        except _LOST as error:
            raise Unavailable(str(error)) from error

    async def _load(self, pool: Any, code: str, after: int) -> list[Row]:
        async with (
            pool.acquire() as db,
            db.transaction(isolation="repeatable_read", readonly=True),
        ):
            facts = await db.fetch(
                "SELECT n, body, game, version FROM facts WHERE code = $1 AND n > $2 ORDER BY n",
                code, after,
            )  # fmt: skip
            known = await db.fetch(
                "SELECT game, version FROM facts WHERE code = $1 AND n = $2", code, after
            )
            before = {row["game"]: row["version"] for row in known}
            events: dict[tuple[int, int], bytes] = {}
            for game in {row["game"] for row in facts}:
                rows = await db.fetch(
                    "SELECT version, body FROM events WHERE match = $1 AND version > $2",
                    f"{code}.{game}", before.get(game, 0),
                )  # fmt: skip
                events |= {(game, row["version"]): row["body"] for row in rows}
        return grouped([tuple(row) for row in facts], events, before)

    async def listings(self, limit: int, within_s: float) -> list[bytes]:
        with self._spoken() as pool:
            rows = await pool.fetch(
                "SELECT listing FROM tables WHERE public AND phase = 'waiting'"
                " AND changed > now() - make_interval(secs => $2) ORDER BY changed DESC LIMIT $1",
                limit, within_s,
            )  # fmt: skip
        return [row["listing"] for row in rows]

    async def seen(self, codes: Sequence[str]) -> None:
        with self._spoken() as pool:
            await pool.execute(
                "UPDATE tables SET changed = now() WHERE code = ANY($1)", sorted(codes)
            )

    async def listen(self, heard: Heard, lost: Callable[[], None]) -> None:
        """Call back for every entry that any process writes: numbers only, no content."""

        def notice(_db: object, _pid: int, _channel: str, payload: str) -> None:
            code, _, n = payload.partition(" ")
            heard(code, int(n))

        while self._pool is not None:
            try:
                ears = await asyncpg.connect(self._address, timeout=_SILENCE_S)
            except _LOST:
                await asyncio.sleep(_RETRY_S)
                continue
            try:
                async with asyncio.timeout(_SILENCE_S):
                    await ears.add_listener(_CHANNEL, notice)
            except _LOST:
                ears.terminate()
                await asyncio.sleep(_RETRY_S)
                continue
            if ears.is_closed():  # it closed a moment ago, before `lost` could be attached
                continue
            ears.add_termination_listener(lambda _: lost())
            self._ears, self._feeling = ears, asyncio.ensure_future(_feel(ears))
            return

    # -- presence --------------------------------------------------------------------------------

    async def heartbeat(self, process: str, lease_s: float) -> bool:
        with self._spoken() as pool:
            async with pool.acquire() as db, db.transaction():
                new: bool = await db.fetchval(_BEAT, process, lease_s)
                dead = [row["process"] for row in await db.fetch(_DEAD)]
                if dead:
                    await db.execute(_LEFT, dead)
                    await db.execute("DELETE FROM processes WHERE process = ANY($1)", dead)
                    await db.execute(_FORGET)
        return new

    async def present(self, process: str, code: str, counts: Mapping[int, int]) -> None:
        with self._spoken() as pool:
            await pool.execute(_PRESENT, process, code, list(counts), list(counts.values()))

    async def present_elsewhere(self, process: str, code: str) -> dict[int, tuple[int, float]]:
        with self._spoken() as pool:
            rows = await pool.fetch(_ELSEWHERE, process, code)
        return {seat: (sockets, ago) for seat, sockets, ago in rows}

    async def absent(self, process: str) -> None:
        with self._spoken() as pool:
            await pool.execute(_LEFT, [process])
            await pool.execute("DELETE FROM processes WHERE process = $1", process)


async def _feel(ears: Any) -> None:
    """Check the connection regularly: a dead one can go unnoticed for hours if nothing is sent."""
    while not ears.is_closed():
        await asyncio.sleep(_FEEL_S)
        try:
            await ears.execute("SELECT 1", timeout=_SILENCE_S)
        except _LOST:
            ears.terminate()  # the listener is notified and reconnects
