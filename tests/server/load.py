"""Many players at many tables: how long from sending a move until every seat of the table has it.

    python -m tests.server.load 200 500 1000 2000 --seconds 20
    python -m tests.server.load 2000 --processes 2

A real server process and a process of players on loopback; everything is written down as always.
With `--processes` that many servers share a PostgreSQL database, with nginx as a balancer in front.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import random
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from hexade import games
from hexade.client import create, sit
from hexade.wire.messages import Agreed, Create, Sit
from tests.server import balancer, postgres
from tests.server.process import Process

THINK_S = (2.0, 4.0)
_LIMITS = {
    "HEXADE_ADDRESS_SOCKETS": "1000000", "HEXADE_TABLES_PER_HOUR": "1000000",
    "HEXADE_ADDRESS_AT_ONCE": "1000000",
    "NUMBA_DISABLE_JIT": "0", "HEXADE_BOT_WORKERS": "-1",
}  # fmt: skip


class _Now(msgspec.Struct):
    """As much of `now` as a player in a hurry reads."""

    waiting: list[int]
    legal: list[str] | None = None
    result: msgspec.Raw = msgspec.Raw(b"")


class _News(msgspec.Struct):
    """As much of a message as a player in a hurry reads."""

    t: str
    v: int = -1
    now: _Now | None = None


_read = msgspec.json.Decoder(_News).decode


class Pair:
    """Two players at one table."""

    def __init__(self, server: str, dice: random.Random, take_back: bool) -> None:
        self._server, self._dice, self._take_back = server, dice, take_back
        self._lines: list[ClientConnection] = []
        self._sent: dict[int, float] = {}  # when the move was sent that each seat still waits for
        self.moving: asyncio.Future[None] | None = None
        self.times: list[float] = []
        self.moves = 0

    async def come(self) -> None:
        """Sit down, come in and start."""
        agreed = Agreed(game=games.default().name, seats=2, take_back=self._take_back)
        first = await create(self._server, Create(agreed=agreed, sit=Sit(name="A")))
        second = await sit(self._server, first.code, Sit(name="B"))
        address = f"ws{self._server.removeprefix('http')}/api/tables/{first.code}/socket"
        for place in (first, second):
            line = await connect(address, compression=None, max_queue=None, ping_interval=None)
            await line.send(f'{{"t":"hello","token":"{place.token}"}}')
            self._lines.append(line)
        await self._lines[0].send('{"t":"start","id":"s"}')

    async def play(self) -> None:
        """Play until cancelled; a game that is over is followed by another."""
        await asyncio.gather(*(self._seat(seat) for seat in (0, 1)))

    async def leave(self) -> None:
        """Hang up."""
        for line in self._lines:
            await line.close()

    async def _seat(self, seat: int) -> None:
        async for text in self._lines[seat]:
            news = _read(text)
            if news.t == "refused":
                raise RuntimeError(f"a move was refused: {text[:200]!r}")
            if news.t in ("moved", "held") and seat in self._sent:
                self.times.append(time.perf_counter() - self._sent.pop(seat))
            if news.now is None:
                continue
            if bytes(news.now.result) not in (b"", b"null"):
                await self._lines[seat].send(f'{{"t":"rematch","id":"r{self.moves}-{seat}"}}')
            elif seat in news.now.waiting and news.now.legal:
                self.moving = asyncio.ensure_future(self._move(seat, news.v, news.now.legal))

    async def _move(self, seat: int, v: int, legal: list[str]) -> None:
        await asyncio.sleep(self._dice.uniform(*THINK_S))
        move = self._dice.choice(legal)
        self.moves += 1
        self._sent = dict.fromkeys((0, 1), time.perf_counter())
        request = f'{{"t":"move","v":{v},"id":"m{self.moves}","move":"{move}"}}'
        await self._lines[seat].send(request)


@dataclass(frozen=True)
class Hosts:
    """What is measured: where players go, the servers behind it, and who else works for them."""

    address: str
    servers: Sequence[Process]
    helpers: dict[str, int]  # by name, the process whose children work: PostgreSQL, nginx


@asynccontextmanager
async def hosts(processes: int) -> AsyncIterator[Hosts]:
    """Give one server with an SQLite file, or several behind a balancer."""
    with tempfile.TemporaryDirectory(prefix="hexade-load-") as folder:
        database = await postgres.a_database() if processes else f"{folder}/tables.sqlite"
        servers = [Process(database, more=_LIMITS) for _ in range(processes or 1)]
        try:
            for server in servers:
                await server.start()
                await _settled(server.address)
            if not processes:
                yield Hosts(servers[0].address, servers, {})
                return
            async with balancer.in_front([server.address for server in servers]) as front:
                helpers = {"postgres": postgres.pid(), "nginx": front.pid}
                yield Hosts(front.address, servers, helpers)
        finally:
            for server in servers:
                await server.kill()
            postgres.stop()


async def load(
    players: int, seconds: float, take_back: bool = False, processes: int = 0
) -> dict[str, Any]:
    """Have so many players play for so long, and return the figures."""
    gc.disable()  # the players' own pauses are not the server's
    async with hosts(processes) as there:
        empty = there_used(there)[1]
        pairs = [Pair(there.address, random.Random(n), take_back) for n in range(players // 2)]
        for n in range(0, len(pairs), 20):
            await asyncio.gather(*(pair.come() for pair in pairs[n : n + 20]))
        playing = [asyncio.ensure_future(pair.play()) for pair in pairs]
        await asyncio.sleep(THINK_S[1] + 2)  # the first moves compile and load things
        for pair in pairs:
            pair.times.clear()
        before = there_used(there), _helped(there), sum(pair.moves for pair in pairs)
        lag = asyncio.ensure_future(_lag(seconds))
        await asyncio.sleep(seconds)
        after = there_used(there), _helped(there), sum(pair.moves for pair in pairs)
        found = [await _figures(server.address) for server in there.servers]
        for task in (*playing, *(pair.moving for pair in pairs if pair.moving)):
            task.cancel()
        done = await asyncio.gather(*playing, return_exceptions=True)
    figures = {name: max(one[name] for one in found) for name in found[0]}
    times = sorted(seconds for pair in pairs for seconds in pair.times)
    moves = after[2] - before[2]
    return {
        "players": players,
        "moves_per_s": moves / seconds,
        "p50_ms": 1000 * times[len(times) // 2],
        "p99_ms": 1000 * times[int(0.99 * len(times))],
        "worst_ms": 1000 * times[-1],
        "server_ms_per_move": 1000 * (after[0][0] - before[0][0]) / max(1, moves),
        **{
            f"{name}_ms_per_move": 1000 * (after[1][name] - before[1][name]) / max(1, moves)
            for name in there.helpers
        },
        "server_cores": (after[0][0] - before[0][0]) / seconds,
        "server_mib": after[0][1],
        "kib_per_table": 1024 * (after[0][1] - empty) / max(1, len(pairs)),
        "slowest_commit_ms": 1000 * figures.get("hexade_commit_slowest_seconds", math.nan),
        "slowest_gc_ms": 1000 * figures["hexade_garbage_slowest_seconds"],
        "server_lag_ms": 1000 * figures["hexade_loop_lag_slowest_seconds"],
        "of_it_own_ms": 1000 * figures["hexade_loop_lag_slowest_own_seconds"],
        "of_it_process_ms": 1000 * figures["hexade_loop_lag_slowest_process_seconds"],
        "players_lag_ms": 1000 * await lag,
        "failed": sum(isinstance(outcome, Exception) for outcome in done),
    }


async def _lag(seconds: float) -> float:
    """Return by how much the players themselves were late at worst: that is not the server's."""
    worst, end = 0.0, time.perf_counter() + seconds - 0.1
    while (now := time.perf_counter()) < end:
        await asyncio.sleep(0.005)
        worst = max(worst, time.perf_counter() - now - 0.005)
    return worst


