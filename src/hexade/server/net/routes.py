"""HTTP routes: games, tables, seats, records, replays, rules and metrics."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from hexade import games
from hexade.contract import kernel
from hexade.contract.reason import Reason, Refusal
from hexade.server.live import create, import_record, replays
from hexade.server.live.history_queue import Visitor
from hexade.server.live.open_table import LiveTable
from hexade.server.live.replays import NOT_FOUND, NOT_OVER
from hexade.server.net import operator, pictures, previews, rules
from hexade.server.net.addresses import is_near, neighbourhood
from hexade.server.net.answers import JSON, answer, body, problem
from hexade.server.net.catalogue import encoded
from hexade.server.net.context import Context, context
from hexade.server.net.makers import fair_share, maker_of
from hexade.server.net.privacy import show_privacy
from hexade.server.net.puzzles import puzzle_counts
from hexade.server.net.reach import show_reach
from hexade.server.net.sockets import (
    BLOCKED,
    NO_TABLE,
    RESTART,
    TOO_FAST,
    Socket,
    said_hello,
    shut,
)  # fmt: skip
from hexade.server.net.static import FOR_EVER, HOST, Pages
from hexade.server.ops.metrics import fault
from hexade.server.store import Unavailable
from hexade.server.table.refusals import refuse
from hexade.wire.codes import is_code, replay_name, replay_parts
from hexade.wire.http_bodies import BotsInfo, Given, Giving
from hexade.wire.messages import Create, Sit
from hexade.wire.openapi import openapi

_LISTED = 100
_HEAD_S = 2.0  # how long a document waits for what a link to it says of itself
_SOCKET = re.compile("/api/tables/(?P<code>[^/]+)/socket")
_NUMBER = re.compile("[0-9]{1,9}")
_A_DAY = "max-age=86400"  # a better judge may change it one day
_STATUS = {"unreadable": 400, "too-long": 400, "not-found": 404, "tables": 429,
           "analyses": 429, "codes": 429, "rate": 429}  # fmt: skip
_UNAVAILABLE = Reason("unavailable", "", "we can't save right now: try again")


async def _table(request: Request, token: str | None = None) -> LiveTable:
    """Return the table that is asked for; whoever has a seat there is never kept out."""
    here, code = context(request), request.path_params["code"].upper()
    known = None if token is None else await _find(here, code)
    if known is not None and known.table.seat_of(token or "") is not None:
        return known
    with _looking(here, request.state.address):
        if (live := await _find(here, code)) is None:
            raise Refusal(NOT_FOUND)
        return live


async def _find(here: Context, code: str) -> LiveTable | None:
    live = None if code in here.orders.closed else await here.tables.find(code)
    return None if code in here.orders.closed else live  # it may be closed while it is loaded


@contextmanager
def _looking(here: Context, address: str) -> Iterator[None]:
    """Refuse an address that has tried too many codes, as it may be guessing; count misses."""
    limits, missed = here.services.limits, False
    if not limits.look(address):
        raise refuse("codes", "too many wrong codes from this address: wait a while")
    try:
        yield
    except Refusal as refusal:
        missed = refusal.reason is NOT_FOUND
        raise
    finally:
        if not missed:
            limits.found(address)


# -- the catalogue -------------------------------------------------------------------------------


async def list_games(_: Request) -> Response:
    """Return the games and their variants; they are described once."""
    known = encoded.cache_info().currsize
    return Response(encoded() if known else await asyncio.to_thread(encoded), media_type=JSON)


async def describe(_: Request) -> Response:
    """Return the description of this interface."""
    return answer(openapi())


# -- tables --------------------------------------------------------------------------------------


async def tables(request: Request) -> Response:
    """List the open tables, or make one."""
    return await (create_table if request.method == "POST" else list_tables)(request)


async def list_tables(request: Request) -> Response:
    """Return the public tables that wait for players and are not abandoned."""
    here = context(request)
    waiting = [one for one in await here.makers.listed() if one.code not in here.orders.closed]
    tables = [one.told() for one in fair_share(waiting, maker_of, _LISTED)]
    return Response(msgspec.json.encode(tables), media_type=JSON)


async def create_table(request: Request) -> Response:
    """Create a table, and optionally sit down, add bots and start."""
    here, address = context(request), request.state.address
    customer = neighbourhood(address)  # who may have thousands of IPv6 households
    if not here.services.limits.table(address):
        raise refuse("tables", "too many tables from this address: wait a while")
    wish = await body(request, Create)
    played = await _finished(request, wish.origin.replay) if wish.origin else None
    run = partial(here.replays.work.do, _visitor(request))
    make = partial(create.make, here.tables, here.services.settings, wish, played, customer, run)
    if not wish.agreed.public:
        return answer(await make(), 201)
    async with here.makers.place(customer) as mark:
        return answer(await make(mark), 201)


async def show_table(request: Request) -> Response:
    """Return a table as everybody may know it."""
    live = await _table(request)
    return answer(live.glance(context(request).services.time.now()))


async def sit(request: Request) -> Response:
    """Sit down at a table."""
    wish = await body(request, Sit)
    here, live = context(request), await _table(request, wish.token)
    settings, address = here.services.settings, request.state.address
    most = None if is_near(address) else settings.public_seats
    customer = neighbourhood(address)
    seated = await create.sit(here.tables, settings, live, wish, customer, most)
    return answer(seated, 201 if seated.seat is not None else 202)


async def record(request: Request) -> Response:
    """Return the record of a game of the table, with its seed, once it is over."""
    live = await _table(request)
    table, number = live.table, _number(request.path_params.get("number"), live.table.number)
    if number is None:
        raise Refusal(NOT_FOUND)
    if number == table.number and not table.over:
        raise refuse("not-over", "a record is shown when the game is over")
    id = replay_name(table.code, number)  # noqa: A001
    found = await context(request).replays.record(id, _visitor(request))
    return Response(found, media_type=JSON)


def _number(asked: str | None, newest: int) -> int | None:
    """Return the number of the game that was asked for; None if there is no such game."""
    if asked is None:
        return newest
    number = int(asked) if _NUMBER.fullmatch(asked) else 0
    return number if 0 < number <= newest else None


def _visitor(request: Request) -> Visitor:
    """Return who asks for a finished game; nothing is worked out for those who hung up."""

    async def demand_there() -> None:
        if await request.is_disconnected():
            raise ClientDisconnect

    return Visitor(request.state.address, demand_there)


async def keep_replay(request: Request) -> Response:
    """Keep a finished game that was played on one device, if its record obeys the rules."""
    here = context(request)
    if not here.services.limits.table(request.state.address):
        raise refuse("tables", "too many tables from this address: wait a while")
    wish = await body(request, Giving, here.services.settings.record_bytes)
    id = await import_record.keep(  # noqa: A001
        here.tables, here.replays.work, here.services.settings, wish, _visitor(request)
    )
    return answer(Given(id=id, link=f"/r/{id}"), 201)


async def show_replay(request: Request) -> Response:
    """Return a finished game, move by move."""
    here, id = context(request), request.path_params["id"]  # noqa: A001
    with _looking(here, request.state.address):
        await _not_running(here, id)
        found = await here.replays.take(id, _visitor(request))
    return await _unpacked(request, found, FOR_EVER)


async def _finished(request: Request, id: str) -> replays.FinishedGame:  # noqa: A002
    here = context(request)
    with _looking(here, request.state.address):
        await _not_running(here, id)
        return await here.replays.game(id, _visitor(request))


async def _not_running(here: Context, id: str) -> None:  # noqa: A002
    """Refuse a game that is still running without replaying it first."""
    tables = here.tables
    code, number = replay_parts(id) or ("", 0)
    live = tables.live.get(code)
    if live is None or not _runs(live, number):
        return
    await tables.changes.read_on(live)  # it may have ended in another process
    if _runs(live, number):
        raise Refusal(NOT_OVER)


def _runs(live: LiveTable, number: int) -> bool:
    return live.table.number == number and not live.table.over


async def _unpacked(request: Request, packed: bytes, cache: str) -> Response:
    """Return compressed JSON, decompressed for clients that don't accept gzip."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(await asyncio.to_thread(gzip.decompress, packed), 200, headers, JSON)
    return Response(packed, 200, headers | {"content-encoding": "gzip"}, JSON)


