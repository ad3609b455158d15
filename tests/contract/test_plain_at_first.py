"""Until kernels are compiled they run as plain Python, where a process asked for that."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest

from hexade.contract import kernel
from hexade.contract.kernel import Target


@kernel.kernel
def doubled(number: int) -> int:
    return number + number


@pytest.fixture
def compiled_calls(monkeypatch: pytest.MonkeyPatch) -> list[Target]:
    """Begin anew, as a process does; return how kernels were called that were not plain."""
    found: list[Target] = []

    def at_speed(function: Callable[..., Any], target: Target) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            found.append(target)
            return function(*args)

        return run

    monkeypatch.setattr(kernel, "_start", kernel._Start())
    monkeypatch.setattr(kernel, "_at_speed", at_speed)
    monkeypatch.setattr(kernel, "default_target", lambda: "cpu")
    monkeypatch.setattr(kernel, "_COMPILES", True)
    kernel._plain_at_first.cache_clear()
    return found


def test_kernels_are_plain_until_they_are_loaded(compiled_calls: list[Target]) -> None:
    kernel.plain_at_first()
    double = kernel.speed_up(doubled)
    assert (double(2), compiled_calls) == (4, [])
    assert kernel.plain_for_now()
    assert not kernel.compiled()
    kernel.load_compiled(lambda: None)
    assert (double(2), compiled_calls) == (4, ["cpu"])
    assert not kernel.plain_for_now()
    assert kernel.compiled()


def test_whoever_loads_them_has_them_compiled_and_the_others_meanwhile_do_not(
    compiled_calls: list[Target],
) -> None:
    kernel.plain_at_first()
    double = kernel.speed_up(doubled)
    seen: list[tuple[bool, int]] = []

    def look() -> None:
        seen.append((kernel.compiled(), double(3)))

    def load() -> None:
        look()
        other = Thread(target=look)
        other.start()
        other.join()

    kernel.load_compiled(load)
    assert seen == [(True, 6), (False, 6)]
    assert compiled_calls == ["cpu"]


def test_a_load_that_fails_leaves_nobody_with_plain_python(compiled_calls: list[Target]) -> None:
    kernel.plain_at_first()

    def fail() -> None:
        raise OSError("no such file")

    with pytest.raises(OSError, match="no such file"):
        kernel.load_compiled(fail)
    assert kernel.compiled()


def test_words_wrap_around_without_a_warning(compiled_calls: list[Target]) -> None:
    kernel.plain_at_first()
    most: Any = np.uint64(2**64 - 1)
    assert kernel.speed_up(doubled)(most) == 2**64 - 2
