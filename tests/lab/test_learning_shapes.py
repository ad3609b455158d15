"""What learners ask batches for: lists of moves, factors as bits, features after moves, lanes."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import batch as kernel_batch
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree, setups
from hexade.lab.batch import kernels_of
from hexade.lab.vector import Batch
from tests.lab.tables import named

pytestmark = pytest.mark.slow

LANES, STEPS = 8, 30
EVERY = 6  # steps; a position has up to thousands of moves, and each is put together in Python
WITH_KERNELS = [game for game in games.catalogue().values() if game.kernels]
SMALL = min(WITH_KERNELS, key=lambda game: game.actions(agree(game)))  # compiles in no time


def values(batch: Batch, words: np.ndarray) -> list[list[int]]:
    """Return the legal values of each factor of an action, from their bits."""
    found, at = [], 0
    for size in batch.factors:
        found.append([n for n in range(size) if int(words[at + n // 64]) >> n % 64 & 1])
        at += (size + 63) // 64
    return found


@pytest.mark.parametrize("game", WITH_KERNELS, ids=named)
def test_lists_masks_and_factors_say_the_same(game: AnyGame) -> None:
    setup = agree(game)
    batch = Batch(game, setup, LANES, seed=3)
    for step in range(STEPS):
        masks, (moves, counts), bits = batch.masks(), batch.legal_moves(), batch.mask_bits()
        for lane in range(step % EVERY, LANES, EVERY):
            legal = np.flatnonzero(masks[lane]).tolist()
            assert sorted(moves[lane, : counts[lane]]) == legal
            parts = product(*values(batch, bits[lane]))
            assert sorted(game.join_move(setup, part) for part in parts) == legal
        chosen = batch.random_moves()
        factors = [game.split_move(setup, int(move)) for move in chosen]
        assert (batch.join(np.array(factors, np.int32)) == chosen).all()
        batch.step(chosen)


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("game", WITH_KERNELS, ids=named)
def test_threads_that_share_a_list_write_all_of_it(game: AnyGame, apart: bool) -> None:
    threads = 5
    for setup in setups(game):
        batch = Batch(game, setup, LANES, seed=3)
        share = kernels_of(game).lanes.share
        if share is None:
            return
        for _ in range(STEPS):
            moves, counts = batch.legal_moves()
            shared, sums = np.full_like(moves, -1), np.zeros_like(counts)
            places = (batch.states, batch._table, shared, sums)
            kernel_batch(share)(threads * LANES, *places, threads, apart)
            listed = np.arange(batch.most_moves) < counts[:, None]
            assert (sums == counts).all()
            assert (shared == np.where(listed, moves, -1)).all()
            batch.step(batch.random_moves())


def test_features_after_moves_are_those_of_the_state_after_them() -> None:
    game, setup = SMALL, agree(SMALL)
    batch = Batch(game, setup, LANES, seed=3)
    for _ in range(STEPS):
        moves = batch.random_moves()
        rows = batch.after(np.stack([moves, np.full(LANES, -1, np.int32)], axis=1))
        assert not rows[:, 1].any()
        for lane in range(LANES):
            seat = int(batch.seats[lane])
            after = game.apply(batch.state(lane), {seat: int(moves[lane])})
            assert (rows[lane, 0] == game.features(game.view(after, seat))).all()
        batch.step(moves)


def test_a_lane_stays_at_its_end_until_it_is_told_to_go_on() -> None:
    game, setup = SMALL, agree(SMALL)
    held, flowing = Batch(game, setup, 2, seed=1, autoreset=False), Batch(game, setup, 2, seed=1)
    while not held.flags[0, 0]:
        moves = flowing.random_moves()
        moves[1] = -1
        for batch in (held, flowing):
            batch.step(moves)
    assert game.result(held.state(0))
    assert held.seats[0] < 0
    assert not held.masks()[0].any()
    assert (held.rewards == flowing.rewards).all()
    last = held.observations(seats=np.array([1, 0], np.int8))[0]
    assert (last == game.features(game.view(held.state(0), 1))).all()
    held.step(np.zeros(2, np.int32))
    assert held.flags[0].tolist() == [False, True]
    held.reset_lanes(np.array([True, False]))
    assert held.lots.tolist() == flowing.lots.tolist() == [2, 1]
    assert held.states[0].tobytes() == flowing.states[0].tobytes()


def test_columns_hold_the_same_numbers_as_rows() -> None:
    game, setup = SMALL, agree(SMALL)
    rows, columns = Batch(game, setup, 4, seed=2), Batch(game, setup, 4, seed=2, layout="columns")
    assert (rows.observations() == columns.observations()).all()
    assert (rows.masks() == columns.masks()).all()
    assert columns.observations().flags.f_contiguous
    assert not columns.observations().flags.c_contiguous


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    batch = Batch(SMALL, agree(SMALL), 4)
    with pytest.raises(Refusal, match="which must be bool of shape"):
        batch.reset_lanes(np.zeros(4, np.int32))
    with pytest.raises(Refusal, match="parts must be whole numbers"):
        batch.join(np.zeros((4, 7), np.int32))
    with pytest.raises(Refusal, match="moves must be whole numbers"):
        batch.after(np.zeros(4, np.int32))
    with pytest.raises(Refusal, match="layout must be"):
        Batch(SMALL, agree(SMALL), 4, layout="diagonal")  # type: ignore[arg-type]
