"""The server as a whole: everything is put together here, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket as socketlib
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from importlib.metadata import version
from typing import Any, cast

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from hexade.bots import offer
from hexade.contract import kernel
from hexade.contract.reason import Reason, Refusal
from hexade.server.bots.measured import MeasuredBots
from hexade.server.bots.warm_up import warm_rules
from hexade.server.bots.workers import Bots, BotsInProcess, BotWorkers, programs_of
from hexade.server.live.fanout import Fanout
from hexade.server.live.preload import Preloader
from hexade.server.live.registry import TableRegistry
from hexade.server.live.replays import ReplayCache
from hexade.server.live.sweeper import Sweeper
from hexade.server.net.admission import Admission
from hexade.server.net.analyses import Analyses
from hexade.server.net.connections import Connections
from hexade.server.net.context import Context
from hexade.server.net.http_protocol import HttpProtocol
from hexade.server.net.limits import Limits
from hexade.server.net.makers import Makers
from hexade.server.net.middleware import Guard
from hexade.server.net.orders import Orders
from hexade.server.net.pictures import Pictures
from hexade.server.net.readiness import Readiness
from hexade.server.net.routes import HANDLERS, ROUTES, socket
from hexade.server.net.sockets import RESTART
from hexade.server.net.ws_protocol import WebSocketProtocol
from hexade.server.ops import descriptors
from hexade.server.ops.background import together
from hexade.server.ops.gc_policy import GcPolicy
from hexade.server.ops.loop_lag import LoopLag
from hexade.server.ops.metrics import Metrics, fault, log_lines, note, warn
from hexade.server.services import Services
from hexade.server.settings import Settings, from_environment
from hexade.server.store import Unavailable, choose
from hexade.server.store.migrations import VERSION
from hexade.server.table.clocks import Time

BUILD: dict[str, str | int] = {"version": version("hexade"), "schema": VERSION}
_STOP = (signal.SIGINT, signal.SIGTERM)
_BACKLOG = 4096  # after a restart all clients reconnect within a second


class App(Starlette):
    """Passes sockets straight to their handler: middleware would live as long as they do."""

    def __init__(self, services: Services) -> None:
        given = (services.settings, services.limits, services.metrics)
        guard = Middleware(Guard, *given)
        super().__init__(
            routes=ROUTES, middleware=[guard], exception_handlers=HANDLERS, lifespan=_lifespan
        )
        self.router.redirect_slashes = False  # it would redirect to whatever the Host header says
        store, tables = services.store, TableRegistry(services)
        replays = ReplayCache(store)
        analyses = Analyses(replays, services.bots)
        pictures = Pictures(replays)
        tables.copies += [replays.forget, analyses.forget, pictures.forget]
        self.state.context = Context(
            services, tables, replays, analyses,
            Readiness(store, services.time),
            Makers(store, services.settings, services.time.wall),
            Orders(store, services.limits.blocked, services.time.wall), pictures,
        )  # fmt: skip
        self.guard = Guard(self, *given)
        self.trouble: Exception | None = None  # why it could not start

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or talk to a socket."""
        if scope["type"] != "websocket":
            await super().__call__(scope, receive, send)
        elif await self.guard.lets_in(scope, send):
            scope["app"] = self
            await socket(WebSocket(scope, receive, send))


def make_app(settings: Settings, time: Time | None = None, bots: Bots | None = None) -> App:
    """Return the application; it needs `Server`, whose sockets send several texts at once."""
    offer(programs_of(settings.bots))
    time, metrics = time or Time(), Metrics(BUILD)
    measured = MeasuredBots(bots or _bots(settings), metrics)
    return App(
        Services(
            settings, time, choose(settings.database), measured, metrics,
            Limits(settings, time), Admission(), GcPolicy(), LoopLag(time.heartbeat),
        )
    )  # fmt: skip


@asynccontextmanager
async def _lifespan(app: App) -> AsyncIterator[None]:
    """Open what the server needs, in order, and close it again."""
    context: Context = app.state.context
    services, tables = context.services, context.tables
    store = services.store
    fanout = Fanout(store, tables.changes.catch_up, tables.live, tables, context.orders)
    try:
        await store.open()
    except (Refusal, OSError, Unavailable) as error:  # reported once, by the caller
        app.trouble = error
        logging.getLogger("uvicorn.error").disabled = True
        raise
    preloader = Preloader(services, tables)
    busy = store.shared or await preloader.expects_people()
    early = kernel.plain_for_now() and not busy
    if not early:
        await _load_rules()
    await preloader.prepare()
    services.gc_policy.settle(services.time.now())
    await fanout.open()
    await services.bots.open()
    ticking = asyncio.ensure_future(together(
        tables.run(), preloader.run(), Sweeper(services, tables).run(),
        *((_load_rules(services.bots),) if early else ()),
    ))  # fmt: skip
    services.admission.begin()
    note("open", **BUILD)
    try:
        yield
    finally:
        for one in list(context.orders.sockets):
            one.close(RESTART)
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
        await tables.close()
        await context.analyses.close()
        context.replays.work.close()
        await services.bots.close()
        await fanout.close()
        await store.close()
        note("closed")


