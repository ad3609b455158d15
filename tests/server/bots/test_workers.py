"""Bots think in other processes, from nothing but their view, and never stop a table."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import shlex
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hexade import bots, games
from hexade.bots.process import pool
from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.match import start, told
from hexade.server.bots import workers as worker_module
from hexade.server.bots.workers import BotWorkers, Question, programs_of, think
from tests.server.fixtures import ALL, run

pytestmark = pytest.mark.slow
LOADING_S = 0.6  # for each game, where a test lets that take a while


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


def test_an_operators_program_answers_from_what_its_seat_has_heard(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bots, "_offered", {})
    log, game = tmp_path / "log", games.find(ALL[0])
    script = Path(bots.__file__).parents[3] / "tests/bots/program.py"
    command = shlex.join([sys.executable, str(script), "good", str(log)])
    bots.offer(programs_of(f"tester = cmd:{command}"))
    dealt = start(game, agree(game), Stream(3))
    asked = question(game, "tester")
    asked = replace(asked, events=told(dealt.match, dealt.events, asked.view.seat))
    assert think(asked) == asked.legal[1 % len(asked.legal)]
    assert think(asked) == asked.legal[1 % len(asked.legal)]
    pool.close()
    said = [json.loads(line) for line in log.read_text().splitlines()]
    once = ["hello", *["event"] * len(asked.events), "choose", "end"]
    assert [line["type"] for line in said] == once * 2
    assert len({line["pid"] for line in said}) == 1


def test_a_client_cannot_name_a_program() -> None:
    with pytest.raises(Refusal, match="there is no bot"):
        think(question(games.find(ALL[0]), "cmd:true"))


@pytest.mark.parametrize("bad", ["name", "name=./bot", "=cmd:true", "Na me=cmd:true"])
def test_what_an_operator_offers_must_be_readable(bad: str) -> None:
    with pytest.raises(Refusal, match="write name=cmd:PROGRAM"):
        programs_of(bad)
    assert programs_of("a=cmd:true; b=cmd:x --y\n") == {"a": "cmd:true", "b": "cmd:x --y"}


def test_workers_answer_many_tables_without_blocking_the_loop() -> None:
    async def test() -> None:
        workers = BotWorkers(1, limit_s=60)
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

    run(test())


def test_a_bot_that_fails_is_replaced_by_any_legal_move() -> None:
    async def test() -> None:
        workers = BotWorkers(1, limit_s=60)
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

    run(test())


def test_loading_does_not_count_as_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(worker_module, "warm_up", loads)
        workers = BotWorkers(1, limit_s=2.0)  # to load all games takes longer
        assert len(ALL) * LOADING_S > workers._limit_s
        assert not workers.ready
        try:
            await workers.open()
            assert not workers.ready
            assert await workers.asked(abs, -3) == 3
            assert workers.ready
        finally:
            await workers.close()

    run(test())


def test_to_be_ended_while_one_loads_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[str] = []
    monkeypatch.setattr(worker_module, "fault", lambda what, _error: faults.append(what))

    async def test() -> None:
        monkeypatch.setattr(worker_module, "warm_up", loads)
        workers = BotWorkers(1)
        await workers.open()
        loading = workers._loading
        assert loading is not None
        await asyncio.sleep(0.2)  # it has begun
        await workers.close()
        await loading
        assert not workers.ready
        monkeypatch.setattr(worker_module, "warm_up", fails)
        await workers.open()
        assert workers._loading is not None
        await workers._loading
        await workers.close()

    run(test())
    assert faults == ["bots did not warm up"] * (len(ALL) + 1)  # each game, and all in one worker


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such signals")
def test_ctrl_c_while_the_workers_start_does_not_break_the_pool(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A terminal sends it to the server and to its workers, who may not be set up yet."""

    async def test() -> None:
        monkeypatch.setattr(worker_module, "warm_up", at_once)
        workers = BotWorkers(1)
        try:
            await workers.open()
            assert workers._pool is not None
            while not workers._pool.processes:
                await asyncio.sleep(0)
            started = workers._pool.processes[0].pid
            assert started is not None
            os.kill(started, signal.SIGINT)
            assert workers._loading is not None
            await workers._loading
            assert await workers.asked(process_of, None) == started
        finally:
            await workers.close()

    run(test())
    assert not caplog.records


