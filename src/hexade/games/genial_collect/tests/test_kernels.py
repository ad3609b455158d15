"""One rules text at several speeds: plain, compiled and through the facade agree bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.bots.random import Random
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.kernel import Target, over_arrays, speed_up
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.rules import random_move
from hexade.games.genial_collect.state import MOST_MOVES, STATE
from hexade.games.genial_collect.tests.scene import PLAIN, scaled, table, walk
from hexade.match.play import steps

pytestmark = pytest.mark.slow
compiled = pytest.mark.skipif(PLAIN, reason="there is nothing to compare")


def _played(seats: int, games: int, target: Target) -> list[int]:
    setup = table(seats)
    states, out = np.zeros(1, STATE), np.zeros((1, 2), np.uint64)
    opening, agreed = GAME.kernels.opening(setup), GAME.kernels.table(setup)
    lane = speed_up(GAME.kernels.lanes.play, target)
    lane(0, states, opening, agreed, np.uint64(7), 0, games, out)
    return [*map(int, out[0]), hash(states.tobytes())]


@compiled
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plain_and_compiled_play_the_same_games(seats: int) -> None:
    assert _played(seats, 3, "plain") == _played(seats, 3, "cpu")


@compiled
def test_plain_and_compiled_kernels_agree_on_every_state() -> None:
    both: list[Target] = ["plain", "cpu"]
    seed = np.uint64(11)
    for position, seat, move in walk(table(3), seed=3, greedy=True):
        if seat < 0:
            continue
        found = []
        for target in both:
            out = np.zeros(MOST_MOVES, np.int32)
            after = position.thaw()
            speed_up(GAME.kernels.decide, target)(after, position.table, move)
            count = speed_up(GAME.kernels.list_legal, target)(position.data, position.table, out)
            drawn = speed_up(over_arrays(random_move), target)(position.data, position.table, seed)
            found.append((after.tobytes(), int(count), out.tobytes(), int(drawn)))
        assert found[0] == found[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play_in_the_kernel_is_that_of_random_bots(seats: int) -> None:
    setup = table(seats, start=1)
    opening, agreed = GAME.kernels.opening(setup), GAME.kernels.table(setup)
    for n in range(scaled(4, 1)):
        seed = seed_of(7, n)
        players = [Random(GAME, bot_seed(seed, seat)) for seat in range(seats)]
        for accepted in steps(GAME, setup, players, seed):
            last = accepted.match
        data, out = np.zeros(1, STATE), np.zeros((1, 2), np.uint64)
        speed_up(GAME.kernels.lanes.play)(0, data, opening, agreed, np.uint64(7), n, 1, out)
        assert data.tobytes() == last.state.data.tobytes()
        assert last.draws == data[0]["draws"]


def test_is_legal_agrees_with_the_list() -> None:
    for position, seat, _ in walk(table(2), seed=8):
        if seat >= 0:
            moves = [move for move in range(4) if GAME.why_not(position, seat, move) is None]
            assert GAME.legal(position, seat) == moves


def test_tiles_are_neither_lost_nor_made() -> None:
    for seed in range(scaled(8, 2)):
        for position, _, _ in walk(table(2 + seed % 3), seed, greedy=True):
            s = position.record
            whole = s["owned"].astype(int).sum(axis=0) + s["middle"] + s["pile"] + (s["shown"] > 0)
            assert whole.tolist() == [21] * 6
            assert s["pile"].astype(int).sum() == s["pile_size"]
