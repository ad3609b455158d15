"""Kill a real server at random moments and compare what comes back with what players were told.

    python -m tests.server.crash 100 --seed 1 [--database sqlite|postgresql] [--lanes 2] [--slow]

Each run is one `kill -9`. Nothing that was told or acknowledged may be lost, nothing may be
invented, nothing may come in another order, and everybody must be back soon. Servers are forked
from a process that has loaded everything, so that a thousand kills take minutes; with --slow each
is a process of its own from the first line on.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from hexade import games
from hexade.client import Client, create, sit
from hexade.contract.game import WATCHER
from hexade.match import told
from hexade.server.store import choose
from hexade.server.table import facts
from hexade.server.table.state import Table
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, News, Sit
from tests.server import postgres
from tests.server.client import must_move
from tests.server.forkserver import Child, Nursery
from tests.server.process import SERVE, Process

BACK_S = 2.0  # within so long of the server's return everybody is back
BATCH = 20  # so many kills at the same tables
LIFE_S = (0.03, 0.5)  # how long a server lives, at least and at most, once everybody is there


class Wrong(AssertionError):
    """Something was lost, invented or out of order."""


class Witness(Client):
    """A client that remembers everything it was told, and notices contradictions."""

    def __init__(self, server: str, code: str, token: str | None) -> None:
        super().__init__(server, code, token)
        self.code = code
        self.told: dict[tuple[int, int], Any] = {}
        self.acknowledged: set[str] = set()
        self.wrong: list[str] = []

    async def _receive(self, message: News, line: ClientConnection) -> None:
        if isinstance(message, messages.Welcome) and message.now:
            self._note(message.now.game, message.since, message.events, message.now.v)
            if message.now.game == self.game and message.now.v < self.version:
                self.wrong.append(f"version {self.version} was lost, {message.now.v} came back")
        if isinstance(message, messages.Moved):
            before = message.v - len(message.events)
            self._note(message.now.game, before, message.events, message.v)
        id = getattr(message, "id", None)  # noqa: A001
        if id and not isinstance(message, messages.Refused | messages.Done):
            self.acknowledged.add(id)
        await super()._receive(message, line)

    def _note(self, game: int, since: int, events: list[Any], version: int) -> None:
        if since + len(events) != version:
            self.wrong.append(f"{len(events)} events from {since} do not make {version}")
        for offset, event in enumerate(events, 1):
            if self.told.setdefault((game, since + offset), event) != event:
                self.wrong.append(f"event {since + offset} of game {game} has changed")


@dataclass
class Report:
    """What the runs came to."""

    kills: int = 0
    acknowledged: int = 0
    events: int = 0
    games: int = 0
    slowest_s: float = 0.0
    witnesses: list[Witness] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take in what other runs came to."""
        self.kills += other.kills
        self.acknowledged += other.acknowledged
        self.events += other.events
        self.games += other.games
        self.slowest_s = max(self.slowest_s, other.slowest_s)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acknowledged} acknowledged moves and {self.events} told "
            f"events compared in {self.games} games: 0 lost, 0 invented, 0 out of order; all back "
            f"within {self.slowest_s:.2f} s"
        )


async def crash(
    kills: int,
    seed: int,
    database: str | None = None,
    serve: str = SERVE,
    nursery: Nursery | None = None,
    back_s: float = BACK_S,
) -> Report:
    """Play, kill, start again and compare, so many times; raise Wrong at the first fault."""
    dice, report = random.Random(seed), Report()
    with tempfile.TemporaryDirectory(prefix="hexade-crash-") as folder:
        database = database or f"{folder}/tables.sqlite"
        process = Child(nursery, database) if nursery else Process(database, serve)
        await process.start()
        try:
            report.witnesses = await _seated(process.address)
            async with _playing(report.witnesses, dice.random()):
                for _ in range(kills):
                    await _everybody(report, time.monotonic(), back_s)
                    await asyncio.sleep(dice.uniform(*LIFE_S))
                    await process.kill()
                    report.kills += 1
                    await _compare(report, database)
                    await process.start()
                await _everybody(report, time.monotonic(), back_s)
        finally:
            await process.kill()
        await _compare(report, database)
    return report


async def _seated(server: str) -> list[Witness]:
    """Make a table for each game with two people, and with a bot where three can play."""
    witnesses = []
    for name in games.names():
        seats = max(n for n in games.find(name).forms[0].seats if n <= 3)
        agreed = Agreed(game=name, seats=seats)
        first = await create(server, Create(agreed=agreed, sit=Sit(name="A")))
        second = await sit(server, first.code, Sit(name="B"))
        witnesses += [Witness(server, first.code, place.token) for place in (first, second)]
        async with Client(server, first.code, first.token) as client:
            for seat in range(2, seats):
                await client.ask(messages.SeatBot(id=f"b{seat}", seat=seat, bot="random"))
            await client.ask(messages.Start(id="s"))
    return witnesses


@asynccontextmanager
async def _playing(witnesses: list[Witness], seed: float) -> AsyncIterator[None]:
    tasks = [asyncio.ensure_future(_play(w, random.Random(f"{seed} {w.seat}"))) for w in witnesses]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in done:
        if isinstance(outcome, Exception):
            raise outcome


