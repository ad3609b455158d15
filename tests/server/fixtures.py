"""A room to test in: tables with a clock that the test turns, and servers on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hexade import games
from hexade.contract.chance import Stream
from hexade.contract.game import WATCHER, AnyGame, Seat
from hexade.contract.setup import agree
from hexade.match import start
from hexade.server.app import Server, make_app
from hexade.server.bots.workers import BotsInProcess
from hexade.server.live.open_table import LiveTable
from hexade.server.live.registry import TableRegistry
from hexade.server.net.addresses import neighbourhood
from hexade.server.net.admission import Admission
from hexade.server.net.limits import Limits
from hexade.server.ops.gc_policy import GcPolicy
from hexade.server.ops.loop_lag import LoopLag
from hexade.server.ops.metrics import Metrics
from hexade.server.services import Services
from hexade.server.settings import Settings
from hexade.server.store import Store, choose
from hexade.server.table import decide, moves
from hexade.server.table.clocks import Time
from hexade.wire import messages
from hexade.wire.messages import Agreed, News, Sit

T = TypeVar("T")
ALL = games.names()
TOKEN = "seat-{}-token-of-24-letters"


def together(game: AnyGame) -> bool:
    """Tell whether all choose at the same time at the beginning of a game."""
    return len(start(game, agree(game), Stream(0)).match.waiting_for) > 1


TOGETHER = [name for name in ALL if together(games.find(name))]
IN_TURN = [name for name in ALL if name not in TOGETHER]
TAKE_BACK = [name for name in IN_TURN if games.find(name).forms[0].takes_back]


def run(test: Coroutine[Any, Any, T], limit_s: float = 900.0) -> T:
    """Run a test that awaits, but not for ever; a busy machine may take minutes for seconds."""

    async def bounded() -> T:
        async with asyncio.timeout(limit_s):
            return await test

    return asyncio.run(bounded())


class FakeTime(Time):
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        """Return the test's time."""
        return self.at

    def wall(self) -> float:
        """Return the test's time."""
        return self.at

    def heartbeat(self) -> None:
        """Do nothing: the test's time never stands still by itself."""


class Ear:
    """Somebody at the table who keeps what they are told."""

    def __init__(self, seat: Seat = WATCHER, token: str | None = None, address: str = "") -> None:
        self.seat, self.token, self.address = seat, token, address
        self.heard: list[bytes] = []
        self.closed: int | None = None

    @property
    def customer(self) -> str:
        """Whose share they use."""
        return neighbourhood(self.address)

    def close(self, code: int) -> None:
        """Note why the connection ends."""
        self.closed = code

    def send(self, message: bytes, replaces: bool = False) -> None:
        """Keep a message."""
        self.heard.append(message)

    @property
    def news(self) -> list[News]:
        """What was heard, read."""
        return [messages.decode_news(text) for text in self.heard]

    def kinds(self) -> list[str]:
        """Return the kinds of what was heard about the game."""
        return [type(n).__name__ for n in self.news if not isinstance(n, messages.Seats)]


class Room:
    """Tables over a store, without a network."""

    def __init__(self, store: Store, settings: Settings, time: FakeTime) -> None:
        self.store, self.settings, self.time = store, settings, time
        self.services = Services(
            settings, time, store, BotsInProcess(), Metrics(), Limits(settings, time), Admission(),
            GcPolicy(), LoopLag(),
        )  # fmt: skip
        self.tables = TableRegistry(self.services)

    def again(self) -> Room:
        """Return a room that knows nothing but the store: another process, or a restart."""
        return Room(self.store, self.settings, self.time)

    async def table(self, game: str, people: int | None = None, **agreed: Any) -> LiveTable:
        """Make a table with people, bots on the seats left over, and start it."""
        live = await self.tables.create(Agreed(game=game, **agreed))
        seats = len(live.table.occupants)
        for seat in range(seats):
            if people is None or seat < people:
                wish, token = Sit(name=f"P{seat}"), TOKEN.format(seat)
                await self.tables.do(
                    live, partial(decide.sit, wish=wish, token=token, settings=self.settings)
                )
            else:
                await self.tables.do(live, partial(decide.seat_bot, at=seat, bot="random"))
        await self.tables.do(live, decide.begin)
        return live

    async def move(self, live: LiveTable, seat: Seat, nth: int = 0, id: str | None = None) -> None:  # noqa: A002
        """Make a seat's n-th legal move."""
        match = live.table.match_of(seat)
        assert match is not None
        legal = live.table.game.legal(match.state, seat)
        version, now = match.version, self.time.now()
        move = legal[nth % len(legal)]
        await self.tables.do(live, lambda t: moves.move(t, seat, move, version, id, now))

    async def wait(self, seconds: float) -> None:
        """Let time pass, and the tables do what is due."""
        self.time.at += seconds
        await self.tables.tick()

    def ear(self, live: LiveTable, seat: Seat = WATCHER) -> Ear:
        """Have somebody listen."""
        ear = Ear(seat)
        self.tables.broadcast.enter(live, ear)
        return ear


@asynccontextmanager
async def a_room(folder: Path, database: str | None = None, **given: Any) -> AsyncIterator[Room]:
    """Give a room with a store of its own."""
    settings = Settings(**({"bot_pause_s": 0} | given))
    store = choose(database or str(folder / "tables.sqlite"))
    await store.open()
    room = Room(store, settings, FakeTime())
    try:
        yield room
    finally:
        await room.tables.close()
        await store.close()


@asynccontextmanager
async def a_server(folder: Path, port: int = 0, **given: Any) -> AsyncIterator[Server]:
    """Give a server on loopback that bots think inside of."""
    chosen: dict[str, Any] = {
        "bot_pause_s": 0, "hold_s": 0.01, "socket_rate": 10_000.0, "socket_burst": 10_000,
        "aside_rate": 10_000.0, "aside_burst": 10_000, "address_burst": 10_000,
        "tables_per_hour": 10_000, "public_tables": 10_000, "wrong_codes_per_hour": 10_000,
        "traffic_rate": 1e9, "traffic_burst": 10**9, "message_rate": 1e9, "message_burst": 10**9,
        "help_rate": 1e9, "help_burst": 10**9,
        "database": str(folder / "tables.sqlite"),
    }  # fmt: skip
    settings = Settings(**(chosen | given))
    server = Server(make_app(settings, bots=BotsInProcess()), settings, "127.0.0.1", port)
    task = asyncio.ensure_future(server.serve())
    while not server.address:
        if task.done():
            task.result()
        await asyncio.sleep(0.005)
    try:
        yield server
    finally:
        server.should_exit = True
        await task
