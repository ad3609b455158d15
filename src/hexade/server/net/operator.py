"""The operator's routes: see live tables and load, block an address, close a table.

The middleware lets only requests with the operator's token through.
"""

from __future__ import annotations

from collections import defaultdict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexade.contract.reason import Reason, Refusal
from hexade.server.live.open_table import LiveTable
from hexade.server.net.answers import answer, body
from hexade.server.net.context import context
from hexade.server.ops.metrics import note
from hexade.wire.operator import AddressLoad, Block, Blocks, LiveTableInfo, Load, TableEnded

_BUSIEST = 10


async def tables(request: Request) -> Response:
    """Return the tables in memory, those with the most sockets first."""
    here = context(request)
    addresses = defaultdict[str, list[str]](list)
    for one in here.orders.sockets:  # once: with thousands of tables each would take too long
        addresses[one.code].append(one.address)
    found = [_info(live, addresses[code]) for code, live in here.tables.live.items()]
    return answer(sorted(found, key=lambda one: -one.sockets))


def _info(live: LiveTable, addresses: list[str]) -> LiveTableInfo:
    table = live.table
    return LiveTableInfo(
        code=table.code,
        game=table.agreed.game,
        phase=table.phase,
        public=table.agreed.public,
        people=sum(one.token is not None for one in table.occupants),
        bots=sum(one.bot is not None for one in table.occupants),
        sockets=len(addresses),
        addresses=sorted(set(addresses)),
    )


async def load(request: Request) -> Response:
    """Return how much the server has to do, and for whom."""
    here = context(request)
    services = here.services
    most = services.limits.sockets.most_common(_BUSIEST)
    return answer(
        Load(
            tables=len(here.tables.live),
            sockets=services.limits.sockets.total(),
            bots_waiting=getattr(services.bots, "waiting", 0),
            loop_lag_s=services.loop_lag.slowest.late_s,
            busiest=[AddressLoad(address=address, sockets=n) for address, n in most],
        )
    )


async def blocks(request: Request) -> Response:
    """Return what is blocked, block an address and close its sockets, or let it in again."""
    orders = context(request).orders
    if request.method == "POST":
        wish = await body(request, Block)
        note("address blocked", address=wish.address, sockets=await orders.block(wish.address))
    elif request.method == "DELETE":
        wish = await body(request, Block)
        if not await orders.unblock(wish.address):
            raise _not_found(f"{wish.address} is not blocked")
        note("address let in again", address=wish.address)
    return answer(Blocks(blocked=orders.blocked.names()))


async def close_table(request: Request) -> Response:
    """Close a table: its sockets, and the table for whoever asks for it from now on."""
    here, code = context(request), request.path_params["code"].upper()
    if await here.tables.find(code) is None:
        raise _not_found("there is no table with this code")
    closed = await here.orders.close(code)
    note("table closed by the operator", sockets=closed)
    return answer(TableEnded(sockets=closed))


def _not_found(text: str) -> Refusal:
    return Refusal(Reason("not-found", "", text))


ROUTES = [
    Route("/operator/tables", tables),
    Route("/operator/load", load),
    Route("/operator/blocks", blocks, methods=["GET", "POST", "DELETE"]),
    Route("/operator/tables/{code}/close", close_table, methods=["POST"]),
]
