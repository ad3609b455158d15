"""From where others can open a link to this server: anywhere, its network, or this computer alone.

The server knows the address that the page was opened with, and where it listens itself.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from hexade.server.net.addresses import is_near, read_address
from hexade.server.net.context import context
from hexade.wire import messages
from hexade.wire.http_bodies import Reach

_AT_HOME = (".local", ".lan", ".home", ".internal", ".home.arpa")  # names of a private network
_IN_A_CONTAINER = (Path("/.dockerenv"), Path("/run/.containerenv"))


async def show_reach(request: Request) -> Response:
    """Return from where others can open a link to a table."""
    opened = host_of(request.headers.get("host", ""))
    own = own_address() if is_near(request.state.address) else None  # nobody else's business
    told = reach(opened, context(request).listens, own)
    return Response(messages.encode(told), media_type="application/json")


def host_of(header: str) -> str:
    """Return the host in a `Host` header; anything else counts as a name of a network."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return "?"


def reach(opened: str, listens: str, own: str | None) -> Reach:
    """Return the reach of a page that was opened at a host, and the address to give to others.

    `listens` is where the server listens (host:port), `own` its address in its network.
    """
    if not _is_here(opened):
        return Reach(reach="network" if _is_home(opened) else "anywhere", origin="")
    host, _, port = listens.rpartition(":")
    if own is None or not host or _is_here(host.strip("[]")):
        return Reach(reach="computer", origin="")
    shown = f"[{own}]" if ":" in own else own
    return Reach(reach="network" if is_near(own) else "anywhere", origin=f"http://{shown}:{port}")


def _is_here(host: str) -> bool:
    found = read_address(host) if host.count(":") != 1 else None
    return host in ("", "localhost") or (found is not None and found.is_loopback)


def _is_home(host: str) -> bool:
    found = read_address(host)
    if isinstance(found, IPv4Address | IPv6Address):
        return is_near(str(found))
    return "." not in host or host.endswith(_AT_HOME)


def own_address() -> str | None:
    """Return this machine's address in its network; None in a container, whose own is no use."""
    if any(sign.exists() for sign in _IN_A_CONTAINER):
        return None
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only picks an address
        own = str(probe.getsockname()[0])
        return None if _is_here(own) or own == "0.0.0.0" else own
    return None