async def replay_record(request: Request) -> Response:
    """Return the record of a finished game."""
    here, id = context(request), request.path_params["id"]  # noqa: A001
    with _looking(here, request.state.address):
        await _not_running(here, id)
        found = await here.replays.record(id, _visitor(request))
    return Response(found, 200, {"cache-control": FOR_EVER}, JSON)


async def table_picture(request: Request) -> Response:
    """Return a picture of a table as everybody may see it."""
    live = await _table(request)
    known = pictures.known_tags(request)
    made = await context(request).pictures.of_table(live, _visitor(request), known)
    return pictures.sent(request, *made)


async def replay_picture(request: Request) -> Response:
    """Return a picture of a finished game."""
    here, id = context(request), request.path_params["id"]  # noqa: A001
    with _looking(here, request.state.address):
        await _not_running(here, id)
        made = await here.pictures.of_replay(id, _visitor(request), pictures.known_tags(request))
    return pictures.sent(request, *made)


async def link_head(request: Request) -> str:
    """Return what the document of a table or a replay says of itself; empty for all others."""
    found, lang = request.path_params, previews.language(request)
    kind = "code" if "code" in found else "id" if "id" in found else None
    if kind is None or (home := _home(request)) is None:
        return ""
    name = found[kind].upper()
    if not (is_code(name) if kind == "code" else replay_parts(name)):
        return ""  # a table of the page itself: nobody guesses codes by it
    try:
        if kind == "code":
            told = previews.of_table(await asyncio.wait_for(_table(request), _HEAD_S), lang)
            image, page = f"/api/tables/{name}/picture.png", f"/t/{name}"
        else:
            played = await asyncio.wait_for(_finished(request, name), _HEAD_S)
            told = previews.of_game(played, lang)
            image, page = f"/api/replays/{name}/picture.png", f"/r/{name}"
    except (Refusal, Unavailable, TimeoutError):
        return ""  # the page itself tells people why, and nobody waits long for it
    return previews.tags(*told, f"{home}{image}", f"{home}{page}")