async def _play(witness: Witness, dice: random.Random) -> None:
    """Play one game after the other for ever."""
    async with witness:
        while True:
            if must_move(witness):
                assert witness.now is not None
                assert witness.now.legal
                answer = await witness.move(dice.choice(witness.now.legal))
                if isinstance(answer, messages.Held) and dice.random() < 0.2:
                    await witness.ask(messages.TakeBack(id=witness.new_id()))
                if not isinstance(answer, messages.Held | messages.Chosen):
                    continue
            elif witness.now and witness.now.result and witness.game == _wanted(witness):
                await witness.ask(messages.Rematch(id=witness.new_id()))
            await witness.next()


def _wanted(witness: Witness) -> int:
    """Return the game after which this seat has not said yet that it would play again."""
    assert witness.table is not None
    assert witness.seat is not None
    return -1 if witness.table.seats[witness.seat].rematch else witness.table.game


async def _everybody(report: Report, since: float, back_s: float) -> None:
    """Wait until all are back and have been welcomed by the server that runs now."""
    goal = report.kills + 1
    while any(w.connections < goal for w in report.witnesses):
        if time.monotonic() - since > back_s:
            raise Wrong(f"not everybody was back within {back_s:g} s")
        await asyncio.sleep(0.01)
    report.slowest_s = max(report.slowest_s, time.monotonic() - since)


async def _compare(report: Report, database: str) -> None:
    """Compare what everybody was told with what the database has."""
    store = choose(database)
    await store.open()
    report.acknowledged = report.events = report.games = 0
    try:
        for witness in report.witnesses:
            if witness.wrong:
                raise Wrong(witness.wrong[0])
            rows = await store.load(witness.code)
            _compare_one(report, witness, rows)
    finally:
        await store.close()


def _compare_one(report: Report, witness: Witness, rows: list[Any]) -> None:
    created = facts.decode(rows[0].fact)
    assert isinstance(created, facts.TableCreated)
    game = games.find(created.agreed.game)
    seat = WATCHER if witness.seat is None else witness.seat
    logged: dict[tuple[int, int], Any] = {}
    for row in rows:
        for offset, body in enumerate(row.events):
            at = row.version - len(row.events) + 1 + offset
            logged[row.game, at] = game.tell(msgspec.json.decode(body), seat)
    if witness.told.keys() - logged.keys():
        logged |= _kept(witness.code, rows, seat)
    for key, event in witness.told.items():
        if key not in logged:
            raise Wrong(f"event {key} was told and is lost")
        if logged[key] != event:
            raise Wrong(f"event {key} was told otherwise than it is stored")
    ids = [getattr(facts.decode(row.fact), "id", None) for row in rows]
    for id in witness.acknowledged:  # noqa: A001
        if ids.count(id) != 1:
            raise Wrong(f"{id} was acknowledged and is there {ids.count(id)} times")
    report.acknowledged += len(witness.acknowledged)
    report.events += len(witness.told)
    report.games += max((number for number, _ in witness.told), default=0)


def _kept(code: str, rows: list[Any], seat: int) -> dict[tuple[int, int], Any]:
    """Return the events of a seat's move that stands and leaves it a choice nobody else knows of.

    The seat has been told them. Stored is the move: its events are logged when it has chosen.
    """
    created = facts.decode(rows[0].fact)
    assert isinstance(created, facts.TableCreated)
    table = Table(code, created.agreed)
    for row in rows:
        table.read(facts.decode(row.fact, row.format), row.events, 0.0, row.n)
    private = table.private_of(seat)
    if private is None:
        return {}
    events = told(private.made.match, private.made.events[: table.told_before(seat)], seat)
    numbered = enumerate(msgspec.to_builtins(events), table.version + 1)
    return {(table.number, version): event for version, event in numbered}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--lanes", type=int, default=2, help="so many servers at a time")
    parser.add_argument("--back", type=float, default=BACK_S, help="how many seconds all may take")
    parser.add_argument("--slow", action="store_true", help="load everything anew each time")
    asked = parser.parse_args()
    whole, began = Report(), time.monotonic()
    try:
        asyncio.run(_batches(asked, whole))
    finally:
        postgres.stop()
    took = time.monotonic() - began
    sys.stdout.write(f"{asked.database}, {took / 60:.1f} minutes: {whole}\n")


async def _batches(asked: argparse.Namespace, whole: Report) -> None:
    """Run all kills, several lanes of them at a time."""
    seeds = iter(range(asked.seed, asked.seed + asked.kills, BATCH))

    async def lane(nursery: Nursery | None) -> None:
        for seed in seeds:  # new tables every now and then, so that logs stay short
            kills = min(BATCH, asked.seed + asked.kills - seed)
            database = await postgres.a_database() if asked.database == "postgresql" else None
            whole.add(await crash(kills, seed, database, back_s=asked.back, nursery=nursery))
            sys.stdout.write(f"{whole.kills} kills\n")
            sys.stdout.flush()

    async with AsyncExitStack() as stack:
        made = [None if asked.slow else Nursery() for _ in range(asked.lanes)]
        lanes = [None if n is None else await stack.enter_async_context(n) for n in made]
        async with asyncio.TaskGroup() as group:
            for nursery in lanes:
                group.create_task(lane(nursery))


if __name__ == "__main__":
    main()
