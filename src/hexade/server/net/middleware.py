"""Middleware: checks origin, address and rate of every request, and sets security headers."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexade.contract.reason import Reason
from hexade.server.net.limits import Limits, counted_as, is_here
from hexade.server.net.routes import problem
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
_FREE = ("/health", "/metrics")
_PASSED_ON = ("x-forwarded-for", "forwarded", "via", "x-real-ip")
_METRICS = Reason("figures", "", "only the operator of this server may read its metrics")
_FOREIGN = Reason("origin", "", "pages of other hosts may not use this server")
_RATE = Reason("rate", "", "too many requests from this address: wait a moment")


class Guard:
    """Checks every request before it is handled."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app, self._settings, self._limits = app, settings, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        app = problem(*refusal) if refusal else self._app
        await app(scope, receive, _dressed(send))

    async def lets_in(self, scope: Scope, send: Send) -> bool:
        """Tell whether a socket may connect; if not, refuse it."""
        if self._refusal(scope) is None:
            return True
        await send({"type": "websocket.close", "code": 4403})  # not opened yet: HTTP 403
        return False

    def _refusal(self, scope: Scope) -> tuple[Reason, int] | None:
        headers = Headers(scope=scope)
        address = self._address(scope, headers)
        scope.setdefault("state", {})["address"] = address
        safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not safe and not self._same_origin(headers):
            return _FOREIGN, 403
        if scope["path"] == "/metrics" and not self._may_measure(headers, address):
            return _METRICS, 403
        if scope["path"] in _FREE:
            return None
        page = safe and not scope["path"].startswith("/api/")
        allowed = self._limits.page(address) if page else self._limits.request(address)
        return None if allowed else (_RATE, 429)

    def _may_measure(self, headers: Headers, address: str) -> bool:
        """Tell whether a request may read the metrics: by a token, or from this machine."""
        if self._settings.metrics_token:
            wanted = f"Bearer {self._settings.metrics_token}".encode()
            return hmac.compare_digest(headers.get("authorization", "").encode(), wanted)
        # Behind a proxy every client looks local.
        passed_on = any(name in headers for name in _PASSED_ON)
        return is_here(address) and (self._settings.trust_proxy or not passed_on)

    def _same_origin(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None:  # not a browser
            return True
        return origin in self._settings.origins or _host(origin) == headers.get("host", "")

    def _address(self, scope: Scope, headers: Headers) -> str:
        forwarded = headers.get("x-forwarded-for") if self._settings.trust_proxy else None
        if forwarded:
            return counted_as(forwarded.rsplit(",", 1)[-1].strip())
        client = scope.get("client")
        return counted_as(client[0]) if client else ""


def _host(origin: str) -> str | None:
    """Return the host of an origin, or None if it is not one."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return dressed
