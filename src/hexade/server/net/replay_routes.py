"""HTTP routes of replays: what was played, its record, its picture, and what each move cost."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from hexade.server.live import import_record
from hexade.server.net import pictures
from hexade.server.net.answers import JSON, answer, body, unpacked
from hexade.server.net.context import context
from hexade.server.net.lookup import demand_over, looking, visitor_of
from hexade.server.table.refusals import refuse
from hexade.wire.http_bodies import Given, Giving

_AN_HOUR = "private, max-age=3600"  # it may be erased, and its names are deleted one day
_A_DAY = "private, max-age=86400"  # a better judge may change it one day


async def keep_replay(request: Request) -> Response:
    """Keep a finished game that was played on one device, if its record obeys the rules."""
    here = context(request)
    if not here.services.limits.table(request.state.address):
        raise refuse("tables", "too many tables from this address: wait a while")
    wish = await body(request, Giving, here.services.settings.record_bytes)
    id = await import_record.keep(  # noqa: A001
        here.tables, here.replays.work, here.services.settings, wish, visitor_of(request)
    )
    return answer(Given(id=id, link=f"/r/{id}"), 201)


async def show_replay(request: Request) -> Response:
    """Return a finished game, move by move."""
    here, id = context(request), request.path_params["id"]  # noqa: A001
    with looking(here, request.state.address):
        await demand_over(here, id)
        found = await here.replays.take(id, visitor_of(request))
    return await unpacked(request, found, _AN_HOUR)


async def replay_record(request: Request) -> Response:
    """Return the record of a finished game."""
    here, id = context(request), request.path_params["id"]  # noqa: A001
    with looking(here, request.state.address):
        await demand_over(here, id)
        found = await here.replays.record(id, visitor_of(request))
    return Response(found, 200, {"cache-control": _AN_HOUR}, JSON)


async def replay_picture(request: Request) -> Response:
    """Return a picture of a finished game."""
    here, id = context(request), request.path_params["id"]  # noqa: A001
    with looking(here, request.state.address):
        await demand_over(here, id)
        made = await here.pictures.of_replay(id, visitor_of(request), pictures.known_tags(request))
    return pictures.sent(request, *made)


async def show_analysis(request: Request) -> Response:
    """Return what each move of a finished game cost, or the progress of the analysis."""
    here, id, address = context(request), request.path_params["id"], request.state.address  # noqa: A001
    may_begin = partial(here.services.limits.analysis, address)
    with looking(here, address):
        await demand_over(here, id)
        found = await here.analyses.take(id, may_begin, visitor_of(request))
    if isinstance(found, bytes):
        return await unpacked(request, found, _A_DAY)
    return answer(found, 202 if found.state == "waiting" else 200)
