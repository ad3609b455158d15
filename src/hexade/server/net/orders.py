"""The operator's orders: closed tables and blocked addresses, in all processes of one database.

An order counts here at once, and goes to the other processes as a notice. Nothing is stored: a
process that starts, or that was cut off, asks the others, and each tells it all that it knows. Of
two orders about an address the newer one counts, so that nobody who was cut off undoes the other.
What the owner of a table may ask for is in wire/messages.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeVar

import msgspec

from hexade.contract.reason import Refusal
from hexade.server.net.addresses import Blocked, demand_elsewhere, read_networks
from hexade.server.net.sockets import BLOCKED, NO_TABLE, Socket
from hexade.server.ops.metrics import fault
from hexade.server.store import Store, Unavailable

T = TypeVar("T")
_AT_A_TIME = 50  # in one notice, which PostgreSQL bounds at 8,000 bytes


class AddressOrder(msgspec.Struct, frozen=True, array_like=True):
    """The last order about an address or a network."""

    address: str
    at: float  # by the wall clock
    is_blocked: bool

    @property
    def rank(self) -> tuple[float, bool]:
        """What decides which of two orders counts: the newer, of equals the block."""
        return self.at, self.is_blocked


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one process tells the others."""

    addresses: list[AddressOrder] = []
    close: list[str] = []
    asks: bool = False  # it does not know what was ordered before


class Orders:
    """What the operator of this server has ordered, and the sockets that it concerns."""

    def __init__(
        self, store: Store, blocked: Blocked, wall: Callable[[], float] = time.time
    ) -> None:
        self._store, self.blocked, self._wall = store, blocked, wall
        self.closed: set[str] = set()  # codes of tables
        self.sockets: set[Socket] = set()
        self._last: dict[str, AddressOrder] = {}  # since the start, by address

    async def block(self, address: str) -> int:
        """Block an address or a network; return how many sockets that closed here."""
        demand_elsewhere(address)
        order = self._ordered(address, is_blocked=True)
        sockets = self._obey([order])
        await self._tell(Order(addresses=[order]))
        return sockets

    async def unblock(self, address: str) -> bool:
        """Let an address or a network in again; return whether it was blocked."""
        order = self._ordered(address, is_blocked=False)
        found = order.address in self.blocked.names()
        self._obey([order])
        await self._tell(Order(addresses=[order]))
        return found

    async def close(self, code: str) -> int:
        """Close a table for everybody; return how many sockets that closed here."""
        sockets = self._close([code])
        await self._tell(Order(close=[code]))
        return sockets

    async def ask(self) -> None:
        """Ask the other processes what was ordered before."""
        await self._tell(Order(asks=True))

    async def heard(self, text: str) -> None:
        """Do what another process, or this one, tells."""
        try:
            order = msgspec.json.decode(text, type=Order)
            self._obey(order.addresses)
            self._close(order.close)
        except (msgspec.MsgspecError, Refusal) as error:  # of another version
            fault("could not read an order", error)
            return
        if order.asks:
            for some in _parts(list(self._last.values())):
                await self._tell(Order(addresses=some))
            for codes in _parts(sorted(self.closed)):
                await self._tell(Order(close=codes))

    async def _tell(self, order: Order) -> None:
        try:
            await self._store.tell(msgspec.json.encode(order).decode())
        except Unavailable as error:  # it counts here; the others ask when they are back
            fault("could not tell other processes", error)

    def _ordered(self, address: str, is_blocked: bool) -> AddressOrder:
        """Return an order of now; it is newer than all known ones, whatever the clocks say."""
        (network,) = read_networks([address], "block" if is_blocked else "unblock")
        known, at = self._last.get(str(network)), self._wall()
        if known is not None:
            at = max(at, math.nextafter(known.at, math.inf))
        return AddressOrder(str(network), at, is_blocked)

    def _obey(self, orders: Collection[AddressOrder]) -> int:
        """Do what is newer than what is known; return how many sockets that closed."""
        cuts = False
        for order in orders:
            known = self._last.get(order.address)
            if known is not None and known.rank >= order.rank:
                continue
            if order.is_blocked:
                self.blocked.add(order.address)
                cuts = True
            else:
                self.blocked.remove(order.address)
            self._last[order.address] = order
        return self._cut(BLOCKED, lambda one: self.blocked.has(one.address)) if cuts else 0

    def _close(self, codes: Collection[str]) -> int:
        self.closed.update(codes)
        return self._cut(NO_TABLE, lambda one: one.code in self.closed) if codes else 0

    def _cut(self, why: int, which: Callable[[Socket], bool]) -> int:
        """Close some sockets with a code; return how many."""
        chosen = [one for one in self.sockets if which(one)]
        for one in chosen:
            one.close(why)
        return len(chosen)


def _parts(left: Sequence[T]) -> Iterator[list[T]]:
    """Yield things in parts that fit into a notice."""
    for first in range(0, len(left), _AT_A_TIME):
        yield list(left[first : first + _AT_A_TIME])
