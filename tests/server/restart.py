"""A full house after a restart: how long until everybody is back at their table.

    python -m tests.server.restart 2000 --seconds 10 [--stop]

Players sit at tables of two, play for a while, the server is killed (or told to stop) and started
again at once; clients come back by themselves, as `hexade.client` does it. The time is counted from
the moment at which the server listens again.
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

from hexade import games
from hexade.client import Client, create, sit
from hexade.server.messages import Agreed, Create, News, Seated, Sit, Start, Welcome
from tests.server.load import _LIMITS, _settled, _used
from tests.server.process import Process

_AT_ONCE = 20  # tables that are made at the same time
THINK_S = (2.0, 4.0)


class Guest(Client):
    """Somebody who plays now and then, and notes when they came in."""

    def __init__(self, server: str, place: Seated, dice: random.Random) -> None:
        super().__init__(server, place.code, place.token)
        self._dice = dice
        self.came = 0.0

    def _welcomed(self, message: Welcome) -> None:
        super()._welcomed(message)
        self.came = time.monotonic()

    async def play(self) -> None:
        """Move when it is one's turn, after some thought."""
        while True:
            news: News = await self.next()
            now = getattr(news, "now", None)
            if now is not None and now.legal and self.seat in now.waiting:
                await asyncio.sleep(self._dice.uniform(*THINK_S))
                await self.move(self._dice.choice(now.legal))


async def restart(players: int, seconds: float, kill: bool) -> dict[str, Any]:
    """Have so many players play, restart the server, and return when they were back."""
    gc.disable()
    with tempfile.TemporaryDirectory(prefix="hexade-restart-") as folder:
        process = Process(f"{folder}/tables.sqlite", more=_LIMITS)
        await process.start()
        guests: list[Guest] = []
        playing: list[asyncio.Task[None]] = []
        try:
            for n in range(0, players // 2, _AT_ONCE):
                some = range(n, min(n + _AT_ONCE, players // 2))
                pairs = await asyncio.gather(*(_come(process.address, k) for k in some))
                guests += [guest for pair in pairs for guest in pair]
            playing = [asyncio.ensure_future(guest.play()) for guest in guests]
            await asyncio.sleep(seconds)
            moves = sum(guest.version for guest in guests) // 2
            await (process.kill() if kill else process.stop())
            await process.start()
            back = time.monotonic()
            spent = _used(process.pid)[0]
            while not all(guest.came > back for guest in guests):
                await asyncio.sleep(0.01)
            spent = _used(process.pid)[0] - spent
            times = sorted(guest.came - back for guest in guests)
            await _settled(process.address)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await asyncio.gather(*(guest.__aexit__() for guest in guests), return_exceptions=True)
            await process.kill()
    return {
        "players": players,
        "events_before": moves,
        "half_back_s": times[len(times) // 2],
        "all_back_s": times[-1],
        "server_cpu_s": spent,
        "server_ms_per_player": 1000 * spent / players,
    }


async def _come(server: str, n: int) -> list[Guest]:
    """Make a table, sit down with another, and start."""
    agreed = Agreed(game=games.default().name, seats=2, take_back=False)
    first = await create(server, Create(agreed=agreed, sit=Sit(name="A")))
    second = await sit(server, first.code, Sit(name="B"))
    pair = [
        Guest(server, place, random.Random(2 * n + k)) for k, place in enumerate((first, second))
    ]
    for guest in pair:
        await guest.__aenter__()
        await guest.next()
    await pair[0].ask(Start(id="s"))
    return pair


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
        figures = asyncio.run(restart(players, asked.seconds, not asked.stop))
        sys.stdout.write("  ".join(f"{name} {value:.4g}" for name, value in figures.items()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
