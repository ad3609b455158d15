"""Learning: what practice writes down, and that a fit finds what is there to be found."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.games.genial_cards.mind import prior, training
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
