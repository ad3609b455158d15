"""What a runner on Ray does when work is lost: tried without Ray, which `make cluster` brings."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hexade.contract.reason import Reason, Refusal
from hexade.lab.ray_workers import _shared_out
from hexade.lab.workers import MOST_DEATHS

pytestmark = pytest.mark.slow


class TaskError(Exception):
    """Work that raised something, as Ray tells it."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a long traceback")
        self.cause = cause


LOSSES = {
    name: type(name, (Exception,), {})
    for name in ("WorkerCrashedError", "NodeDiedError", "OutOfMemoryError", "ObjectLostError")
}


class Cluster:
    """As much of Ray as a runner needs: work is done when its result is fetched."""

    exceptions = SimpleNamespace(RayTaskError=TaskError, **LOSSES)

    def __init__(self, *losses: str) -> None:
        self.losses = list(losses)  # of the first results that are fetched
        self.asked: list[Any] = []

    def cluster_resources(self) -> dict[str, float]:
        """Return two cores."""
        return {"CPU": 2.0}

    def put(self, value: Any) -> Any:
        """Keep nothing: everything is near."""
        return value

    def remote(self, **_: Any) -> Callable[[Any], Any]:
        """Return how work is asked for, whatever its wishes."""

        def asked(packed: Any, task: Any) -> int:
            self.asked.append((packed, task))
            return len(self.asked) - 1

        return lambda _: SimpleNamespace(remote=asked)

    def wait(self, running: list[int], num_returns: int) -> tuple[list[int], list[int]]:
        """Return the first that were asked for."""
        return running[:num_returns], running[num_returns:]

    def get(self, number: int) -> Any:
        """Lose what is to be lost, and do the rest."""
        if self.losses:
            raise LOSSES[self.losses.pop(0)]
        work, task = self.asked[number]
        try:
            return work(task)
        except Exception as error:
            raise TaskError(error) from None


def refuse(task: int) -> int:
    raise Refusal(Reason("task", "", f"there is no task {task}"))


def fail(task: int) -> int:
    raise ZeroDivisionError


@pytest.mark.parametrize("loss", LOSSES)
def test_work_that_is_lost_is_done_again(loss: str) -> None:
    found = dict(_shared_out(Cluster(loss, loss), abs, [-1, -2, -3], None))
    assert found == {-1: 1, -2: 2, -3: 3}


def test_work_that_is_always_lost_ends_with_a_sentence() -> None:
    always = Cluster(*["NodeDiedError"] * MOST_DEATHS)
    with pytest.raises(Refusal, match="workers died"):
        list(_shared_out(always, abs, [-1], 1))


def test_a_refusal_comes_back_as_it_was_said() -> None:
    with pytest.raises(Refusal, match=r"^there is no task 5$"):
        list(_shared_out(Cluster(), refuse, [5], 1))
    with pytest.raises(TaskError):
        list(_shared_out(Cluster(), fail, [5], 1))
