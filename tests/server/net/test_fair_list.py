"""The list of open tables and codes: nobody fills the one alone or guesses the others."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from hexade.client import create
from hexade.contract.reason import Refusal
from hexade.server.live.sweeper import Sweeper
from hexade.server.net.addresses import neighbourhood
from hexade.server.net.makers import Makers, fair_share
from hexade.server.store.day_keys import days_of
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.fixtures import ALL, a_room, a_server, run
from tests.server.postgres import a_database

PUBLIC = {"agreed": {"game": ALL[0], "public": True}}
DAY = 86_400


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
            # Households of one IPv6 customer are one maker.
            homes = [await made(web, f"2001:db8:7:{n}::1", 1) for n in range(5)]
            assert homes == [[201], [201], [201], [429], [429]]
            assert await made(web, "2001:db8:8::1", 1) == [201]
            private = {"agreed": {"game": ALL[0]}}
            answer = await web.post(
                "/api/tables", json=private, headers={"x-forwarded-for": "192.0.2.1"}
            )
            assert answer.status_code == 201
            assert len((await web.get("/api/tables")).json()) == 8

    run(test())


def test_public_tables_that_are_made_at_the_same_moment_all_count(tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            a_server(tmp_path, public_tables=3) as server,
            httpx.AsyncClient(base_url=server.address, timeout=None) as web,
        ):
            asked = (web.post("/api/tables", json=PUBLIC) for _ in range(30))
            answers = [answer.status_code for answer in await asyncio.gather(*asked)]
            assert sorted(answers) == [201] * 3 + [429] * 27

    run(test())


def test_an_address_has_as_many_public_tables_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        given: dict[str, Any] = {"public_tables": 3, "trust_proxy": "1"}
        for expected in ([201, 201, 201, 429], [429]):
            async with (
                a_server(tmp_path, **given) as server,
                httpx.AsyncClient(base_url=server.address) as web,
            ):
                assert await made(web, "192.0.2.1", len(expected)) == expected
        assert b"192.0.2.1" not in (tmp_path / "tables.sqlite").read_bytes()

    run(test())


def test_two_processes_know_together_who_made_the_tables(tmp_path: Path) -> None:
    """An address that knows which process answers whom is no better off for it."""

    async def test() -> None:
        database = await a_database()
        given: dict[str, Any] = {"public_tables": 4, "trust_proxy": "1", "database": database}
        async with (
            a_server(tmp_path, **given) as here,
            a_server(tmp_path, **given) as there,
            httpx.AsyncClient(base_url=here.address, timeout=None) as web,
            httpx.AsyncClient(base_url=there.address, timeout=None) as other,
        ):
            assert await made(other, "192.0.2.1", 2) == [201, 201]
            assert await made(web, "192.0.2.1", 3) == [201, 201, 429]
            assert await made(other, "192.0.2.1", 1) == [429]
            assert await made(other, "192.0.2.2", 1) == [201]

    run(test())


def test_tables_of_one_maker_at_another_process_push_nobody_off_the_list(tmp_path: Path) -> None:
    async def test() -> None:
        given: dict[str, Any] = {"trust_proxy": "1", "database": await a_database()}
        async with (
            a_server(tmp_path, **given) as here,
            a_server(tmp_path, **given) as there,
            httpx.AsyncClient(base_url=here.address, timeout=None) as web,
            httpx.AsyncClient(base_url=there.address, timeout=None) as other,
        ):
            honest = {"x-forwarded-for": "192.0.2.2"}
            code = (await web.post("/api/tables", json=PUBLIC, headers=honest)).json()["code"]
            assert set(await made(other, "192.0.2.1", 110)) == {201}
            listed = (await web.get("/api/tables")).json()
            assert len(listed) == 100
            assert code in {one["code"] for one in listed}
            assert not any("maker" in one for one in listed)

    run(test())


def test_a_mark_of_yesterday_still_counts_and_its_key_is_deleted_after_that(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with a_room(tmp_path, public_tables=1) as room:
            makers = Makers(room.store, room.settings, room.time.wall)

            async def make() -> str:
                async with makers.place("192.0.2.1") as mark:
                    await room.tables.create(Agreed(game=ALL[0], public=True), maker=mark)
                return mark

            first = await make()
            room.time.at += DAY
            with pytest.raises(Refusal, match="too many public tables"):
                await make()
            room.time.at += DAY
            assert await make() != first
            await Sweeper(room.services, room.tables).sweep()
            days = days_of(room.time.at)
            assert len(await room.store.day_keys(*days)) == 2
            assert len(await room.store.day_keys(days[0], "1970-01-01")) == 2  # no older one

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
            nowhere = path.replace(there.code, "222222")
            for address in (path, nowhere):
                async with connect(address, additional_headers=guesser) as line:
                    await line.send('{"t":"hello"}')
                    await line.wait_closed()
                    assert line.close_code == 4429

    run(test())


def test_whoever_has_a_seat_comes_in_after_wrong_codes_of_a_neighbour(tmp_path: Path) -> None:
    async def test() -> None:
        given: dict[str, Any] = {"wrong_codes_per_hour": 2}
        async with (
            a_server(tmp_path, **given) as server,
            httpx.AsyncClient(base_url=server.address, timeout=None) as web,
        ):
            wish = Create(agreed=Agreed(game=ALL[0]), sit=Sit(name="Fox"))
            mine = await create(server.address, wish)
            path = f"/api/tables/{mine.code}"
            foreign = {"sec-fetch-site": "cross-site"}
            for _ in range(3):  # images on a page of another site
                answer = await web.get("/api/tables/222222", headers=foreign)
                assert (answer.status_code, answer.json()["code"]) == (403, "origin")
            assert (await web.get(path)).status_code == 200
            for _ in range(2):
                assert (await web.get("/api/tables/222222")).status_code == 404
            assert (await web.get(path)).status_code == 429
            wish_again = {"name": "Fox", "token": mine.token}
            assert (await web.post(f"{path}/seats", json=wish_again)).json()["seat"] == mine.seat
            async with connect(f"ws{server.address[4:]}{path}/socket") as line:
                await line.send(json.dumps({"t": "hello", "token": mine.token}))
                assert json.loads(await line.recv())["t"] == "welcome"

    run(test())


def test_codes_that_are_tried_at_the_same_moment_all_count(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path, wrong_codes_per_hour=3) as server:
            app: Any = server.config.app
            tables = app.state.context.tables
            came, go_on = list[int](), asyncio.Event()

            def one_more(status: int) -> None:
                came.append(status)
                if len(came) == 10:
                    go_on.set()

            async def find(code: str) -> None:
                one_more(404)
                await go_on.wait()  # all look before anybody learns what was found

            async def guess(web: httpx.AsyncClient, n: int) -> int:
                status = (await web.get(f"/api/tables/22222{n}")).status_code
                if status != 404:
                    one_more(status)
                return status

            tables.find = find
            async with httpx.AsyncClient(base_url=server.address, timeout=None) as web:
                answers = await asyncio.gather(*(guess(web, n) for n in range(10)))
            assert sorted(answers) == sorted(came) == [404] * 3 + [429] * 7

    run(test())


def test_a_table_that_is_found_does_not_count(tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            a_server(tmp_path, wrong_codes_per_hour=1) as server,
            httpx.AsyncClient(base_url=server.address, timeout=None) as web,
        ):
            there = await create(server.address, Create(agreed=Agreed(game=ALL[0])))
            for path in ("", "/record", "/records/7") * 2:
                answer = await web.get(f"/api/tables/{there.code}{path}")
                assert answer.status_code in (200, 404, 409)
            assert (await web.get("/api/tables/222222")).status_code == 404

    run(test())


def test_a_customer_with_many_households_guesses_as_one() -> None:
    assert neighbourhood("2001:db8:1:2::/64") == "2001:db8:1::/48"
    assert neighbourhood("2001:db8:1:ffff::/64") == "2001:db8:1::/48"
    assert neighbourhood("192.0.2.7") == "192.0.2.7"
