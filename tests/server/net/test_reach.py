"""From where others can open a link, as the server knows it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from hexade.server.net import reach as module
from hexade.server.net.reach import reach
from hexade.wire.http_bodies import Reach
from tests.server.fixtures import a_server, run


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


@pytest.mark.parametrize("host", ["[::1", "a]b", "[1.2.3.4]"])
def test_a_host_that_is_none_is_no_failure(host: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as client:
            answer = await client.get(f"{server.address}/api/reach", headers={"host": host})
            assert (answer.status_code, answer.json()["origin"]) == (200, "")

    run(test())


def test_strangers_do_not_learn_the_address_of_the_server_in_its_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def told(opened: str, listens: str, own: str | None) -> Reach:
        asked.append(own)
        return reach(opened, listens, own)

    monkeypatch.setattr(module, "own_address", lambda: "192.168.1.20")
    monkeypatch.setattr(module, "reach", told)

    async def test() -> None:
        async with a_server(tmp_path, trust_proxy="1") as server, httpx.AsyncClient() as client:
            for address in ("203.0.113.9", "127.0.0.1", "192.168.1.7"):
                headers = {"host": "localhost", "x-forwarded-for": address}
                await client.get(f"{server.address}/api/reach", headers=headers)
        assert asked == [None, "192.168.1.20", "192.168.1.20"]

    run(test())
