"""Who is counted as one, and who may read the figures."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexade.server.net.addresses import counted_as, is_here
from hexade.server.net.connections import Connections
from hexade.server.net.limits import Limits
from hexade.server.net.middleware import Guard
from hexade.server.ops.metrics import Metrics
from hexade.server.settings import Settings
from tests.server.fixtures import FakeTime, a_server, run


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_a_household_counts_once(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_ones_neighbours_in_the_same_network_share_a_limit() -> None:
    settings = Settings(address_rate=0.0, address_burst=2)
    guard = Guard(None, settings, Limits(settings, FakeTime()))  # type: ignore[arg-type]
    came = [refused(guard, f"2001:db8::{n:x}") for n in range(1, 5)]
    assert came == [None, None, "rate", "rate"]
    assert refused(guard, "2001:db8:0:1::1") is None  # another household


def test_who_has_many_ipv6_households_has_twenty_times_the_share_of_one() -> None:
    settings = Settings(
        address_rate=0.0, address_burst=2, message_rate=0.0, message_burst=2, tables_per_hour=2
    )
    time = FakeTime()
    limits = Limits(settings, time)
    for ask in (limits.request, limits.message, limits.table):
        done = sum(ask(counted_as(f"2001:db8:1:{n:x}::1")) for n in range(100) for _ in range(3))
        assert done == 40, ask
        assert ask(counted_as("2001:db8:2::1"))  # another customer
        assert ask("192.0.2.7")
    assert len(limits._buckets["request"]) < 30  # what is refused anyway leaves nothing behind


def refused(guard: Guard, client: str, path: str = "/api/games", **headers: str) -> str | None:
    raw = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "path": path, "headers": raw, "client": (client, 1),
    }  # fmt: skip
    reason = guard._refusal(scope)
    return None if reason is None else reason[0].code


def test_the_figures_are_for_this_machine_alone_unless_the_operator_says_otherwise() -> None:
    guard = Guard(None, Settings(), Limits(Settings(), FakeTime()))  # type: ignore[arg-type]
    for near in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"):
        assert is_here(counted_as(near))
        assert refused(guard, near, "/metrics") is None
    for far in ("192.0.2.7", "2001:db8::1", "", "unix"):
        assert refused(guard, far, "/metrics") == "figures"
        assert refused(guard, far, "/health") is None
    # Through a proxy on this machine everybody seems to be near.
    assert refused(guard, "127.0.0.1", "/metrics", x_forwarded_for="192.0.2.7") == "figures"
    assert refused(guard, "127.0.0.1", "/metrics", forwarded="for=192.0.2.7") == "figures"


def test_behind_a_trusted_proxy_its_word_counts() -> None:
    settings = Settings(trust_proxy="1")
    guard = Guard(None, settings, Limits(settings, FakeTime()))  # type: ignore[arg-type]
    assert refused(guard, "10.0.0.1", "/metrics", x_forwarded_for="192.0.2.7") == "figures"
    assert refused(guard, "10.0.0.1", "/metrics", x_forwarded_for="127.0.0.1") is None


@pytest.mark.parametrize("trusted", ["1", "127.0.0.1"])
@pytest.mark.parametrize("told", [{}, {"x_forwarded_for": "unknown"}, {"x_forwarded_for": " , "}])
def test_a_proxy_on_this_machine_that_tells_nothing_opens_nothing(
    trusted: str, told: dict[str, str]
) -> None:
    settings = Settings(trust_proxy=trusted)
    guard = Guard(None, settings, Limits(settings, FakeTime()))  # type: ignore[arg-type]
    assert refused(guard, "127.0.0.1", "/metrics", **told) == "figures"


def test_pages_of_other_sites_ask_for_nothing_and_use_nothing_up() -> None:
    settings = Settings(origins=("https://friend.example",), address_rate=0.0, address_burst=1)
    guard = Guard(None, settings, Limits(settings, FakeTime()))  # type: ignore[arg-type]
    for _ in range(5):
        assert refused(guard, "192.0.2.7", sec_fetch_site="cross-site") == "origin"
    friend = {"sec_fetch_site": "cross-site", "origin": "https://friend.example"}
    assert refused(guard, "192.0.2.7", **friend) is None
    assert refused(guard, "192.0.2.7", sec_fetch_site="same-origin") == "rate"
    assert refused(guard, "192.0.2.7", "/", sec_fetch_site="cross-site") is None  # a link


def test_so_do_those_of_figures_that_nobody_far_may_read() -> None:
    settings = Settings(address_rate=0.0, address_burst=2)
    guard = Guard(None, settings, Limits(settings, FakeTime()))  # type: ignore[arg-type]
    asked = [refused(guard, "192.0.2.7", "/metrics") for _ in range(3)]
    assert asked == ["figures", "figures", "rate"]
    for _ in range(5):
        assert refused(guard, "127.0.0.1", "/metrics") is None


@pytest.mark.parametrize("path", ["/metrics", "/operator/load"])
def test_guesses_of_a_token_count_as_requests(path: str) -> None:
    settings = Settings(
        metrics_token="figs", operator_token="figs", address_rate=0.0, address_burst=2
    )
    guard = Guard(None, settings, Limits(settings, FakeTime()))  # type: ignore[arg-type]
    guesses = [refused(guard, "192.0.2.7", path, authorization=f"Bearer {n}") for n in range(3)]
    assert guesses == [guesses[0], guesses[0], "rate"]
    assert refused(guard, "192.0.2.7", path, authorization="Bearer figs") == "rate"
    assert refused(guard, "192.0.2.8", path, authorization="Bearer figs") is None


def test_through_a_proxy_few_refusals_of_one_address_wait_at_a_time() -> None:
    """Those who ask too often wait for their answer, but must not hold every connection."""

    async def test() -> None:
        settings = Settings(address_rate=0.0, address_burst=0, trust_proxy="1")
        guard = Guard(None, settings, Limits(settings, FakeTime()))  # type: ignore[arg-type]
        answered = 0

        async def send(message: Any) -> None:
            nonlocal answered
            answered += message["type"] == "http.response.start"

        async def ask(address: str) -> None:
            scope: dict[str, Any] = {
                "type": "http", "method": "GET", "path": "/api/games", "client": ("10.0.0.1", 1),
                "headers": [(b"x-forwarded-for", address.encode())],
            }  # fmt: skip
            await guard(scope, None, send)  # type: ignore[arg-type]

        asked = [asyncio.ensure_future(ask("192.0.2.7")) for _ in range(50)]
        asked.append(asyncio.ensure_future(ask("192.0.2.8")))
        for _ in range(3):
            await asyncio.sleep(0)
        waiting = [one for one in asked if not one.done()]
        assert 0 < len(waiting) < 10
        assert asked[-1] in waiting
        assert answered == len(asked) - len(waiting)
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert not guard._limits._delayed

    run(test())


def test_with_a_token_whoever_brings_it_may_read_them_and_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            a_server(tmp_path, metrics_token="figs") as server,
            httpx.AsyncClient(base_url=server.address) as http,
        ):
            for said in ({}, {"authorization": "Bearer fig"}, {"authorization": "Bearer ü"}):
                raw = [(name.encode(), text.encode()) for name, text in said.items()]
                answer = await http.get("/metrics", headers=raw)
                assert answer.status_code == 403
                assert answer.json()["code"] == "figures"
            answer = await http.get("/metrics", headers={"authorization": "Bearer figs"})
            assert answer.status_code == 200
            assert "hexade_loop_lag_slowest_seconds" in answer.text

    run(test())


def test_a_customer_with_many_households_takes_only_so_many_connections() -> None:
    """With a network of 48 bits one has 65,536 households: they must not fill the server."""
    settings = Settings(address_sockets=2, address_connections=2, connections=10_000)
    limits = Limits(settings, FakeTime())
    connections = Connections(settings, limits.proxies, limits.blocked, Metrics())
    let_in = 0
    for household in range(100):
        address = f"2001:db8:1:{household:x}::/64"
        assert (connections.opened(address[:-3] + "1", 0) is None) is (household < 40)
        if limits.socket(address):
            limits.opened(address)
            let_in += 1
    assert let_in == 40
    assert limits.socket("2001:db8:2::/64")
    assert limits.socket("192.0.2.7")
    limits.closed("2001:db8:1:7::/64")
    connections.closed("2001:db8:1:7::1")
    assert limits.socket("2001:db8:1:fff::/64")
    assert connections.opened("2001:db8:1:fff::1", 0) is None
