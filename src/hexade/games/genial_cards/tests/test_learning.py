"""Learning: what practice writes down, that a fit finds what is there to be found, self-play."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.kernel import batch
from hexade.contract.setup import agree
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.mind import prior, training
from hexade.games.genial_cards.mind.learning import LEARNING
from hexade.games.genial_cards.tests.scene import scaled

pytestmark = pytest.mark.slow

TABLES = prior.first_tables(2)


def _seen(seats: int = 2, seed: int = 5) -> training.Seen:
    return training.practise(seats, prior.first_tables(seats), scaled(400), 1, seed)


@pytest.mark.parametrize("seats", [2, 3])
def test_practice_tries_the_moves_of_positions(seats: int) -> None:
    seen = _seen(seats)
    assert len(seen.rows) > 1
    assert (seen.rows < prior.columns(seats)).all()
    assert (np.unique(seen.groups, return_counts=True)[1] > 1).all()  # there was a choice
    assert (np.diff(seen.groups) >= 0).all()
    assert set(np.unique(seen.outcomes)) <= {0.0, 1 / 3, 0.5, 1.0}  # shares of first place


def test_the_same_seed_gives_the_same_practice() -> None:
    one, two, other = _seen(), _seen(), _seen(seed=6)
    assert (one.rows == two.rows).all()
    assert (one.outcomes == two.outcomes).all()
    assert one.rows.shape != other.rows.shape or (one.rows != other.rows).any()


def test_a_fit_finds_tables_by_which_the_outcomes_were_made() -> None:
    seen = _seen()
    truth = np.sin(np.arange(len(TABLES)))
    for within in (0.0, 1.0):
        made = training.Seen(seen.rows, seen.groups, truth[seen.rows].sum(axis=1), seen.rounds)
        found, gained = training.fit(made, TABLES, within, 1e-4)
        assert gained > 0
        error = found[seen.rows].sum(axis=1) - made.outcomes
        for group in np.unique(seen.groups):
            here = error[seen.groups == group]
            assert np.abs(here - within * here.mean()).max() < 0.01


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_self_play_describes_every_move_and_shares_first_place(seats: int) -> None:
    setup, lanes = agree(GAME, seats=seats), scaled(8)
    opening, agreed = GAME.kernels.opening(setup), GAME.kernels.table(setup)
    states = np.zeros(lanes, opening.dtype)
    batch(LEARNING.begin)(lanes, states, opening, agreed, np.uint64(1), 0)
    ground, sketch = np.zeros(lanes, LEARNING.game_scratch), np.zeros(1, LEARNING.lane_scratch)
    turns = np.zeros(lanes, np.int32)
    priors = np.zeros((lanes, LEARNING.moves(setup)), np.float32)
    while True:
        batch(LEARNING.turn)(lanes, states, turns)
        if (turns < 0).all():
            break
        batch(LEARNING.prior)(lanes, 1, states, agreed, ground, priors)
        games, moves = (found.astype(np.int32) for found in np.nonzero(priors > -1e8))
        rows = np.full((len(games), LEARNING.columns(setup)), 7, np.float32)
        ends, worths = np.zeros(len(games), np.int32), np.zeros(len(games), np.int32)
        batch(LEARNING.describe)(
            1, 1, states, agreed, ground, sketch, games, moves, rows, ends, worths
        )
        assert (rows[:, :-1].sum(axis=1) == prior.traits(seats)).all()
        assert (rows[:, -1] == ends).all()
        chosen = np.full(lanes, -1, np.int32)
        for n in np.argsort(worths, kind="stable"):
            chosen[games[n]] = moves[n]
        batch(LEARNING.decide)(lanes, states, agreed, chosen, np.uint64(1), 0)
    shares = np.zeros((lanes, seats), np.float32)
    batch(LEARNING.share)(lanes, states, agreed, shares)
    assert np.allclose(shares.sum(axis=1), 1.0)