def _home(request: Request) -> str | None:
    """Return the address of this server as its client wrote it; None if it is not an address."""
    host, scheme = request.headers.get("host", ""), request.url.scheme
    peer = request.client.host if request.client else ""
    if context(request).services.limits.proxies.trusts(peer):
        scheme = request.headers.get("x-forwarded-proto", scheme)
    return f"{scheme}://{host}" if HOST.fullmatch(host) and scheme in ("http", "https") else None


async def show_analysis(request: Request) -> Response:
    """Return what each move of a finished game cost, or the progress of the analysis."""
    here, id, address = context(request), request.path_params["id"], request.state.address  # noqa: A001
    may_begin = partial(here.services.limits.analysis, address)
    with _looking(here, address):
        await _not_running(here, id)
        found = await here.analyses.take(id, may_begin, _visitor(request))
    if isinstance(found, bytes):
        return await _unpacked(request, found, _A_DAY)
    return answer(found, 202 if found.state == "waiting" else 200)


async def show_rules(request: Request) -> Response:
    """Return the rules in a language, all of them or those of one game."""
    game = request.path_params.get("game")
    if game is not None and game not in games.names():
        raise Refusal(NOT_FOUND)
    packed = rules.packed(request.query_params.get("lang", "en"), game)
    return await _unpacked(request, packed, "no-cache")


# -- the server ----------------------------------------------------------------------------------


