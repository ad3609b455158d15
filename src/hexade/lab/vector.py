"""Thousands of games in one array, one decision at a time: one call each to reset, look and step.

Lane i plays game number i of the seed, then i + lanes, i + 2 * lanes and so on: the same games as
everywhere else, however many lanes or threads there are. A lane whose game ends begins the next at
once, so that there is a seat to act in every lane at any time; or, without `autoreset`, it stays at
the end until it is reset.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from hexade.contract.cuda_grid import trial_grid
from hexade.contract.features import DTYPE, length
from hexade.contract.game import AnyGame
from hexade.contract.kernel import Target, batch, cuda
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.arguments import (
    array_to_fill,
    array_to_read,
    array_with_columns,
    check_setup,
    one_of,
    seed_word,
    target_or_default,
    whole,
)
from hexade.lab.batch import kernels_of
from hexade.lab.returns import POINT, Reward

Layout: TypeAlias = Literal["rows", "columns"]
SHARES = 32  # threads of a GPU that write a lane's list together: those that run as one
_KEPT = ("states", "seats", "rewards", "flags", "lots", "_paid")  # what makes a batch go on alike
ALIGNED = 64  # bytes: JAX copies an array of the host that begins elsewhere


def aligned(array: np.ndarray) -> np.ndarray:
    """Return an aligned copy of an array, which other libraries can use without copying."""
    room = np.zeros(array.nbytes + ALIGNED, np.uint8)  # the padding of records is compared as well
    begin = -room.ctypes.data % ALIGNED
    found = room[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    found[...] = array
    return found


@dataclass(frozen=True)
class _Reading:
    """What `Batch.look` writes to: features, bits, and the states that the features show."""

    rows: Any
    bits: Any
    shown: Any
    no_moves: Any  # a move in every lane that changes nothing
    seen: tuple[Any, Any]  # rows and bits as callers get them


class Batch:
    """Games side by side, on the CPU or (target "cuda") with all arrays on the device.

    Public arrays, one row a lane: `states` (structured records), `seats` (who is to act), `lots`
    (numbers of the games), `rewards` (of each seat, at the end of a game or, with reward "dense",
    in part before: returns.py), `flags` (column 0: a game has ended in the last step;
    column 1: the last move was illegal and changed nothing).
    In arrays that a batch makes, the numbers of one lane lie side by side (layout "rows"), or the
    same number of all lanes does ("columns"), which is what the threads of a GPU write fastest.
    """

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        lanes: int,
        seed: int = 0,
        threads: int = 1,
        target: Target | None = None,
        autoreset: bool = True,
        layout: Layout = "rows",
        reward: Reward = "final",
    ) -> None:
        check_setup(game, setup)
        kernels = kernels_of(game)
        self.reward = one_of("reward", reward, get_args(Reward))
        self.autoreset = bool(one_of("autoreset", autoreset, (True, False)))
        self.layout = one_of("layout", layout, get_args(Layout))
        lanes, threads = whole("lanes", lanes, 1), whole("threads", threads, 1)
        self.game, self.setup, self.lanes, self.threads = game, setup, lanes, threads
        self.target: Target = target_or_default(target)
        if self.target == "cuda" and threads > 1:
            raise Refusal(Reason("batch", "", "threads share work on a CPU: leave them out"))
        if self.target == "cuda" and not cuda().is_available():
            raise Refusal(Reason("device", "", "there is no CUDA device: leave target out"))
        self.actions, self.width = game.actions(setup), length(game.parts(setup))
        self.factors = game.factors(setup)
        self._bit_words = sum((size + 63) // 64 for size in self.factors)
        self.most_moves = min(kernels.most_moves, self.actions)
        self._lanes = kernels.lanes
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._shares = [lanes * n // threads for n in range(threads + 1)]
        opening, table = kernels.opening(setup), kernels.table(setup)
        self._opening, self._table = self._placed(opening), self._placed(table)
        self.states = self.zeros(lanes, opening.dtype)
        self.seats = self.zeros(lanes, np.int8)
        self.rewards = self.zeros((lanes, setup.seats), np.float32)
        self.flags = self.zeros((lanes, 2), np.bool_)
        self._paid = self.zeros((lanes, setup.seats), np.float64)  # in advance, if that is wished
        self._tries: Any = None
        self.reset(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the games in progress, and leave threads and compiled code alone."""
        made = (
            self.game, self.setup, self.lanes, int(self._seed), self.threads, self.target,
            self.autoreset, self.layout, self.reward,
        )  # fmt: skip
        return Batch, made, {name: self.host(getattr(self, name)) for name in _KEPT}

    def __setstate__(self, kept: dict[str, np.ndarray]) -> None:
        """Put the games in progress back."""
        vars(self).update({name: self._placed(aligned(array)) for name, array in kept.items()})

    def reset(self, seed: int) -> None:
        """Begin the first games of a seed in all lanes."""
        self._seed = seed_word(seed)
        self.lots = self._placed(aligned(np.arange(self.lanes, dtype=np.int64)))
        self._paid = self.zeros(self._paid.shape, self._paid.dtype)
        self._run(
            self._lanes.reset, self.states, self._opening, self._table, self._seed, self.lots,
            self.seats,
        )  # fmt: skip

    def step(self, moves: Any) -> None:
        """Make one move in every lane and let chance act; with `autoreset` the next game begins.

        A lane that stays at its end has nobody to act (-2), and all moves are illegal there: they
        change nothing, as -1 changes nothing in any lane.
        """
        moves = array_to_read("moves", moves, self.lanes, self.target)
        stride = self.lanes if self.autoreset else 0
        self._run(
            self._lanes.step, self.states, self._opening, self._table, self._seed, self.lots,
            stride, moves, self.seats, self.rewards, self.flags,
        )  # fmt: skip
        if self.reward == "dense":
            competes = self.game.competes(self.setup)
            places = (self.flags, competes, POINT, self._paid, self.rewards)
            self._run(self._lanes.advance_pay, self.states, self._table, *places)

    def look(self) -> tuple[Any, Any]:
        """Return for every lane what the seat to act reads: features, and what is legal as bits.

        The numbers are those of `observations` and `mask_bits`, in arrays of the batch's own that
        the next call of `look` or `advance` overwrites. They can only be read: of most cells of a
        board what was written before is still true, and is left.
        """
        return self._look(self._reading.no_moves)

    def advance(self, moves: Any) -> tuple[Any, Any]:
        """Make one move in every lane as `step` does, and return what `look` returns.

        It is the fastest way to learn by bits: of a board only the cells of a move are written.
        """
        moves = array_to_read("moves", moves, self.lanes, self.target)
        self.step(moves)
        return self._look(moves)

    def _look(self, moves: Any) -> tuple[Any, Any]:
        here = self._reading
        places = (self.seats, moves, here.shown, here.rows, here.bits)
        self._run(self._lanes.look, self.states, self._table, *places)
        return here.seen

    @cached_property
    def _reading(self) -> _Reading:
        rows = self._new((self.lanes, self.width), DTYPE)
        bits = self._new((self.lanes, self._bit_words), np.uint64)
        shown = self.zeros(self.lanes, self.states.dtype)
        no_moves = self._placed(np.full(self.lanes, -1, np.int32))
        seen = self._only_read(rows), self._only_read(bits)
        return _Reading(rows, bits, shown, no_moves, seen)

    def reset_lanes(self, which: Any) -> None:
        """Begin the next game in the lanes where `which` is true, whether or not one is over."""
        which = array_to_read("which", which, self.lanes, self.target, of_bool=True)
        self._run(
            self._lanes.restart, self.states, self._opening, self._table, self._seed, self.lots,
            self.lanes, which, self.seats,
        )  # fmt: skip
        if self.reward == "dense":
            self._run(self._lanes.forget_pay, which, self._paid)

    def legal_moves(self, out: Any = None, counts: Any = None) -> tuple[Any, Any]:
        """Return for every lane the legal moves, ascending, and how many there are.

        What follows the last of them in its row means nothing. Long lists that threads of a GPU
        write together lie in rows in either layout, which is twice as fast.
        """
        shape, share = (self.lanes, self.most_moves), self._lanes.share
        shared = share if self.target == "cuda" else None
        if out is None and shared:
            out = cuda().device_array(shape, np.int32)
        out, room = self._room(out, shape, np.int32)
        counts, sums = self._room(counts, (self.lanes,), np.int32)
        if shared:
            apart = room.strides[1] > room.dtype.itemsize
            run = batch(shared, "cuda")
            run(SHARES * self.lanes, self.states, self._table, room, sums, SHARES, apart)
        else:
            self._run(self._lanes.list, self.states, self._table, room, sums)
        return out, counts

    def mask_bits(self, out: Any = None) -> Any:
        """Return for every lane, as bits, which values of each factor of an action are legal.

        Factor n has `factors[n]` values and begins with a new word of 64 bits. A move is legal if
        all its factors are.
        """
        out, room = self._room(out, (self.lanes, self._bit_words), np.uint64)
        self._run(self._lanes.factor, self.states, self._table, room)
        return out

    def join(self, parts: Any, out: Any = None) -> Any:
        """Return the moves that consist of these factors, one row of factors for each lane."""
        parts = array_with_columns("parts", parts, (self.lanes, len(self.factors)), self.target)
        out, room = self._room(out, (self.lanes,), np.int32)
        self._run(self._lanes.join, self._table, parts, room)
        return out

    def after(self, moves: Any, out: Any = None) -> Any:
        """Return what the seats to act would know after each of some moves, before chance acts.

        `moves` has a row for each lane, the result a row of features for each move; those of moves
        that are not legal are zeros.
        """
        moves = array_with_columns("moves", moves, (self.lanes, None), self.target)
        shape = (self.lanes, int(moves.shape[1]), self.width)
        out, room = self._room(out, shape, DTYPE)
        if self.target == "cuda":
            run = trial_grid(self._lanes.after_each, self.states.dtype)
            run(self.lanes * shape[1], self.states, self._table, self.seats, moves, room)
            return out
        if self._tries is None:
            self._tries = self.zeros(self.lanes, self.states.dtype)
        places = (self.seats, moves, self._tries, room)
        self._run(self._lanes.after, self.states, self._table, *places)
        return out

    def masks(self, out: Any = None) -> Any:
        """Return for every lane a row with 1 at each legal move."""
        out, room = self._room(out, (self.lanes, self.actions), np.int8)
        self._run(self._lanes.mask, self.states, self._table, room)
        return out

    def observations(self, out: Any = None, seats: Any = None) -> Any:
        """Return for every lane the features of the seat to act, or of the seats given."""
        out, room = self._room(out, (self.lanes, self.width), DTYPE)
        seats = self.seats if seats is None else self._known(seats)
        self._run(self._lanes.watch, self.states, self._table, seats, room)
        return out

    def random_moves(self, out: Any = None) -> Any:
        """Return a legal move for every lane, all equally likely: those of the random bots."""
        out, room = self._room(out, (self.lanes,), np.int32)
        self._run(self._lanes.choose, self.states, self._table, self._seed, self.lots, room)
        return out

    def state(self, lane: int) -> Any:
        """Return the state of one lane as the game's own functions take it."""
        lane = whole("lane", lane, 0, self.lanes)
        return kernels_of(self.game).state(self.setup, self.host(self.states)[lane : lane + 1])

    def zeros(self, shape: Any, dtype: Any) -> Any:
        """Return an array of zeros where the games are."""
        return self._placed(aligned(np.zeros(shape, dtype)))

    def host(self, array: Any) -> np.ndarray:
        """Return an array on the host: itself, or a copy from the device."""
        found: np.ndarray = array.copy_to_host() if self.target == "cuda" else array
        return found

    def _placed(self, array: np.ndarray) -> Any:
        return cuda().to_device(array) if self.target == "cuda" else array

    def _room(self, out: Any, shape: tuple[int, ...], dtype: Any) -> tuple[Any, Any]:
        """Return what the caller gets back, and the same memory as kernels write to it."""
        if out is None:
            out = self._new(shape, dtype)
            return out, out
        return out, array_to_fill(out, shape, dtype, self.target)

    def _new(self, shape: tuple[int, ...], dtype: Any) -> Any:
        if self.layout == "rows" or len(shape) == 1:
            return self.zeros(shape, dtype)
        if self.target == "cuda":
            return cuda().device_array(shape, dtype, order="F")
        return self.zeros(shape[::-1], dtype).T

    def _only_read(self, array: Any) -> Any:
        if self.target == "cuda":
            return array
        found = array.view()
        found.flags.writeable = False
        return found

    def _known(self, seats: Any) -> Any:
        """Check the seats that a caller asks for; a kernel would read past the last one."""
        found = array_to_read("seats", seats, self.lanes, self.target)
        if isinstance(found, np.ndarray) and not 0 <= found.min() <= found.max() < self.setup.seats:
            text = f"seats must be between 0 and {self.setup.seats - 1}"
            raise Refusal(Reason("batch", "", text))
        return found

    def _run(self, lane: Callable[..., None], *args: Any) -> None:
        run = batch(lane, self.target)
        if self._pool is None:
            run(self.lanes, *args)
            return
        shares = zip(self._shares, self._shares[1:], strict=False)
        jobs = [
            self._pool.submit(run, end - begin, *(self._share(arg, begin, end) for arg in args))
            for begin, end in shares
        ]
        for job in jobs:
            job.result()

    def _share(self, arg: Any, begin: int, end: int) -> Any:
        per_lane = isinstance(arg, np.ndarray) and arg.shape and len(arg) == self.lanes
        shared = arg is self._opening or arg is self._table
        return arg[begin:end] if per_lane and not shared else arg
