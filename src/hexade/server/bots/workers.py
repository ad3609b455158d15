"""Bots at tables run in worker processes, and see nothing but their view.

At most one process per core computes at a time. Tables queue for them, and each address has the
same share of their time (`fair_queue.py`).
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Barrier
from typing import Any, Protocol, TypeAlias, TypeVar

from hexade import bots, games
from hexade.bots import Advice, advise
from hexade.bots.analyse import weigh
from hexade.bots.evaluation import Judgement
from hexade.contract.game import Event, Move
from hexade.contract.kernel import default_target
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal
from hexade.server.bots.fair_queue import FairQueue, Rank, Share
from hexade.server.bots.warm_up import compile_rules, longest_first, rules_are_kept, warm_up
from hexade.server.bots.worker_pool import WorkerPool
from hexade.server.ops.metrics import alarm, fault

_NAME = r"[a-z][a-z0-9-]{0,23}"
LOOK = 0.25  # the effort of an analysis: about 30 ms a move, nearly as good as full effort
_NICE = 5  # the event loop comes first
_LOADING_S = 150.0  # a program may take two minutes to get ready
_meeting: list[Barrier] = []  # in a worker: the barrier at which the workers of a pool meet
ANYBODY = Share()
Reasons: TypeAlias = list[dict[str, Any]]  # for one move
Q = TypeVar("Q")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot needs for a move: all that its seat may know, and nothing else."""

    game: str
    bot: str
    seed: int  # of its own chance, not of the deal
    view: Any
    legal: Sequence[Move]
    events: Sequence[Event] = ()  # what its seat has received so far, for programs


class Bots(Protocol):
    """Where bots run."""

    @property
    def ready(self) -> bool:
        """Whether a bot can move at once, without loading first."""

    async def open(self) -> None:
        """Warm up."""

    async def compile_rules(self) -> None:
        """Wait until the rules are compiled, so that the server only has to load them."""

    async def close(self) -> None:
        """Stop."""

    async def choose(self, question: Question, share: Share = ANYBODY) -> Move:
        """Return the bot's move, or any legal one if it fails or takes too long."""

    async def judge(self, question: Question, share: Share = ANYBODY) -> Advice:
        """Return what the game's judge thinks of the moves; nothing if it fails."""

    async def explain(
        self, question: Question, moves: Sequence[Move], share: Share = ANYBODY
    ) -> list[Reasons]:
        """Return for each of some legal moves why it is good; nothing if that fails."""

    async def weigh(self, question: Question) -> Judgement:
        """Judge the moves of a finished game, at lower priority than running games."""


