"""Middleware: checks origin, address and rate of every request, and sets security headers."""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from functools import partial
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexade.contract.reason import Reason
from hexade.server.net.addresses import is_here
from hexade.server.net.answers import problem
from hexade.server.net.http_protocol import ANSWERED
from hexade.server.net.limits import Limits
from hexade.server.ops.metrics import Metrics, detail, note
from hexade.server.settings import Settings

_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
_TOO_FAST_S = 1.0  # how long a refusal waits for those who ask too often
_PASSED_ON = ("x-forwarded-for", "forwarded", "via", "x-real-ip")
_BEGINNING = re.compile("/api/(?:tables|replays)|/operator|/metrics|/health|")  # of a path: no code
_METRICS = Reason("figures", "", "only the operator of this server may read its metrics")
_OPERATOR = Reason("operator", "", "only the operator of this server may do this")
_BLOCKED = Reason("blocked", "", "the operator of this server has blocked this address")
_FOREIGN = Reason("origin", "", "pages of other hosts may not use this server")
_RATE = Reason("rate", "", "too many requests from this address: wait a moment")


class Guard:
    """Checks every request before it is handled."""

    def __init__(
        self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics | None = None
    ) -> None:
        self._app, self._settings, self._limits = app, settings, limits
        self._metrics = metrics or Metrics()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        refusal = self._refusal(scope)
        if refusal is not None:
            if refusal[0] is _RATE:
                await self._slow_down(scope["state"]["address"])
            await problem(*refusal)(scope, receive, self._dressed(scope, send))
        else:
            await self._answer(scope, receive, self._dressed(scope, send))
        if self._settings.access_log:
            _log(scope, time.perf_counter() - began)

    async def _slow_down(self, address: str) -> None:
        """Wait before a refusal: a client that is answered at once would ask again at once.

        Only a few wait at a time. Through a proxy one address may have any number of connections.
        """
        if self._limits.delay(address):
            try:
                await asyncio.sleep(_TOO_FAST_S)
            finally:
                self._limits.delayed(address)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless too many of this address are being answered."""
        address = scope["state"]["address"]
        if not self._limits.begin(address):
            self._metrics.count_one("refused", _RATE.code)
            await problem(_RATE, 429)(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._limits.end(address)

    def _dressed(self, scope: Scope, send: Send) -> Send:
        """Add security headers to an answer, and count its status."""

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                before = scope["state"].get(ANSWERED)  # this answer reaches nobody
                scope["state"]["status"] = before or message["status"]
                if before is None:
                    self._metrics.count_one("http_responses", str(message["status"]))
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        return dressed

    async def lets_in(self, scope: Scope, send: Send) -> bool:
        """Tell whether a socket may connect, and limit its frames; if not, refuse it."""
        if self._refusal(scope) is None:
            flooded = partial(self._metrics.count_one, "refused", "flood")
            scope["state"]["frame_limit"] = self._limits.frames(flooded)
            return True
        await send({"type": "websocket.close", "code": 4403})  # not opened yet: HTTP 403
        return False

    def _refusal(self, scope: Scope) -> tuple[Reason, int] | None:
        refusal = self._look_at(scope)
        if refusal is not None:
            self._metrics.count_one("refused", refusal[0].code)
        return refusal

    def _look_at(self, scope: Scope) -> tuple[Reason, int] | None:
        """Note the address of a request; return why it is refused and with which status, if so."""
        headers, path = Headers(scope=scope), scope["path"]
        peer = (scope.get("client") or ("",))[0]
        address = self._limits.proxies.client(peer, headers.getlist("x-forwarded-for"))
        scope.setdefault("state", {})["address"] = address
        if self._limits.blocked.has(address):
            return _BLOCKED, 403
        safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not safe and not self._same_origin(headers):
            return _FOREIGN, 403
        if path.startswith("/api/") and self._is_foreign(headers):  # such as an image: not counted
            return _FOREIGN, 403
        if path == "/metrics" and not self._settings.metrics_token:
            if self._is_near(headers, peer, address):
                return None
            return (_METRICS, 403) if self._limits.request(address) else (_RATE, 429)
        if (token := self._token(path)) is not None:  # guesses count as requests
            if not self._limits.request(address):
                return _RATE, 429
            wrong = _METRICS if path == "/metrics" else _OPERATOR
            return None if token and _brings(headers, token) else (wrong, 403)
        page = safe and not path.startswith("/api/")
        allowed = self._limits.page(address) if page else self._limits.request(address)
        return None if allowed else (_RATE, 429)

    def _token(self, path: str) -> str | None:
        """Return the token that a path needs, empty if nobody has it; None if it needs none."""
        if path == "/metrics":
            return self._settings.metrics_token
        return self._settings.operator_token if path.startswith("/operator") else None

    def _is_near(self, headers: Headers, peer: str, address: str) -> bool:
        """Tell whether a request comes from this machine: behind a proxy every client seems to."""
        if self._limits.proxies.trusts(peer):  # it must send an address that can be read
            near = self._limits.proxies.told(headers.getlist("x-forwarded-for")) is not None
        else:
            near = not any(name in headers for name in _PASSED_ON)
        return near and is_here(address)

    def _is_foreign(self, headers: Headers) -> bool:
        """Tell whether a page of another site had a browser ask, without leave."""
        cross = headers.get("sec-fetch-site") == "cross-site"
        return cross and headers.get("origin") not in self._settings.origins

    def _same_origin(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None:  # not a browser
            return True
        return origin in self._settings.origins or _host(origin) == headers.get("host", "")


def _log(scope: Scope, took_s: float) -> None:
    """Write the line of a request to the access log."""
    state = scope["state"]
    is_look = scope["path"].startswith("/health") and state.get("status") == 200
    log = detail if is_look else note  # a proxy looks several times a second
    log(
        "request", method=scope["method"], path=shown_path(scope), status=state.get("status"),
        ms=round(1000 * took_s, 1), address=state["address"],
    )  # fmt: skip


def shown_path(scope: Scope) -> str:
    """Return the path of a request for the log: without codes, and without what is unknown."""
    if "path_params" not in scope:  # refused before anybody knew what is asked for
        found = _BEGINNING.match(scope["path"])
        return found[0] if found and found[0] else "?"
    names = {str(value): f"{{{name}}}" for name, value in scope["path_params"].items()}
    named = names.keys() & set(scope["path"].split("/"))
    if scope["state"].get("status", 0) in (404, 405) and not named:
        return "?"  # it may be a mistyped link
    path = scope["path"]
    for value, name in names.items():
        if "/" in value:  # the rest of an address: anything may be in it
            path = path.removesuffix(value) + name
    return "/".join(names.get(part, part) for part in path.split("/"))


def _brings(headers: Headers, token: str) -> bool:
    said = headers.get("authorization", "").encode()
    return hmac.compare_digest(said, f"Bearer {token}".encode())


def _host(origin: str) -> str | None:
    """Return the host of an origin, or None if it is not one."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None
