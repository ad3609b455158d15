"""Several real processes on one database serve any table; and a process stops in order."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from hexade import games
from hexade.client import Client, create, get, sit
from hexade.contract.record import read, verify
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.client import play
from tests.server.fixtures import ALL, run
from tests.server.postgres import a_database
from tests.server.process import Process

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("NUMBA_DISABLE_JIT") == "1",
        reason="the server process runs plain in either case: once is enough",
    ),
]


@pytest.mark.parametrize("name", ALL)
def test_players_of_one_table_are_spread_over_two_processes(name: str) -> None:
    async def test() -> None:
        database = await a_database()
        processes = [Process(database) for _ in range(2)]
        await asyncio.gather(*(process.start() for process in processes))
        try:
            here, there = (process.address for process in processes)
            agreed = Agreed(game=name, seats=2, take_back=False)
            first = await create(here, Create(agreed=agreed, sit=Sit(name="A")))
            second = await sit(there, first.code, Sit(name="B"))
            clients = [
                Client(here, first.code, first.token),
                Client(there, first.code, second.token),
            ]
            async with clients[0], clients[1], Client(there, first.code) as watcher:
                for client in clients:
                    await client.next()
                for client in reversed(clients):  # one agrees there, the owner starts here
                    assert isinstance(await client.ask(messages.Start(id="s")), messages.Done)
                await asyncio.gather(*(play(client) for client in clients))
                whole = await get(there, f"/api/tables/{first.code}/record")
                game = games.find(name)
                verify(game, read(game, whole))
                assert [client.version for client in clients] == [len(whole["events"])] * 2
                while watcher.version < len(whole["events"]):
                    await watcher.next()
        finally:
            for process in processes:
                await process.kill()

    run(test())


def test_who_is_here_is_known_at_every_process_even_when_one_dies() -> None:
    async def test() -> None:
        database = await a_database()
        processes = [Process(database, more={"HEXADE_LEASE_S": "1.5"}) for _ in range(2)]
        await asyncio.gather(*(process.start() for process in processes))
        try:
            here, there = (process.address for process in processes)
            agreed = Agreed(game=ALL[0], seats=2)
            first = await create(here, Create(agreed=agreed, sit=Sit(name="A")))
            second = await sit(there, first.code, Sit(name="B"))
            one = Client(here, first.code, first.token)
            two = Client(there, first.code, second.token)
            async with one:
                async with two, Client(there, first.code):
                    for client in (one, two):
                        await _sees(client, [True, True], watchers=1)
                    assert (await get(there, f"/api/tables/{first.code}"))["seats"][0]["here"]
                await _sees(one, [True, False], watchers=0)
                async with two:
                    await _sees(one, [True, True], watchers=0)
                    await processes[1].kill()  # it cannot say goodbye
                    await _sees(one, [True, False], watchers=0)
                    assert one.table is not None
                    assert one.table.seats[1].away_s is not None
                    assert one.table.seats[1].away_s < 10
        finally:
            for process in processes:
                await process.kill()

    run(test())


async def _sees(client: Client, here: list[bool], watchers: int) -> None:
    """Wait until a client was told who is here."""
    while True:
        table = client.table
        if table and [s.here for s in table.seats] == here and table.watchers == watchers:
            return
        await client.next()


def test_bots_end_with_their_server_however_suddenly(tmp_path: Path) -> None:
    async def test() -> None:
        process = Process(str(tmp_path / "x.sqlite"), more={"HEXADE_BOT_WORKERS": "1"})
        await process.start()
        try:
            while not (children := _children(process.pid)):
                await asyncio.sleep(0.05)
            await asyncio.sleep(1.5)  # they are settling in
            os.kill(process.pid, signal.SIGKILL)  # the server alone, not its children
            while any(_alive(child) for child in children):
                await asyncio.sleep(0.05)
        finally:
            await process.kill()

    run(test())


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def _alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_a_process_that_is_told_to_stop_ends_well_and_is_missed_by_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        process = Process(str(tmp_path / "x.sqlite"))
        await process.start()
        try:
            agreed = Agreed(game=ALL[0])
            place = await create(process.address, Create(agreed=agreed, sit=Sit(name="A")))
            async with Client(process.address, place.code, place.token) as client:
                await client.next()
                assert await process.stop() == 0
                await process.start()
                answer = await client.ask(messages.Chat(id="c", text="still here"))
                assert isinstance(answer, messages.Said)
                assert client.connections == 2
        finally:
            await process.kill()

    run(test())
