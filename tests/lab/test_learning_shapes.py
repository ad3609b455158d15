"""What learners ask batches for: lists of moves, factors as bits, features after moves, lanes."""

from __future__ import annotations

from itertools import product
from typing import get_args

import numpy as np
import pytest

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import batch as kernel_batch
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree, setups
from hexade.lab.batch import kernels_of
from hexade.lab.vector import Batch, Layout
from tests.lab.tables import named, newest

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


def says_the_same(reader: Batch, seen: tuple[np.ndarray, np.ndarray]) -> bool:
    rows, bits = seen
    return bool((rows == reader.observations()).all() and (bits == reader.mask_bits()).all())


@pytest.mark.parametrize("layout", get_args(Layout))
@pytest.mark.parametrize("game", WITH_KERNELS, ids=named)
def test_one_call_plays_and_reads_the_same_as_three(game: AnyGame, layout: Layout) -> None:
    for setup in newest(game):
        quick = Batch(game, setup, LANES, seed=3, layout=layout)
        plain = Batch(game, setup, LANES, seed=3, layout=layout)
        assert says_the_same(plain, quick.look())
        ended = 0
        for step in range(80):
            moves = plain.random_moves()
            moves[step % LANES] = (-1, moves[step % LANES], 1 << 30)[step % 3]
            plain.step(moves)
            assert says_the_same(plain, quick.advance(moves))
            for name in ("states", "seats", "lots", "rewards", "flags"):
                assert (getattr(plain, name) == getattr(quick, name)).all()
            ended += int(plain.flags[:, 0].sum())
        longest = game.longest(setup)
        assert ended or longest is None or longest > 60


@pytest.mark.parametrize("game", WITH_KERNELS, ids=named)
def test_what_is_read_is_right_whatever_came_between(game: AnyGame) -> None:
    batch = Batch(game, agree(game), LANES, seed=3)
    batch.advance(batch.random_moves())
    batch.step(batch.random_moves())
    assert says_the_same(batch, batch.look())
    kept = batch.states.copy(), batch.seats.copy()
    for _ in range(3):
        batch.advance(batch.random_moves())
    batch.states[:], batch.seats[:] = kept
    moves = batch.random_moves()
    assert says_the_same(batch, batch.look())
    batch.states[:], batch.seats[:] = kept[0][::-1], kept[1][::-1]
    seen = batch.advance(moves)
    assert says_the_same(batch, seen)
    batch.reset_lanes(np.arange(LANES) % 2 == 0)
    assert says_the_same(batch, batch.advance(batch.random_moves()))
    batch.reset(7)
    assert says_the_same(batch, batch.look())
    for array in seen:
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_threads_read_the_same() -> None:
    one, two = (Batch(SMALL, agree(SMALL), LANES, seed=3, threads=n) for n in (1, 2))
    for _ in range(STEPS):
        moves = one.random_moves()
        for own, other in zip(one.advance(moves), two.advance(moves), strict=True):
            assert (own == other).all()


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