class BotWorkers:
    """Worker processes for bots."""

    def __init__(
        self, workers: int = 0, limit_s: float = 10.0, programs: Mapping[str, str] | None = None
    ) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._programs = dict(programs or {})
        self._limit_s = limit_s
        self._queue = FairQueue(self._workers, time.monotonic)
        self._pool: WorkerPool | None = None
        self._blamed: WorkerPool | None = None  # it broke, and the log says so
        self._loading: asyncio.Task[None] | None = None
        self._rules: asyncio.Task[None] | None = None
        self.waiting = 0

    @property
    def ready(self) -> bool:
        """Whether all processes have loaded and compiled the games."""
        if self._pool is None or self._pool.has_lost_one:
            return False
        return self._loading is not None and self._loading.done()

    async def open(self) -> None:
        """Start the processes in the background, and have each load and compile the games."""
        self._start()

    async def compile_rules(self) -> None:
        """Have the processes compile the rules, unless that was done at an earlier start."""
        if self._rules is not None:
            await asyncio.wait((self._rules,))

    async def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._drop(self._pool)
        for task in (self._loading, self._rules):
            if task is not None:
                await task  # it ends when the pool does

    async def choose(self, question: Question, share: Share = ANYBODY) -> Move:
        """Return the bot's move, or any legal one if it fails or takes too long."""
        self.waiting += 1
        try:
            async with self._queue.turn(share):
                return await self.asked(think, question)
        except Exception as error:  # a failing bot must not stop the table
            fault("bot failed", error, game=question.game, bot=question.bot)
            return question.legal[0]
        finally:
            self.waiting -= 1

    async def judge(self, question: Question, share: Share = ANYBODY) -> Advice:
        """Return what the game's judge thinks of the moves; nothing if it fails."""
        try:
            async with self._queue.turn(share):
                return await self.asked(judged, question)
        except Exception as error:  # a missing hint does no harm
            fault("judge failed", error, game=question.game)
            return Advice([])

    async def explain(
        self, question: Question, moves: Sequence[Move], share: Share = ANYBODY
    ) -> list[Reasons]:
        """Return for each of some legal moves why it is good; nothing if that fails."""
        try:
            async with self._queue.turn(share):
                return await self.asked(explained, (question, moves))
        except Exception as error:  # a hint without reasons is still one
            fault("reasons failed", error, game=question.game)
            return [[] for _ in moves]

    async def weigh(self, question: Question) -> Judgement:
        """Judge a past position, on an idle worker."""
        async with self._queue.turn(Share(rank=Rank.BACKGROUND)):
            return await self.asked(weighed, question)

    async def asked(self, ask: Callable[[Q], T], question: Q) -> T:
        """Have a worker answer in time; retry once if the pool broke."""
        try:
            return await self._once(ask, question)
        except BrokenProcessPool:
            return await self._once(ask, question)

    async def _once(self, ask: Callable[[Q], T], question: Q) -> T:
        pool = await self._warm()
        try:  # a dead worker is noticed only here
            future = asyncio.get_running_loop().run_in_executor(pool, ask, question)
            return await asyncio.wait_for(future, self._limit_s)
        except (BrokenProcessPool, TimeoutError):
            self._drop(pool)  # a hanging or dead worker takes its pool with it
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise  # the caller was cancelled
            raise BrokenProcessPool("the pool ended before it was asked") from None

    async def _warm(self) -> WorkerPool:
        """Return the pool, loaded and compiled: a bot's time limit is for its move alone."""
        while True:
            if self._pool is None:
                self._start()
            assert self._pool is not None
            pool, loading = self._pool, self._loading
            if loading is not None and not loading.done():
                await asyncio.wait((loading,), timeout=_LOADING_S)
            if self._pool is pool:
                return pool

    def _drop(self, pool: WorkerPool) -> None:
        if self._pool is pool:
            self._pool = None
            pool.end()

    def _start(self) -> None:
        meeting = get_context("spawn").Barrier(self._workers)
        self._pool = WorkerPool(self._workers, _set_up_worker, self._programs, meeting)
        self._loading = asyncio.ensure_future(self._load(self._pool))
        if default_target() == "cpu" and self._rules is None and not rules_are_kept():
            rules = [partial(compile_rules, name) for name in longest_first()]
            self._rules = asyncio.ensure_future(self._all(self._pool, rules))

    async def _load(self, pool: WorkerPool) -> None:
        """Let one process compile each game, then all load it: nothing is compiled twice."""
        await self._all(pool, [partial(warm_up, (name,)) for name in longest_first()])
        await self._all(pool, [partial(load_with_all, warm_up)] * self._workers)

    async def _all(self, pool: WorkerPool, tasks: Sequence[Callable[[], None]]) -> None:
        """Run tasks and log failures, unless the pool was closed meanwhile.

        If processes die, all tasks fail: that is one line, and the next bot starts others.
        """
        done = (_in(pool, task) for task in tasks)
        for outcome in await asyncio.gather(*done, return_exceptions=True):
            if self._pool is not pool or not isinstance(outcome, Exception):
                continue
            if not isinstance(outcome, BrokenProcessPool):
                fault("bots did not warm up", outcome)
            elif self._blamed is not pool:
                self._blamed = pool
                alarm("a process for bots ended before it was ready")


