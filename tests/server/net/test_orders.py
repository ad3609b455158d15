"""The operator's last order about an address counts in all processes, also in those cut off."""

from __future__ import annotations

from typing import Any

import pytest

from hexade.contract.reason import Refusal
from hexade.server.net.addresses import Blocked
from hexade.server.net.orders import Orders
from tests.server.fixtures import FakeTime, run

ADDRESS = "203.0.113.7"


class Wire:
    """A store of one process, as far as telling others goes."""

    def __init__(self, wires: list[Wire], time: FakeTime, blocked: list[str]) -> None:
        self.orders = Orders(self.as_store(), Blocked(blocked), time.wall)
        self.wires, self.is_cut, self.longest = wires, False, 0
        wires.append(self)

    def as_store(self) -> Any:
        """Return this as what `Orders` takes."""
        return self

    async def tell(self, text: str) -> None:
        """Tell all that can hear, this process too."""
        self.longest = max(self.longest, len(text))
        for one in [] if self.is_cut else self.wires:
            if not one.is_cut:
                await one.orders.heard(text)

    def blocks(self, address: str = ADDRESS) -> bool:
        """Tell whether this process refuses an address."""
        return self.orders.blocked.has(address)


def processes(*times: FakeTime, blocked: list[str] | None = None) -> list[Wire]:
    """Return processes that hear each other, each with its clock."""
    wires: list[Wire] = []
    for time in times:
        Wire(wires, time, blocked or [])
    return wires


def test_who_was_cut_off_does_not_undo_an_unblock_or_a_block() -> None:
    async def test() -> None:
        time = FakeTime()
        one, two = processes(time, time)
        for is_blocked in (True, False, True):
            order = one.orders.block if is_blocked else one.orders.unblock
            await order(ADDRESS)  # the clock stands still: it is newer all the same
            two.is_cut = False
            await two.orders.ask()
            assert (one.blocks(), two.blocks()) == (is_blocked, is_blocked)
            two.is_cut = True

    run(test())


def test_an_order_counts_whatever_the_clocks_say() -> None:
    async def test() -> None:
        early, late = FakeTime(), FakeTime()
        late.at += 3600
        one, two = processes(early, late)
        await two.orders.block("203.0.113.7/32")
        assert await one.orders.unblock(ADDRESS)
        assert not one.blocks()
        assert not two.blocks()
        assert not await two.orders.unblock(ADDRESS)
        with pytest.raises(Refusal, match="neither an address nor a network"):
            await one.orders.block("somebody")

    run(test())


def test_a_process_that_starts_hears_all_in_notices_that_fit() -> None:
    async def test() -> None:
        time = FakeTime()
        time.at = 1_800_000_000.123456
        addresses = [f"2001:db8:1111:2222:3333:4444:5555:{n:x}" for n in range(0x1000, 0x1080)]
        one, two = processes(time, time, blocked=[ADDRESS])
        two.is_cut = True
        for address in addresses:
            await one.orders.block(address)
        await one.orders.unblock(ADDRESS)
        two.is_cut = False
        await two.orders.ask()
        assert sorted(two.orders.blocked.names()) == [f"{one}/128" for one in addresses]
        assert one.longest < 8000  # bytes that a notice of PostgreSQL may have

    run(test())
