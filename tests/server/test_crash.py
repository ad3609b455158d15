"""After `kill -9` at any moment everything that was told and acknowledged is still there."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import msgspec
import pytest

from hexade.server.table import news
from hexade.wire import messages
from tests.server.crash import Report, Witness, Wrong, _compare_one, crash
from tests.server.fixtures import a_room, run
from tests.server.forkserver import Child, Nursery
from tests.server.postgres import a_database
from tests.server.process import SERVE, Process
from tests.server.table.test_private_choices import GAMES, a_choice

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("NUMBA_DISABLE_JIT") == "1",
        reason="the server process runs plain in either case: once is enough",
    ),
]

PATIENCE_S = 300.0  # the command measures how soon all are back; a test must not, on a busy machine

# A server as many are: it acknowledges first, and writes a moment later.
_HASTY = f"""
import asyncio
from hexade.server.store.sqlite import Sqlite

write = Sqlite.append

async def append(self, entry):
    if entry.game:
        loop = asyncio.get_running_loop()
        loop.call_later(0.3, lambda: asyncio.ensure_future(write(self, entry)))
    else:
        await write(self, entry)

Sqlite.append = append
{SERVE.replace("; ", chr(10))}
"""


def test_nothing_is_lost_invented_or_out_of_order() -> None:
    async def test() -> None:
        async with Nursery() as nursery:
            report = await crash(kills=20, seed=1, nursery=nursery, back_s=PATIENCE_S)
        assert report.acknowledged > 10

    run(test())


@pytest.mark.skipif(sys.platform != "linux", reason="nobody can listen beside a bound socket")
def test_nobody_takes_the_port_of_a_server_that_is_down(tmp_path: Path) -> None:
    process = Process(str(tmp_path / "tables.sqlite"))
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", process.port))


def test_a_server_that_cannot_start_says_why_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with Nursery() as nursery:
            child = Child(nursery, str(tmp_path / "tables.sqlite"))
            with socket.socket() as other:
                other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                other.bind(("127.0.0.1", child.port))
                other.listen()
                with pytest.raises(RuntimeError, match="cannot listen"):
                    await child.start()
            await child.start()
            await child.kill()
        with pytest.raises(RuntimeError, match="there is no setting HEXADE_ODD"):
            await Process(str(tmp_path / "b.sqlite"), more={"HEXADE_ODD": "1"}).start()

    run(test())


# A start that goes well, after which the server dies; the next one starts well, too.
_DIES_LATER = """
import sys
for number, line in enumerate(sys.stdin, 11):
    port, _ = line.split()
    print("born", number)
    print(f"Hexade is at http://127.0.0.1:{port}/")
    print("died", number, "OSError('too late')", flush=True)
"""


def test_the_death_of_an_earlier_server_is_not_that_of_the_next() -> None:
    async def test() -> None:
        async with Nursery(_DIES_LATER) as nursery:
            born = [await nursery.bear(port, "tables.sqlite") for port in (4001, 4002)]
        assert born == [11, 12]

    run(test())


def test_nor_where_every_process_begins_from_nothing() -> None:
    report = run(crash(kills=4, seed=2, back_s=PATIENCE_S))
    assert report.kills == 4


def test_nothing_is_lost_with_postgres_either() -> None:
    async def test() -> None:
        async with Nursery() as nursery:
            database = await a_database()
            report = await crash(10, 4, database, nursery=nursery, back_s=PATIENCE_S)
        assert report.acknowledged > 5

    run(test())


def test_the_harness_notices_a_server_that_acknowledges_too_early() -> None:
    with pytest.raises(Wrong):
        run(crash(kills=8, seed=5, serve=_HASTY, back_s=PATIENCE_S))


def test_the_harness_misses_a_move_that_leaves_a_choice_only_if_it_is_not_stored(
    tmp_path: Path,
) -> None:
    """Its seat is told of it before its events are logged, which is when it has chosen."""

    async def test() -> None:
        async with a_room(tmp_path) as room:
            table = (await a_choice(room, GAMES[0][0], take_back=False)).table
            assert table.private is not None
            witness = Witness("", table.code, None)
            witness.seat = table.private.seat
            state = news.table_state(table, {}, {}, 0, 0.0)
            welcome = news.welcome(table, witness.seat, messages.Hello(), state, 0.0)
            assert welcome.now is not None
            witness._note(1, 0, msgspec.to_builtins(welcome.events), welcome.now.v)
            rows = await room.store.load(table.code)
            _compare_one(Report(), witness, rows)
            with pytest.raises(Wrong, match="was told and is lost"):
                _compare_one(Report(), witness, rows[:-1])

    run(test())
