"""One source for the rules, four targets: plain Python, the CPU, CUDA, WebAssembly (wasm.py).

A kernel is an ordinary function over structured NumPy records that calls only other kernels.
`@kernel` merely marks it, so that a debugger steps through it; `speed_up` builds its fast twin.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, wraps
from importlib.metadata import version
from pathlib import Path
from threading import get_ident
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

from hexade.contract.compile_notice import about_to_compile, listen

P = ParamSpec("P")
R = TypeVar("R")
_RECORDS = ("s", "v", "known", "beside")  # a state, a table, what a seat may know of it
Target = Literal["plain", "cpu", "cuda", "wasm"]
Record: TypeAlias = Any  # one record of a structured array: Numba knows its fields, mypy cannot
Word: TypeAlias = Any  # np.uint64; with plain ints, compiled code would make floats


@dataclass(frozen=True)
class Learning:
    """What a game provides for training a value network: lanes, and their shapes.

    A lane is a kernel that does one part, number i, of the work on a batch of games. A candidate
    is a legal move of the seat in turn; its row of numbers describes the state after it, as that
    seat may know it.
    """

    columns: Callable[[Any], int]  # of a set-up: how many numbers make a row
    moves: Callable[[Any], int]  # of a set-up: how many moves there are at most
    game_scratch: np.dtype[Any]  # what the lanes know about a game's position
    lane_scratch: np.dtype[Any]  # what a lane needs while it describes a candidate
    begin: Callable[..., None]  # deals a game
    prepare: tuple[tuple[Callable[..., None], int], ...]  # fill game_scratch; lanes per game
    prior: Callable[..., None]  # rates each move without looking ahead
    prior_lanes: Callable[[Any], int]  # of a set-up: how many lanes per game `prior` needs
    describe: Callable[..., None]  # writes the rows of candidates
    decide: Callable[..., None]  # makes the chosen move, and draws
    turn: Callable[..., None]  # writes whose turn it is
    share: Callable[..., None]  # writes each seat's share of first place
    own_scratch: bool = False  # whether `describe` may get one lane_scratch, its lane's own
    # Of a set-up: how many first parts of a row are alike, and their columns. Each of them passes
    # through the same first layer, and they are added up.
    alike: Callable[[Any], tuple[int, int]] | None = None
    outputs: Callable[[Any], int] = lambda _: 1  # of a set-up: the mover's share, or every seat's


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that can be compiled, and leave it as it is."""
    function.__dict__["kernel"] = True
    return function


