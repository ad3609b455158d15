"""Bots think in other processes, from nothing but their view, and never stop a table."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

import pytest

from hexade import bots, games
from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame
from hexade.contract.setup import agree
from hexade.match import start
from hexade.server.bot_seats import Question, Workers, think
from tests.server.room import ALL, run


def question(game: AnyGame, bot: str = "random") -> Question:
    match = start(game, agree(game), Stream(3)).match
    seat = min(match.waiting_for)
    view, legal = game.view(match.state, seat), game.legal(match.state, seat)
    return Question(game.name, bot, 1, view, legal)


@pytest.mark.parametrize("name", ALL)
def test_a_question_travels_and_every_bot_answers_it(name: str) -> None:
    game = games.find(name)
    for bot in bots.makers(game):
        asked = question(game, bot)
        again = pickle.loads(pickle.dumps(asked))
        assert again == asked
        assert think(again) in asked.legal


def test_workers_answer_many_tables_without_blocking_the_loop() -> None:
    async def test() -> None:
        workers = Workers(1, limit_s=60)
        await workers.open()
        try:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.01)
                    ticks += 1

            ticking = asyncio.ensure_future(tick())
            asked = [question(games.find(name)) for name in ALL for _ in range(4)]
            moves = await asyncio.gather(*map(workers.choose, asked))
            ticking.cancel()
            assert all(move in q.legal for move, q in zip(moves, asked, strict=True))
            assert ticks > 5
            assert workers.waiting == 0
        finally:
            await workers.close()

    run(test(), 120)


def test_a_bot_that_fails_is_replaced_by_any_legal_move() -> None:
    async def test() -> None:
        workers = Workers(1, limit_s=60)
        try:
            asked = question(games.find(ALL[0]), "no such bot")
            assert await workers.choose(asked) == asked.legal[0]
            workers._limit_s = 0.0
            late: Any = question(games.find(ALL[0]))
            assert await workers.choose(late) == late.legal[0]
            workers._limit_s = 60
            assert await workers.choose(late) in late.legal
        finally:
            await workers.close()

    run(test(), 120)
