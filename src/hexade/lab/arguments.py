"""Checks of the arguments of batches and environments: compiled code does not check them.

Nothing is copied: an array of another library on the host is viewed through NumPy, and one on a
device is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from hexade.contract.game import AnyGame
from hexade.contract.kernel import Target, default_target
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup, agree, check_game
from hexade.contract.whole import whole_number

SEEDS = 1 << 64
TARGETS: tuple[Target, ...] = ("plain", "cpu", "cuda")  # modules for a page are not run here
WHOLE = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"}  # dtypes that hold a move
_WHOLE_HERE = {np.dtype(name) for name in WHOLE}  # names take microseconds to make
_BOOL_HERE = {np.dtype(np.bool_)}


def check_setup(game: AnyGame, setup: Setup) -> None:
    """Refuse anything but a set-up of this game: kernels would play another one silently."""
    if not isinstance(setup, Setup):
        raise _refusal(f"a set-up is what hexade.contract.setup.agree(game) returns, not {setup!r}")
    check_game(game)
    said = (setup.variant, setup.edition, setup.seats, setup.start)
    if setup.game != game.name:
        raise _refusal(f"the set-up is of {setup.game}, not of {game.name}: agree(game) makes one")
    if agree(game, *said, dict(setup.options)) != setup:
        raise _refusal(f"agree(game) would not make this set-up: {setup}")


def seat_number(seat: Any, setup: Setup) -> int:
    """Return the number of a seat; refuse one that the set-up does not have."""
    last, found = setup.seats - 1, whole_number(seat)
    if found is None or not 0 <= found <= last:
        seats = f"a whole number from 0 to {last}" if last else "0, the only one"
        raise _refusal(f"seat must be {seats}, not {seat!r}")
    return found


def whole(name: str, value: Any, least: int, below: int = 1 << 63) -> int:
    """Return a whole number; refuse other values and numbers out of bounds."""
    found = whole_number(value)
    if found is None:
        raise _refusal(f"{name} must be a whole number, not {value!r}")
    if found < least:
        raise _refusal(f"{name} must be at least {least}, not {found}")
    if found >= below:
        raise _refusal(f"{name} must be below {below}, not {found}")
    return found


def one_of(name: str, value: Any, known: Sequence[Any]) -> Any:
    """Return a value that is one of those known; refuse all others."""
    if not isinstance(value, Hashable) or value not in known:
        names = ", ".join(repr(one) for one in known[:-1])
        raise _refusal(f"{name} must be {names} or {known[-1]!r}, not {value!r}")
    return value


def seed_word(seed: Any) -> np.uint64:
    """Return a seed as kernels take it."""
    return np.uint64(whole("seed", seed, 0, SEEDS))


def target_or_default(target: Any) -> Target:
    """Return the target to run on, or the default one."""
    if target is None:
        return default_target()
    if not isinstance(target, str) or target not in TARGETS:
        raise _refusal(f"target must be {', '.join(TARGETS)} or None, not {target!r}")
    found: Target = target
    return found


def array_to_read(name: str, array: Any, lanes: int, target: Target, of_bool: bool = False) -> Any:
    """Return an array with a whole number, or a truth value, for each lane, as kernels take it."""
    wanted = _BOOL_HERE if of_bool else _WHOLE_HERE
    if type(array) is np.ndarray and array.shape == (lanes,) and array.dtype in wanted:
        return array
    if of_bool and (_shape(array) != (lanes,) or _dtype(array) != "bool"):
        raise _refusal(f"{name} must be bool of shape ({lanes},){_not(array)}")
    if of_bool:
        return _at_hand(name, array, target)
    if _shape(array) != (lanes,) or _dtype(array) not in WHOLE:
        raise _refusal(f"{name} must be whole numbers (int32) of shape ({lanes},){_not(array)}")
    return _at_hand(name, array, target)


def array_with_columns(name: str, array: Any, shape: tuple[int, int | None], target: Target) -> Any:
    """Return an array with some whole numbers for each lane; None stands for any number of them."""
    found = _shape(array) or ()
    fits = len(found) == 2 and all(w in (None, n) for n, w in zip(found, shape, strict=True))
    if not fits or _dtype(array) not in WHOLE:
        wanted = f"({shape[0]}, {'any' if shape[1] is None else shape[1]})"
        raise _refusal(f"{name} must be whole numbers (int32) of shape {wanted}{_not(array)}")
    return _at_hand(name, array, target)


def array_to_fill(array: Any, shape: tuple[int, ...], dtype: Any, target: Target) -> Any:
    """Return an array that kernels can write to, of this very shape and dtype."""
    fits = type(array) is np.ndarray and array.shape == shape and array.dtype == dtype
    if fits and array.flags.writeable:
        return array
    wanted = np.dtype(dtype).name
    if _shape(array) != shape or _dtype(array) != wanted:
        raise _refusal(f"out must be {wanted} of shape {shape}{_not(array)}")
    found = _at_hand("out", array, target)
    if isinstance(found, np.ndarray) and not found.flags.writeable:
        raise _refusal("out must be an array that can be written to")
    return found


def _shape(array: Any) -> tuple[int, ...] | None:
    shape = getattr(array, "shape", None)
    return None if shape is None else tuple(shape)


def _dtype(array: Any) -> str:
    return str(getattr(array, "dtype", "")).removeprefix("torch.")


def _not(array: Any) -> str:
    dtype = _dtype(array)
    return f", not {dtype} of shape {_shape(array)}" if dtype else f", not a {type(array).__name__}"


def _at_hand(name: str, array: Any, target: Target) -> Any:
    if isinstance(array, np.ndarray) or target == "cuda":
        return array
    try:
        return np.asarray(array)  # the same memory, if it is the host's
    except (TypeError, ValueError, RuntimeError):
        raise _refusal(f"{name} must be in host memory unless the batch is on cuda") from None


def _refusal(text: str) -> Refusal:
    return Refusal(Reason("batch", "", text))
