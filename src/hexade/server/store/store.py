"""Store: writes are durable, and of two concurrent writers the second gets `Behind`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexade.contract.reason import Reason, Refusal
from hexade.server.ops.metrics import Outage

CHUNK = 1000  # facts that are read at a time: others can read in between
TRIMMED = 16  # changes of a chat after which what exceeds its bound is deleted
IDS_KEPT = 64  # changes besides lines that are kept, so that no request is done twice
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # C:\tables.sqlite has one letter only
_USER_PASSWORD = re.compile(r"(://[^/@?:]*:).*@")
_PASSWORD = re.compile(r"([?&]password=)[^&]*")
ERASED = -(1 << 62)  # instead of a number in a notice: the table was deleted


class Behind(Exception):  # noqa: N818  what it is, not what went wrong
    """Another writer was faster: load its facts, and decide again."""


class Gone(Exception):  # noqa: N818  what it is, not what went wrong
    """There is no such table any more: another process erased it."""


class Unavailable(Outage):
    """Nothing can be written or read now; nothing was written."""


class Impossible(Unavailable):
    """What does not happen while the store and this program work: the log has the traceback."""

    brief = False


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
    format: int = 1  # of the fact

    @property
    def match(self) -> str:
        """The name of the game in the event log."""
        return f"{self.code}.{self.game}"

    @property
    def versions(self) -> range:
        """The versions of its events."""
        return range(self.version - len(self.events) + 1, self.version + 1)


@dataclass(frozen=True, slots=True)
class ChatEntry:
    """One change of a table's chat: it has numbers of its own, and is not kept for ever."""

    code: str
    n: int
    after: int  # the table's last fact when it was said
    fact: bytes
    is_line: bool
    kept: int  # so many lines stay
    format: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A fact as it was read back, with the events that belong to it."""

    n: int
    fact: bytes
    game: int
    version: int
    events: tuple[bytes, ...]
    format: int = 1
    at: int = 0  # when it was written, in seconds since 1970


_CHECKED = ("check",)  # no table has such a code


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A change of the chat as it was read back."""

    n: int
    fact: bytes
    after: int
    format: int = 1
    events: tuple[bytes, ...] = field(default=(), init=False)
    at: int = field(default=0, init=False)  # no clock depends on it


@dataclass(frozen=True, slots=True)
class Aged:
    """A table, and when it last changed, in seconds since 1970."""

    code: str
    phase: str
    named: bool
    at: int
    game: int
    slow_s: int | None = None  # in a slow game: how long a move may take


# A table's code and the number of its newest fact; 0: presence has changed; -n: the n-th change of
# its chat; ERASED.
Heard = Callable[[str, int], None]


