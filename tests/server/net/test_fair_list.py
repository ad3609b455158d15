"""The list of open tables and codes: nobody fills the one alone or guesses the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from hexade.client import create
from hexade.server.net.addresses import neighbourhood
from hexade.server.net.makers import fair_share
from hexade.wire.messages import Agreed, Create
from tests.server.fixtures import ALL, a_server, run

PUBLIC = {"agreed": {"game": ALL[0], "public": True}}


def test_every_maker_has_a_fair_share_of_the_list() -> None:
    found = [f"many{n}" for n in range(118)] + ["one", "two"]
    chosen = fair_share(found, lambda name: name[:3], 100)
    assert {"one", "two"} <= set(chosen)
    assert len(chosen) == 100
    assert chosen == [name for name in found if name in chosen]  # in their order
    assert fair_share(found, lambda name: name[:3], 3) == ["many0", "one", "two"]


async def made(web: httpx.AsyncClient, address: str, times: int) -> list[int]:
    headers = {"x-forwarded-for": address}
    asked = [await web.post("/api/tables", json=PUBLIC, headers=headers) for _ in range(times)]
    return [answer.status_code for answer in asked]


def test_an_address_has_so_many_public_tables_waiting(tmp_path: Path) -> None:
    async def test() -> None:
        given: dict[str, Any] = {"public_tables": 3, "trust_proxy": "1"}
        async with (
            a_server(tmp_path, **given) as server,
            httpx.AsyncClient(base_url=server.address) as web,
        ):
            assert await made(web, "192.0.2.1", 5) == [201, 201, 201, 429, 429]
            assert await made(web, "192.0.2.2", 1) == [201]
            private = {"agreed": {"game": ALL[0]}}
            answer = await web.post(
                "/api/tables", json=private, headers={"x-forwarded-for": "192.0.2.1"}
            )
            assert answer.status_code == 201
            assert len((await web.get("/api/tables")).json()) == 4

    run(test())


def test_whoever_tries_many_wrong_codes_must_wait(tmp_path: Path) -> None:
    async def test() -> None:
        given: dict[str, Any] = {"wrong_codes_per_hour": 5, "trust_proxy": "1"}
        async with (
            a_server(tmp_path, **given) as server,
            httpx.AsyncClient(base_url=server.address) as web,
        ):
            there = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            guesser, friend = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
            paths = ("/api/tables/222222", "/api/replays/222222.1", "/api/tables/QQQQQQ/record")
            for n in range(5):
                answer = await web.get(paths[n % 3], headers=guesser)
                assert answer.status_code == 404
            for path in (*paths, f"/api/tables/{there.code}"):  # a right one is no better
                answer = await web.get(path, headers=guesser)
                assert (answer.status_code, answer.json()["code"]) == (429, "codes")
            assert (await web.get(f"/api/tables/{there.code}", headers=friend)).status_code == 200
            path = f"ws{server.address[4:]}/api/tables/{there.code}/socket"
            async with connect(path, additional_headers=guesser) as line:
                await line.wait_closed()
                assert line.close_code == 4429

    run(test())


def test_a_customer_with_many_households_guesses_as_one() -> None:
    assert neighbourhood("2001:db8:1:2::/64") == "2001:db8:1::/48"
    assert neighbourhood("2001:db8:1:ffff::/64") == "2001:db8:1::/48"
    assert neighbourhood("192.0.2.7") == "192.0.2.7"
