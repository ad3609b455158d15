"""Store: writes are durable, and of two concurrent writers the second gets `Behind`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


class Behind(Exception):  # noqa: N818  what it is, not what went wrong
    """Another writer was faster: load its facts, and decide again."""


class Unavailable(Exception):  # noqa: N818
    """Nothing can be written or read now; nothing was written."""


class Unsure(Unavailable):
    """The connection to the database broke during a write: it may or may not have happened."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of a table: its n-th fact, with the events that belong to it."""

    code: str
    n: int  # counted from 1 without gaps: (code, n) is a key
    fact: bytes
    game: int  # which of the table's games, counted from 1; 0 before the first
    version: int  # of that game, after this fact: (game, version) is the key of its last event
    events: tuple[bytes, ...] = ()
    public: bool = False
    phase: str = "waiting"
    listing: bytes = b""

    @property
    def match(self) -> str:
        """The name of the game in the event log."""
        return f"{self.code}.{self.game}"

    @property
    def versions(self) -> range:
        """The versions of its events."""
        return range(self.version - len(self.events) + 1, self.version + 1)


@dataclass(frozen=True, slots=True)
class Row:
    """A fact as it was read back, with the events that belong to it."""

    n: int
    fact: bytes
    game: int
    version: int
    events: tuple[bytes, ...]


_CHECKED = ("check",)  # no table has such a code
Heard = Callable[[str, int], None]  # a table's code and its newest fact; 0: presence has changed


class Store:
    """A database of tables; what not every store needs does nothing here."""

    shared = False  # whether several processes may use it at a time

    async def open(self) -> None:
        """Connect, and create what is missing."""

    async def close(self) -> None:
        """Write what is queued, and disconnect."""

    async def check(self) -> None:
        """Write something and take it back, and read; raise Unavailable if that fails."""
        await self.note_people(_CHECKED, ())
        await self.note_people((), _CHECKED)
        await self.listings(1, 0.0)

    async def append(self, entry: Entry) -> None:
        """Store an entry durably; raise Behind if its number is taken."""
        raise NotImplementedError

    async def load(self, code: str, after: int = 0) -> list[Row]:
        """Return a table's facts after the n-th, with their events; none if there is no table."""
        raise NotImplementedError

    async def listings(self, limit: int, within_s: float) -> list[bytes]:
        """Return the public tables that wait for players and are not abandoned."""
        raise NotImplementedError

    async def seen(self, codes: Sequence[str]) -> None:
        """Keep these tables in the list of open tables: somebody is waiting at them."""
        raise NotImplementedError

    # -- occupied tables: only where one process has the database to itself ----------------------

    async def peopled(self) -> list[str]:
        """Return the tables that people were at when that was last stored."""
        return []

    async def note_people(self, come: Sequence[str], gone: Sequence[str]) -> None:
        """Store which tables people have come to, and which are now empty."""

    async def load_all(self, codes: Sequence[str]) -> dict[str, list[Row]]:
        """Return several tables with all their facts; skip tables that do not exist."""
        return {code: rows for code in codes if (rows := await self.load(code))}

    # -- notifications ---------------------------------------------------------------------------

    async def listen(self, heard: Heard, lost: Callable[[], None]) -> None:
        """Call back for every entry that any process writes, and when the connection is lost."""

    # -- presence: only where several processes share the database -------------------------------

    async def heartbeat(self, process: str, lease_s: float) -> bool:
        """Renew a process's lease, and remove expired ones; return whether it was new."""
        return False

    async def present(self, process: str, code: str, counts: Mapping[int, int]) -> None:
        """Store how many sockets a process has for each seat of a table, and announce it."""

    async def present_elsewhere(self, process: str, code: str) -> dict[int, tuple[int, float]]:
        """Return each seat's sockets in other processes, and how many seconds ago that changed."""
        return {}

    async def absent(self, process: str) -> None:
        """Remove the presence of a process."""


def choose(database: str) -> Store:
    """Return the store for a database: a PostgreSQL address, or the name of a file."""
    if database.startswith(("postgresql://", "postgres://")):
        from hexade.server.store.postgres import Postgres

        return Postgres(database)
    from hexade.server.store.sqlite import Sqlite

    return Sqlite(database.removeprefix("sqlite:///"))


def grouped(facts: list[tuple[int, bytes, int, int]], events: dict[tuple[int, int], bytes],
            before: dict[int, int]) -> list[Row]:  # fmt: skip
    """Return facts with their events; `before` has the version of each game before the first."""
    rows = []
    at = dict(before)
    for n, fact, game, version in facts:
        versions = range(at.get(game, 0) + 1, version + 1)
        at[game] = version
        if not all((game, v) in events for v in versions):
            raise Unavailable(f"the log of game {game} has a hole before version {version}")
        rows.append(Row(n, fact, game, version, tuple(events[game, v] for v in versions)))
    return rows
