"""The mind sees what the rules will do, values what it may know, and thinks for a bounded time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE
from hexade.contract.kernel import default_target, kernel, speed_up
from hexade.contract.setup import Setup, setups
from hexade.games.genial import mind, rules
from hexade.games.genial.game import GAME
from hexade.games.genial.mind import cell_points
from hexade.games.genial.mind import judge as judging
from hexade.games.genial.mind.greedy_answer import greedy_answer
from hexade.games.genial.mind.network import ROWS, ValueNetwork, keep_sums, logit
from hexade.games.genial.mind.prior import prior
from hexade.games.genial.mind.shortlist import prepare, shortlist
from hexade.games.genial.mind.training import LEARNING
from hexade.games.genial.mind.value_features import describe_move
from hexade.games.genial.mind.value_features import row_of as number_of
from hexade.games.genial.state import GenialState
from hexade.games.genial.variants import EDITIONS

pytestmark = pytest.mark.slow

SETUPS = [setup for setup in setups(GAME) if setup.edition == EDITIONS[-1]]
COMPILED = default_target() == "cpu"
EVERY, MOVES = (3, 40) if COMPILED else (11, 2)  # odd: in solo every other turn is a draw


def positions(setup: Setup, seed: int = 1) -> Iterator[GenialState]:
    """Yield positions of a random game in which somebody must decide."""
    state, chance, n = GAME.begin(setup), Stream(seed), 0
    while acting := GAME.to_act(state):
        (seat,) = acting
        if seat == CHANCE:
            move = chance.pick(n, GAME.chances(state))
        else:
            if n % EVERY == 0:
                yield state
            move = chance.pick(n, [(move, 1) for move in GAME.legal(state, seat)])
        state, n = GAME.apply(state, {seat: move}), n + 1


def middle(setup: Setup, seed: int = 1) -> GenialState:
    """Return a position from the middle of a random game, where a tile is to be placed."""
    found = [p for p in positions(setup, seed) if p.record["phase"] == rules.PLACING]
    return found[len(found) // 2]


@kernel
def _stock(states: np.ndarray, table: np.ndarray, grounds: np.ndarray) -> None:
    prepare(states[0], table[0], grounds[0], number_of(table[0]))


@kernel
def _look(
    states: np.ndarray,
    table: np.ndarray,
    grounds: np.ndarray,
    sketches: np.ndarray,
    move: int,
    row: np.ndarray,
) -> int:
    return describe_move(states[0], table[0], grounds[0], sketches[0], move, row)


@kernel
def _shortlist(
    states: np.ndarray,
    table: np.ndarray,
    grounds: np.ndarray,
    width: int,
    moves: np.ndarray,
    looks: np.ndarray,
) -> int:
    return shortlist(states[0], table[0], grounds[0], width, moves, looks)


@kernel
def _prior(table: np.ndarray, grounds: np.ndarray, move: int) -> float:
    return float(prior(table[0], grounds[0], (move - 2) // 36, (move - 2) % 36))


def ground_of(position: GenialState) -> np.ndarray:
    grounds = np.zeros(1, cell_points.GROUND)
    speed_up(_stock)(position.data, position.table, grounds)
    return grounds


def row_of(position: GenialState, move: int) -> tuple[np.ndarray, np.ndarray, int]:
    row = np.full(LEARNING.columns(position.setup) + 1, np.nan, np.float32)
    sketches = np.zeros(1, cell_points.SKETCH)
    end = speed_up(_look)(position.data, position.table, ground_of(position), sketches, move, row)
    return row, sketches, end


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_a_move_leaves_on_offer_is_what_a_survey_finds_after_it(setup: Setup) -> None:
    for position in positions(setup):
        seat = int(position.record["turn"])
        legal = GAME.legal(position, seat)
        for move in legal[:: max(1, len(legal) // MOVES)]:
            row, sketches, end = row_of(position, move)
            assert not np.isnan(row[:-1]).any()  # every column is told,
            assert np.isnan(row[-1])  # and none beyond
            if move < rules.PLACE:
                continue
            after = GAME.apply(position, {seat: move})
            assert bool(end) == (after.record["phase"] == rules.OVER)
            found = ground_of(after)
            assert (found["cells"] == sketches["cells"]).all()
            assert found["living"] == sketches["living"]
            track = after.record["tracks"][position.table[0]["track"][seat]]
            assert (sketches[0]["mine"] == position.table[0]["sign"][seat] * track).all()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_shortlist_has_the_moves_that_look_best(setup: Setup) -> None:
    position = middle(setup)
    grounds = ground_of(position)
    moves, looks = np.zeros(8, np.int32), np.zeros(8, np.float32)
    n = speed_up(_shortlist)(position.data, position.table, grounds, 8, moves, looks)
    seen = speed_up(_prior)
    all_looks = sorted(
        (
            seen(position.table, grounds, move)
            for move in GAME.legal(position, int(position.record["turn"]))
        ),
        reverse=True,
    )
    assert sorted(looks[:n].tolist(), reverse=True) == pytest.approx(all_looks[:n], rel=1e-6)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_judge_reads_nothing_but_the_view(setup: Setup) -> None:
    position = middle(setup)
    seat = int(position.record["turn"])
    legal = GAME.legal(position, seat)[:3]
    effort = 0.02 if COMPILED else 0.0
    expected = judging.judge(GAME.view(position, seat), legal, effort, 5)
    for seed in range(3):
        other = GAME.determinize(GAME.view(position, seat), seed)
        assert judging.judge(GAME.view(other, seat), legal, effort, 5) == expected


def test_A13_a_move_that_brings_all_to_18_is_worth_a_win() -> None:
    base = next(setup for setup in SETUPS if setup.variant == "base" and setup.seats == 2)
    position = middle(base)
    seat = int(position.record["turn"])
    legal = GAME.legal(position, seat)
    gains = {move: GAME.apply(position, {seat: move}).record["tracks"][seat] for move in legal}
    data = position.thaw()
    best = max(legal, key=lambda move: (gains[move] - position.record["tracks"][seat]).sum())
    raised = gains[best] - position.record["tracks"][seat]
    data[0]["tracks"][seat] = 18 - raised  # so that this very move brings every marker to 18
    judged = judging.judge(GAME.view(GenialState(base, data), seat), [best, legal[0]], 0.0, 1)
    assert judged[0] == 1.0
    assert raised.any()


@pytest.mark.skipif(not COMPILED, reason="a search as plain Python takes minutes")
def test_a_search_is_bounded_by_the_positions_it_values() -> None:
    for setup in SETUPS:
        position = middle(setup)
        seat = int(position.record["turn"])
        view, legal = GAME.view(position, seat), GAME.legal(position, seat)
        quick = judging.judge(view, legal, 0.05, 3)
        assert quick == judging.judge(view, legal, 0.05, 3)
        assert len(quick) == len(legal)
        assert all(0 <= value <= 1 for value in quick)
        assert quick != judging.judge(view, legal, 0.0, 3)


def test_where_all_is_lost_no_value_is_below_nought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "value_all", lambda *_: None)  # every move is worth 0,
    monkeypatch.setattr(judging, "explore", lambda *_: 3)  # and so it stays in three worlds
    monkeypatch.setattr(judging, "_judge_planned", speed_up(judging.judge_planned, "plain"))
    position = middle(SETUPS[0])
    seat = int(position.record["turn"])
    found = judging.judge(GAME.view(position, seat), GAME.legal(position, seat), 1.0, 1)
    assert set(found) == {0.0}


@kernel
def _greedy(states: np.ndarray, table: np.ndarray, grounds: np.ndarray) -> int:
    return greedy_answer(states[0], table[0], grounds[0])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_greedy_answer_is_one_that_a_greedy_player_may_give(setup: Setup) -> None:
    for position in positions(setup):
        seat = int(position.record["turn"])
        view, legal = GAME.view(position, seat), GAME.legal(position, seat)
        move = speed_up(_greedy)(position.data, position.table, np.zeros(1, cell_points.GROUND))
        assert move in legal
        if position.record["phase"] == rules.PLACING:
            assert GAME.worth(view, [move]) == [max(GAME.worth(view, legal))]


@kernel
def _logit(rows: np.ndarray, picked: np.ndarray, net: ValueNetwork) -> float:
    keep_sums(rows, picked, net)
    return logit(rows, picked, net)


def test_what_a_move_changes_gives_the_sums_of_the_whole_network() -> None:
    chance = np.random.default_rng(1)
    columns, outer, inner = 37, 19, 11  # no multiples of four
    shapes = ((columns, outer), (outer,), (outer, inner), (inner,), (inner + 1,))
    net = ValueNetwork(*(chance.normal(size=shape).astype(np.float32) for shape in shapes))
    for changed in (0, 1, 6, columns):
        rows = chance.normal(size=(ROWS, columns)).astype(np.float32)
        rows[3, ::3] = 0.0
        rows[0] = rows[3]
        rows[0, :changed] += 1.0
        first = np.maximum(rows[0] @ net.weights_1 + net.bias_1, 0)
        second = np.maximum(first @ net.weights_2 + net.bias_2, 0)
        expected = second @ net.weights_3[:-1] + net.weights_3[-1]
        found = speed_up(_logit)(rows, np.zeros(columns, np.int32), net)
        assert found == pytest.approx(expected, rel=1e-3, abs=1e-3)


@pytest.mark.skipif(not COMPILED, reason="a search as plain Python takes minutes")
def test_the_first_champion_still_plays_every_variant() -> None:
    for setup in SETUPS:
        position = middle(setup)
        seat = int(position.record["turn"])
        view, legal = GAME.view(position, seat), GAME.legal(position, seat)
        first = GAME.baselines["champion1"](GAME, 1)
        assert first.choose(view, legal) in legal
        assert first.choose(view, legal) == GAME.baselines["champion1"](GAME, 1).choose(view, legal)


def test_every_variant_was_learned_and_all_weights_are_small() -> None:
    folder = Path(mind.__file__).parent / "weights"
    for setup in SETUPS:
        net = judging.network(setup.variant, setup.seats)
        assert net.weights_1.shape[0] == LEARNING.columns(setup)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2_000_000
