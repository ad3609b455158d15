"""The client comes back by itself, knows what it missed, and repeats what was not answered."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hexade.client import Client, create, parse_link, sit
from hexade.contract.reason import Refusal
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.fixtures import IN_TURN, a_server, run
from tests.server.process import Port


def test_a_link_names_the_server_and_the_table() -> None:
    assert parse_link("http://127.0.0.1:8000/t/ABC234") == ("http://127.0.0.1:8000", "ABC234")
    assert parse_link("https://games.example/t/ABC234#tv") == ("https://games.example", "ABC234")


def test_what_the_server_refuses_is_raised_with_its_reason(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            first = await create(server.address, Create(agreed=Agreed(game=IN_TURN[0])))
            with pytest.raises(Refusal) as error:
                await sit(server.address, first.code, Sit(name=" "))
            assert error.value.reason.code == "name"

    run(test())


def test_it_comes_back_after_a_restart_and_sees_exactly_what_it_missed(tmp_path: Path) -> None:
    async def test() -> None:
        port = Port()  # nobody else gets it in the meantime
        async with a_server(tmp_path, port=port.number) as server:
            agreed = Agreed(game=IN_TURN[0], take_back=False)
            first = await create(server.address, Create(agreed=agreed, sit=Sit(name="A")))
            second = await sit(server.address, first.code, Sit(name="B"))
            one = Client(server.address, first.code, first.token)
            two = Client(server.address, first.code, second.token)
            await one.__aenter__()
            await one.next()
            assert isinstance(await one.ask(messages.Start(id="s")), messages.Done)
        # The server is gone; what is asked meanwhile is asked again when it is back.
        while one._socket is not None:
            await asyncio.sleep(0.01)
        assert one.now is not None
        assert one.now.legal
        waiting = asyncio.ensure_future(one.move(one.now.legal[0]))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        async with a_server(tmp_path, port=port.number):
            answer = await waiting
            assert isinstance(answer, messages.Moved)
            assert one.connections == 2
            async with two:
                await two.next()
                assert two.version == one.version
                assert [e["event"] for e in two.events] == [e["event"] for e in one.events]
            await one.__aexit__()

    run(test())