class BotsInProcess:
    """Bots that run inside the server: for tests, and small servers."""

    ready = True

    async def open(self) -> None:
        """Do nothing."""

    async def compile_rules(self) -> None:
        """Do nothing: the server compiles them when it loads them."""

    async def close(self) -> None:
        """Do nothing."""

    async def choose(self, question: Question, share: Share = ANYBODY) -> Move:
        """Return the bot's move."""
        await asyncio.sleep(0)
        return think(question)

    async def judge(self, question: Question, share: Share = ANYBODY) -> Advice:
        """Return what the game's judge thinks of the moves."""
        return judged(question)

    async def explain(
        self, question: Question, moves: Sequence[Move], share: Share = ANYBODY
    ) -> list[Reasons]:
        """Return for each of some legal moves why it is good."""
        return explained((question, moves))

    async def weigh(self, question: Question) -> Judgement:
        """Judge a past position in a thread."""
        return await asyncio.to_thread(weighed, question)


def think(question: Question) -> Move:
    """Ask a bot; this runs in a worker."""
    setup, seat = question.view.setup, question.view.seat
    if bots.is_offered(question.bot):
        chosen = _ask_program(question)
    else:
        bot = _bot(question.game, question.bot, question.seed, setup, seat)
        chosen = bot.choose(question.view, question.legal)
    return chosen if chosen in question.legal else question.legal[0]


def judged(question: Question) -> Advice:
    """Ask the judge of a game; this runs in a worker."""
    return advise(games.find(question.game), question.view, question.legal, question.seed)


def explained(asked: tuple[Question, Sequence[Move]]) -> list[Reasons]:
    """Ask a game why some moves are good; this runs in a worker."""
    question, moves = asked
    game = games.find(question.game)
    return [game.reasons(question.view, question.legal, move) for move in moves]


def weighed(question: Question) -> Judgement:
    """Judge a position of a past game; this runs in a worker."""
    return weigh(games.find(question.game), question.view, question.legal, LOOK)


def _ask_program(question: Question) -> Move:
    """Replay the game so far to a program: each move may go to another worker."""
    program = bots.make(question.bot, games.find(question.game), question.seed)
    program.sit(question.view.setup, question.view.seat)
    for event in question.events:
        program.hear(event)
    try:
        return program.choose(question.view, question.legal)
    finally:
        program.rise({})


def programs_of(text: str) -> dict[str, str]:
    """Parse the operator's programs: `name=cmd:…`, separated by line breaks or `;`."""
    found = {}
    for entry in filter(None, (part.strip() for part in re.split(r"[;\n]", text))):
        name, equals, command = (part.strip() for part in entry.partition("="))
        if not (equals and command.startswith(bots.OWN) and re.fullmatch(_NAME, name)):
            said = f"HEXADE_BOTS says {entry[:60]!r}; write name=cmd:PROGRAM, py: or net:"
            raise Refusal(Reason("bot", "", f"{said}, the name in small letters, digits and -"))
        found[name] = command
    return found


@lru_cache(maxsize=1024)
def _bot(game: str, bot: str, seed: int, setup: Any, seat: int) -> Player:
    player = bots.make(bot, games.find(game), seed)
    player.sit(setup, seat)
    return player


def load_with_all(load: Callable[[Sequence[str], bool], None]) -> None:
    """Load all games, and wait for the other workers, so that each of them gets this task."""
    try:
        load(games.names(), True)
    finally:
        for place in _meeting:
            with suppress(threading.BrokenBarrierError):  # a worker has died
                place.wait(_LOADING_S)


def _set_up_worker(programs: Mapping[str, str], meeting: Barrier) -> None:
    """Set up a worker: ignore Ctrl-C, run at low priority, and end with the server."""
    bots.offer(programs)
    _meeting.append(meeting)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # it was blocked until now
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)


async def _in(pool: WorkerPool, task: Callable[[], None]) -> None:
    """Run a task in the pool; a broken pool shows when it is awaited."""
    with _deaf_children():
        done = asyncio.get_running_loop().run_in_executor(pool, task)
    await done


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Have processes that start now hear no Ctrl-C, which a terminal sends to all of them.

    A worker ignores it once it is set up; until then it would die of it and take its pool along.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
