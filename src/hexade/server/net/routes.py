"""HTTP routes: games, tables, seats, records, rules and metrics; with all others in one list."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from hexade import games
from hexade.contract import kernel
from hexade.contract.reason import Reason, Refusal
from hexade.server.live import create
from hexade.server.live.replays import NOT_FOUND
from hexade.server.net import operator, pictures, rules
from hexade.server.net.addresses import is_near, neighbourhood
from hexade.server.net.answers import JSON, answer, body, problem, unpacked
from hexade.server.net.catalogue import encoded
from hexade.server.net.context import context
from hexade.server.net.link_head import link_head
from hexade.server.net.lookup import find_asked, find_table, finished_game, visitor_of
from hexade.server.net.makers import fair_share, maker_of
from hexade.server.net.privacy import show_privacy
from hexade.server.net.puzzles import puzzle_counts
from hexade.server.net.reach import show_reach
from hexade.server.net.replay_routes import (
    keep_replay,
    replay_picture,
    replay_record,
    show_analysis,
    show_replay,
)
from hexade.server.net.sockets import (
    BLOCKED,
    NO_TABLE,
    RESTART,
    TOO_FAST,
    Socket,
    said_hello,
    shut,
)  # fmt: skip
from hexade.server.net.static import Pages
from hexade.server.ops.metrics import fault
from hexade.server.store import Unavailable
from hexade.server.table.refusals import refuse
from hexade.wire.codes import replay_name
from hexade.wire.http_bodies import BotsInfo
from hexade.wire.messages import Create, Sit
from hexade.wire.openapi import openapi

_LISTED = 100
_SOCKET = re.compile("/api/tables/(?P<code>[^/]+)/socket")
_NUMBER = re.compile("[0-9]{1,9}")
_STATUS = {"unreadable": 400, "too-long": 400, "not-found": 404, "tables": 429,
           "analyses": 429, "codes": 429, "rate": 429}  # fmt: skip
_UNAVAILABLE = Reason("unavailable", "", "we can't save right now: try again")


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
    played = await finished_game(request, wish.origin.replay) if wish.origin else None
    run = partial(here.replays.work.do, visitor_of(request))
    make = partial(create.make, here.tables, here.services.settings, wish, played, customer, run)
    if not wish.agreed.public:
        return answer(await make(), 201)
    async with here.makers.place(customer) as mark:
        return answer(await make(mark), 201)


async def show_table(request: Request) -> Response:
    """Return a table as everybody may know it."""
    live = await find_asked(request)
    return answer(live.glance(context(request).services.time.now()))


async def sit(request: Request) -> Response:
    """Sit down at a table."""
    wish = await body(request, Sit)
    here, live = context(request), await find_asked(request, wish.token)
    settings, address = here.services.settings, request.state.address
    most = None if is_near(address) else settings.public_seats
    customer = neighbourhood(address)
    seated = await create.sit(here.tables, settings, live, wish, customer, most)
    return answer(seated, 201 if seated.seat is not None else 202)


async def record(request: Request) -> Response:
    """Return the record of a game of the table, with its seed, once it is over."""
    live = await find_asked(request)
    table, number = live.table, _number(request.path_params.get("number"), live.table.number)
    if number is None:
        raise Refusal(NOT_FOUND)
    if number == table.number and not table.over:
        raise refuse("not-over", "a record is shown when the game is over")
    id = replay_name(table.code, number)  # noqa: A001
    found = await context(request).replays.record(id, visitor_of(request))
    return Response(found, media_type=JSON)


def _number(asked: str | None, newest: int) -> int | None:
    """Return the number of the game that was asked for; None if there is no such game."""
    if asked is None:
        return newest
    number = int(asked) if _NUMBER.fullmatch(asked) else 0
    return number if 0 < number <= newest else None


async def table_picture(request: Request) -> Response:
    """Return a picture of a table as everybody may see it."""
    live = await find_asked(request)
    known = pictures.known_tags(request)
    made = await context(request).pictures.of_table(live, visitor_of(request), known)
    return pictures.sent(request, *made)


async def show_rules(request: Request) -> Response:
    """Return the rules in a language, all of them or those of one game."""
    game = request.path_params.get("game")
    if game is not None and game not in games.names():
        raise Refusal(NOT_FOUND)
    packed = rules.packed(request.query_params.get("lang", "en"), game)
    return await unpacked(request, packed, "no-cache")


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
        **services.loop_lag.figures(),
    }
    if (slowest_s := getattr(store, "slowest_s", None)) is not None:  # PostgreSQL measures its own
        gauges["commit_slowest_seconds"] = slowest_s
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
        live = await find_table(here, code)
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
