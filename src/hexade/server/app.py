"""The server as a whole: everything is put together here, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware

from hexade.server.bot_seats import Here, Thinkers, Workers, warm_up
from hexade.server.clocks import RealTime, Time
from hexade.server.fanout import Fanout
from hexade.server.guard import Guard
from hexade.server.limits import Limits
from hexade.server.metrics import Metrics, log_lines, note
from hexade.server.replays import Shelf
from hexade.server.routes import HANDLERS, ROUTES
from hexade.server.settings import Settings, from_environment
from hexade.server.sockets import RESTART, Socket
from hexade.server.store import choose
from hexade.server.tables import Tables

_STOP = (signal.SIGINT, signal.SIGTERM)


def make_app(
    settings: Settings, time: Time | None = None, bots: Thinkers | None = None
) -> Starlette:
    """Return the server as an ASGI application."""
    time = time or RealTime()
    limits = Limits(settings, time)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = choose(settings.database)
        thinkers = bots or _thinkers(settings)
        tables = Tables(store, thinkers, time, settings, Metrics())
        fanout = Fanout(store, tables.catch_up, lambda: list(tables.live))
        app.state.tables = tables
        app.state.replays = Shelf(store)
        await store.open()
        await fanout.open()
        await thinkers.open()
        warming = asyncio.ensure_future(asyncio.to_thread(warm_up))  # nobody waits for it
        ticking = asyncio.ensure_future(tables.run())
        note("open")
        try:
            yield
        finally:
            for socket in list(app.state.sockets):
                socket.close(RESTART)
            for task in (ticking, warming):
                task.cancel()
            await asyncio.gather(ticking, warming, return_exceptions=True)
            await tables.close()
            await thinkers.close()
            await fanout.close()
            await store.close()
            note("closed")

    guard = Middleware(Guard, settings=settings, limits=limits)
    app = Starlette(
        routes=ROUTES, middleware=[guard], exception_handlers=HANDLERS, lifespan=lifespan
    )
    app.state.settings, app.state.limits = settings, limits
    sockets: set[Socket] = set()
    app.state.sockets = sockets
    return app


def _thinkers(settings: Settings) -> Thinkers:
    if settings.bot_workers < 0:
        return Here()
    return Workers(settings.bot_workers, settings.bot_limit_s)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = False,
    settings: Settings | None = None,
) -> None:
    """Serve until told to stop; say on standard output where."""
    settings = settings or from_environment()
    if database is not None:
        settings = msgspec.structs.replace(settings, database=database)
    log_lines(logging.INFO)
    with suppress(KeyboardInterrupt):
        Server(make_app(settings), settings, host, port, open_browser).run()


class Server(uvicorn.Server):
    """Says where it listens as soon as it does, and ends well when it is told to."""

    def __init__(
        self, app: Starlette, settings: Settings, host: str, port: int, open_browser: bool = False
    ) -> None:
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            ws="websockets-sansio",
            ws_max_size=settings.message_bytes,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        super().__init__(config)
        self._open_browser = open_browser
        self.address = ""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down in order when told to, and end well: uvicorn would raise the signal again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sign: signal.signal(sign, self.handle_exit) for sign in _STOP}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Begin to listen, then print the address."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.should_exit:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://{self.config.host}:{port}"
        sys.stdout.write(f"Hexade is at {self.address}/\n")
        sys.stdout.flush()
        if self._open_browser:
            webbrowser.open(self.address)
