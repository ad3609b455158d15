"""Learning: self-play describes every move and ends with shares of first place."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.kernel import batch
from hexade.contract.setup import agree
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.mind import value_features
from hexade.games.genial_cards.mind.training import LEARNING
from hexade.games.genial_cards.tests.scene import scaled

pytestmark = pytest.mark.slow


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
        rows = np.zeros((len(games), LEARNING.columns(setup)), np.float32)
        ends, worths = np.zeros(len(games), np.int32), np.zeros(len(games), np.int32)
        batch(LEARNING.describe)(
            1, 1, states, agreed, ground, sketch, games, moves, rows, ends, worths
        )
        assert (rows[:, value_features.ENDED] == ends).all()
        assert (rows[:, value_features.THEIRS :].sum(axis=1) == 12 * (seats - 1) * (1 - ends)).all()
        chosen = np.full(lanes, -1, np.int32)
        for n in np.argsort(worths, kind="stable"):
            chosen[games[n]] = moves[n]
        batch(LEARNING.decide)(lanes, states, agreed, chosen, np.uint64(1), 0)
    shares = np.zeros((lanes, seats), np.float32)
    batch(LEARNING.share)(lanes, states, agreed, shares)
    assert np.allclose(shares.sum(axis=1), 1.0)
