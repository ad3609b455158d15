"""PostgreSQL: one statement for each entry, and a notice of its number to all processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from secrets import token_hex
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from hexade.contract.reason import Reason, Refusal
from hexade.server.store import day_keys, deletion, migrations, puzzle_counts
from hexade.server.store.portable_sql import Steps, run_in_postgres
from hexade.server.store.store import (
    CHUNK,
    ERASED,
    TRIMMED,
    Aged,
    Behind,
    ChatEntry,
    ChatRow,
    Entry,
    Gone,
    Heard,
    Row,
    Store,
    Unavailable,
    Unsure,
    grouped,
)  # fmt: skip

_CHANNEL = "hexade"
_TOLD = "hexade_told"
_RETRY_S = 0.5
_KEY = 16  # bytes
_ASIDE = 2  # connections that count puzzles may use at a time
_CHECK_S, _ANSWER_S = 1.0, 2.0  # connection check: its interval, and how long an answer may take
_LOCK = 0x4865786164  # an advisory lock: processes that start together must not both create tables
_MARK = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"
_ALL = ", ".join((*migrations.PORTABLE, "day_keys", "presence", "processes"))
_KNOWN = """
SELECT coalesce((SELECT max(version) FROM schema_version),
    CASE WHEN to_regclass('facts') IS NULL THEN 0 ELSE 1 END)
"""  # version 1 left no mark
_IN_USE = "SELECT count(*) FROM processes WHERE until > now()"
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
_FORGET = """
DELETE FROM presence WHERE sockets = 0 AND (since < now() - interval '1 day'
    OR NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = presence.code))