async def _figures(server: str) -> dict[str, float]:
    """Return what the server says of itself."""
    text = await asyncio.to_thread(lambda: urlopen(f"{server}/metrics").read().decode())
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def _settled(server: str) -> None:
    """Wait until the server has warmed up, and let its memory be counted from there."""
    while (await _figures(server))["hexade_warm"] < 1:
        await asyncio.sleep(0.1)


def there_used(there: Hosts) -> tuple[float, float]:
    """Return the seconds of processor time and the MiB of memory that the servers have used."""
    used = [_used(server.pid) for server in there.servers]
    return sum(one[0] for one in used), sum(one[1] for one in used)


def _used(pid: int) -> tuple[float, float]:
    ticks = sum(_ticks(Path(f"/proc/{pid}/stat"))[1:])
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return ticks / 100, pages * resource.getpagesize() / 2**20


def _helped(there: Hosts) -> dict[str, float]:
    """Return the seconds of processor time of each helper's processes."""
    used = dict.fromkeys(there.helpers, 0.0)
    names = {pid: name for name, pid in there.helpers.items()}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            parent, *ticks = _ticks(stat)
            if parent in names:
                used[names[parent]] += sum(ticks) / 100
    return used


def _ticks(stat: Path) -> tuple[int, int, int]:
    """Return the parent of a process, and its ticks as a user and in the system."""
    parts = stat.read_text().rsplit(")", 1)[1].split()
    return int(parts[1]), int(parts[11]), int(parts[12])


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--take-back", action="store_true")
    parser.add_argument("--processes", type=int, default=0)
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for players in asked.players:
        figures = asyncio.run(load(players, asked.seconds, asked.take_back, asked.processes))
        shown = (f"{name} {value:.4g}" for name, value in figures.items())
        sys.stdout.write("  ".join(shown) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
