"""Work shared out over workers, none of it lost: `run(work, tasks)` yields results as they come.

A crew is any function of this shape. Here are this process alone, and processes on this machine;
`lab.cluster` has one on many machines. Work is a function of its task, so that a task whose worker
died is simply given to another. Whoever stops taking results ends the workers.
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

from hexade.bots.hired import shelf
from hexade.contract.reason import Reason, Refusal

T = TypeVar("T")
R = TypeVar("R")
PATIENCE = 3  # crews that may die in a row without finishing anything
AHEAD = 4  # tasks handed out for each worker: results wait in memory until they are taken


class Crew(Protocol):
    """Whoever does the work."""

    def __call__(self, work: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[T, R]]:
        """Yield every task with its result, in any order."""


def alone(work: Callable[[T], R], tasks: Sequence[T]) -> Generator[tuple[T, R]]:
    """Do everything in this process."""
    return ((task, work(task)) for task in tasks)


def processes(workers: int | None = None) -> Crew:
    """Return a crew of processes on this machine, all cores if their number is left out."""
    hands = workers or os.cpu_count() or 1

    def run(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Generator[tuple[Any, Any]]:
        left, failures = list(tasks), 0
        while left:
            before = len(left)
            try:
                with closing(_one_crew(work, left, hands)) as found:
                    for task, result in found:
                        left.remove(task)
                        yield task, result
            except BrokenProcessPool:
                failures = failures + 1 if len(left) == before else 0
                if failures == PATIENCE:
                    raise died(len(left)) from None

    return run if hands > 1 else alone


def died(left: int) -> Refusal:
    """Return the refusal to go on with workers that always die."""
    text = f"workers died {PATIENCE} times in a row; {left} tasks are left"
    return Refusal(Reason("workers", "", text))


def _one_crew(work: Callable[[T], R], tasks: Sequence[T], hands: int) -> Generator[tuple[T, R]]:
    """Work until all is done, or a worker dies: then what is under way is lost, nothing else."""
    waiting = list(reversed(tasks))
    pool = ProcessPoolExecutor(min(hands, len(tasks)), get_context("spawn"), _begin)
    try:
        running: dict[Future[R], T] = {}
        while waiting or running:
            while waiting and len(running) < hands * AHEAD:
                task = waiting.pop()
                running[pool.submit(work, task)] = task
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    except BaseException:  # stopped, or enough is known: what is under way is of no use
        working = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in working:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Begin as a process of a pool: Ctrl-C is for the one who started us, and who then ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(_signal: int, _frame: object) -> None:
    shelf.close()
    os._exit(1)
