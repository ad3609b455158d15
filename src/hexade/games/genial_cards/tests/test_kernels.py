"""One rules text at several speeds: plain, compiled and through the facade agree bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.bots.random import Random
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.kernel import Target, kernel, over_arrays, speed_up
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.rules import random_move
from hexade.games.genial_cards.scoring import order_matters
from hexade.games.genial_cards.state import MOST_MOVES, OFFERED, PLAYING, STATE
from hexade.games.genial_cards.tests.scene import PLAIN, scaled, table, walk
from hexade.match.play import steps

pytestmark = pytest.mark.slow

TABLES = [(2, 1), (2, 3), (3, 1), (3, 3), (4, 1), (4, 3)]
compiled = pytest.mark.skipif(PLAIN, reason="there is nothing to compare")


@kernel
def orders_that_matter(states: np.ndarray, agreed: np.ndarray, seat: int) -> int:
    """Return a bit for each card whose order of scoring matters."""
    found = 0
    for kind in range(15):
        if order_matters(states[0], agreed[0], seat, kind):
            found |= 1 << kind
    return found


def _played(seats: int, rounds: int, games: int, target: Target) -> list[int]:
    setup = table(seats, rounds)
    states, out = np.zeros(1, STATE), np.zeros((1, 2), np.uint64)
    opening, agreed = GAME.kernels.opening(setup), GAME.kernels.table(setup)
    lane = speed_up(GAME.kernels.lanes.play, target)
    lane(0, states, opening, agreed, np.uint64(7), 0, games, out)
    return [*map(int, out[0]), hash(states.tobytes())]


@compiled
@pytest.mark.parametrize(("seats", "rounds"), TABLES)
def test_plain_and_compiled_play_the_same_games(seats: int, rounds: int) -> None:
    assert _played(seats, rounds, 3, "plain") == _played(seats, rounds, 3, "cpu")


@compiled
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plain_and_compiled_kernels_agree_on_every_state(seats: int) -> None:
    both: list[Target] = ["plain", "cpu"]
    seed = np.uint64(11)
    for position, seat, move in walk(table(seats), seed=seats, greedy=True):
        if seat < 0:
            continue
        found = []
        for target in both:
            out = np.zeros(MOST_MOVES, np.int32)
            after = position.thaw()
            speed_up(GAME.kernels.decide, target)(after, position.table, move)
            count = speed_up(GAME.kernels.list_legal, target)(position.data, position.table, out)
            drawn = speed_up(over_arrays(random_move), target)(position.data, position.table, seed)
            orders = speed_up(orders_that_matter, target)(position.data, position.table, seat)
            found.append((after.tobytes(), int(count), out.tobytes(), int(drawn), int(orders)))
        assert found[0] == found[1]


@pytest.mark.parametrize(("seats", "rounds"), TABLES)
def test_random_play_in_the_kernel_is_that_of_random_bots(seats: int, rounds: int) -> None:
    setup = table(seats, rounds, start=1)
    opening, agreed = GAME.kernels.opening(setup), GAME.kernels.table(setup)
    for n in range(scaled(12, 1)):
        seed = seed_of(7, n)
        players = [Random(GAME, bot_seed(seed, seat)) for seat in range(seats)]
        for accepted in steps(GAME, setup, players, seed):
            last = accepted.match
        data, out = np.zeros(1, STATE), np.zeros((1, 2), np.uint64)
        speed_up(GAME.kernels.lanes.play)(0, data, opening, agreed, np.uint64(7), n, 1, out)
        assert data.tobytes() == last.state.data.tobytes()
        assert last.draws == data[0]["draws"]


def test_a_random_move_is_one_of_the_listed() -> None:
    for position, seat, _ in walk(table(3), seed=4):
        if position.record["phase"] in (PLAYING, OFFERED):
            moves = GAME.legal(position, seat)
            for seed in range(3):
                args = (position.data, position.table, np.uint64(seed))
                chosen = Random(GAME, bot_seed(seed, seat)).choose(GAME.view(position, seat), moves)
                assert speed_up(over_arrays(random_move))(*args) == chosen


def test_is_legal_agrees_with_the_list() -> None:
    for position, seat, _ in walk(table(2), seed=8, greedy=True):
        if position.record["phase"] in (PLAYING, OFFERED):
            moves = GAME.legal(position, seat)
            assert moves == [m for m in range(60) if GAME.why_not(position, seat, m) is None]


def test_the_quick_look_misses_no_order_that_matters() -> None:
    met = 0
    for seed in range(scaled(30, 2)):
        for position, seat, _ in walk(table(2 + seed % 3), seed, greedy=True):
            if position.record["phase"] == PLAYING:
                orders = speed_up(orders_that_matter)(position.data, position.table, seat)
                asked = {(m - 2) // 3 for m in GAME.legal(position, seat) if (m - 2) % 3 == 1}
                held = {(m - 2) // 3 for m in GAME.legal(position, seat)}
                assert asked == {kind for kind in held if orders >> kind & 1}
                met += len(asked)
    assert met > 0
