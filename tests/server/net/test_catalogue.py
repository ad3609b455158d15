"""The catalogue has what the home page shows, under names that stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexade import bots, games
from hexade.client import get
from hexade.server.bots.workers import BotWorkers
from tests.server.fixtures import TOGETHER, a_server, run


def test_the_catalogue_lists_every_game_with_all_it_can_agree_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            found = await get(server.address, "/api/games")
        assert [entry["game"] for entry in found] == list(games.names())
        for entry in found:
            game = games.find(entry["game"])
            assert entry["bots"] == list(bots.makers(game))
            assert {level["bot"]: level["names"] for level in entry["levels"]} == bots.titles(game)
            assert all(level["bot"] in entry["bots"] for level in entry["levels"])
            assert (entry["title"], entry["chapters"]) == (game.title, game.chapters)
            for variant, form in zip(entry["variants"], game.forms, strict=True):
                assert variant["variant"] == form.variant
                assert variant["seats"] == list(form.seats)
                assert variant["editions"] == list(form.editions)
                assert variant["together"] == (game.name in TOGETHER)
                assert variant["takes_back"] == form.takes_back
                for told, option in zip(variant["options"], form.options, strict=True):
                    bounds = (told["name"], told["default"], told["low"], told["high"])
                    assert bounds == (option.name, option.default, option.low, option.high)

    run(test())


def test_whether_the_bots_are_ready_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            assert await get(server.address, "/api/bots") == {"ready": True}
            app: Any = server.config.app
            app.state.context.services.bots = BotWorkers(1)  # not opened yet
            assert await get(server.address, "/api/bots") == {"ready": False}

    run(test())