def called_often(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel with many callers: compiled into each of them it would take seconds."""
    function.__dict__["called_often"] = True
    return kernel(function)


def on_cuda(function: Callable[..., Any]) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Mark a function that builds a kernel's GPU twin, which uses a hardware instruction."""

    def mark(maker: Callable[[], Any]) -> Callable[[], Any]:
        function.__dict__["on_cuda"] = maker
        return maker

    return mark


@cache
def over_arrays(function: Callable[..., R]) -> Callable[..., R]:
    """Return a kernel that takes one-element arrays in place of the records that `_RECORDS` names.

    Numba unboxes an array faster than a bare record.
    """
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    given = ", ".join(f"{name}[0]" if name in _RECORDS else name for name in names)
    source = f"def over_arrays({', '.join(names)}): return function({given})"
    namespace: dict[str, Any] = {"function": function, "__name__": function.__module__}
    exec(compile(source, function.__code__.co_filename, "exec"), namespace)
    made = namespace["over_arrays"]
    made.__qualname__ = f"{function.__qualname__}.over_arrays"
    return kernel(cast("Callable[..., R]", made))


def default_target() -> Target:
    """Return "plain" where NUMBA_DISABLE_JIT asks for it, else "cpu"."""
    return "plain" if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else "cpu"


def speed_up(function: Callable[P, R], target: Target | None = None) -> Callable[P, R]:
    """Return the same function at the asked speed, compiled on its first call."""
    if target is None and _start.plain:
        return cast("Callable[P, R]", _plain_at_first(function))
    return cast("Callable[P, R]", _at_speed(function, target or default_target()))


_COMPILES = default_target() != "plain"


@dataclass
class _Start:
    """How kernels run in the first seconds of this process."""

    plain: bool = False  # whether they run as plain Python, until `load_compiled` has ended
    loader: int = 0  # the thread in which they are compiled already


_start = _Start()


def plain_at_first() -> None:
    """Run kernels as plain Python until `load_compiled`; to be called before games are loaded.

    Nobody then waits for a compiler, or for its code to be loaded; the results are the same.
    """
    _start.plain = default_target() == "cpu"


def load_compiled(load: Callable[[], None]) -> None:
    """Have a function call compiled kernels, and then everybody; what it calls is loaded by it."""
    _start.loader = get_ident()
    try:
        load()
    finally:  # even if it failed: what is missing is compiled when it is called
        _start.plain, _start.loader = False, 0


def plain_for_now() -> bool:
    """Tell whether kernels run as plain Python until they are loaded."""
    return _start.plain


def compiled() -> bool:
    """Tell whether kernels run compiled, here and now."""
    return _start.loader == get_ident() if _start.plain else _COMPILES


@cache
def _plain_at_first(function: Callable[..., Any]) -> Any:
    plain = _quiet(function)
    loaded: Callable[..., Any] | None = None  # from when nobody runs plain Python any more

    @wraps(function)
    def run(*args: Any) -> Any:
        nonlocal loaded
        if loaded is not None:
            return loaded(*args)
        if _start.plain and _start.loader != get_ident():
            return plain(*args)
        compiled = _at_speed(function, "cpu")
        if not _start.plain:
            loaded = compiled
        return compiled(*args)

    return run


def in_parts(function: Callable[P, R]) -> Callable[P, R]:
    """Return a kernel that runs as plain Python and whose callees are compiled, each on its own.

    A long kernel that only calls a few others gains nothing from being compiled with all of them
    inside it, and that would take half as long again.
    """
    parts = {name: speed_up(callee) for name, callee in _callees(function)}
    made = types.FunctionType(function.__code__, {**function.__globals__, **parts})
    return cast("Callable[P, R]", made)


def batch(lane: Callable[..., None], target: Target | None = None) -> Callable[..., None]:
    """Return `run(n, *args)`, which calls `lane(i, *args)` for each i below n.

    On CUDA each i is a thread and `args` are device arrays; elsewhere it is a loop that releases
    the interpreter lock, so that threads share the work.
    """
    return cast("Callable[..., None]", _batch_at_speed(lane, target or default_target()))


@cache
def _at_speed(function: Callable[..., Any], target: Target) -> Any:
    if target == "plain":
        return _quiet(function)
    twin = _twin(function, target)
    return _cached(twin, function) if target == "cpu" else twin


@cache
def _batch_at_speed(lane: Callable[..., None], target: Target) -> Any:
    if target == "plain":
        return _quiet(lambda n, *args: _loop(lane, n, args))
    if target == "cuda":
        return _grid(device_twin(lane))
    return _cached(_compiled_loop(lane), lane)


def device_twin(lane: Callable[..., None]) -> Any:
    """Return a lane compiled as a function that CUDA kernels call."""
    return _twin(lane, "cuda")


def wasm_twin(function: Callable[..., Any]) -> Any:
    """Return a kernel as Numba compiles it for WebAssembly: it cannot be called here."""
    return _twin(function, "wasm")


def _loop(lane: Callable[..., None], n: int, args: tuple[Any, ...]) -> None:
    for i in range(n):
        lane(i, *args)


def _lanes(n: int, *args: Any) -> None:
    for i in range(n):
        lane(i, *args)  # type: ignore[name-defined]  # noqa: F821  put there by _compiled_loop


def _compiled_loop(lane: Callable[..., None]) -> Any:
    from numba import njit

    # Not a closure: Numba could not keep its code on disk.
    namespace = {"lane": _twin(lane, "cpu"), "__name__": __name__}
    run = types.FunctionType(_lanes.__code__, namespace)
    run.__qualname__ = f"{lane.__module__}.{lane.__qualname__}.batch"
    return njit(nogil=True, error_model="numpy")(run)


def cuda() -> Any:
    """Return Numba's package for GPUs."""
    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still asks NumPy for it
        np.row_stack = np.vstack
    from numba import cuda

    return cuda


def _grid(lane: Any) -> Callable[..., None]:
    # CUDA kernels take no *args, so one is written for the number of arguments that the lane has.
    names = [f"a{n}" for n in range(1, lane.py_func.__code__.co_argcount)]
    source = f"""
def grid(n, {", ".join(names)}):
    i = cuda.grid(1)
    if i < n:
        lane(i, {", ".join(names)})
"""
    namespace: dict[str, Any] = {"cuda": cuda(), "lane": lane}
    exec(source, namespace)
    grid = cuda().jit(namespace["grid"])

    def run(n: int, *args: Any, threads: int = 64) -> None:
        grid[(n + threads - 1) // threads, threads](n, *args)

    return run


def _quiet(function: Callable[P, R]) -> Callable[P, R]:
    # Words wrap around on purpose; only plain NumPy scalars warn about it.
    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return run


@cache
def _twin(function: Callable[..., Any], target: Target) -> Any:
    """Rebuild a kernel over a namespace in which every kernel it calls is its own twin."""
    if target == "cuda" and "on_cuda" in function.__dict__:
        return _jit(target)(function.__dict__["on_cuda"]())
    namespace = dict(function.__globals__)
    for name, callee in _callees(function):
        namespace[name] = _twin(callee, target)
    twin = types.FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__
    )
    twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
    return _jit(target, "called_often" not in function.__dict__)(twin)


def _jit(target: Target, inline: bool = True) -> Callable[[Any], Any]:
    if target == "cuda":
        return cast("Callable[[Any], Any]", cuda().jit(device=True))
    from numba import njit

    listen()
    if target == "wasm":
        # Without reference counts and wrappers for Python nothing has to be imported. LLVM decides
        # what to inline: modules are smaller than where everything is, and no slower.
        plain = njit(
            error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True
        )
        return cast("Callable[[Any], Any]", plain)
    return cast("Callable[[Any], Any]", njit(nogil=True, forceinline=inline, error_model="numpy"))


def _callees(function: Callable[..., Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in function.__code__.co_names:
        callee = function.__globals__.get(name)
        if callable(callee) and getattr(callee, "kernel", False):
            yield name, callee


def _cached(dispatcher: Any, function: Callable[..., Any]) -> Any:
    """Let Numba keep the machine code on disk, in a folder named after all kernel sources.

    Numba itself looks only at the caller's file, and would keep stale code after an edit of a
    callee in another one. Where our folder cannot be written to, nothing is kept.
    """
    from numba.core import config

    folder = cache_folder(function)
    if folder is None:
        return dispatcher
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        dispatcher.enable_caching()
    finally:
        config.CACHE_DIR = before
    _tolerate_damage(dispatcher._cache)
    return dispatcher


def _tolerate_damage(cache: Any) -> None:
    """Treat a damaged file of the cache as missing, so that it is made again.

    Numba itself would raise whatever unpickling such a file raises.
    """
    load, save = cache.load_overload, cache.save_overload

    def load_or_forget(*args: Any) -> Any:
        found = None
        try:
            found = load(*args)
        except Exception:  # unpickling can raise anything
            with suppress(OSError):
                cache.flush()
        if found is None:
            about_to_compile()
        return found

    def save_if_possible(*args: Any) -> None:
        with suppress(Exception):  # a failed save does no harm: the function is compiled
            save(*args)

    cache.load_overload, cache.save_overload = load_or_forget, save_if_possible


def cache_folder(function: Callable[..., Any]) -> Path | None:
    """Return the cache folder for this kernel's compiled code, or None if there can be none.

    Every change of a source leads to a new folder.
    """
    return folder_for(_folders(function))


def folder_for(sources: frozenset[Path]) -> Path | None:
    """Return the cache folder for what is made of all sources in some folders, or None."""
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = base / "hexade" / f"kernels-{_digest(sources)}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # no home folder, no space, or no permission
        return None


def _folders(function: Callable[..., Any]) -> frozenset[Path]:
    found = {Path(function.__code__.co_filename).parent, Path(__file__).parent}
    for _, callee in _callees(function):
        found |= _folders(callee)
    return frozenset(found)


@cache
def _digest(folders: frozenset[Path]) -> str:
    sources = sorted(path for folder in folders for path in folder.glob("*.py"))
    text = b"".join(path.read_bytes() for path in sources)
    versions = f"{version('numba')} {np.__version__}".encode()  # importing it takes a second
    return hashlib.sha256(text + versions).hexdigest()[:16]
