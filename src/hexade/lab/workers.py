"""Tasks distributed over workers: `run(work, tasks)` yields results as they finish.

A runner is any function of this shape. Here are this process alone and processes on this machine;
`lab.ray_workers` has one for many machines. Work is a function of its task, so that another worker
can repeat the task of one that died. Closing the generator ends the workers.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from hexade.bots.process import pool
from hexade.contract.reason import Reason, Refusal

T = TypeVar("T")
R = TypeVar("R")
PATIENCE = 3  # pools that may die in a row without finishing a task
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
        left, failures = list(tasks), 0
        while left:
            before = len(left)
            try:
                with closing(_run_until_death(work, left, hands)) as found:
                    for task, result in found:
                        left.remove(task)
                        yield task, result
            except BrokenProcessPool:
                failures = failures + 1 if len(left) == before else 0
                if failures == PATIENCE:
                    raise died(len(left)) from None

    return run if hands > 1 else alone


def died(left: int) -> Refusal:
    """Return the refusal to continue with workers that keep dying."""
    text = f"workers died {PATIENCE} times in a row; {left} tasks are left"
    return Refusal(Reason("workers", "", text))


def _run_until_death(
    work: Callable[[T], R], tasks: Sequence[T], hands: int
) -> Generator[tuple[T, R]]:
    """Work until all is done or a worker dies; then only the running tasks are lost."""
    waiting = list(reversed(tasks))
    executor = ProcessPoolExecutor(min(hands, len(tasks)), get_context("spawn"), _begin)
    try:
        running: dict[Future[R], T] = {}
        while waiting or running:
            while waiting and len(running) < hands * AHEAD:
                task = waiting.pop()
                running[executor.submit(work, task)] = task
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    finally:
        # Running tasks are no longer needed, and a worker that died in the queue has locked it for
        # the others: they would wait there for ever.
        for process in list((executor._processes or {}).values()):
            process.terminate()
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """Set up a worker: the parent handles Ctrl-C and then ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(_signal: int, _frame: object) -> None:
    pool.close()
    os._exit(1)
