"""A pool of worker processes that can be ended at once, even if one of them hangs.

Python has this since 3.14 alone (`terminate_workers`).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, cast


class RecordingContext:
    """A context of multiprocessing that remembers the processes that were made from it."""

    def __init__(self, context: SpawnContext) -> None:
        self._context = context
        self.processes: list[BaseProcess] = []

    def Process(self, *given: Any, **named: Any) -> BaseProcess:  # noqa: N802  as pools call it
        """Make a process and remember it."""
        process = self._context.Process(*given, **named)
        self.processes.append(process)
        return process

    def __getattr__(self, name: str) -> Any:
        """Return what else a context has."""
        return getattr(self._context, name)


class WorkerPool(ProcessPoolExecutor):
    """Workers that start when they are needed, each set up by a function first."""

    def __init__(self, workers: int, set_up: Callable[..., None], *given: Any) -> None:
        # Spawned: a fork would copy sockets, threads and secrets.
        self._recorded = RecordingContext(get_context("spawn"))
        super().__init__(workers, cast("SpawnContext", self._recorded), set_up, given)

    @property
    def processes(self) -> list[BaseProcess]:
        """The workers that were started."""
        return [one for one in self._recorded.processes if one.pid is not None]

    @property
    def has_lost_one(self) -> bool:
        """Whether a worker has died: the pool answers nothing any more."""
        ends = [process.sentinel for process in self.processes]
        return bool(ends and wait(ends, timeout=0))

    def end(self) -> None:
        """End all workers at once: the pool itself would wait for a hanging bot."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in self.processes:
            process.terminate()
