"""Finds the table or the finished game that a request asks for, and counts wrong codes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import ClientDisconnect, Request

from hexade.contract.reason import Refusal
from hexade.server.live import replays
from hexade.server.live.history_queue import Visitor
from hexade.server.live.open_table import LiveTable
from hexade.server.live.replays import NOT_FOUND, NOT_OVER
from hexade.server.net.addresses import neighbourhood
from hexade.server.net.context import Context, context
from hexade.server.table.refusals import refuse
from hexade.wire.codes import replay_parts


async def find_asked(request: Request, token: str | None = None) -> LiveTable:
    """Return the table that is asked for; whoever has a seat there is never kept out."""
    here, code = context(request), request.path_params["code"].upper()
    known = None if token is None else await find_table(here, code)
    if known is not None and known.table.seat_of(token or "") is not None:
        return known
    with looking(here, request.state.address):
        if (live := await find_table(here, code)) is None:
            raise Refusal(NOT_FOUND)
        return live


async def find_table(here: Context, code: str) -> LiveTable | None:
    """Return the table with a code, unless the operator has closed it."""
    live = None if code in here.orders.closed else await here.tables.find(code)
    return None if code in here.orders.closed else live  # it may be closed while it is loaded


@contextmanager
def looking(here: Context, address: str) -> Iterator[None]:
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


def visitor_of(request: Request) -> Visitor:
    """Return who asks for a finished game; nothing is worked out for those who hung up."""

    async def demand_there() -> None:
        if await request.is_disconnected():
            raise ClientDisconnect

    return Visitor(neighbourhood(request.state.address), demand_there)


async def finished_game(request: Request, id: str) -> replays.FinishedGame:  # noqa: A002
    """Return a finished game by the name of its replay."""
    here = context(request)
    with looking(here, request.state.address):
        await demand_over(here, id)
        return await here.replays.game(id, visitor_of(request))


async def demand_over(here: Context, id: str) -> None:  # noqa: A002
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
