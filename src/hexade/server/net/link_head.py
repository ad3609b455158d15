"""What the document of a table or a replay says of itself, where its link is shared."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from hexade.contract.reason import Refusal
from hexade.server.net import previews
from hexade.server.net.context import context
from hexade.server.net.lookup import find_asked, finished_game
from hexade.server.net.static import HOST
from hexade.server.store import Unavailable
from hexade.wire.codes import is_code, replay_parts

_HEAD_S = 2.0  # how long a document waits for what a link to it says of itself


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
            told = previews.of_table(await asyncio.wait_for(find_asked(request), _HEAD_S), lang)
            image, page = f"/api/tables/{name}/picture.png", f"/t/{name}"
        else:
            played = await asyncio.wait_for(finished_game(request, name), _HEAD_S)
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
