"""A full house after a restart: how long until everybody is back at their table.

    python -m tests.server.restart 2000 --seconds 10 [--stop]

Players sit at tables of two, play for a while, the server is killed (or told to stop) and started
again at once; they come back by themselves. At every tenth table both are `hexade.client`, at the
others they play through bare sockets (`tests.server.bare_client`) that retry as it does:
two thousand of the former would take longer to come back than the server to let them in. The time
is counted from the moment at which the server listens again; how long it was away is told as well,
and what the players themselves took of the processor. Whoever is back plays on: the server's time
has those moves in it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import resource
import sys
import tempfile
import time
from typing import Any

import uvloop

from hexade import games
from hexade.client import Client, create, sit
from hexade.wire.messages import Agreed, Create, News, Seated, Sit, Start, Welcome
from tests.server.bare_client import Regular
from tests.server.load import _LIMITS, _settled, _used
from tests.server.process import Process

_AT_ONCE = 20  # tables that are made at the same time
_REAL = 10  # one table in so many has two of `hexade.client`
THINK_S = (2.0, 4.0)


class Guest(Client):
    """Somebody who plays now and then, and notes when they came in."""

    def __init__(self, server: str, place: Seated, dice: random.Random) -> None:
        super().__init__(server, place.code, place.token)
        self._dice = dice
        self._playing: asyncio.Task[None] | None = None
        self.came = 0.0

    def _welcomed(self, message: Welcome) -> None:
        super()._welcomed(message)
        self.came = time.monotonic()

        if self.connections == 1:
            self._playing = asyncio.ensure_future(self._play())

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)
        await super().__aexit__()

    async def here(self) -> None:
        """Wait until one has been let in."""
        while not self.came:
            await asyncio.sleep(0.005)

    async def start(self) -> None:
        """Have the game begin."""
        await self.ask(Start(id="s"))

    async def _play(self) -> None:
        while True:
            news: News = await self.next()
            now = getattr(news, "now", None)
            if now is not None and now.legal and self.seat in now.waiting:
                await asyncio.sleep(self._dice.uniform(*THINK_S))
                await self.move(self._dice.choice(now.legal))


async def restart(players: int, seconds: float, kill: bool) -> dict[str, Any]:
    """Have so many players play, restart the server, and return when they were back."""
    gc.disable()
    guests: list[Guest | Regular] = []
    with tempfile.TemporaryDirectory(prefix="hexade-restart-") as folder:
        process = Process(f"{folder}/tables.sqlite", more=_LIMITS)
        await process.start()
        try:
            for n in range(0, players // 2, _AT_ONCE):
                some = range(n, min(n + _AT_ONCE, players // 2))
                pairs = await asyncio.gather(*(_come(process.address, k) for k in some))
                guests += [guest for pair in pairs for guest in pair]
            await asyncio.sleep(seconds)
            return await _again(process, guests, kill)
        finally:
            await asyncio.gather(*(guest.__aexit__() for guest in guests), return_exceptions=True)
            await process.kill()


async def _again(process: Process, guests: list[Guest | Regular], kill: bool) -> dict[str, Any]:
    """Restart the server, wait until all are back, and return the figures."""
    before = sum(guest.version for guest in guests) // 2
    ended = time.monotonic()
    await (process.kill() if kill else process.stop())
    gone = time.monotonic()
    await process.start()
    listens, loaded, own = time.monotonic(), _used(process.pid)[0], time.process_time()
    while not all(guest.came > gone for guest in guests):
        await asyncio.sleep(0.02)
    spent, own = _used(process.pid)[0] - loaded, time.process_time() - own
    listens = min(listens, *(guest.came for guest in guests))  # we may have heard of it late
    times = sorted(guest.came - listens for guest in guests)
    after = sum(guest.version for guest in guests) // 2
    await _settled(process.address)
    return {
        "players": len(guests),
        "events_before": before,
        "events_meanwhile": after - before,
        "away_s": listens - ended,
        "half_back_s": times[len(times) // 2],
        "all_back_s": times[-1],
        "server_cpu_to_listen_s": loaded,
        "server_cpu_s": spent,
        "server_ms_per_player": 1000 * spent / len(guests),
        "players_ms_per_player": 1000 * own / len(guests),
    }


async def _come(server: str, n: int) -> list[Guest | Regular]:
    """Make a table, sit down with another, and start."""
    agreed = Agreed(game=games.default().name, seats=2, take_back=False)
    first = await create(server, Create(agreed=agreed, sit=Sit(name="A")))
    second = await sit(server, first.code, Sit(name="B"))
    pair = [_guest(server, place, n, k) for k, place in enumerate((first, second))]
    for guest in pair:
        await guest.__aenter__()
        await guest.here()
    await pair[0].start()
    return pair


def _guest(server: str, place: Seated, n: int, k: int) -> Guest | Regular:
    dice = random.Random(2 * n + k)
    if n % _REAL == 0:
        return Guest(server, place, dice)
    return Regular(server, place, dice, THINK_S)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--stop", action="store_true", help="tell it to stop instead of killing it")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for players in asked.players:
        figures = uvloop.run(restart(players, asked.seconds, not asked.stop))
        sys.stdout.write("  ".join(f"{name} {value:.4g}" for name, value in figures.items()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