async def _load_rules(bots: Bots | None = None) -> None:
    """Load the compiled rules; bots that are open have their processes compile them first.

    A server that people are about to come back to does it before it listens. Others listen at once,
    with the rules as plain Python until then.
    """
    try:
        if bots is not None:
            await bots.compile_rules()
        await asyncio.to_thread(kernel.load_compiled, warm_rules)
    except Exception as error:  # players wait a little longer at first; the error is logged
        fault("could not warm up", error)


def _bots(settings: Settings) -> Bots:
    if settings.bot_workers < 0:
        return BotsInProcess()
    return BotWorkers(settings.bot_workers, settings.bot_limit_s, programs_of(settings.bots))


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = False,
    settings: Settings | None = None,
) -> None:
    """Serve until stopped; print the address to standard output."""
    settings = settings or from_environment()
    if database is not None:
        settings = msgspec.structs.replace(settings, database=database)
    log_lines(_level(settings.log_level))
    if settings.trust_proxy and not settings.contact:  # strangers come through a proxy
        warn("HEXADE_CONTACT is missing: the page on privacy does not say who runs this server")
    kernel.plain_at_first()
    _raise_descriptor_limit()
    app = make_app(settings)
    with _reserved(host, port) as listening, suppress(KeyboardInterrupt, SystemExit):
        try:
            Server(app, settings, host, port, open_browser).run(sockets=[listening])
        except OSError as error:  # another server began to listen while this one was loading
            raise _no_address(host, port, error) from None
    if app.trouble is not None:
        raise _sentence(settings, app.trouble)


def _level(chosen: str) -> int:
    """Return the level of the log: what the operator chose, or less in a terminal."""
    if chosen:
        return logging.getLevelNamesMapping()[chosen.upper()]
    return logging.WARNING if sys.stderr.isatty() else logging.INFO


def _raise_descriptor_limit() -> None:
    """Allow as many connections as the system does, and log it."""
    if (limit := descriptors.raise_limit()) is not None:
        before, now = limit
        most = descriptors.left_for_connections()
        note("open files", before=before, now=now, connections=most)


def _reserved(host: str, port: int) -> socketlib.socket:
    """Return a socket that is bound but not listening yet; refuse an unavailable address.

    Clients that connect while the server loads are refused and retry. In the backlog they would
    time out, and the server would start with thousands of connections that are already dead.
    """
    family = socketlib.AF_INET6 if ":" in host else socketlib.AF_INET
    listening = socketlib.socket(family, socketlib.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # on Windows it would let two servers share an address
            listening.setsockopt(socketlib.SOL_SOCKET, socketlib.SO_REUSEADDR, 1)
        listening.bind((host, port))
        return listening
    except OSError as error:
        listening.close()
        raise _no_address(host, port, error) from None


def _no_address(host: str, port: int, error: OSError) -> Refusal:
    why = f"cannot listen at {host} port {port} ({error.strerror or error})"
    text = f"{why}: choose another --port, or --port 0 for any free one"
    return Refusal(Reason("address", "", text))


def _sentence(settings: Settings, trouble: Exception) -> Exception:
    """Return why a server could not start, without the address, which may contain a password."""
    if isinstance(trouble, Refusal):
        return trouble
    shared = settings.database.startswith("postgres")
    what = "the PostgreSQL database" if shared else settings.database
    return Refusal(Reason("database", "", f"{what} cannot be opened: {trouble}"))


class Server(uvicorn.Server):
    """Prints its address as soon as it listens, and shuts down cleanly on a signal."""

    def __init__(
        self, app: App, settings: Settings, host: str, port: int, open_browser: bool = False
    ) -> None:
        self._context: Context = app.state.context
        services = self._context.services
        limits, metrics = services.limits, services.metrics
        connections = Connections(settings, limits.proxies, limits.blocked, metrics)
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            http=cast(Any, partial(HttpProtocol, connections=connections)),
            ws=WebSocketProtocol,
            ws_max_size=settings.message_bytes,
            ws_ping_interval=settings.ping_s,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the middleware decides which proxies to trust
            timeout_keep_alive=cast(int, settings.keep_alive_s),
            timeout_graceful_shutdown=5,
            backlog=_BACKLOG,
        )
        super().__init__(config)
        self._host = f"[{host}]" if ":" in host else host
        self._open_browser = open_browser
        self.address = ""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down in order and exit normally; uvicorn would raise the signal again."""
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
        self.address = f"http://{self._host}:{port}"
        self._context.listens = f"{self._host}:{port}"
        sys.stdout.write(f"Hexade is at {self.address}/\n")
        sys.stdout.flush()
        if self._open_browser:
            webbrowser.open(self.address)
