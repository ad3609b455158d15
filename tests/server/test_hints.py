"""Hints: at tables with coaching, for those who must move, from the workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexade import games
from hexade.bots.judge import judge
from hexade.client import Client, create
from hexade.contract.chance import Stream
from hexade.contract.setup import agree
from hexade.match import start
from hexade.server import messages
from hexade.server.bot_seats import Question, Workers
from hexade.server.messages import Agreed, Create, Sit
from tests.server.room import ALL, IN_TURN, a_server, run


async def hinted(client: Client) -> messages.News:
    await client.next()
    return await client.ask(messages.Hint(id="h1"))


@pytest.mark.parametrize("name", ALL)
def test_a_seat_that_must_move_is_given_moves_the_best_first(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            bots = ["random"] * (games.find(name).forms[0].seats[0] - 1)
            agreed = Agreed(game=name, assist=3)
            wish = Create(agreed=agreed, sit=Sit(name="A"), bots=bots, start=True)
            place = await create(server.address, wish)
            async with Client(server.address, place.code, place.token) as client:
                answer = await hinted(client)
                assert isinstance(answer, messages.Hinted)
                assert client.now
                assert client.now.legal
                assert answer.v == client.now.v
                assert 1 <= len(answer.moves) <= 5
                assert {judged.move for judged in answer.moves} <= set(client.now.legal)
                worth = [judged.worth for judged in answer.moves]
                assert worth == sorted(worth, reverse=True)
                assert worth[0] == 1
            async with Client(server.address, place.code) as watcher:
                refused = await hinted(watcher)
                assert isinstance(refused, messages.Refused)
                assert refused.code == "watching"

    run(test())


@pytest.mark.parametrize("assist", [0, 1, 2])
def test_without_coaching_there_are_no_hints_and_previews_only_from_points_on(
    assist: int, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            wish = Create(agreed=Agreed(game=IN_TURN[0], assist=assist), sit=Sit(name="A"),
                          bots=["random"], start=True)  # fmt: skip
            place = await create(server.address, wish)
            async with Client(server.address, place.code, place.token) as client:
                refused = await hinted(client)
                assert isinstance(refused, messages.Refused)
                assert refused.code == "assist"
                assert client.now
                assert client.now.legal
                assert (client.now.preview is not None) == (assist >= 2)
            async with Client(server.address, place.code) as watcher:
                await watcher.next()
                assert watcher.now
                assert watcher.now.preview is None

    run(test())


def test_who_must_not_move_gets_no_hint(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            agreed = Agreed(game=IN_TURN[0], assist=3)
            wish = Create(agreed=agreed, sit=Sit(name="A", seat=1), bots=["random"])
            place = await create(server.address, wish)
            async with Client(server.address, place.code, place.token) as client:
                refused = await hinted(client)  # the game has not begun
                assert isinstance(refused, messages.Refused)
                assert refused.code == "not-your-turn"

    run(test())


def test_the_judge_agrees_with_the_games_own_measure() -> None:
    game = games.find(IN_TURN[0])
    match = start(game, agree(game), Stream(1)).match
    view, legal = game.view(match.state, 0), game.legal(match.state, 0)
    worth = dict(zip(legal, game.worth(view, legal) or (), strict=True))
    judged = judge(game, view, legal, 1)
    assert sorted(move for move, _ in judged) == list(legal)
    assert [worth[move] for move, _ in judged] == sorted(worth.values(), reverse=True)
    assert judge(game, view, [], 1) == []


def test_workers_judge_and_a_question_that_fails_brings_no_hint() -> None:
    async def test() -> None:
        game = games.find(IN_TURN[0])
        match = start(game, agree(game), Stream(1)).match
        view, legal = game.view(match.state, 0), game.legal(match.state, 0)
        workers = Workers(1, 60.0)
        try:
            asked = Question(game.name, "", 1, view, legal)
            assert await workers.judge(asked) == judge(game, view, legal, 1)
            assert await workers.judge(Question("no such game", "", 1, view, legal)) == []
        finally:
            await workers.close()

    run(test(), 120)
