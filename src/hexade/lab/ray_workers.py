"""A runner on a Ray cluster: the same work on any free core.

Ray is large and optional: `pip install 'hexade[cluster]'`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from hexade.contract.reason import Reason, Refusal
from hexade.lab.workers import AHEAD, MOST_DEATHS, Runner, died


def ray_runner(workers: int | None = None) -> Runner:
    """Return a runner on the cluster at RAY_ADDRESS or a local one, on all cores by default.

    The task of a worker whose process or machine died is repeated by another one.
    """

    def run(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Generator[tuple[Any, Any]]:
        with _cluster() as ray:
            yield from _shared_out(ray, work, tasks, workers)

    _ray()  # refuse now, not at the first result
    return run


def _shared_out(
    ray: Any, work: Callable[[Any], Any], tasks: Sequence[Any], workers: int | None
) -> Generator[tuple[Any, Any]]:
    cores = int(ray.cluster_resources().get("CPU", 1))
    hands = max(1, min(workers or cores, cores))
    # As many tasks as workers; a few more wait if the number of workers is not limited.
    ahead = hands if workers else hands * AHEAD
    asked = ray.remote(num_cpus=1, max_retries=0)(_do)
    packed = ray.put(work)
    waiting = list(reversed(tasks))
    running: dict[Any, Any] = {}
    deaths: Counter[int] = Counter()  # of tasks by their identity: not all can be hashed
    while waiting or running:
        while waiting and len(running) < ahead:
            task = waiting.pop()
            running[asked.remote(packed, task)] = task
        (done,), _ = ray.wait(list(running), num_returns=1)
        task = running.pop(done)
        try:
            result = ray.get(done)
        except _losses(ray):
            deaths[id(task)] += 1
            if deaths[id(task)] == MOST_DEATHS:
                raise died(1 + len(waiting) + len(running)) from None
            waiting.append(task)
            continue
        except ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, Refusal):  # its message is enough
                raise error.cause from None
            raise
        yield task, result


def _losses(ray: Any) -> tuple[type[Exception], ...]:
    """Return Ray's errors for lost work: of a worker, its machine, or the result on its way."""
    kinds = ray.exceptions
    crashed, gone = kinds.WorkerCrashedError, kinds.NodeDiedError
    return crashed, gone, kinds.OutOfMemoryError, kinds.ObjectLostError


def _do(work: Callable[[Any], Any], task: Any) -> Any:
    return work(task)


@contextmanager
def _cluster() -> Generator[Any]:
    """Give Ray, started and stopped here unless it is already running."""
    ray = _ray()
    began = not ray.is_initialized()
    if began:
        _begin(ray)
    try:
        yield ray
    finally:
        if began:
            ray.shutdown()


def _begin(ray: Any) -> None:
    address = os.environ.get("RAY_ADDRESS")
    try:
        ray.init(address=address, include_dashboard=False, logging_level="error")
    except Exception as error:  # Ray has no type of its own for this
        why = str(error).partition(".")[0] or type(error).__name__
        raise Refusal(Reason("ray", "", f"Ray did not start: {why}")) from None


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        text = "the Ray backend needs Ray: pip install 'hexade[cluster]'"
        raise Refusal(Reason("ray", "", text)) from None
    return ray