"""
_NOW = "extract(epoch FROM now())::bigint"
# Nothing is written to a table that was erased.
_FACT = f"""
INSERT INTO facts (code, n, game, version, body, format, at)
SELECT $1, $2::integer, $3::integer, $4::integer, $5::bytea, $12::integer, {_NOW} {{}} RETURNING n
"""
_EVENTS = """
INSERT INTO events (match, version, body)
SELECT $6, v, b FROM f, unnest($7::integer[], $8::bytea[]) AS e(v, b)
"""
_NEW = "INSERT INTO tables (code, public, phase, listing) VALUES ($1, $9, $10, $11)"
_CHANGE = """
UPDATE tables SET public = $9, phase = $10, listing = $11, changed = now(), named = 1
WHERE code = $1 AND length($11::bytea) > 0
"""
# All in one statement, hence in one transaction and one round trip; the notice goes with it.
_APPEND = "WITH t AS ({}), f AS ({}), e AS ({}) SELECT pg_notify('{}', $1 || ' ' || n::text) FROM f"
_FIRST = _APPEND.format(_NEW, _FACT.format(""), _EVENTS, _CHANNEL)
_NEXT = _APPEND.format(_CHANGE, _FACT.format("FROM tables WHERE code = $1"), _EVENTS, _CHANNEL)
_WRITTEN = "SELECT 1"  # what PostgreSQL says when the one notice went out
_FACTS = """
SELECT n, body, game, version, format, at FROM facts
WHERE code = $1 AND n > $2 AND ($3::integer IS NULL OR game <= $3) ORDER BY n LIMIT $4
"""
_CHAT = "SELECT n, body, after, format FROM talk WHERE code = $1 AND n > $2 ORDER BY n"
# Changes of seats lock this row too: nobody chats from a seat that is no longer theirs.
_HOLD = "SELECT 1 FROM tables WHERE code = $1 FOR SHARE"
_SAY = f"""
WITH s AS (
    INSERT INTO talk (code, n, after, kind, at, format, body)
    SELECT $1, $2, $3, $4, {_NOW}, $5, $6
    WHERE $3 = (SELECT n FROM facts WHERE code = $1 ORDER BY n DESC LIMIT 1) RETURNING n
)
SELECT pg_notify('{_CHANNEL}', $1 || ' -' || n::text) FROM s
"""
_GONE = f"SELECT pg_notify('{_CHANNEL}', $1 || ' {ERASED}')"
_LOST = (  # a connection that is cut between two steps of asyncpg is an error of its own
    OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError,
)  # fmt: skip
_REFUSED = (  # PostgreSQL itself refused: nothing was written
    asyncpg.InsufficientResourcesError, asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
)  # fmt: skip


T = TypeVar("T")


async def _reset(_: object) -> None:
    """Leave a connection as it is: nobody here changes its session.

    asyncpg itself ends a transaction that was left open. Its own reset would be another round trip
    after every move.
    """


class Postgres(Store):
    """Tables on a PostgreSQL server, shared by any number of processes."""

    shared = True

    def __init__(self, address: str, connections: int = 8, timeout_s: float = 10.0) -> None:
        self._address, self._timeout_s = address, timeout_s
        self._connections = connections
        self._aside = asyncio.Semaphore(_ASIDE)
        self._pool: Any = None
        self._listener: Any = None
        self._checking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and create the database tables."""
        await self._connect(self._bring_up_to_date)

    async def _connect(self, then: Callable[[], Awaitable[None]]) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self._address, min_size=1, max_size=self._connections,
                command_timeout=self._timeout_s,  # a table must not wait forever
                reset=_reset,
            )  # fmt: skip
            await then()
        except Refusal:
            await self.close()
            raise
        except (*_LOST, ValueError, TimeoutError) as error:  # the address may be malformed
            raise Unavailable(str(error) or type(error).__name__) from error

    async def _bring_up_to_date(self) -> None:
        """Migrate the database, on a connection whose statements may take as long as they need."""
        db = await asyncpg.connect(self._address, timeout=self._timeout_s)
        try:
            async with db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
                await _migrate(db)
        finally:
            await db.close(timeout=self._timeout_s)

    async def _demand_up_to_date(self) -> None:
        """Refuse a database in another version: reading must not migrate it."""
        async with self._pool.acquire() as db:
            marked = await db.fetchval("SELECT to_regclass('schema_version') IS NOT NULL")
            found: int = await db.fetchval(_KNOWN) if marked else 0
        migrations.check(found, "the PostgreSQL database")
        if found < migrations.VERSION:
            text = "the PostgreSQL database has an older schema: back it up with pg_dump"
            raise Refusal(Reason("database", "", f"{text}, or start a server, which updates it"))

    async def close(self) -> None:
        """Close all connections."""
        pool, self._pool = self._pool, None
        if self._checking is not None:
            self._checking.cancel()
        if self._listener is not None:
            await self._listener.close(timeout=_ANSWER_S)
        if pool is not None:
            await pool.close()

    async def append(self, entry: Entry) -> None:
        with self._written() as pool:
            done = await pool.execute(
                _FIRST if entry.n == 1 else _NEXT,
                entry.code, entry.n, entry.game, entry.version, entry.fact,
                entry.match, list(entry.versions), list(entry.events),
                entry.public, entry.phase, entry.listing, entry.format,
            )  # fmt: skip
        if done != _WRITTEN:
            raise Gone("the table was erased")

    async def say(self, entry: ChatEntry) -> None:
        kind = deletion.LINE if entry.is_line else deletion.OTHER
        values = (entry.code, entry.n, entry.after, kind, entry.format, entry.fact)
        with self._written() as pool:
            async with pool.acquire() as db, db.transaction():
                if not await db.fetch(_HOLD, entry.code):
                    raise Gone("the table was erased")
                if not await db.fetch(_SAY, *values):
                    raise Behind(f"there are newer facts than {entry.after}")
                if entry.n % TRIMMED == 0:
                    await run_in_postgres(db, deletion.trim(entry))

    @contextmanager
    def _written(self) -> Iterator[Any]:
        """Give the connection pool for a write, and say whether what failed may have happened."""
        if self._pool is None:
            raise Unavailable("the database is closed")
        try:
            yield self._pool
        except asyncpg.UniqueViolationError as error:
            raise Behind("another process was faster") from error
        except _REFUSED as error:
            raise Unavailable(str(error)) from error
        except _LOST as error:
            raise Unsure(str(error)) from error

    async def load_some(self, code: str, after: int, game: int | None) -> list[Row]:
        with self._open_pool() as pool:
            return await self._load(pool, code, after, game)

    async def known(self, codes: Sequence[str]) -> set[str]:
        with self._open_pool() as pool:
            asked = "SELECT code FROM tables WHERE code = ANY($1)"
            return {row["code"] for row in await pool.fetch(asked, list(codes))}

    async def chat(self, code: str, after: int = 0) -> list[ChatRow]:
        with self._open_pool() as pool:
            return [ChatRow(*row) for row in await pool.fetch(_CHAT, code, after)]

    # -- deletion --------------------------------------------------------------------------------

    async def aged(self, after: str, limit: int) -> list[Aged]:
        return await self._run(deletion.aged(after, limit))

    async def leftovers(self, after: str, upto: str) -> list[str]:
        return await self._run(deletion.leftovers(after, upto))

    async def erase(
        self, code: str, game: int | None = None, idle_since: int | None = None
    ) -> bool:
        return await self._run(_erase(code, game, idle_since))

    async def make_nameless(self, code: str) -> None:
        await self._run(deletion.make_nameless(code))

    async def forget_chat(self, before: int) -> dict[str, int]:
        return await self._run(deletion.forget_chat(before))

    async def forget_puzzle_counts(self, before: str) -> None:
        await self._run(puzzle_counts.forget(before))

    async def count_result(self, game: str, day: str, outcome: int) -> None:
        await self._run_alone(puzzle_counts.count(game, day, outcome))

    async def puzzle_counts(self, game: str, day: str) -> dict[int, int]:
        return await self._run_alone(puzzle_counts.read(game, day))

    async def _run(self, steps: Steps[T]) -> T:
        """Run steps in one transaction."""
        with self._open_pool() as pool:
            async with pool.acquire() as db, db.transaction():
                return await run_in_postgres(db, steps)

    async def _run_alone(self, steps: Steps[T]) -> T:
        """Run a statement by itself, on few connections: moves never wait for numbers.

        Its row is locked for no longer than the database needs, even if this process is frozen.
        """
        with self._open_pool() as pool:
            async with self._aside, pool.acquire() as db:
                return await run_in_postgres(db, steps)

    @contextmanager
    def _open_pool(self) -> Iterator[Any]:
        """Give the connection pool; raise Unavailable if the database cannot be reached."""
        if self._pool is None:
            raise Unavailable("the database is closed")
        try:
            yield self._pool
        except _LOST as error:
            raise Unavailable(str(error)) from error

    async def _load(self, pool: Any, code: str, after: int, game: int | None) -> list[Row]:
        async with (
            pool.acquire() as db,
            db.transaction(isolation="repeatable_read", readonly=True),
        ):
            facts = await db.fetch(_FACTS, code, after, game, CHUNK)
            known = await db.fetch(
                "SELECT game, version FROM facts WHERE code = $1 AND n = $2", code, after
            )
            before = {row["game"]: row["version"] for row in known}
            events: dict[tuple[int, int], bytes] = {}
            for number, last in {row["game"]: row["version"] for row in facts}.items():
                rows = await db.fetch(
                    "SELECT version, body FROM events"
                    " WHERE match = $1 AND version > $2 AND version <= $3",
                    f"{code}.{number}", before.get(number, 0), last,
                )  # fmt: skip
                events |= {(number, row["version"]): row["body"] for row in rows}
        return grouped([tuple(row) for row in facts], events, before, after)

    async def day_keys(self, today: str, yesterday: str) -> list[str]:
        return await self._run(day_keys.keys(today, yesterday, token_hex(_KEY)))

    async def forget_day_keys(self, before: str) -> None:
        await self._run(day_keys.forget(before))

    async def listings(self, limit: int, within_s: float) -> list[bytes]:
        with self._open_pool() as pool:
            rows = await pool.fetch(
                "SELECT listing FROM tables WHERE public AND phase = 'waiting'"
                " AND changed > now() - make_interval(secs => $2) ORDER BY changed DESC LIMIT $1",
                limit, within_s,
            )  # fmt: skip
        return [row["listing"] for row in rows]

    async def seen(self, codes: Sequence[str]) -> None:
        with self._open_pool() as pool:
            await pool.execute(
                "UPDATE tables SET changed = now() WHERE code = ANY($1)", sorted(codes)
            )

    async def tell(self, text: str) -> None:
        with self._open_pool() as pool:
            await pool.execute("SELECT pg_notify($1, $2)", _TOLD, text)

    async def listen(
        self, heard: Heard, lost: Callable[[], None], told: Callable[[str], None] | None = None
    ) -> None:
        """Call back for every entry that any process writes: numbers only, no content."""

        def notice(_db: object, _pid: int, _channel: str, payload: str) -> None:
            code, _, n = payload.partition(" ")
            heard(code, int(n))

        while self._pool is not None:
            try:
                listener = await asyncpg.connect(self._address, timeout=_ANSWER_S)
            except _LOST:
                await asyncio.sleep(_RETRY_S)
                continue
            try:
                async with asyncio.timeout(_ANSWER_S):
                    await listener.add_listener(_CHANNEL, notice)
                    if told is not None:
                        await listener.add_listener(_TOLD, lambda *notice: told(notice[-1]))
            except _LOST:
                listener.terminate()
                await asyncio.sleep(_RETRY_S)
                continue
            if listener.is_closed():  # it closed a moment ago, before `lost` could be attached
                continue
            listener.add_termination_listener(lambda _: lost())
            self._listener, self._checking = listener, asyncio.ensure_future(_check_often(listener))
            return

    # -- backups ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """Give a connection that sees the database as it is at this moment, while others write."""
        await self._connect(self._demand_up_to_date)
        try:
            with self._open_pool() as pool:
                async with (
                    pool.acquire() as db,
                    db.transaction(isolation="repeatable_read", readonly=True),
                ):
                    yield db
        finally:
            await self.close()

    @asynccontextmanager
    async def emptied(self, force: bool) -> AsyncIterator[Any]:
        """Give a connection to an empty database, in a transaction that fills it.

        Refuse while servers use it, and without `force` if there is anything in it.
        """
        await self.open()
        try:
            with self._open_pool() as pool:
                async with pool.acquire() as db, db.transaction():
                    await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
                    await _demand_idle(db, force)
                    await db.execute(f"TRUNCATE {_ALL}")
                    yield db
        finally:
            await self.close()

    # -- presence --------------------------------------------------------------------------------

    async def heartbeat(self, process: str, lease_s: float) -> bool:
        with self._open_pool() as pool:
            async with pool.acquire() as db, db.transaction():
                new: bool = await db.fetchval(_BEAT, process, lease_s)
                dead = [row["process"] for row in await db.fetch(_DEAD)]
                if dead:
                    await db.execute(_LEFT, dead)
                    await db.execute("DELETE FROM processes WHERE process = ANY($1)", dead)
        return new

    async def present(self, process: str, code: str, counts: Mapping[int, int]) -> None:
        with self._open_pool() as pool:
            await pool.execute(_PRESENT, process, code, list(counts), list(counts.values()))

    async def present_elsewhere(self, process: str, code: str) -> dict[int, tuple[int, float]]:
        with self._open_pool() as pool:
            rows = await pool.fetch(_ELSEWHERE, process, code)
        return {seat: (sockets, ago) for seat, sockets, ago in rows}

    async def absent(self, process: str) -> None:
        with self._open_pool() as pool:
            await pool.execute(_LEFT, [process])
            await pool.execute("DELETE FROM processes WHERE process = $1", process)

    async def forget_absent(self) -> None:
        with self._open_pool() as pool:
            await pool.execute(_FORGET)