class Store(ABC):
    """A database of tables; what not every store needs is not abstract, and does nothing."""

    shared = False  # whether several processes may use it at a time

    @abstractmethod
    async def open(self) -> None:
        """Connect, and create what is missing."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is queued, and disconnect."""

    async def check(self) -> None:
        """Write something and take it back, and read; raise Unavailable if that fails."""
        await self.note_people(_CHECKED, ())
        await self.note_people((), _CHECKED)
        await self.listings(1, 0.0)

    @abstractmethod
    async def append(self, entry: Entry) -> None:
        """Store an entry durably; raise Behind if its number is taken, or Gone."""

    async def load(self, code: str, after: int = 0, game: int | None = None) -> list[Row]:
        """Return a table's facts after the n-th, with their events; none if there is no table.

        With the number of a game, return those up to its end. A long history is read in chunks.
        """
        rows: list[Row] = []
        while True:
            some = await self.load_some(code, rows[-1].n if rows else after, game)
            rows += some
            if len(some) < CHUNK:
                return rows

    @abstractmethod
    async def load_some(self, code: str, after: int, game: int | None) -> list[Row]:
        """Return the next CHUNK of a table's facts."""

    @abstractmethod
    async def known(self, codes: Sequence[str]) -> set[str]:
        """Return those of some codes that have a table."""

    # -- the chat, apart from moves --------------------------------------------------------------

    @abstractmethod
    async def say(self, entry: ChatEntry) -> None:
        """Store a change of the chat; raise Behind if its number or a newer fact is there.

        Raise Gone if its table is not.
        """

    @abstractmethod
    async def chat(self, code: str, after: int = 0) -> list[ChatRow]:
        """Return the changes of a table's chat after the n-th, as far as they are kept."""

    # -- deletion --------------------------------------------------------------------------------

    @abstractmethod
    async def aged(self, after: str, limit: int) -> list[Aged]:
        """Return the tables whose codes follow, with when they last changed."""

    @abstractmethod
    async def leftovers(self, after: str, upto: str) -> list[str]:
        """Return the codes between two, "" for the end, that have facts and no table.

        A process that had not yet heard that another one was erasing the table wrote them.
        """

    @abstractmethod
    async def erase(
        self, code: str, game: int | None = None, idle_since: int | None = None
    ) -> bool:
        """Delete a table, or one of its games (the last one with its table); tell if it did.

        With a time (seconds since 1970), do so only if nothing has happened there since.
        """

    @abstractmethod
    async def make_nameless(self, code: str) -> None:
        """Replace the names of a table's people, and delete their tokens."""

    @abstractmethod
    async def forget_chat(self, before: int) -> dict[str, int]:
        """Delete some of what was said before a time; return up to which n for each table."""

    @abstractmethod
    async def forget_puzzle_counts(self, before: str) -> None:
        """Delete the counts of puzzles of the days before a day, such as 2026-11-18."""

    async def erasures(self) -> list[str]:
        """Return the tables and replays that a command wants erased by the server that runs."""
        return []

    async def erasure_done(self, name: str) -> None:  # noqa: B027
        """Note that a table or replay was erased as asked."""

    # -- puzzles of the day ----------------------------------------------------------------------

    @abstractmethod
    async def count_result(self, game: str, day: str, outcome: int) -> None:
        """Count one more person who finished a day's puzzle in this way."""

    @abstractmethod
    async def puzzle_counts(self, game: str, day: str) -> dict[int, int]:
        """Return how many people finished a day's puzzle, by outcome."""

    # -- the list of open tables -----------------------------------------------------------------

    @abstractmethod
    async def day_keys(self, today: str, yesterday: str) -> list[str]:
        """Return the keys of two days, the newest first; today's is made if there is none."""

    @abstractmethod
    async def forget_day_keys(self, before: str) -> None:
        """Delete the keys of the days before a day."""

    @abstractmethod
    async def listings(self, limit: int, within_s: float) -> list[bytes]:
        """Return the public tables that wait for players and are not abandoned."""

    @abstractmethod
    async def seen(self, codes: Sequence[str]) -> None:
        """Keep these tables in the list of open tables: somebody is waiting at them."""

    # -- occupied tables: only where one process has the database to itself ----------------------

    async def peopled(self) -> list[str]:
        """Return the tables that people were at when that was last stored."""
        return []

    async def note_people(self, come: Sequence[str], gone: Sequence[str]) -> None:  # noqa: B027
        """Store which tables people have come to, and which are now empty."""

    async def load_all(self, codes: Sequence[str]) -> dict[str, list[Row]]:
        """Return several tables with all their facts; skip tables that do not exist."""
        return {code: rows for code in codes if (rows := await self.load(code))}

    # -- notifications ---------------------------------------------------------------------------

    async def listen(  # noqa: B027
        self, heard: Heard, lost: Callable[[], None], told: Callable[[str], None] | None = None
    ) -> None:
        """Call back for every entry that any process writes, and when the connection is lost.

        `told` hears what processes `tell`.
        """

    async def tell(self, text: str) -> None:  # noqa: B027
        """Tell all processes something that is not stored, this one included."""

    # -- presence: only where several processes share the database -------------------------------

    async def heartbeat(self, process: str, lease_s: float) -> bool:
        """Renew a process's lease, and remove expired ones; return whether it was new."""
        return False

    async def present(self, process: str, code: str, counts: Mapping[int, int]) -> None:  # noqa: B027
        """Store how many sockets a process has for each seat of a table, and announce it."""

    async def present_elsewhere(self, process: str, code: str) -> dict[int, tuple[int, float]]:
        """Return each seat's sockets in other processes, and how many seconds ago that changed."""
        return {}

    async def absent(self, process: str) -> None:  # noqa: B027
        """Remove the presence of a process."""

    async def forget_absent(self) -> None:  # noqa: B027
        """Delete who left a day ago, and who was at tables that there are no more."""


def file_of(database: str) -> str | None:
    """Return the name of a database's file; None if it is on a PostgreSQL server.

    Refuse other addresses: each would become the name of a new file.
    """
    if database.startswith(("postgresql://", "postgres://")):
        return None
    path = database.removeprefix("sqlite:///")
    if scheme := _SCHEME.match(path):
        said = f"a database cannot begin with {scheme[0]!r}"
        raise Refusal(Reason("database", "", f"{said}: give a file, or postgresql://…"))
    if path == ":memory:":
        text = "a database in memory would forget all tables: give a file, or postgresql://…"
        raise Refusal(Reason("database", "", text))
    return path


def shown(database: str) -> str:
    """Return a database as people may read it: an address without its password."""
    if file_of(database) is not None:
        return database
    return _PASSWORD.sub(r"\1***", _USER_PASSWORD.sub(r"\1***@", database))


def choose(database: str) -> Store:
    """Return the store for a database: a PostgreSQL address, or the name of a file."""
    path = file_of(database)
    if path is None:
        from hexade.server.store.postgres import Postgres

        return Postgres(database)
    from hexade.server.store.sqlite import Sqlite

    return Sqlite(path)


def merged(rows: Sequence[Row], chat: Sequence[ChatRow]) -> Iterator[Row | ChatRow]:
    """Yield facts and changes of the chat in the order in which they happened.

    What was said after the last of these facts comes last: the reader may have to wait with it.
    """
    left = list(reversed(chat))
    for row in rows:
        while left and left[-1].after < row.n:
            yield left.pop()
        yield row
    yield from reversed(left)


def grouped(facts: list[tuple[int, bytes, int, int, int, int]],
            events: dict[tuple[int, int], bytes], before: dict[int, int],
            after: int) -> list[Row]:  # fmt: skip
    """Return facts with their events; `before` has the version of each game before the first.

    Facts without the first one are none: they are leftovers of a table that was erased.
    """
    if after == 0 and facts and facts[0][0] != 1:
        return []
    rows = []
    at = dict(before)
    for n, fact, game, version, written, at_time in facts:
        versions = range(at.get(game, 0) + 1, version + 1)
        at[game] = version
        if not all((game, v) in events for v in versions):
            raise Impossible(f"the log of game {game} has a hole before version {version}")
        happened = tuple(events[game, v] for v in versions)
        rows.append(Row(n, fact, game, version, happened, written, at_time))
    return rows
