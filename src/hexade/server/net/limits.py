"""Rate limits: how much one connection and one address may ask for."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from hexade.server.settings import Settings
from hexade.server.table.clocks import Time

_HOUSEHOLD = 64  # leading bits that all IPv6 addresses of one household share
_FORGET = 10_000  # addresses kept before the idle ones are dropped


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """Return the rate limit key of an address: an IPv6 household shares one."""
    found = _read(address)
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, _HOUSEHOLD), strict=False))


@lru_cache(maxsize=4096)
def is_here(counted: str) -> bool:
    """Tell whether a rate limit key stands for this machine."""
    found = _read(counted.removesuffix("/64"))
    # The network of ::1 is counted as ::/64, which nobody else has.
    return found is not None and (found.is_loopback or counted == "::/64")


def _read(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:  # a proxy may send anything, and a Unix socket has no address
        return None


class TokenBucket:
    """A token bucket: it fills at a steady rate, and every request takes one token."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, now

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        self.left = min(self.burst, self.left + self.rate * (now - self.at))
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """The rate limits of all addresses."""

    def __init__(self, settings: Settings, time: Time) -> None:
        self._settings, self._time = settings, time
        self._buckets: dict[str, dict[str, TokenBucket]] = defaultdict(dict)  # by kind
        self._tidied: dict[str, float] = {}
        self.sockets: Counter[str] = Counter()

    def request(self, address: str) -> bool:
        """Tell whether an address may send another request now."""
        rate, burst = self._settings.address_rate, self._settings.address_burst
        return self._take("request", address, rate, burst)

    def page(self, address: str) -> bool:
        """Tell whether an address may load another file of the page: one visit takes dozens."""
        rate, burst = self._settings.page_rate, self._settings.page_burst
        return self._take("page", address, rate, burst)

    def table(self, address: str) -> bool:
        """Tell whether an address may make another table now."""
        most = self._settings.tables_per_hour
        return self._take("table", address, most / 3600, most)

    def analysis(self, address: str) -> bool:
        """Tell whether an address may have another finished game analysed now."""
        most = self._settings.analyses_per_hour
        return self._take("analysis", address, most / 3600, most)

    def socket(self, address: str) -> bool:
        """Tell whether an address may open another socket now."""
        return self.sockets[address] < self._settings.address_sockets

    def closed(self, address: str) -> None:
        """Release one socket of an address."""
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]

    def forget_idle(self) -> None:
        """Drop the addresses from which nothing has come for a while."""
        oldest = self._time.now() - self._settings.keep_addresses_s
        for kept in self._buckets.values():
            for address, bucket in list(kept.items()):
                if bucket.at < oldest:
                    del kept[address]
        counted_as.cache_clear()
        is_here.cache_clear()

    def _take(self, kind: str, address: str, rate: float, burst: float) -> bool:
        now, kept = self._time.now(), self._buckets[kind]
        if address not in kept:
            if len(kept) >= _FORGET and now - self._tidied.get(kind, -1e9) >= 1:
                self._tidied[kind] = now  # not on every new address, as it takes a while
                self._forget(kept, now)
            kept[address] = TokenBucket(rate, burst, now)
        return kept[address].take(now)

    def _forget(self, kept: dict[str, TokenBucket], now: float) -> None:
        for address, bucket in list(kept.items()):
            if bucket.left + bucket.rate * (now - bucket.at) >= bucket.burst:
                del kept[address]
