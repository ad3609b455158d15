"""Batches on a GPU that Numba simulates, beside the same on the host; run by `test_gpu`.

Numba reads from the environment whether it shall simulate when it is first imported, so this is a
program of its own: NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.lab.simulated_gpu.
Kernels run as plain Python, each thread in turn; where arrays lie, how they get there, what is
checked on the way and how a grid is cut into blocks are as on a device.
"""

from __future__ import annotations

import pickle
import sys
from typing import Any, get_args

import numba.cuda as cuda
import numba.cuda.simulator.kernel as simulator
import numpy as np

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, setups
from hexade.lab.vector import Batch, Layout

LANES, STEPS = 3, 4
ARRAYS = ("states", "seats", "lots", "rewards", "flags")


def mend_the_simulator() -> None:
    """Give kernels the arrays themselves, and the one instruction that is not simulated."""
    # The simulator's own wrapper cannot assign one record to another, which every kernel may do.
    simulator.FakeWithinKernelCUDAArray = lambda array: array._ary
    cuda.popc = lambda word: int(word).bit_count()


def same(near: np.ndarray, far: np.ndarray) -> bool:
    """Compare values: what lies between the fields of a record is nobody's."""
    names = near.dtype.names
    if names is None:
        return bool((near == far).all())
    return all(same(near[name], far[name]) for name in names)


def check(game: AnyGame, setup: Setup) -> None:
    """Step both batches alike, the far one with arrays of its own making and of the caller's."""
    near = Batch(game, setup, LANES, seed=3, target="plain")
    far = Batch(game, setup, LANES, seed=3, target="cuda")
    masks, rows = near.masks(), near.observations()
    far_masks, far_rows, moves = far.masks(), far.observations(), far.random_moves()
    for _ in range(STEPS):
        assert far.masks(far_masks) is far_masks
        assert far.observations(far_rows) is far_rows
        pairs: list[tuple[Any, Any]] = [
            (near.masks(masks), far_masks), (near.observations(rows), far_rows)
        ]  # fmt: skip
        near.step(near.random_moves())
        far.step(far.random_moves(moves))
        pairs += [(getattr(near, name), getattr(far, name)) for name in ARRAYS]
        for own, other in pairs:
            assert not isinstance(other, np.ndarray), "an array is not on the device"
            assert same(own, far.host(other))
        assert near.state(1) == far.state(1)
    refuses(far, moves, far_masks)


def check_learning(game: AnyGame, setup: Setup, layout: Layout) -> None:
    """Compare what learners read on the device: bits, lists, moves, features, dense rewards."""
    near = Batch(game, setup, LANES, seed=3, target="plain", reward="dense")
    far = Batch(game, setup, LANES, seed=3, target="cuda", layout=layout, reward="dense")
    for _ in range(2):
        moves, counts = near.legal_moves()
        room = None if layout == "rows" else cuda.device_array(moves.shape, np.int32, order="F")
        far_moves, far_counts = (far.host(array) for array in far.legal_moves(room))
        assert (counts == far_counts).all()
        for lane, count in enumerate(counts):
            assert (moves[lane, :count] == far_moves[lane, :count]).all()
        chosen = near.random_moves()
        parts = np.array([game.split_move(setup, int(move)) for move in chosen], np.int32)
        tries = np.stack([chosen, np.full(LANES, -1, np.int32), moves[:, 0]], axis=1)
        pairs = [
            (near.mask_bits(), far.mask_bits()),
            (near.observations(), far.observations()),
            (near.after(tries), far.after(cuda.to_device(tries))),
            (near.join(parts), far.join(cuda.to_device(parts))),
        ]
        assert all(same(own, far.host(other)) for own, other in pairs)
        read = zip(near.advance(chosen), far.advance(cuda.to_device(chosen)), strict=True)
        assert all(same(own, far.host(other)) for own, other in read)
    which = np.arange(LANES) == 1
    near.reset_lanes(which)
    far.reset_lanes(cuda.to_device(which))
    kept = (*ARRAYS, "_paid")
    assert all(same(getattr(near, name), far.host(getattr(far, name))) for name in kept)
    again = pickle.loads(pickle.dumps(far))
    assert all(same(getattr(near, name), far.host(getattr(again, name))) for name in kept)
    assert not isinstance(again.states, np.ndarray), "an array is not on the device"


def check_the_end(game: AnyGame, setup: Setup) -> None:
    """Play one lane until its game has ended and the next begun, an illegal move on the way."""
    near = Batch(game, setup, 1, seed=5, target="plain")
    far = Batch(game, setup, 1, seed=5, target="cuda")
    assert not near.masks().all()
    illegal = near.masks().argmin(axis=1).astype(np.int32)
    moves = [illegal]
    ended = False
    while not ended:
        for batch in (near, far):
            batch.step(batch._placed(moves[-1]))
        for name in ARRAYS:
            assert same(getattr(near, name), far.host(getattr(far, name)))
        assert near.flags[0, 1] == (moves[-1] is illegal)
        ended = bool(near.flags[0, 0])
        moves.append(near.random_moves())
    assert near.lots[0] == 1
    assert near.rewards.any()


def refuses(batch: Batch, moves: Any, masks: Any) -> None:
    """See that what would be read or written out of bounds never reaches the device."""
    calls = (
        lambda: batch.step(moves[:-1]), lambda: batch.step(masks), lambda: batch.masks(moves),
        lambda: batch.random_moves(masks), lambda: batch.observations(None, moves[:-1]),
    )  # fmt: skip
    for call in calls:
        try:
            call()
        except Refusal:
            continue
        raise AssertionError("an array of a wrong shape was taken")


def main() -> None:
    """Check every variant and number of seats of every game that has kernels."""
    mend_the_simulator()
    for game in (game for game in games.catalogue().values() if game.kernels):
        latest = {(setup.variant, setup.seats): setup for setup in setups(game)}
        check_the_end(game, next(iter(latest.values())))
        for layout in get_args(Layout):
            check_learning(game, next(iter(latest.values())), layout)
        for setup in latest.values():
            check(game, setup)
            sys.stdout.write(f"{setup.game} {setup.variant} {setup.seats}\n")


if __name__ == "__main__":
    main()
