"""How long bots wait before they move: a game may shorten the pause, except where time counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hexade import games
from hexade.wire.messages import Clock
from tests.server.fixtures import a_room, run, together

HURRIED = next(game for game in games.catalogue().values() if game.bot_pause < 1)
PATIENT = next(
    game for game in games.catalogue().values() if game.bot_pause == 1 and not together(game)
)


@pytest.mark.parametrize(
    ("game", "clock", "share"),
    [
        (HURRIED.name, None, HURRIED.bot_pause),
        (HURRIED.name, Clock(player_s=600), 1.0),
        (PATIENT.name, None, 1.0),
    ],
)
def test_a_bot_waits_as_long_as_its_game_says(
    game: str, clock: Clock | None, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float, result: None = None) -> None:
        if seconds > 1000:
            asked.append(seconds)
        await sleep(0, result)

    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=10_000) as room:
            live = await room.table(game, people=0, take_back=False, clock=clock)
            monkeypatch.setattr("hexade.server.live.bot_loop.asyncio.sleep", noted)
            room.ear(live)
            while not asked:
                await sleep(0)
            monkeypatch.undo()
            assert asked[0] == pytest.approx(10_000 * share)

    run(test())
