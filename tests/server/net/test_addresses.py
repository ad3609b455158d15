"""Whose address counts: behind no proxy, a number of them, or proxies by address."""

from __future__ import annotations

import pytest

from hexade.contract.reason import Refusal
from hexade.server.net.addresses import Blocked, Proxies, demand_elsewhere

PROXY, CLIENT, FORGED = "10.0.0.1", "192.0.2.7", "203.0.113.9"


def test_without_proxies_nobody_is_believed() -> None:
    for nobody in ("", "0", "false"):
        assert Proxies(nobody).client(CLIENT, [FORGED]) == CLIENT


@pytest.mark.parametrize("trusted", ["1", "true", PROXY, "10.0.0.0/8", "::1 10.0.0.0/8"])
def test_of_several_header_lines_the_last_address_counts(trusted: str) -> None:
    proxies = Proxies(trusted)
    assert proxies.client(PROXY, [FORGED, CLIENT]) == CLIENT
    assert proxies.client(PROXY, [f"{FORGED}, {FORGED}", f"{FORGED},{CLIENT}"]) == CLIENT
    assert proxies.client(PROXY, [f"{FORGED}, {CLIENT}", ""]) == CLIENT


def test_a_number_of_proxies_is_counted_from_the_end() -> None:
    proxies = Proxies("2")
    assert proxies.client(PROXY, [FORGED, CLIENT, "10.0.0.2"]) == CLIENT
    assert proxies.client(PROXY, [CLIENT]) == CLIENT  # one of them did not say
    assert proxies.client(PROXY, []) == PROXY


def test_proxies_by_address_may_be_any_number_and_strangers_are_not_believed() -> None:
    proxies = Proxies("10.0.0.0/8 2001:db8:ff::/48")
    chain = [FORGED, CLIENT, "10.9.9.9", "2001:db8:ff::1"]
    assert proxies.client(PROXY, chain) == CLIENT
    assert proxies.client(CLIENT, [FORGED]) == CLIENT
    assert proxies.client(PROXY, ["10.0.0.3", "10.0.0.2"]) == "10.0.0.3"  # a proxy itself asks


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ("192.0.2.7:4711", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::/64"),
        ('"[2001:db8:1:2:ffff::]"', "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_addresses_are_read_in_every_form(told: str, counted: str) -> None:
    assert Proxies("1").client(PROXY, [told]) == counted
    assert Proxies(PROXY).client(PROXY, [told]) == counted


@pytest.mark.parametrize("told", ["unknown", "_hidden", "1.2.3.4.5", "999.1.1.1", "x" * 5000, ":"])
def test_what_cannot_be_read_is_counted_as_the_proxy(told: str) -> None:
    for trusted in ("1", PROXY):
        assert Proxies(trusted).client(PROXY, [FORGED, told]) == PROXY


@pytest.mark.parametrize("trusted", ["10.0.0.0/99", "proxy.example", "1 2", "-1", "100"])
def test_nonsense_is_refused_in_a_sentence(trusted: str) -> None:
    with pytest.raises(Refusal, match="HEXADE_TRUST_PROXY"):
        Proxies(trusted)


def test_an_address_a_network_or_a_household_can_be_blocked() -> None:
    blocked = Blocked(["192.0.2.0/30", "2001:db8::77"])
    assert blocked.has("192.0.2.1")
    assert blocked.has("2001:db8::/64")
    assert not blocked.has("192.0.2.9")
    assert not blocked.has("unix")
    blocked.add("192.0.2.9")
    assert blocked.has("192.0.2.9")
    assert blocked.remove("192.0.2.9")
    assert not blocked.remove("192.0.2.9")
    assert blocked.names() == ["192.0.2.0/30", "2001:db8::77/128"]
    with pytest.raises(Refusal, match="neither an address nor a network"):
        blocked.add("somebody")


@pytest.mark.parametrize("text", ["::ffff:192.0.2.5", "::ffff:192.0.2.0/120", "::ffff:0:0/96"])
def test_an_address_of_the_old_kind_is_blocked_however_it_is_written(text: str) -> None:
    blocked = Blocked([text])
    assert blocked.has("192.0.2.5")
    assert blocked.has("198.51.100.1") == text.endswith("/96")
    with pytest.raises(Refusal, match="contains this machine"):
        demand_elsewhere("::ffff:127.0.0.1")
