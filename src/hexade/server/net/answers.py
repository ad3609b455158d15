"""Bodies of requests and answers as JSON."""

from __future__ import annotations

import asyncio
import gzip
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from hexade.contract.reason import Reason
from hexade.server.net.context import context
from hexade.server.table.refusals import refuse
from hexade.wire import messages
from hexade.wire.http_bodies import Problem

JSON = "application/json"
B = TypeVar("B")


def answer(content: object, status: int = 200) -> Response:
    """Return a body as JSON."""
    return Response(messages.encode(content), status, media_type=JSON)


def problem(reason: Reason, status: int) -> Response:
    """Return why a request was refused."""
    return answer(Problem(code=reason.code, rule=reason.rule, text=reason.text), status)


async def body(request: Request, kind: type[B], most: int = 0) -> B:
    """Return the body of a request; refuse one that is too long or cannot be read."""
    most = most or context(request).services.settings.body_bytes
    read = bytearray()
    async for part in request.stream():
        read += part
        if len(read) > most:
            raise refuse("too-long", f"a request has at most {most} bytes")
    try:
        return msgspec.json.decode(bytes(read), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refuse("unreadable", f"the request cannot be read: {error}") from None


async def unpacked(request: Request, packed: bytes, cache: str) -> Response:
    """Return compressed JSON, decompressed for clients that don't accept gzip."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(await asyncio.to_thread(gzip.decompress, packed), 200, headers, JSON)
    return Response(packed, 200, headers | {"content-encoding": "gzip"}, JSON)
