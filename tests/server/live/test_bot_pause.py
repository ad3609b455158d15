"""How long bots wait before they move: a game may shorten the pause, except where time counts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from hexade import games
from hexade.server.live import bot_loop
from hexade.server.settings import Settings
from hexade.wire.messages import Clock
from tests.server.fixtures import a_room, run, together

HURRIED = next(game for game in games.catalogue().values() if game.bot_pause < 1)
PATIENT = next(
    game for game in games.catalogue().values() if game.bot_pause == 1 and not together(game)
)
WEB = Path(__file__).parents[3] / "web" / "src" / "local"
PAUSE_S = 10_000


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Note the pauses that bots ask for, and let them pass at once."""
    found: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float, result: None = None) -> None:
        if seconds > 1000:
            found.append(seconds)
        await sleep(0, result)

    monkeypatch.setattr("hexade.server.live.bot_loop.asyncio.sleep", noted)
    return found


@pytest.mark.parametrize(
    ("game", "clock", "share"),
    [
        (HURRIED.name, None, HURRIED.bot_pause),
        (HURRIED.name, Clock(player_s=600), 1.0),
        (PATIENT.name, None, 1.0),
    ],
)
def test_a_bot_waits_as_long_as_its_game_says(
    game: str, clock: Clock | None, share: float, tmp_path: Path, asked: list[float]
) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=PAUSE_S) as room:
            live = await room.table(game, people=0, take_back=False, clock=clock)
            room.ear(live)
            while not asked:
                await asyncio.sleep(0)
            assert asked[0] == pytest.approx(PAUSE_S * share)

    run(test())


@pytest.mark.parametrize(("people", "first"), [(1, 0.4), (2, 1.0)])
def test_a_bot_answers_one_person_sooner_than_it_follows_another_bot(
    people: int, first: float, tmp_path: Path, asked: list[float]
) -> None:
    async def test() -> None:
        async with a_room(tmp_path, bot_pause_s=PAUSE_S) as room:
            live = await room.table(PATIENT.name, people=people, seats=4, take_back=False)
            room.ear(live)
            while min(live.table.waiting()) >= people:
                await asyncio.sleep(0)
            asked.clear()
            while len(asked) < 2:
                if not asked and min(live.table.waiting(), default=people) < people:
                    await room.move(live, min(live.table.waiting()))
                await asyncio.sleep(0)
            assert asked[:2] == [pytest.approx(PAUSE_S * first), pytest.approx(PAUSE_S)]

    run(test())


def test_a_table_in_the_page_has_the_same_pauses() -> None:
    """Read the page's numbers: nothing else would tell that one of the two was changed alone."""
    usual = re.search(r"BOT_PAUSE_MS = (\d+);", (WEB / "client.ts").read_text(encoding="utf-8"))
    answer = re.search(r"ANSWER = ([\d.]+);", (WEB / "host.ts").read_text(encoding="utf-8"))
    assert usual
    assert answer
    assert int(usual[1]) == 1000 * Settings().bot_pause_s
    assert float(answer[1]) == bot_loop._ANSWER
