"""Tasks distributed over workers: `run(work, tasks)` yields results as they finish.

A runner is any function of this shape. Here are this process alone and processes on this machine;
`lab.ray_workers` has one for many machines. Work is a function of its task, so that another worker
can repeat the task of one that died. Closing the generator ends the workers.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pickle import PicklingError
from traceback import format_exc
from typing import Any, Protocol, TypeVar
from weakref import finalize

from hexade.bots.process import pool
from hexade.contract.reason import Reason, Refusal

T = TypeVar("T")
R = TypeVar("R")
MOST_DEATHS = 3  # deaths of workers at one task that end the run
AHEAD = 4  # tasks handed out for each worker: results wait in memory until they are taken


class Runner(Protocol):
    """A function that does work on tasks."""

    def __call__(self, work: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[T, R]]:
        """Yield every task with its result, in any order."""


def alone(work: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[T, R]]:
    """Do everything in this process."""
    return ((task, work(task)) for task in tasks)


def processes(workers: int | None = None) -> Runner:
    """Return a runner with processes on this machine, as many as there are cores by default."""
    hands = workers or os.cpu_count() or 1

    def run(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Generator[tuple[Any, Any]]:
        team: set[_Worker] = set()
        try:
            yield from _shared_out(team, work, tasks, hands)
        finally:
            for worker in team:
                worker.process.terminate()  # all of them first, so that they exit at the same time
            for worker in team:
                worker.end()

    return run if hands > 1 else alone


def died(left: int) -> Refusal:
    """Return the refusal to continue with a task at which workers keep dying."""
    tasks = "task is" if left == 1 else "tasks are"
    text = f"{MOST_DEATHS} workers died at the same task; {left} {tasks} left"
    return Refusal(Reason("workers", "", text))


def _shared_out(
    team: set[_Worker], work: Callable[[T], R], tasks: Sequence[T], hands: int
) -> Generator[tuple[T, R]]:
    waiting = deque(tasks)
    deaths: Counter[int] = Counter()  # of tasks by their identity: not all can be hashed
    while waiting or any(worker.tasks for worker in team):
        while waiting and len(team) < hands:
            team.add(_Worker(work))
        for worker in team:
            worker.take_from(waiting, hands)
        ready = wait([worker.pipe for worker in team if worker.tasks])
        for worker in [worker for worker in team if worker.pipe in ready]:
            try:
                failed, result = worker.pipe.recv()
            except (EOFError, OSError):
                team.remove(worker)
                worker.end()
                deaths[id(worker.tasks[0])] += 1
                waiting.extendleft(reversed(worker.tasks))
                if deaths[id(worker.tasks[0])] == MOST_DEATHS:
                    raise died(len(waiting) + sum(len(other.tasks) for other in team)) from None
                continue
            if failed:
                raise result
            yield worker.tasks.popleft(), result


class _Worker:
    """A process with a pipe of its own: whoever dies while it writes harms no other's results."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = get_context("spawn")
        self.tasks: deque[Any] = deque()  # handed out, the first of them under way
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work))
        self.process.start()
        theirs.close()  # the last one to hold it is the worker: its death ends the pipe
        self.end = finalize(self, _end, self.process, self.pipe)  # at the latest when Python exits

    def take_from(self, waiting: deque[Any], hands: int) -> None:
        """Take the next tasks: some ahead while there are many, one at a time towards the end."""
        most = AHEAD if len(waiting) > AHEAD * hands else 1
        while waiting and len(self.tasks) < most:
            self.tasks.append(waiting.popleft())
            with suppress(OSError):  # it died: reading from it will tell
                self.pipe.send(self.tasks[-1])


def _end(process: SpawnProcess, pipe: Connection) -> None:
    """End a worker, whatever it does."""
    process.terminate()
    process.join()
    pipe.close()


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Do the tasks that come through a pipe; the parent handles Ctrl-C and then ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            answer = _done(work, pipe.recv())
            try:
                pipe.send(answer)
            except (PicklingError, TypeError, AttributeError) as error:  # it cannot travel
                pipe.send((True, error))


def _done(work: Callable[[Any], Any], task: Any) -> tuple[bool, Any]:
    """Return whether a task failed, and its result or the error."""
    try:
        return False, work(task)
    except Exception as error:
        error.add_note(format_exc())
        return True, error


def _leave(_signal: int, _frame: object) -> None:
    pool.close()
    os._exit(1)