async def live(_: Request) -> Response:
    """Liveness: answer that the server is up."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """Readiness: answer whether the server can store and read."""
    if await context(request).readiness.ready():
        return PlainTextResponse("ok\n")
    return problem(_UNAVAILABLE, 503)


async def show_bots(request: Request) -> Response:
    """Say whether the bots are ready to play, or still being loaded and compiled."""
    return answer(BotsInfo(ready=context(request).services.bots.ready))


async def metrics(request: Request) -> Response:
    """Return figures for Prometheus."""
    here = context(request)
    services, store, gc_policy = here.services, here.services.store, here.services.gc_policy
    gauges = {
        "tables_live": len(here.tables.live),
        "sockets": sum(services.limits.sockets.values()),
        "bots_waiting": getattr(services.bots, "waiting", 0),
        "warm": float(gc_policy.settled and not kernel.plain_for_now()),
        "garbage_slowest_seconds": gc_policy.slowest_s,
        "commits": getattr(store, "commits", 0),
        "commit_seconds": getattr(store, "commit_s", 0.0),
        "commit_slowest_seconds": getattr(store, "slowest_s", 0.0),
        **services.loop_lag.figures(),
    }
    return PlainTextResponse(services.metrics.text(gauges), media_type="text/plain; version=0.0.4")


async def socket(websocket: WebSocket) -> None:
    """Accept a socket, unless its address has too many."""
    services, address = context(websocket).services, websocket.state.address
    asked = _SOCKET.fullmatch(websocket.scope["path"])
    if asked is None:
        await websocket.close()  # not opened yet: HTTP 403
        return
    services.admission.arrived()
    await websocket.accept()
    if not services.limits.socket(address):
        await shut(websocket, TOO_FAST)
        return
    services.limits.opened(address)  # before the first await, as many may connect at once
    try:
        await _serve(websocket, asked["code"].upper())
    finally:
        services.limits.closed(address)


async def _serve(websocket: WebSocket, code: str) -> None:
    """Serve a socket at the table that it asked for, if there is one.

    After too many wrong codes of its address only those come in who have a seat there; the others
    cannot tell whether there is such a table.
    """
    here, address = context(websocket), websocket.state.address
    limits = here.services.limits
    looks = limits.look(address)
    try:
        live = await _find(here, code)
    except Unavailable as error:
        if looks:
            limits.found(address)
        fault("the store is unavailable", error)
        here.services.metrics.count_one("refused", _UNAVAILABLE.code)
        await shut(websocket, RESTART)
        return
    if live is None:
        if not looks:
            await said_hello(websocket, here.services.settings)
        await shut(websocket, NO_TABLE if looks else TOO_FAST)
        return
    if looks:
        limits.found(address)
    if limits.blocked.has(address):  # since it asked
        await shut(websocket, BLOCKED)
        return
    one = Socket(websocket, live, here.tables, here.services, address, seated_only=not looks)
    here.orders.sockets.add(one)
    try:
        await one.serve()
    finally:
        here.orders.sockets.discard(one)


async def missing(_: Request, __: Exception) -> Response:
    """Answer that there is nothing under this address."""
    return problem(NOT_FOUND, 404)


async def method_not_allowed(_: Request, error: Exception) -> Response:
    """Answer which methods this address allows."""
    answered = problem(Reason("method", "", "this address does not allow this method"), 405)
    answered.headers.update(getattr(error, "headers", None) or {})
    return answered


async def refusal(request: Request, error: Exception) -> Response:
    """Answer why something was refused, and count it."""
    assert isinstance(error, Refusal)
    services = context(request).services
    services.metrics.count_one("refused", error.reason.code)
    return problem(error.reason, _STATUS.get(error.reason.code, 409))


async def unavailable(request: Request, error: Exception) -> Response:
    """Answer that the database is unavailable, log it, and count it."""
    fault("the store is unavailable", error)
    context(request).services.metrics.count_one("refused", _UNAVAILABLE.code)
    return problem(_UNAVAILABLE, 503)


async def gone(_: Request, __: Exception) -> Response:
    """Answer nobody: the client hung up before its request was complete."""
    return Response(status_code=400)


HANDLERS = {
    404: missing,
    405: method_not_allowed,
    Refusal: refusal,
    Unavailable: unavailable,
    ClientDisconnect: gone,
}
ROUTES = [
    Route("/health", ready),
    Route("/health/live", live),
    Route("/health/ready", ready),
    Route("/metrics", metrics),
    Route("/api/openapi.json", describe),
    Route("/api/games", list_games),
    Route("/api/bots", show_bots),
    Route("/api/privacy", show_privacy),
    Route("/api/reach", show_reach),
    Route("/api/tables", tables, methods=["GET", "POST"]),
    Route("/api/tables/{code}", show_table),
    Route("/api/tables/{code}/seats", sit, methods=["POST"]),
    Route("/api/tables/{code}/record", record),
    Route("/api/tables/{code}/records/{number}", record),
    Route("/api/tables/{code}/picture.png", table_picture),
    Route("/api/replays", keep_replay, methods=["POST"]),
    Route("/api/replays/{id}", show_replay),
    Route("/api/replays/{id}/record", replay_record),
    Route("/api/replays/{id}/analysis", show_analysis),
    Route("/api/replays/{id}/picture.png", replay_picture),
    Route("/api/puzzles/{game}/{day}", puzzle_counts, methods=["GET", "POST"]),
    Route("/api/rules", show_rules),
    Route("/api/rules/{game}", show_rules),
    *operator.ROUTES,
    *Pages(head=link_head).routes(),  # last: everything else is a file of the page, or nothing
]
