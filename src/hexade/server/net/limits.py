"""Rate limits: how much one connection and one address may ask for.

The numbers are in settings.py; `sockets.py` applies the limit of a single socket.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

from hexade.server.net import addresses
from hexade.server.net.address_turns import AddressTurns
from hexade.server.net.addresses import HOUSEHOLDS, Blocked, Proxies, neighbourhood, provider_of
from hexade.server.settings import Settings
from hexade.server.table.clocks import Time

_FORGET = 10_000  # addresses kept before the idle ones are dropped
_RESULTS = 50_000  # of addresses at puzzles: then the one of which nothing came for longest goes
_PROVIDER_SHARE = 200  # times what one customer may have counted: what all of a provider may
_DELAYED, _DELAYED_OF_ONE = 500, 4  # refusals that wait: each holds a connection


class TokenBucket:
    """A token bucket: it fills at a steady rate, and every request takes one token."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, now

    def has(self, now: float, tokens: int = 1) -> bool:
        """Tell whether there are enough tokens."""
        self.left = min(self.burst, self.left + self.rate * (now - self.at))
        self.at = now
        return self.left >= tokens

    def take(self, now: float, tokens: int = 1) -> bool:
        """Take tokens, if there are enough."""
        enough = self.has(now, tokens)
        if enough:
            self.left -= tokens
        return enough


class FrameLimit:
    """How many frames of any kind, and how many bytes, one socket may send."""

    __slots__ = ("_bytes", "_flooded", "_frames", "_time")

    def __init__(self, settings: Settings, time: Time, flooded: Callable[[], None]) -> None:
        now = time.now()
        # A message is one frame or more, and between messages there are pings and pongs.
        rate = max(settings.frame_rate, 2 * settings.socket_rate)
        burst = max(settings.frame_burst, 2 * settings.socket_burst)
        self._frames = TokenBucket(rate, burst, now)
        self._bytes = TokenBucket(settings.traffic_rate, settings.traffic_burst, now)
        self._time, self._flooded = time, flooded

    def allows(self, frames: int, size: int) -> bool:
        """Tell whether a socket may send these frames now; a part of one counts as one."""
        now = self._time.now()
        allowed = self._frames.take(now, max(1, frames)) and self._bytes.take(now, size)
        if not allowed:
            self._flooded()
        return allowed


def release(counts: Counter[str], address: str) -> None:
    """Count one less of an address, and forget it with the last."""
    counts[address] -= 1
    if counts[address] <= 0:
        del counts[address]


