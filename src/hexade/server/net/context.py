"""What a request handler works with, typed, from the application that serves it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from hexade.server.live.registry import TableRegistry
from hexade.server.live.replays import ReplayCache
from hexade.server.net.analyses import Analyses
from hexade.server.net.makers import Makers
from hexade.server.net.orders import Orders
from hexade.server.net.pictures import Pictures
from hexade.server.net.readiness import Readiness
from hexade.server.services import Services


@dataclass(slots=True)
class Context:
    """The services, and what is built on them."""

    services: Services
    tables: TableRegistry
    replays: ReplayCache
    analyses: Analyses
    readiness: Readiness
    makers: Makers
    orders: Orders
    pictures: Pictures
    listens: str = ""  # host:port, once the server listens


def context(connection: HTTPConnection) -> Context:
    """Return the context of a request or a socket."""
    found: Context = connection.app.state.context
    return found