async def _migrate(db: Any) -> None:
    """Bring the database up to date; refuse a newer one, or one that older servers still use."""
    await db.execute(_MARK)
    found: int = await db.fetchval(_KNOWN)
    migrations.check(found, "the PostgreSQL database")
    if found == migrations.VERSION:
        return
    if found and (using := await db.fetchval(_IN_USE)):
        who = "an older server still uses" if using == 1 else f"{using} older servers still use"
        text = (
            f"the database must be brought up to date, and {who} it: "
            "stop all servers first (a killed one counts for some seconds more)"
        )
        raise Refusal(Reason("database", "", text))
    for version in range(found + 1, migrations.VERSION + 1):
        for statement in migrations.definitions(version, postgres=True):
            await db.execute(statement)
        await run_in_postgres(db, migrations.rewrite(version))
    await db.execute("DELETE FROM schema_version")
    await db.execute("INSERT INTO schema_version (version) VALUES ($1)", migrations.VERSION)


async def _demand_idle(db: Any, force: bool) -> None:
    """Refuse to replace a database that servers use, or that is not empty."""
    if await db.fetchval(_IN_USE):
        text = "servers use the PostgreSQL database: stop them first"
        raise Refusal(Reason("locked", "", f"{text} (a killed one counts for some seconds more)"))
    for table, what in migrations.CONTENTS.items():
        if not force and await db.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table})"):
            text = f"the PostgreSQL database has {what} in it; --force replaces them by the backup"
            raise Refusal(Reason("database", "", text))


def _erase(code: str, game: int | None, idle_since: int | None) -> Steps[bool]:
    """Delete, and tell the other processes to drop what they have of the table."""
    done = yield from deletion.erase(code, game, idle_since)
    if done:
        yield "DELETE FROM presence WHERE code = $1", (code,)
        yield _GONE, (code,)
    return done


async def _check_often(listener: Any) -> None:
    """Check the connection regularly: a dead one can go unnoticed for hours if nothing is sent."""
    while not listener.is_closed():
        await asyncio.sleep(_CHECK_S)
        try:
            await listener.execute("SELECT 1", timeout=_ANSWER_S)
        except _LOST:
            listener.terminate()  # calls `lost`, which reconnects
