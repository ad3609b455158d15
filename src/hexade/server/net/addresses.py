"""Addresses of clients: what counts as one client, which proxies to believe, and who is blocked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from hexade.contract.reason import Reason, Refusal

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_CUSTOMER = 48  # leading bits that a provider may give to one customer
_PROVIDER = 32  # leading bits that a provider has at least
_HOUSEHOLD = 64  # leading bits that all IPv6 addresses of one household share
HOUSEHOLDS = 20  # so many times what one IPv6 household may have open, one customer may
_NO, _YES = ("", "0", "false", "no"), ("true", "yes")
_MOST_PROXIES = 16
_MAPPED = IPv6Network("::ffff:0:0/96")  # IPv4 addresses in the notation of IPv6
_HERE = (ip_network("127.0.0.0/8"), ip_network("::1"))
_PRIVATE = tuple(
    ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10",
    )
)  # fmt: skip


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """Return the rate limit key of an address: an IPv6 household shares one."""
    found = read_address(address)
    if found is None:  # a Unix socket has no address
        return address
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, _HOUSEHOLD), strict=False))
    return str(found)


@lru_cache(maxsize=4096)
def neighbourhood(counted: str) -> str:
    """Return the rate limit key for guessing: one customer may have 65,536 IPv6 households."""
    if not counted.endswith(f"/{_HOUSEHOLD}"):
        return counted
    return str(IPv6Network(counted).supernet(new_prefix=_CUSTOMER))


@lru_cache(maxsize=4096)
def provider_of(counted: str) -> str:
    """Return the network of an IPv6 household's provider, who has 65,536 customers or more."""
    if not counted.endswith(f"/{_HOUSEHOLD}"):
        return ""
    return str(IPv6Network(counted).supernet(new_prefix=_PROVIDER))


@lru_cache(maxsize=4096)
def is_here(counted: str) -> bool:
    """Tell whether a rate limit key stands for this machine."""
    found = read_address(counted.removesuffix("/64"))
    # The network of ::1 is counted as ::/64, which nobody else has.
    return found is not None and (found.is_loopback or counted == "::/64")


@lru_cache(maxsize=4096)
def is_near(counted: str) -> bool:
    """Tell whether a rate limit key stands for this machine, or for one in a private network."""
    found = read_address(counted.removesuffix("/64"))
    return found is None or is_here(counted) or within(found, _PRIVATE)


def forget() -> None:
    """Drop the addresses that were looked up before."""
    for known in (counted_as, neighbourhood, provider_of, is_here, is_near):
        known.cache_clear()


def read_address(text: str) -> Address | None:
    """Return the address in a text such as `192.0.2.7:80` or `"[2001:db8::1]:80"`, if any."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def read_networks(texts: Iterable[str], setting: str) -> tuple[Network, ...]:
    """Return addresses and networks as networks; refuse what is neither."""
    found = []
    for text in texts:
        try:
            found.append(_unmapped(ip_network(text, strict=False)))
        except ValueError:
            said = f"{setting}: {text[:60]!r} is neither an address nor a network"
            raise Refusal(Reason("setting", "", f"{said}, such as 10.0.0.0/8")) from None
    return tuple(found)


def _unmapped(network: Network) -> Network:
    """Return IPv4 addresses that are written as IPv6 as what they are: clients are counted so."""
    if isinstance(network, IPv6Network) and network.subnet_of(_MAPPED):
        bits = int(network.network_address) & 0xFFFFFFFF
        return IPv4Network((bits, network.prefixlen - _MAPPED.prefixlen))
    return network


def within(address: Address | None, networks: Iterable[Network]) -> bool:
    """Tell whether an address belongs to one of the networks."""
    return address is not None and any(address in network for network in networks)


class Proxies:
    """Whom to believe about a client's address: a number of proxies, or proxies by address."""

    def __init__(self, trusted: str) -> None:
        word = str(trusted).strip().lower()
        self._hops = 1 if word in _YES else int(word) if word.isdecimal() else 0
        by_number = word in _NO or self._hops > 0
        self._networks = () if by_number else read_networks(word.split(), "HEXADE_TRUST_PROXY")
        if self._hops > _MOST_PROXIES:
            text = f"HEXADE_TRUST_PROXY: {word} proxies are too many; the most is {_MOST_PROXIES}"
            raise Refusal(Reason("setting", "", text))

    def trusts(self, peer: str) -> bool:
        """Tell whether the other end of a connection is a proxy that is believed."""
        return self._hops > 0 or within(read_address(peer), self._networks)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the rate limit key of the client that the proxies forward for.

        `forwarded` has the lines of X-Forwarded-For in order. Each proxy appends the address that
        it was called from, so only what trusted proxies appended counts. What cannot be read is
        counted as the proxy itself.
        """
        address = self.told(forwarded) if self.trusts(peer) else None
        return counted_as(peer if address is None else str(address))

    def told(self, forwarded: Sequence[str]) -> Address | None:
        """Return the client's address as trusted proxies tell it; None if it cannot be read."""
        told = [text for text in ",".join(forwarded).split(",") if text.strip()]
        return read_address(self._by_number(told) if self._hops else self._by_address(told))

    def _by_number(self, told: list[str]) -> str:
        return told[max(0, len(told) - self._hops)] if told else ""

    def _by_address(self, told: list[str]) -> str:
        """Return the last address that is not a trusted proxy; the first, if all are."""
        last = ""
        for last in reversed(told):
            if not within(read_address(last), self._networks):
                break
        return last


def demand_elsewhere(text: str) -> None:
    """Refuse to block this machine: its operator could not take that back."""
    (network,) = read_networks([text], "block")
    if any(network.overlaps(own) for own in _HERE if own.version == network.version):
        why = f"block: {network} contains this machine, and you could not unblock it again"
        proxy = "behind a proxy, set HEXADE_TRUST_PROXY to see the addresses of clients"
        raise Refusal(Reason("setting", "", f"{why}; {proxy}"))


class Blocked:
    """Addresses and networks that are refused: the operator's setting, and commands since."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._networks = dict.fromkeys(read_networks(texts, "HEXADE_BLOCKED"))

    def add(self, text: str) -> None:
        """Block an address or a network."""
        self._networks.update(dict.fromkeys(read_networks([text], "block")))

    def remove(self, text: str) -> bool:
        """Let an address or a network in again; return whether it was blocked."""
        (network,) = read_networks([text], "unblock")
        return self._networks.pop(network, self) is not self

    def names(self) -> list[str]:
        """Return what is blocked."""
        return [str(network) for network in self._networks]

    def has(self, counted: str) -> bool:
        """Tell whether a rate limit key stands for somebody who is blocked."""
        if not self._networks:
            return False
        if counted.endswith("/64"):
            household = IPv6Network(counted)
            return any(
                network.overlaps(household) for network in self._networks if network.version == 6
            )
        return within(read_address(counted), self._networks)
