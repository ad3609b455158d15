"""What moves lost: found out while nobody who plays has to wait, of finished games alone."""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest

from hexade import games
from hexade.bots.analyse import analyse, decisions
from hexade.bots.evaluation import Judgement
from hexade.client import create
from hexade.contract.reason import Refusal
from hexade.server.bots import workers as worker_module
from hexade.server.bots.fair_queue import Share
from hexade.server.bots.workers import BotsInProcess, BotWorkers, Question, weighed
from hexade.server.live import replays
from hexade.server.live.history_queue import Visitor
from hexade.server.live.replays import ReplayCache, fetch
from hexade.server.net import analyses
from hexade.server.net.analyses import Analyses
from hexade.wire.http_bodies import Analysis
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.fixtures import ALL, IN_TURN, a_room, a_server, run
from tests.server.live.test_replays import VARIANTS, bots_play, played

pytestmark = pytest.mark.slow

EFFORT = 0.02  # how deep judges look here: what is tested is what becomes of their findings


@pytest.fixture
def _a_short_look(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (worker_module, analyses):
        monkeypatch.setattr(module, "LOOK", EFFORT)


async def found(ask: Callable[[], Awaitable[bytes | Analysis | None]]) -> Analysis:
    """Ask until it is there."""
    while isinstance(answer := await ask(), Analysis) and answer.state == "waiting":
        await asyncio.sleep(0.01)
    assert answer is not None
    return answer if isinstance(answer, Analysis) else _unpacked(answer)


def _unpacked(packed: bytes) -> Analysis:
    return msgspec.json.decode(gzip.decompress(packed), type=Analysis)


@pytest.mark.usefixtures("_a_short_look")
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_choice_has_its_loss_and_what_would_have_been_better(
    game: str, variant: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, game, variant=variant)  # noqa: A001
            shelf = Analyses(ReplayCache(room.store), BotsInProcess())
            answer = await found(lambda: shelf.take(id))
            known = await fetch(room.store, id)
            assert known is not None
            rules = games.find(game)
            own = analyse(rules, known.record, EFFORT)
            frames = {frame.v: frame for frame in replays.frames(rules, known.record)}
            assert answer.state == "ready"
            assert answer.points == rules.stake(known.record.setup)
            assert rules.competes(known.record.setup) or answer.points  # nobody can win
            assert [c.loss for c in answer.choices] == [c.loss for c in own.choices]
            assert [p.percent for p in answer.players] == [p.accuracy for p in own.players]
            assert answer.done == answer.of == len(answer.choices)
            for choice in answer.choices:
                assert choice.seat in frames[choice.v].waiting
                assert choice.loss >= 0
                if choice.rank == 1 and choice.best == choice.move and choice.instead:
                    certain = choice.instead.items()
                    assert any(certain <= event.items() for event in known.record.events)

    run(test())


@pytest.mark.parametrize("how", ["never", "in the end"])
def test_a_game_that_nobody_can_judge_says_so(
    how: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, IN_TURN[0])  # noqa: A001
            rules = games.find(IN_TURN[0])
            judge = rules.judge
            # Some judges know only when they are asked that they would take too long.
            quiet = lambda _, view, moves, effort, seed: (  # noqa: E731
                None if moves or how == "never" else judge(view, moves, effort, seed)
            )
            monkeypatch.setattr(type(rules), "judge", quiet)
            analyses._has_judge.cache_clear()
            shelf = Analyses(ReplayCache(room.store), BotsInProcess())
            first = await shelf.take(id)
            assert isinstance(first, Analysis)
            assert first.state == ("none" if how == "never" else "waiting")
            assert (await found(lambda: shelf.take(id))).state == "none"
            analyses._has_judge.cache_clear()

    run(test())


@pytest.mark.usefixtures("_a_short_look")
def test_it_is_found_once_and_forgotten_in_the_end(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            ids = [await bots_play(room, IN_TURN[0]) for _ in range(3)]
            asked: Counter[Any] = Counter()

            class Counting(BotsInProcess):
                async def weigh(self, question: Question) -> Judgement:
                    asked[question.view.ply] += 1
                    return await super().weigh(question)

            shelf = Analyses(ReplayCache(room.store), Counting(), kept=2)
            both = await asyncio.gather(*(found(lambda: shelf.take(ids[0])) for _ in range(4)))
            assert all(one == both[0] for one in both)
            assert max(asked.values()) == 1
            for one in ids:
                await found(lambda one=one: shelf.take(one))  # type: ignore[misc]
            assert max(asked.values()) == 3  # the first of them was still known
            assert len(shelf._made) == 2
            assert isinstance(await shelf.take(ids[2]), bytes)
            waiting = await shelf.take(ids[0])
            assert isinstance(waiting, Analysis)  # it was forgotten, and is looked into again
            await shelf.close()

    run(test())


def test_leave_is_needed_to_begin_and_a_long_line_takes_no_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            ids = [await bots_play(room, IN_TURN[0]) for _ in range(2)]

            class Never(BotsInProcess):
                async def weigh(self, question: Question) -> Judgement:
                    await asyncio.Event().wait()
                    raise AssertionError

            shelf = Analyses(ReplayCache(room.store), Never())
            with pytest.raises(Refusal, match="too many analyses"):
                await shelf.take(ids[0], lambda: False)
            monkeypatch.setattr(analyses, "MOST_WAITING", 1)
            assert await shelf.take(ids[0]) == Analysis(state="waiting")
            assert await shelf.take(ids[0], lambda: False)  # begun already: no leave is needed
            assert await shelf.take(ids[1], lambda: False) == Analysis(state="waiting")
            assert list(shelf._coming) == ids[:1]
            await shelf.close()
            assert not shelf._coming

    run(test())


def test_a_judge_that_fails_brings_nothing_and_is_not_asked_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, IN_TURN[0])  # noqa: A001
            asked = []

            class Broken(BotsInProcess):
                async def weigh(self, question: Question) -> Judgement:
                    asked.append(question)
                    raise RuntimeError("no")

            shelf = Analyses(ReplayCache(room.store), Broken())
            for _ in range(2):  # refused: an answer would be kept by pages for good
                with pytest.raises(Refusal, match="couldn't analyse"):
                    await found(lambda: shelf.take(id))
            assert len(asked) == 1

    run(test())


@pytest.mark.usefixtures("_a_short_look")
def test_over_http_one_is_told_to_wait_and_then_the_losses(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as http:
            id = await played(server, IN_TURN[0])  # noqa: A001
            address = f"{server.address}/api/replays/{id}/analysis"
            first = await http.get(address)
            assert first.status_code == 202
            assert first.json()["state"] == "waiting"
            assert first.headers["cache-control"] == "no-store"
            while (answer := await http.get(address)).status_code == 202:
                await asyncio.sleep(0.02)
            assert answer.status_code == 200
            assert answer.json()["state"] == "ready"
            assert len(answer.json()["players"]) == 2
            assert answer.headers["cache-control"] == "private, max-age=86400"
            lower = await http.get(f"{server.address}/api/replays/{id.lower()}/analysis")
            assert lower.json() == answer.json()
            plain = await http.get(address, headers={"accept-encoding": "identity"})
            assert plain.json() == answer.json()

    run(test())


@pytest.mark.parametrize("game", ALL)
def test_a_running_game_tells_nothing(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server, httpx.AsyncClient() as http:
            bots = ["random"] * (games.find(game).forms[0].seats[0] - 1)
            wish = Create(agreed=Agreed(game=game), sit=Sit(name="A"), bots=bots, start=True)
            place = await create(server.address, wish)
            address = f"{server.address}/api/replays/{place.code}"
            with monkeypatch.context() as here:  # it is known at once, without a look at the store
                here.setattr(replays, "fetch", None)
                refused = await http.get(f"{address}.1/analysis")
            assert refused.status_code == 409
            assert refused.json()["code"] == "not-over"
            assert (await http.get(f"{address}.2/analysis")).status_code == 404
            assert (await http.get(f"{server.address}/api/replays/x/analysis")).status_code == 404
            assert not server.config.app.state.context.analyses._coming  # type: ignore[union-attr]

    run(test())


def test_an_address_asks_for_so_many_games_an_hour(tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            a_server(tmp_path, analyses_per_hour=1) as server,
            httpx.AsyncClient() as http,
        ):
            ids = [await played(server, IN_TURN[0]) for _ in range(2)]
            first, second = [
                await http.get(f"{server.address}/api/replays/{id}/analysis")
                for id in ids  # noqa: A001
            ]
            assert first.status_code == 202
            assert (second.status_code, second.json()["code"]) == (429, "analyses")
            again = await http.get(f"{server.address}/api/replays/{ids[0]}/analysis")
            assert again.status_code in (200, 202)  # what was begun may be asked for

    run(test())


def test_workers_weigh_only_when_nobody_plays_and_find_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, IN_TURN[0])  # noqa: A001
            known = await fetch(room.store, id)
            assert known is not None
            decision = next(iter(decisions(known.game, known.record)))
            question = Question(known.game.name, "random", 1, decision.view, decision.legal)
            workers = BotWorkers(1, 60.0)
            try:
                async with workers._queue.turn(Share()):  # somebody plays
                    waits = asyncio.ensure_future(workers.weigh(question))
                    plays = asyncio.ensure_future(workers.choose(question))
                    await asyncio.sleep(0.3)
                    assert not waits.done()
                assert await plays in decision.legal
                mine = weighed(question)
                theirs = await waits
                assert list(theirs.values) == list(mine.values)
            finally:
                await workers.close()

    run(test())


def test_addresses_take_turns_and_one_does_not_fill_the_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        order: list[str] = []
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def found(shelf: Analyses, id: str, played: Any) -> bytes:  # noqa: A002
            order.append(id)
            begun.set()
            await go_on.wait()
            return b""

        class Known:
            async def game(self, id: str, visitor: Visitor) -> Any:  # noqa: A002
                return SimpleNamespace(game=SimpleNamespace(name=IN_TURN[0]))

        monkeypatch.setattr(Analyses, "_found", found)
        monkeypatch.setattr(analyses, "_has_judge", lambda _: True)
        shelf = Analyses(Known(), BotsInProcess())  # type: ignore[arg-type]
        for number in range(1, 10):
            await shelf.take(f"GREEDY.{number}", visitor=Visitor("192.0.2.1"))
        await begun.wait()
        assert len(shelf._coming) == analyses.MOST_OF_ONE
        await shelf.take("HONEST.1", visitor=Visitor("192.0.2.2"))
        tasks = [coming.task for coming in shelf._coming.values()]
        go_on.set()
        await asyncio.gather(*tasks)
        assert order[:2] == ["GREEDY.1", "HONEST.1"]
        assert len(order) == analyses.MOST_OF_ONE + 1

    run(test())


@pytest.mark.usefixtures("_a_short_look")
def test_an_analysis_ends_with_its_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_room(tmp_path) as room:
            id = await bots_play(room, IN_TURN[0])  # noqa: A001
            begun, go_on = asyncio.Event(), asyncio.Event()

            class Waiting(BotsInProcess):
                async def weigh(self, question: Question) -> Judgement:
                    begun.set()
                    await go_on.wait()
                    return await super().weigh(question)

            shelf = Analyses(ReplayCache(room.store), Waiting())
            room.tables.copies += [shelf._replays.forget, shelf.forget]
            assert isinstance(await shelf.take(id), Analysis)
            await begun.wait()
            assert await room.tables.erase(id.split(".")[0])
            go_on.set()
            while shelf._coming:
                await asyncio.sleep(0)
            assert not shelf._made
            with pytest.raises(Refusal):
                await shelf.take(id)
            await shelf.close()

    run(test())
