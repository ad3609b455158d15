"""Static files: the built page, read once into memory, sent compressed and cached.

Every address of the page returns the same document; its router does the rest. Files under
`assets/` have a digest in their names and never change. If the page was not built, a plain one
says so and links to the interface for programs.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route
from starlette.types import Scope

BUILT = Path(__file__).parents[2] / "web"  # where the build puts the page
INDEX = "index.html"
ADDRESSES = (
    "/", "/t/{code}", "/r/{id}", "/rules", "/rules/{rest:path}", "/learn", "/learn/{rest:path}",
    "/daily", "/bots", "/stats", "/settings", "/about", "/privacy",
)  # fmt: skip
FOR_EVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"  # cached, but revalidated each time
_SUFFIXES = {"br": ".br", "gzip": ".gz"}  # files that the build compressed
_TYPES = {
    ".js": "text/javascript", ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
    ".svg": "image/svg+xml", ".ico": "image/x-icon",
    ".wasm": "application/wasm", ".map": "application/json", ".txt": "text/plain",
}  # fmt: skip
_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_SCRIPT = "text/javascript"
_WORTH_IT = 1024  # bytes above which compression pays off
HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9a-fA-F:]+\](:\d+)?")
_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'{styles}; img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self' blob:; connect-src 'self'{sockets}; worker-src 'self'; "
    "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
# A script may be a worker, which has the policy that it came with: games are WebAssembly there.
_SCRIPT_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hexade</title>
<h1>Hexade</h1>
<p>The server runs. The web app is not built here.</p>
<ul>
<li><a href="/api/openapi.json">The interface for programs (OpenAPI)</a></li>
<li><a href="/api/games">What can be played</a></li>
<li><a href="/api/tables">Open tables</a></li>
</ul>
</html>
"""


@dataclass(frozen=True, slots=True)
class File:
    """One file of the page, ready to be sent."""

    type: str
    tag: str  # of its content
    cache: str
    bodies: dict[str, bytes] = field(repr=False)  # by encoding; "" means uncompressed
    styles: tuple[str, ...] = ()  # of a document: digests of the styles inside it


class _Files(Route):
    """Every address but those of the interface, which has its own errors."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match everything outside the interface."""
        if scope["path"].startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)


Head = Callable[[Request], Awaitable[str]]


class Pages:
    """The files of the page, read on the first request.

    `head` returns what the document of one address has in its head besides, such as its title where
    a link to it is shared; empty for most.
    """

    def __init__(self, folder: Path = BUILT, head: Head | None = None) -> None:
        self._folder, self._head = folder, head
        self._files: dict[str, File] = {}
        self._reading = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Return the page's addresses, and one for all its files, which must come last."""
        routes = [Route(address, self.document) for address in ADDRESSES]
        return [*routes, _Files("/{path:path}", self.file)]

    async def document(self, request: Request) -> Response:
        """Answer with the page, or say that it was not built."""
        found = (await self._all()).get(INDEX)
        if found is None:
            return HTMLResponse(_NOT_BUILT, headers={"cache-control": "no-store"})
        head = await self._head(request) if self._head else ""
        answer = _sent(request, _with_head(found, head) if head else found)
        if head:
            answer.headers["vary"] = "accept-encoding, accept-language"
        answer.headers["content-security-policy"] = policy(found, request.headers.get("host", ""))
        return answer

    async def file(self, request: Request) -> Response:
        """Answer with a file, or with the page, which tells people that an address is wrong."""
        found = (await self._all()).get(request.path_params["path"])
        if found is not None:
            return _sent(request, found)
        if "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404)
        answer = await self.document(request)
        if answer.status_code == 200:
            answer.status_code = 404
        return answer

    async def _all(self) -> dict[str, File]:
        if not self._files:
            async with self._reading:
                if not self._files:
                    self._files = await asyncio.to_thread(read, self._folder)
        return self._files


def _with_head(found: File, head: str) -> File:
    """Return a document with more in its head."""
    before, end, after = found.bodies[""].partition(b"</head>")
    body = before + head.encode() + end + after
    bodies = {"": body, "gzip": gzip.compress(body, 5, mtime=0)}
    return replace(found, tag=hashlib.sha256(body).hexdigest()[:20], bodies=bodies)


def read(folder: Path) -> dict[str, File]:
    """Return all files of a built page by their names; none where there is no page."""
    if not (folder / INDEX).is_file():
        return {}
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    made = {path.with_name(path.name + end) for path in paths for end in _SUFFIXES.values()}
    return {
        path.relative_to(folder).as_posix(): _read(path, path.relative_to(folder).parts[0])
        for path in paths
        if path not in made
    }


def _read(path: Path, folder: str) -> File:
    body = path.read_bytes()
    type_ = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    bodies = {"": body} | _compressed(path, body, type_ or "")
    charset = "; charset=utf-8" if (type_ or "").startswith("text/") else ""
    return File(
        type=(type_ or "application/octet-stream") + charset,
        tag=hashlib.sha256(body).hexdigest()[:20],
        cache=FOR_EVER if folder == "assets" else _ASK_FIRST,
        bodies=bodies,
        styles=_styles(body) if path.suffix == ".html" else (),
    )


def _compressed(path: Path, body: bytes, type_: str) -> dict[str, bytes]:
    """Return the compressed forms of a file, the best first; compress texts if need be."""
    found = {}
    for encoding, suffix in _SUFFIXES.items():
        beside = path.with_name(path.name + suffix)
        if beside.is_file():
            found[encoding] = beside.read_bytes()
    if not found and len(body) >= _WORTH_IT and type_.startswith(_TEXT):
        found["gzip"] = gzip.compress(body, 9, mtime=0)
    return {encoding: text for encoding, text in found.items() if len(text) < len(body)}


def _styles(document: bytes) -> tuple[str, ...]:
    """Return the digests of inline styles: the policy allows only these."""
    inside = re.findall(rb"<style[^>]*>(.*?)</style>", document, re.DOTALL | re.IGNORECASE)
    digests = (base64.b64encode(hashlib.sha256(text).digest()).decode() for text in inside)
    return tuple(f"'sha256-{digest}'" for digest in digests)


def policy(found: File, host: str) -> str:
    """Return the content security policy of a document: this host alone, sockets included.

    Some browsers do not count a socket of the same host as 'self', so it is named.
    """
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return _POLICY.format(styles="".join(f" {style}" for style in found.styles), sockets=sockets)


def _sent(request: Request, found: File) -> Response:
    """Return a file in the best accepted encoding, or 304 if it has not changed."""
    encoding = _chosen(request.headers.get("accept-encoding", ""), found)
    tag = f'"{found.tag}{"-" + encoding if encoding else ""}"'
    headers = {"cache-control": found.cache, "etag": tag, "vary": "accept-encoding"}
    if tag in re.findall(r'"[^"]*"', request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["content-encoding"] = encoding
    if found.type.startswith(_SCRIPT):
        headers["content-security-policy"] = _SCRIPT_POLICY
    return Response(found.bodies[encoding], headers=headers | {"content-type": found.type})


def _chosen(accepted: str, found: File) -> str:
    """Return the first encoding of a file that a client accepts; "" is always understood."""
    weights = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.strip().partition(";")
        weights[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((name for name in _SUFFIXES if name in found.bodies and weights.get(name)), "")
