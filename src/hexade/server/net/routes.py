"""HTTP: what can be played, tables to make and to sit down at, records, and how the server is."""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from hexade import games
from hexade.contract.reason import Reason, Refusal
from hexade.contract.record import write
from hexade.server.live import create, replays
from hexade.server.live.open_table import Live
from hexade.server.live.registry import Tables
from hexade.server.net import rules
from hexade.server.net.analyses import TooOften
from hexade.server.net.catalogue import catalogue
from hexade.server.net.sockets import NO_TABLE, RESTART, TOO_FAST, Socket, shut
from hexade.server.net.static import FOR_EVER, Pages
from hexade.server.ops.metrics import fault
from hexade.server.store import Unavailable
from hexade.server.table import decide
from hexade.wire import messages
from hexade.wire.codes import replay_parts
from hexade.wire.http_bodies import BotsInfo
from hexade.wire.messages import Create, Problem, Sit, Summary
from hexade.wire.openapi import openapi

_LISTED = 100
_SOCKET = re.compile("/api/tables/(?P<code>[^/]+)/socket")
_JSON = "application/json"
_A_DAY = "max-age=86400"  # a better judge may think otherwise one day
B = TypeVar("B")


class Missing(Exception):  # noqa: N818
    """There is no such thing here."""


def answer(body: object, status: int = 200) -> Response:
    """Return a body as JSON."""
    return Response(messages.encode(body), status, media_type=_JSON)


def problem(reason: Reason, status: int) -> Response:
    """Return why a request was refused."""
    return answer(Problem(code=reason.code, rule=reason.rule, text=reason.text), status)


async def _body(request: Request, kind: type[B]) -> B:
    """Return the body of a request; refuse one that is too long or cannot be read."""
    most = request.app.state.settings.body_bytes
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise decide.refuse("too-long", f"a request has at most {most} bytes")
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise decide.refuse("unreadable", f"the request cannot be read: {error}") from None


async def _table(request: Request) -> Live:
    live = await _tables(request).find(request.path_params["code"].upper())
    if live is None:
        raise Missing
    return live


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


# -- the catalogue -------------------------------------------------------------------------------


async def list_games(_: Request) -> Response:
    """Return what can be played, and how."""
    return answer(await asyncio.to_thread(catalogue))


async def describe(_: Request) -> Response:
    """Return the description of this interface."""
    return answer(openapi())


# -- tables --------------------------------------------------------------------------------------


async def tables(request: Request) -> Response:
    """List the open tables, or make one."""
    return await (create_table if request.method == "POST" else list_tables)(request)


async def list_tables(request: Request) -> Response:
    """Return the public tables that wait for players, unless nobody is there any more."""
    store, within_s = _tables(request).store, _tables(request).settings.listed_s
    found = await store.listings(_LISTED, within_s)
    tables = [msgspec.json.decode(listing, type=Summary) for listing in found]
    return Response(msgspec.json.encode(tables), media_type=_JSON)


async def create_table(request: Request) -> Response:
    """Make a table, and perhaps sit down, fill it with bots and start."""
    if not request.app.state.limits.table(request.state.address):
        reason = Reason("tables", "", "too many tables were made from this address: wait a while")
        return problem(reason, 429)
    wish = await _body(request, Create)
    played = None
    if wish.origin is not None:
        played = await _finished(_tables(request), wish.origin.replay)
        if played is None:
            raise Missing
    return answer(await create.make(_tables(request), wish, played), 201)


async def show_table(request: Request) -> Response:
    """Return a table as everybody may know it."""
    live = await _table(request)
    return answer(live.glance(_tables(request).time.now()))


async def sit(request: Request) -> Response:
    """Sit down at a table."""
    wish = await _body(request, Sit)
    return answer(await create.sit(_tables(request), await _table(request), wish), 201)


async def record(request: Request) -> Response:
    """Return the record of a game of the table, with its seed, once it is over."""
    live = await _table(request)
    number = request.path_params.get("number", live.table.number)
    if not 0 < number <= live.table.number and "number" in request.path_params:
        raise Missing
    found = await _tables(request).record(live, number)
    if found is None:
        return problem(Reason("not-over", "", "a record is shown when the game is over"), 409)
    return Response(write(found), media_type=_JSON)


async def show_replay(request: Request) -> Response:
    """Return a finished game, move by move."""
    await _not_running(_tables(request), request.path_params["id"])
    packed = await request.app.state.replays.take(request.path_params["id"])
    if packed is None:
        raise Missing
    return await _unpacked(request, packed, FOR_EVER)


async def _finished(tables: Tables, id: str) -> replays.Played | None:  # noqa: A002
    await _not_running(tables, id)
    return await replays.fetch(tables.store, id)


async def _not_running(tables: Tables, id: str) -> None:  # noqa: A002
    """Refuse a game that is being played at once: to replay it first would take a while."""
    code, number = replay_parts(id) or ("", 0)
    live = tables.live.get(code)
    if live is None or not _runs(live, number):
        return
    await tables.read_on(live)  # it may have ended at another process
    if _runs(live, number):
        raise Refusal(replays.NOT_OVER)


def _runs(live: Live, number: int) -> bool:
    return live.table.number == number and live.table.phase != "over"


