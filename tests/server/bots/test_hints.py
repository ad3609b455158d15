"""Hints: at tables with coaching, for those who must move, from the workers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hexade import games
from hexade.bots import Advice, advise, judge
from hexade.bots.evaluation import JUDGE, WORTH
from hexade.client import Client, create
from hexade.contract.chance import Stream
from hexade.contract.setup import agree
from hexade.match import start
from hexade.server.bots.fair_queue import Share
from hexade.server.bots.workers import BotsInProcess, BotWorkers, Question
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.fixtures import ALL, IN_TURN, a_server, run


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
                assert 0 <= worth[-1] <= worth[0] <= 1
                assert answer.source in (JUDGE, WORTH)
                for judged in answer.moves:
                    assert len(judged.reasons) <= 3
                    assert all(isinstance(reason["why"], str) for reason in judged.reasons)
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


@pytest.mark.parametrize("name", ALL)
def test_a_hint_says_whether_its_numbers_are_shares_of_a_win(name: str) -> None:
    game = games.find(name)
    match = start(game, agree(game), Stream(1)).match
    (seat, *_) = game.to_act(match.state)
    view, legal = game.view(match.state, seat), game.legal(match.state, seat)
    found = game.judge(view, legal, 1.0, 1)  # none where it is not compiled, and takes too long
    advice = advise(game, view, legal, 1)
    assert advice.source == (WORTH if found is None else JUDGE)
    if found is not None:
        assert dict(advice.moves) == pytest.approx(dict(zip(legal, found, strict=True)))


def test_the_judge_ranks_every_move_once_and_says_the_same_again() -> None:
    game = games.find(IN_TURN[0])
    match = start(game, agree(game), Stream(1)).match
    view, legal = game.view(match.state, 0), game.legal(match.state, 0)
    judged = judge(game, view, legal, 1)
    assert sorted(move for move, _ in judged) == list(legal)
    worth = [how for _, how in judged]
    assert worth == sorted(worth, reverse=True)
    assert 0 <= worth[-1] < worth[0] <= 1
    assert judge(game, view, legal, 1) == judged
    assert judge(game, view, [], 1) == []


def test_workers_judge_and_a_question_that_fails_brings_no_hint() -> None:
    async def test() -> None:
        game = games.find(IN_TURN[0])
        match = start(game, agree(game), Stream(1)).match
        view, legal = game.view(match.state, 0), game.legal(match.state, 0)
        workers = BotWorkers(1, 60.0)
        try:
            asked = Question(game.name, "", 1, view, legal)
            assert await workers.judge(asked) == advise(game, view, legal, 1)
            assert not (await workers.judge(Question("no such game", "", 1, view, legal))).moves
        finally:
            await workers.close()

    run(test())


def test_a_hint_that_takes_its_time_keeps_nothing_else_waiting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        thought = asyncio.Event()

        async def slowly(_: BotsInProcess, question: Question, share: Share) -> Advice:
            await thought.wait()
            return Advice([(question.legal[0], 1.0)])

        monkeypatch.setattr(BotsInProcess, "judge", slowly)
        async with a_server(tmp_path) as server:
            agreed = Agreed(game=IN_TURN[0], assist=3)
            wish = Create(agreed=agreed, sit=Sit(name="A"), bots=["random"], start=True)
            place = await create(server.address, wish)
            async with Client(server.address, place.code, place.token) as client:
                await client.next()
                hint = asyncio.ensure_future(client.ask(messages.Hint(id="h1")))
                said = await client.ask(messages.Chat(id="c", text="hm"))
                assert isinstance(said, messages.Said)
                second = await client.ask(messages.Hint(id="h2"))
                assert isinstance(second, messages.Refused)
                assert second.code == "hinting"
                assert not hint.done()
                thought.set()
                assert isinstance(await hint, messages.Hinted)
                third = await client.ask(messages.Hint(id="h3"))
                assert isinstance(third, messages.Hinted)

    run(test())


@pytest.mark.parametrize("name", IN_TURN)
def test_a_coached_seat_is_told_what_a_move_opens_as_its_view_says(
    name: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            agreed = Agreed(game=name, assist=3, take_back=False)
            wish = Create(agreed=agreed, sit=Sit(name="A"), bots=["random"], start=True)
            place = await create(server.address, wish)
            async with Client(server.address, place.code, place.token) as client:
                await client.next()
                assert client.now
                assert client.now.legal
                live = await server.config.app.state.context.tables.find(place.code)  # type: ignore[union-attr]
                game, state = games.find(name), live.table.match.state
                for move in client.now.legal[:: max(1, len(client.now.legal) // 5)]:
                    answer = await client.ask(messages.Gift(id=f"g {move}", move=move))
                    assert isinstance(answer, messages.Gifted)
                    assert (answer.move, answer.v) == (move, client.now.v)
                    assert answer.gift == game.giveaway(game.view(state, 0), game.parse(move))

    run(test())


@pytest.mark.parametrize(
    ("assist", "watches", "move", "code"),
    [
        (2, False, "", "assist"),
        (3, True, "", "watching"),
        (3, False, "nonsense", "unreadable"),
        (3, False, "illegal", None),
    ],
)
def test_a_warning_is_refused_where_it_has_no_place(
    assist: int, watches: bool, move: str, code: str | None, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            name = IN_TURN[0]
            game = games.find(name)
            wish = Create(agreed=Agreed(game=name, assist=assist), sit=Sit(name="A"),
                          bots=["random"], start=True)  # fmt: skip
            place = await create(server.address, wish)
            token = None if watches else place.token
            async with Client(server.address, place.code, token) as client:
                await client.next()
                assert client.now
                legal = client.now.legal or []
                never = next(text for text in map(game.text, range(game.moves))
                             if text not in legal)  # fmt: skip
                asked = {"": legal[0] if legal else never, "illegal": never}.get(move, move)
                refused = await client.ask(messages.Gift(id="g", move=asked))
                assert isinstance(refused, messages.Refused)
                assert code in (None, refused.code)
                assert refused.text

    run(test())