class Limits:
    """The rate limits of all addresses."""

    def __init__(self, settings: Settings, time: Time) -> None:
        self._settings, self._time = settings, time
        self.proxies, self.blocked = Proxies(settings.trust_proxy), Blocked(settings.blocked)
        self._buckets: dict[str, dict[str, TokenBucket]] = defaultdict(dict)  # by kind
        self._tidied: dict[str, float] = {}
        self._answering: Counter[str] = Counter()
        self._delayed: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()
        self._near: Counter[str] = Counter()  # the same by customer
        self.turns = AddressTurns(settings.address_at_once)

    def request(self, address: str) -> bool:
        """Tell whether an address may send another request now."""
        rate, burst = self._settings.address_rate, self._settings.address_burst
        return self._take("request", address, rate, burst)

    def message(self, address: str) -> bool:
        """Tell whether an address may send another message now, over all its sockets."""
        rate, burst = self._settings.message_rate, self._settings.message_burst
        return self._take("message", address, rate, burst)

    def aside(self, person: str) -> bool:
        """Tell whether a person, by token or else by address, may ask for more than moves now."""
        return self._take("aside", person, self._settings.aside_rate, self._settings.aside_burst)

    def help(self, address: str) -> bool:
        """Tell whether an address may ask for another hint, drawing or warning now."""
        return self._take("help", address, self._settings.help_rate, self._settings.help_burst)

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

    def result(self, address: str, puzzle: str) -> bool:
        """Tell whether another result of a puzzle of the day counts that an address sends.

        Whoever has a provider's whole network has tens of thousands of customers' ones, so it has a
        share of its own; and nobody can fill the memory with theirs so that no others are counted.
        """
        most, kept = self._settings.results_per_hour, self._buckets["result"]
        customer, provider = neighbourhood(address), provider_of(address)
        shares = {customer: most} | ({provider: most * _PROVIDER_SHARE} if provider else {})
        now, buckets = self._time.now(), []
        for who, share in shares.items():
            key = f"{who} {puzzle}"
            bucket = kept.pop(key, None) or TokenBucket(share / 3600, share, now)
            kept[key] = bucket  # the last one again
            buckets.append(bucket)
        while len(kept) > _RESULTS:
            del kept[next(iter(kept))]
        counts = all(bucket.has(now) for bucket in buckets)
        return counts and all(bucket.take(now) for bucket in buckets)

    def look(self, address: str) -> bool:
        """Tell whether an address may look for a table: not after too many wrong codes.

        Every look counts as a wrong code until the table is `found`: many may come at once.
        """
        most = self._settings.wrong_codes_per_hour
        return self._take("code", neighbourhood(address), most / 3600, most)

    def found(self, address: str) -> None:
        """Take back the wrong code that `look` counted: the table exists."""
        if (bucket := self._buckets["code"].get(neighbourhood(address))) is not None:
            bucket.left += 1

    def frames(self, flooded: Callable[[], None]) -> FrameLimit:
        """Return the limit on the frames of a new socket."""
        return FrameLimit(self._settings, self._time, flooded)

    def begin(self, address: str) -> bool:
        """Count a request that is being answered; refuse it if the address has too many."""
        settings = self._settings
        if self._answering[address] >= max(settings.address_connections, settings.address_sockets):
            return False
        self._answering[address] += 1
        return True

    def end(self, address: str) -> None:
        """Release a request that was answered."""
        release(self._answering, address)

    def delay(self, address: str) -> bool:
        """Count a refusal that is to wait; return False if too many wait: it is sent at once."""
        full = self._delayed.total() >= _DELAYED or self._delayed[address] >= _DELAYED_OF_ONE
        if not full:
            self._delayed[address] += 1
        return not full

    def delayed(self, address: str) -> None:
        """Release a refusal that has waited."""
        release(self._delayed, address)

    def socket(self, address: str) -> bool:
        """Tell whether an address, and the customer that it belongs to, may open another socket."""
        most, near = self._settings.address_sockets, neighbourhood(address)
        return self.sockets[address] < most and self._near[near] < HOUSEHOLDS * most

    def opened(self, address: str) -> None:
        """Count one more socket of an address."""
        self.sockets[address] += 1
        self._near[neighbourhood(address)] += 1

    def closed(self, address: str) -> None:
        """Release one socket of an address."""
        release(self.sockets, address)
        release(self._near, neighbourhood(address))

    def forget_idle(self) -> None:
        """Drop the addresses from which nothing has come for a while."""
        oldest = self._time.now() - self._settings.keep_addresses_s
        for kept in self._buckets.values():
            for address, bucket in list(kept.items()):
                if bucket.at < oldest:
                    del kept[address]
        addresses.forget()

    def _take(self, kind: str, address: str, rate: float, burst: float) -> bool:
        """Tell whether an address, and the customer that it belongs to, may do something now."""
        now, near = self._time.now(), neighbourhood(address)
        if near == address:
            return self._bucket(kind, address, rate, burst, now).take(now)
        shared = self._bucket(kind, near, HOUSEHOLDS * rate, HOUSEHOLDS * burst, now)
        if not shared.has(now):  # nothing is kept for households that are refused anyway
            return False
        taken = self._bucket(kind, address, rate, burst, now).take(now)
        return taken and shared.take(now)

    def _bucket(
        self, kind: str, address: str, rate: float, burst: float, now: float
    ) -> TokenBucket:
        kept = self._buckets[kind]
        if address not in kept:
            if len(kept) >= _FORGET and now - self._tidied.get(kind, -1e9) >= 1:
                self._tidied[kind] = now  # not on every new address, as it takes a while
                self._forget(kept, now)
            kept[address] = TokenBucket(rate, burst, now)
        return kept[address]

    def _forget(self, kept: dict[str, TokenBucket], now: float) -> None:
        for address, bucket in list(kept.items()):
            if bucket.left + bucket.rate * (now - bucket.at) >= bucket.burst:
                del kept[address]
