"""Connections: how many there may be, of everybody and of each address."""

from __future__ import annotations

from collections import Counter

from hexade.server.net import request_head as head
from hexade.server.net.addresses import HOUSEHOLDS, Blocked, Proxies, counted_as, neighbourhood
from hexade.server.net.limits import release
from hexade.server.ops import descriptors
from hexade.server.ops.metrics import Metrics, Outage, fault
from hexade.server.settings import Settings

_REASONS = {
    head.BAD_REQUEST: "unreadable", head.FORBIDDEN: "blocked", head.LENGTH_REQUIRED: "no-length",
    head.OVERLOADED: "overloaded", head.TIMEOUT: "slow", head.TOO_LARGE: "head",
    head.TOO_MANY: "connections",
}  # fmt: skip


class Full(Outage):
    """So many connections are open that no other one is accepted."""


class Connections:
    """Counts connections of plain HTTP; sockets are counted by `Limits` once they are open."""

    def __init__(
        self, settings: Settings, proxies: Proxies, blocked: Blocked, metrics: Metrics
    ) -> None:
        self.settings = settings
        self._proxies, self._blocked, self._metrics = proxies, blocked, metrics
        self._plain: Counter[str] = Counter()
        self._near: Counter[str] = Counter()  # the same by customer
        # At least its sockets, which all reconnect at once after a restart.
        self._most_of_one = max(settings.address_connections, settings.address_sockets)
        self._most = settings.connections or descriptors.left_for_connections()

    def opened(self, peer: str, there: int) -> bytes | None:
        """Count a new connection beside `there` others, or return the answer that refuses it."""
        refusal = self._refusal(peer, there)
        if refusal is None:
            self._plain[counted_as(peer)] += 1
            self._near[neighbourhood(counted_as(peer))] += 1
        return refusal

    def refused(self, answer: bytes) -> None:
        """Count a refusal before the application has seen the request."""
        self._metrics.count_one("http_responses", answer[9:12].decode())
        self._metrics.count_one("refused", _REASONS[answer])
        if answer == head.OVERLOADED:
            why = f"{self._most} are open: more descriptors, or HEXADE_CONNECTIONS, allow more"
            fault("no room for another connection", Full(why))

    def cut_off(self, reason: str) -> None:
        """Count a connection that was cut off."""
        self._metrics.count_one("refused", reason)

    def _refusal(self, peer: str, there: int) -> bytes | None:
        if there >= self._most:
            return head.OVERLOADED
        if self._proxies.trusts(peer):  # it speaks for many
            return None
        if self._blocked.has(counted_as(peer)):
            return head.FORBIDDEN
        counted, most = counted_as(peer), self._most_of_one
        enough = self._near[neighbourhood(counted)] >= HOUSEHOLDS * most
        return head.TOO_MANY if enough or self._plain[counted] >= most else None

    def closed(self, peer: str) -> None:
        """Forget a connection that was closed, or became a socket."""
        release(self._plain, counted_as(peer))
        release(self._near, neighbourhood(counted_as(peer)))
