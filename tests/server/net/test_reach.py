"""From where others can open a link, as the server knows it."""

from __future__ import annotations

import pytest

from hexade.server.net.reach import reach


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", ""])
@pytest.mark.parametrize("listens", ["127.0.0.1:8000", "[::1]:8000", ""])
def test_a_server_that_listens_to_this_computer_is_reached_from_here_alone(
    host: str, listens: str
) -> None:
    told = reach(host, listens, "192.168.1.20")
    assert (told.reach, told.origin) == ("computer", "")


def test_a_server_that_listens_to_its_network_gives_its_address_there() -> None:
    told = reach("localhost", "0.0.0.0:8000", "192.168.1.20")
    assert (told.reach, told.origin) == ("network", "http://192.168.1.20:8000")
    assert reach("localhost", "0.0.0.0:8000", None).reach == "computer"  # as in a container
    assert reach("127.0.0.1", "[::]:80", "2001:db8::7").origin == "http://[2001:db8::7]:80"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("192.168.1.20", "network"),
        ("10.0.0.7", "network"),
        ("fe80::1", "network"),
        ("laptop", "network"),
        ("laptop.local", "network"),
        ("hexade.example", "anywhere"),
        ("203.0.113.9", "anywhere"),
    ],
)
def test_whoever_opened_the_page_by_an_address_gives_that_one(host: str, expected: str) -> None:
    told = reach(host, "0.0.0.0:8000", "192.168.1.20")
    assert (told.reach, told.origin) == (expected, "")
