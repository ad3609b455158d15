"""Work shared out over workers, none of it lost: `run(work, tasks)` yields results as they come.

A crew is any function of this shape. Here are this process alone, and processes on this machine;
one on many machines fits in the same place. Work is a function of its task, so that a task whose
worker died is simply given to another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from hexade.contract.reason import Reason, Refusal

T = TypeVar("T")
R = TypeVar("R")
PATIENCE = 3  # crews that may die in a row without finishing anything
AHEAD = 4  # tasks handed out for each worker: results wait in memory until they are taken


class Crew(Protocol):
    """Whoever does the work."""

    def __call__(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[T, R]]:
        """Yield every task with its result, in any order."""


def alone(work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[T, R]]:
    """Do everything in this process."""
    return ((task, work(task)) for task in tasks)


def processes(workers: int | None = None) -> Crew:
    """Return a crew of processes on this machine, all cores if their number is left out."""
    hands = workers or os.cpu_count() or 1

    def run(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
        left, failures = list(tasks), 0
        while left:
            before = len(left)
            try:
                for task, result in _one_crew(work, left, hands):
                    left.remove(task)
                    yield task, result
            except BrokenProcessPool:
                failures = failures + 1 if len(left) == before else 0
                if failures == PATIENCE:
                    text = f"workers died {PATIENCE} times in a row; {len(left)} tasks are left"
                    raise Refusal(Reason("workers", "", text)) from None

    return run if hands > 1 else alone


def _one_crew(work: Callable[[T], R], tasks: Sequence[T], hands: int) -> Iterator[tuple[T, R]]:
    """Work until all is done, or a worker dies: then what is under way is lost, nothing else."""
    waiting = list(reversed(tasks))
    with ProcessPoolExecutor(hands, mp_context=get_context("spawn")) as pool:
        running: dict[Future[R], T] = {}
        while waiting or running:
            while waiting and len(running) < hands * AHEAD:
                task = waiting.pop()
                running[pool.submit(work, task)] = task
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
