"""Whole games on a GPU; each thread may keep its state in shared or local memory.

A kernel is compiled for each shape, since the size of shared memory and the number of registers
are fixed when it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal

import numpy as np

from hexade.contract import kernel

Memory = Literal["global", "local", "shared"]

_HOLD = {
    "global": "states[i : min(i + 1, n)]",
    "local": "cuda.local.array(1, record)",
    "shared": "cuda.shared.array(threads, record)[cuda.threadIdx.x:cuda.threadIdx.x + 1]",
}


@cache
def trial_grid(lane: Callable[..., None], state: np.dtype[Any]) -> Callable[..., None]:
    """Return `run(n, states, table, seats, moves, out)` for an `after_each_lane`.

    Each thread tries its move on a state of its own, in local memory.
    """
    from numba import from_dtype

    cuda = kernel.cuda()
    source = """
def grid(n, states, table, seats, moves, out):
    i = cuda.grid(1)
    tries = cuda.local.array(1, record)
    if i < n:
        lane(i, states, table, seats, moves, tries, out)
"""
    held = {"cuda": cuda, "lane": kernel.device_twin(lane), "record": from_dtype(state)}
    exec(source, held)
    grid = cuda.jit(held["grid"])

    def run(n: int, *args: Any, threads: int = 64) -> None:
        grid[(n + threads - 1) // threads, threads](n, *args)

    return run


@cache
def describe_grid(lane: Callable[..., None], scratch: np.dtype[Any]) -> Callable[..., None]:
    """Return `run(n, …)` for a `describe` lane whose threads have their scratch in local memory.

    The threads of a warp then read and write it side by side, which global memory cannot do.
    """
    from numba import from_dtype

    cuda = kernel.cuda()
    source = """
def grid(n, lanes, states, table, grounds, games, moves, rows, ends, worths):
    i = cuda.grid(1)
    mine = cuda.local.array(1, record)
    if i < n:
        lane(i, lanes, states, table, grounds, mine, games, moves, rows, ends, worths)
"""
    held = {"cuda": cuda, "lane": kernel.device_twin(lane), "record": from_dtype(scratch)}
    exec(source, held)
    grid = cuda.jit(held["grid"])

    def run(n: int, *args: Any, threads: int = 64) -> None:
        grid[(n + threads - 1) // threads, threads](n, *args)

    return run


@cache
def play_grid(
    lane: Callable[..., None],
    state: np.dtype[Any],
    memory: Memory = "global",
    threads: int = 64,
    registers: int | None = None,
) -> Callable[..., None]:
    """Return `run(n, states, opening, table, seed, first, each, out)` for a `play_lane`."""
    from numba import from_dtype

    cuda = kernel.cuda()
    source = f"""
def grid(n, states, opening, table, seed, first, each, out):
    i = cuda.grid(1)
    mine = {_HOLD[memory]}
    if i < n:
        lane(0, mine, opening, table, seed, first + i * each, each, out[i:i + 1])
"""
    held = {"cuda": cuda, "lane": kernel.device_twin(lane), "record": from_dtype(state)}
    namespace: dict[str, Any] = {**held, "threads": threads}
    exec(source, namespace)
    options = {} if registers is None else {"max_registers": registers}
    grid = cuda.jit(**options)(namespace["grid"])

    def run(n: int, *args: Any) -> None:
        grid[(n + threads - 1) // threads, threads](n, *args)

    run.__dict__["grid"] = grid
    return run
