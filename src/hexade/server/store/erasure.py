"""Erasing on request, by a command: a server that runs must not keep what is erased in memory."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from hexade.contract.reason import Refusal
from hexade.server.store.backup import in_a_sentence, refusal
from hexade.server.store.store import choose, file_of
from hexade.wire.codes import is_code, replay_parts

_TIMEOUT_S = 60.0
_LOOK_S = 0.2


async def erase(database: str, name: str, timeout_s: float = _TIMEOUT_S) -> None:
    """Erase a table or a replay; refuse a name that there is not."""
    name = name.upper()
    code, game = replay_parts(name) or (name, None)
    path = file_of(database)
    if not is_code(code):
        raise refusal(f"{name} is neither the code of a table nor the name of a replay")
    if path is not None and not Path(path).is_file():
        raise refusal(f"there is no database at {path}")
    store = choose(database)
    with in_a_sentence():
        try:
            await store.open()
        except Refusal as why:
            if why.reason.code != "locked" or path is None:
                raise
            await _ask_server(path, code, name, timeout_s)
            return
        try:
            if not await store.erase(code, game):
                raise refusal(f"there is no {name}")
        finally:
            await store.close()


def copies(database: str) -> list[Path]:
    """Return the copies that upgrades and restores left beside an SQLite file."""
    if (path := file_of(database)) is None:
        return []
    name = re.compile(re.escape(Path(path).name) + r"\.(version-\d+|before-restore)")
    folder = Path(path).absolute().parent
    return sorted(one for one in folder.iterdir() if name.fullmatch(one.name))


async def _ask_server(path: str, code: str, name: str, timeout_s: float) -> None:
    """Leave a note for the server that uses the file, and wait until it is done."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=5.0)) as db:
        if not db.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone():
            raise refusal(f"there is no {name}")
        db.execute("INSERT OR IGNORE INTO erasures (name) VALUES (?)", (name,))
        try:
            async with asyncio.timeout(timeout_s):
                while db.execute("SELECT 1 FROM erasures WHERE name = ?", (name,)).fetchone():
                    await asyncio.sleep(_LOOK_S)
        except TimeoutError:
            text = f"the server that uses {path} has not erased {name} yet: look at its log"
            raise refusal(text) from None
