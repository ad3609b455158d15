"""Deletion, for both databases: what it removes is gone for good.

How long things are kept is in the settings (`keep_…_days`); `live/sweeper.py` applies it.
"""

from __future__ import annotations

import msgspec

from hexade.server.store.portable_sql import Steps
from hexade.server.store.store import IDS_KEPT, Aged, ChatEntry
from hexade.server.table import facts, game_facts
from hexade.server.table.base_fact import GameFact


class _Listing(msgspec.Struct):
    """What deletion needs of a table's entry in the list of open tables."""

    slow_s: int | None = None


LINE, OTHER, CLEARED = 2, 1, 0  # kinds of changes of a chat; a cleared one has nothing personal
_SOME = 200  # lines that one transaction deletes
_LAST = "(SELECT {} FROM facts WHERE facts.code = tables.code ORDER BY n DESC LIMIT 1)"
_AGED = (
    f"SELECT code, phase, named, {_LAST.format('at')}, {_LAST.format('game')}, listing FROM tables"
    " WHERE code > $1 ORDER BY code LIMIT $2"
)
_END = "ZZZZZZZ"  # after every code, in any order of letters
_LEFTOVERS = """
SELECT DISTINCT code FROM facts WHERE code > $1 AND code <= $2
AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = facts.code)
"""
_TRIM = """
DELETE FROM talk WHERE code = $1 AND (
    (kind <> 2 AND n <= $2) OR n <= coalesce(
        (SELECT n FROM talk WHERE code = $1 AND kind = 2 ORDER BY n DESC LIMIT 1 OFFSET $3), 0
    )
)
"""


def aged(after: str, limit: int) -> Steps[list[Aged]]:
    """Return the tables whose codes follow, with when they last changed."""
    rows = yield _AGED, (after, limit)
    return [Aged(code, phase, bool(named), at or 0, game or 0, _slow_s(listing))
            for code, phase, named, at, game, listing in rows]  # fmt: skip


def _slow_s(listing: bytes | None) -> int | None:
    """Return how long a move may take, if the list of open tables says that a game is slow."""
    return msgspec.json.decode(listing, type=_Listing).slow_s if listing else None


def leftovers(after: str, upto: str) -> Steps[list[str]]:
    """Return the codes between two that have facts and no table."""
    rows = yield _LEFTOVERS, (after, upto or _END)
    return [code for (code,) in rows]


def trim(entry: ChatEntry) -> Steps[None]:
    """Delete what exceeds the bound of a table's chat."""
    yield _TRIM, (entry.code, entry.n - IDS_KEPT, entry.kept)


def erase(code: str, game: int | None = None, idle_since: int | None = None) -> Steps[bool]:
    """Delete a table, or one of its games; the last game takes its table with it.

    With a time, do so only if nothing has happened at the table since.
    """
    last = yield (
        "SELECT game, at FROM facts WHERE code = $1 ORDER BY n DESC LIMIT 1",
        (code,),
    )
    if not last or (game is not None and not 0 < game <= last[0][0]):
        return False
    if idle_since is not None and last[0][1] > idle_since:
        return False
    yield from _erase_table(code) if game in (None, last[0][0]) else _erase_game(code, game)
    return True


def _erase_table(code: str) -> Steps[None]:
    yield "DELETE FROM tables WHERE code = $1", (code,)  # first: whoever talks holds this row
    games = yield "SELECT DISTINCT game FROM facts WHERE code = $1", (code,)
    for (number,) in games:
        yield "DELETE FROM events WHERE match = $1", (f"{code}.{number}",)
    for table in ("facts", "talk"):
        yield f"DELETE FROM {table} WHERE code = $1", (code,)


def _erase_game(code: str, game: int) -> Steps[None]:
    """Delete what was played; who sat down and left stays, as later games need it."""
    rows = yield "SELECT n, body FROM facts WHERE code = $1 AND game = $2", (code, game)
    yield "DELETE FROM events WHERE match = $1", (f"{code}.{game}",)
    yield "UPDATE facts SET version = 0 WHERE code = $1 AND game = $2", (code, game)
    for n, body in rows:
        if isinstance(facts.decode(body), GameFact | game_facts.SeatsExpired):  # not the seats
            yield "DELETE FROM facts WHERE code = $1 AND n = $2", (code, n)


def make_nameless(code: str) -> Steps[None]:
    """Replace the names of a table's people, and delete their tokens."""
    rows = yield "SELECT n, body FROM facts WHERE code = $1", (code,)
    for n, body in rows:
        if (left := facts.nameless(body)) is not None:
            yield "UPDATE facts SET body = $3 WHERE code = $1 AND n = $2", (code, n, left)
    yield "UPDATE tables SET named = 0, listing = $2 WHERE code = $1", (code, b"")


def forget_chat(before: int) -> Steps[dict[str, int]]:
    """Delete some of what was said before a time; return up to which number for each table."""
    rows = yield (
        "SELECT code, n, body FROM talk WHERE kind > 0 AND at < $1 ORDER BY at, code, n LIMIT $2",
        (before, _SOME),
    )
    done: dict[str, int] = {}
    for code, n, body in rows:
        newest = yield "SELECT max(n) FROM talk WHERE code = $1", (code,)
        if newest[0][0] == n:  # numbers and mutes must stay: the next line continues from them
            yield (
                "UPDATE talk SET body = $3, kind = 0 WHERE code = $1 AND n = $2",
                (code, n, facts.cleared(body)),
            )
        else:
            yield "DELETE FROM talk WHERE code = $1 AND n = $2", (code, n)
        done[code] = max(n, done.get(code, 0))
    return done
