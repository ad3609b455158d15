"""Learning: self-play describes positions as the judge values them."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.kernel import batch, speed_up
from hexade.contract.setup import agree
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.mind import judge
from hexade.games.genial_collect.mind.network import FIRST
from hexade.games.genial_collect.mind.training import LEARNING
from hexade.games.genial_collect.mind.turn_tree import judge_turn, scratch_for
from hexade.games.genial_collect.state import STOP, TURN_UP, CollectState
from hexade.games.genial_collect.tests.scene import PLAIN, scene

pytestmark = pytest.mark.slow


def _described(position: CollectState, moves: list[int]) -> tuple[np.ndarray, np.ndarray]:
    count, setup = len(moves), position.setup
    rows = np.zeros((count, LEARNING.columns(setup)), np.float32)
    places = np.full(count, -1, np.int32)
    batch(LEARNING.describe)(
        1, 1, position.thaw(), position.table, np.zeros(1, LEARNING.game_scratch),
        np.zeros(1, LEARNING.lane_scratch), np.zeros(count, np.int32), np.array(moves, np.int32),
        rows, places, np.zeros(count, np.int32),
    )  # fmt: skip
    return rows, places


def _shares(row: np.ndarray, seats: int) -> np.ndarray:
    """Return what the network makes of a row, by plain sums."""
    one, two, three = judge.network_for(seats)
    each = len(one) - 1
    inner = np.maximum(row[: 6 * each].reshape(6, each) @ one[:-1] + one[-1], 0).sum(axis=0)
    assert inner.shape == (FIRST,)
    outer = np.maximum(np.concatenate([inner, row[6 * each :], [1]]) @ two, 0)
    logits = np.append(outer, 1) @ three
    found = np.exp(logits - logits.max())
    shares: np.ndarray = found / found.sum()
    return shares


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_row_of_a_stop_is_valued_as_the_judge_values_it(seats: int) -> None:
    position = scene("rrrgb", "gb", seats=seats, turn=1, owned=["rrgyyy", "ooop"])
    tree, inner = scratch_for(seats), scratch_for(seats)
    net = judge.network_for(seats)
    speed_up(judge_turn)(position.thaw(), position.table, net, tree, inner, 0)
    rows, places = _described(position, [STOP])
    shares = _shares(rows[0], seats)
    assert places[0] == seats - 1  # the row begins with the seat that comes next
    assert shares[places[0]] == pytest.approx(tree.moves[STOP, 1], abs=1e-5)
    assert np.roll(shares, 2) == pytest.approx(tree.moves[STOP, :seats], abs=1e-5)


def test_before_its_first_tile_a_turn_is_the_position_between_turns() -> None:
    stopped = scene("rrrgb", "gb", seats=3, turn=1, owned=["rrgyyy", "ooop"])
    after = GAME.apply(stopped, {1: STOP})
    rows, _ = _described(stopped, [STOP])
    begun, places = _described(after, [TURN_UP])
    assert places[0] == 0
    assert (rows == begun).all()


def test_what_was_turned_up_is_known_while_a_turn_goes_on() -> None:
    one = scene("rrrgb", "g", seats=2)
    other = scene("rrrgb", "b", seats=2)
    rows = [_described(position, [TURN_UP])[0] for position in (one, other)]
    assert (rows[0] != rows[1]).any()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_self_play_ends_with_shares_of_first_place(seats: int) -> None:
    setup, lanes = agree(GAME, seats=seats), 1 if PLAIN else 8
    opening, agreed = GAME.kernels.opening(setup), GAME.kernels.table(setup)
    states = np.zeros(lanes, opening.dtype)
    ground, turns = np.zeros(lanes, LEARNING.game_scratch), np.zeros(lanes, np.int32)
    priors = np.zeros((lanes, LEARNING.moves(setup)), np.float32)
    batch(LEARNING.begin)(lanes, states, opening, agreed, np.uint64(1), 0)
    while True:
        batch(LEARNING.turn)(lanes, states, turns)
        if (turns < 0).all():
            break
        batch(LEARNING.prior)(lanes, 1, states, agreed, ground, priors)
        chosen = np.where(turns < 0, -1, priors.shape[1] - 1 - priors[:, ::-1].argmax(axis=1))
        batch(LEARNING.decide)(lanes, states, agreed, chosen.astype(np.int32), np.uint64(1), 0)
    shares = np.zeros((lanes, seats), np.float32)
    batch(LEARNING.share)(lanes, states, agreed, shares)
    assert np.allclose(shares.sum(axis=1), 1.0)