async def _unpacked(request: Request, packed: bytes, cache: str) -> Response:
    """Return compressed JSON as it is, or unpacked to whoever cannot."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(await asyncio.to_thread(gzip.decompress, packed), 200, headers, _JSON)
    return Response(packed, 200, headers | {"content-encoding": "gzip"}, _JSON)


async def replay_record(request: Request) -> Response:
    """Return the record of a finished game."""
    played = await _finished(_tables(request), request.path_params["id"])
    if played is None:
        raise Missing
    return Response(write(played.record), 200, {"cache-control": FOR_EVER}, _JSON)


async def show_analysis(request: Request) -> Response:
    """Return what each move of a finished game lost, or how far one is with finding it out."""
    state, id, address = request.app.state, request.path_params["id"], request.state.address  # noqa: A001
    await _not_running(state.tables, id)
    found = await state.analyses.take(id, lambda: state.limits.analysis(address))
    if found is None:
        raise Missing
    if isinstance(found, bytes):
        return await _unpacked(request, found, _A_DAY)
    if found.state == "waiting":
        return answer(found, 202)
    return answer(found)


async def show_rules(request: Request) -> Response:
    """Return the rules in a language, all of them or those of one game."""
    game = request.path_params.get("game")
    if game is not None and game not in games.names():
        raise Missing
    packed = rules.packed(request.query_params.get("lang", "en"), game)
    return await _unpacked(request, packed, "no-cache")


# -- the server ----------------------------------------------------------------------------------


async def health(_: Request) -> Response:
    """Say that the server is there."""
    return PlainTextResponse("ok\n")


async def show_bots(request: Request) -> Response:
    """Say whether the bots are ready to play, or still being loaded and compiled."""
    return answer(BotsInfo(ready=_tables(request).bots.ready))


async def metrics(request: Request) -> Response:
    """Return figures for Prometheus."""
    tables, limits = _tables(request), request.app.state.limits
    gauges = {
        "tables_live": len(tables.live),
        "sockets": sum(limits.sockets.values()),
        "bots_waiting": getattr(tables.bots, "waiting", 0),
        "warm": float(tables.garbage.settled),
        "garbage_slowest_seconds": tables.garbage.slowest_s,
        "commits": getattr(tables.store, "commits", 0),
        "commit_seconds": getattr(tables.store, "commit_s", 0.0),
        "commit_slowest_seconds": getattr(tables.store, "slowest_s", 0.0),
        **tables.pulse.figures(),
    }
    return PlainTextResponse(tables.metrics.text(gauges), media_type="text/plain; version=0.0.4")


async def socket(websocket: WebSocket) -> None:
    """Let a socket in, if the page it comes from and its address may."""
    state, address = websocket.app.state, websocket.state.address
    asked = _SOCKET.fullmatch(websocket.scope["path"])
    if asked is None:
        await websocket.close()  # before it was opened: HTTP 403
        return
    state.tables.rush.arrived()
    await websocket.accept()
    if not state.limits.socket(address):
        await shut(websocket, TOO_FAST)
        return
    state.limits.sockets[address] += 1  # before anything is awaited: many may come at once
    try:
        await _serve(websocket, asked["code"].upper())
    finally:
        state.limits.closed(address)


async def _serve(websocket: WebSocket, code: str) -> None:
    """Talk to a socket at the table that it asked for, if there is one."""
    state = websocket.app.state
    try:
        live = await state.tables.find(code)
    except Unavailable as error:
        fault("the store is not there", error)
        await shut(websocket, RESTART)
        return
    if live is None:
        await shut(websocket, NO_TABLE)
        return
    one = Socket(websocket, live, state.tables)
    state.sockets.add(one)
    try:
        await one.serve()
    finally:
        state.sockets.discard(one)


async def missing(_: Request, __: Exception) -> Response:
    """Answer that there is no such thing."""
    return problem(Reason("not-found", "", "there is nothing here under this name"), 404)


async def not_that_way(_: Request, error: Exception) -> Response:
    """Answer that this is not asked in such a way, and how it is."""
    answered = problem(Reason("method", "", "this is not how to ask here"), 405)
    answered.headers.update(getattr(error, "headers", None) or {})
    return answered


async def refusal(_: Request, error: Exception) -> Response:
    """Answer why something was refused."""
    assert isinstance(error, Refusal)
    return problem(error.reason, 400 if error.reason.code in ("unreadable", "too-long") else 409)


async def unavailable(_: Request, __: Exception) -> Response:
    """Answer that nothing can be written now."""
    return problem(Reason("unavailable", "", "nothing can be written down at the moment"), 503)


async def too_often(_: Request, __: Exception) -> Response:
    """Answer that an address has asked for enough."""
    text = "too many games were looked into for this address: wait a while"
    return problem(Reason("analyses", "", text), 429)


HANDLERS = {
    Missing: missing,
    TooOften: too_often,
    404: missing,
    405: not_that_way,
    Refusal: refusal,
    Unavailable: unavailable,
}
ROUTES = [
    Route("/health", health),
    Route("/metrics", metrics),
    Route("/api/openapi.json", describe),
    Route("/api/games", list_games),
    Route("/api/bots", show_bots),
    Route("/api/tables", tables, methods=["GET", "POST"]),
    Route("/api/tables/{code}", show_table),
    Route("/api/tables/{code}/seats", sit, methods=["POST"]),
    Route("/api/tables/{code}/record", record),
    Route("/api/tables/{code}/records/{number:int}", record),
    Route("/api/replays/{id}", show_replay),
    Route("/api/replays/{id}/record", replay_record),
    Route("/api/replays/{id}/analysis", show_analysis),
    Route("/api/rules", show_rules),
    Route("/api/rules/{game}", show_rules),
    *Pages().routes(),  # last: what is left over is a file of the page, or nothing
]
