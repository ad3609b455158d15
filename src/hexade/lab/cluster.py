"""The arena on a Ray cluster: the same units, played by actors wherever there is a free core.

Ray is heavy and optional: `pip install 'hexade[cluster]'`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from hexade.contract.reason import Reason, Refusal
from hexade.lab.arena import AHEAD, Line, Plan, Unit, play_unit, settle_in


class Worker:
    """One process of the cluster, warmed up once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        settle_in(plan)

    def play(self, unit: Unit) -> list[Line]:
        """Play a deal of a pairing."""
        return play_unit(self.plan, unit)


def on_ray(plan: Plan, units: Sequence[Unit], workers: int | None = None) -> Iterator[list[Line]]:
    """Yield the games of each unit as they come, from the cluster at RAY_ADDRESS or a local one."""
    ray = _ray()
    began = not ray.is_initialized()
    if began:
        address = os.environ.get("RAY_ADDRESS")
        ray.init(address=address, include_dashboard=False, logging_level="error")
    try:
        yield from _shared_out(ray, plan, units, workers)
    finally:
        if began:
            ray.shutdown()


def _shared_out(
    ray: Any, plan: Plan, units: Sequence[Unit], workers: int | None
) -> Iterator[list[Line]]:
    cores = int(ray.cluster_resources().get("CPU", 1))
    count = max(1, min(workers or cores, cores, len(units)))
    hired = [ray.remote(num_cpus=1)(Worker).remote(plan) for _ in range(count)]
    left, waiting = iter(units), {}
    for worker in hired:
        for unit in islice(left, AHEAD):
            waiting[worker.play.remote(unit)] = worker
    while waiting:
        (done,), _ = ray.wait(list(waiting), num_returns=1)
        worker = waiting.pop(done)
        for unit in islice(left, 1):
            waiting[worker.play.remote(unit)] = worker
        yield ray.get(done)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        text = "the Ray backend needs Ray: pip install 'hexade[cluster]'"
        raise Refusal(Reason("ray", "", text)) from None
    return ray