def test_each_game_is_compiled_by_one_worker_and_then_loaded_by_every_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        monkeypatch.setattr(worker_module, "warm_up", partial(notes, tmp_path / "log"))
        workers = BotWorkers(5)
        try:
            assert await workers.asked(abs, -3) == 3
        finally:
            await workers.close()

    run(test())
    done = [line.split() for line in (tmp_path / "log").read_text().splitlines()]
    first, then = done[: len(ALL)], done[len(ALL) :]
    assert sorted(what for _, what in first) == sorted(ALL)
    assert [what for _, what in then] == [",".join(ALL)] * 5
    assert len({process for process, _ in then}) == 5


def test_bots_come_back_when_one_that_had_nothing_to_do_has_died(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        monkeypatch.setattr(worker_module, "warm_up", at_once)
        workers = BotWorkers(1)
        try:
            before = await workers.asked(process_of, None)
            os.kill(before, signal.SIGKILL)
            pool = workers._pool
            assert pool is not None
            with pytest.raises(BrokenProcessPool):  # its own thread notices, a moment later
                await asyncio.to_thread(pool.submit(abs, -3).result)
            assert not workers.ready
            assert await workers.asked(process_of, None) != before
        finally:
            await workers.close()

    run(test())


def test_workers_that_died_while_they_loaded_are_not_ready_and_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        monkeypatch.setattr(worker_module, "warm_up", dies)
        workers = BotWorkers(1)
        try:
            await workers.open()
            assert workers._loading is not None
            await workers._loading
            assert not workers.ready
        finally:
            await workers.close()

    run(test())
    (line,) = [one for one in caplog.records if one.name == "hexade.server"]
    assert line.getMessage() == "a process for bots ended before it was ready"
    assert line.exc_info is None


def process_of(_: None) -> int:
    """Return the process that was asked."""
    return os.getpid()


def at_once(names: Sequence[str], programs: bool = False) -> None:
    """Have nothing to load."""


def dies(names: Sequence[str], programs: bool = False) -> None:
    """End the process."""
    os._exit(1)


def loads(names: Sequence[str], programs: bool = False) -> None:
    """Take a while to load."""
    time.sleep(LOADING_S)


def fails(names: Sequence[str], programs: bool = False) -> None:
    """Do not load."""
    raise RuntimeError


def notes(log: Path, names: Sequence[str], programs: bool = False) -> None:
    """Write down who was to load what."""
    with log.open("a") as file:
        file.write(f"{os.getpid()} {','.join(names)}\n")


@pytest.mark.parametrize("processes", [1, 2])
def test_nobody_suffers_from_a_bot_that_hangs_elsewhere(
    processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr(worker_module, "warm_up", at_once)
        workers = BotWorkers(processes, limit_s=6.0)
        try:
            assert await workers.asked(abs, -1) == 1  # all are there
            hangs = asyncio.ensure_future(workers.asked(time.sleep, 60))
            await asyncio.sleep(4)  # when the pool ends the others are in the middle of their work
            others = [asyncio.ensure_future(workers.asked(time.sleep, 2.4)) for _ in range(2)]
            with pytest.raises(TimeoutError):
                await hangs
            if processes == 1:  # they were waiting in line
                workers._limit_s = 60.0
            await asyncio.gather(*others)
        finally:
            await workers.close()

    run(test())


def test_who_waited_in_line_when_a_pool_ended_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Ended(Executor):
        """Drops what waits, as a pool does that is shut down."""

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    async def test() -> None:
        with ThreadPoolExecutor(1) as threads:
            pools = [Ended(), threads]

            async def warm(_: BotWorkers) -> Executor:
                return pools.pop(0)

            monkeypatch.setattr(BotWorkers, "_warm", warm)
            assert await BotWorkers(1).asked(abs, -3) == 3

    run(test())
