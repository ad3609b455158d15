"""What a request handler works with, typed, from the application that serves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from hexade.server.live.registry import TableRegistry
from hexade.server.live.replays import ReplayCache
from hexade.server.net.analyses import Analyses
from hexade.server.net.makers import Makers
from hexade.server.net.readiness import Readiness
from hexade.server.services import Services

if TYPE_CHECKING:
    from hexade.server.net.sockets import Socket


@dataclass(slots=True)
class Context:
    """The services, and what is built on them."""

    services: Services
    tables: TableRegistry
    replays: ReplayCache
    analyses: Analyses
    readiness: Readiness
    makers: Makers
    closed: set[str] = field(default_factory=set)  # codes of tables that the operator closed
    sockets: set[Socket] = field(default_factory=set)


def context(connection: HTTPConnection) -> Context:
    """Return the context of a request or a socket."""
    found: Context = connection.app.state.context
    return found
