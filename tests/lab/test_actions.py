"""Environments give legal actions as a list, the features after each, and actions in factors."""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree
from hexade.lab.adapters.driver import Facade, Quick
from hexade.lab.adapters.factors import mask_of
from hexade.lab.adapters.gymnasium import SeatEnv
from hexade.lab.adapters.pettingzoo import aec, parallel
from hexade.lab.batch import kernels_of
from tests.lab.tables import named, newest

pytestmark = pytest.mark.slow

TABLES = [(game, setup) for game in games.catalogue().values() for setup in newest(game)]
STEPS = 12 if default_target() == "cpu" else 2
every_table = pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)
# What the tests advise for plain arrays; a mask needs a dictionary, and factors their own space.
advice = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:Action space for each agent probably",
)
ONE_BY_ONE = [game for game in games.catalogue().values() if game.kernels]
TOGETHER = next(game for game in games.catalogue().values() if not game.kernels)


@every_table
def test_lists_and_masks_in_factors_say_what_the_flat_mask_says(
    game: AnyGame, setup: Setup
) -> None:
    flat, split = aec(game, setup), aec(game, setup, actions="factors")
    for env in (flat, split):
        env.reset(seed=4)
    rng = np.random.default_rng(1)
    for _ in range(STEPS):
        agent = flat.agent_selection
        if flat.terminations[agent]:
            return
        for other in flat.agents:
            mask, parts = (env.observe(other)["action_mask"] for env in (flat, split))
            legal = np.flatnonzero(mask)
            assert flat.legal_actions(other).tolist() == legal.tolist()
            assert (parts == mask_of(game, setup, legal.tolist())).all()
            assert len(split.legal_actions(other)) == len(legal) == combinations(game, setup, parts)
        move = int(rng.choice(flat.legal_actions(agent)))
        place = flat.legal_actions(agent).tolist().index(move)
        flat.step(move)
        split.step(split.legal_actions(agent)[place])
        assert not split.infos[agent]


def combinations(game: AnyGame, setup: Setup, mask: np.ndarray) -> int:
    parts = np.split(mask, np.cumsum(game.factors(setup))[:-1])
    return int(np.prod([part.sum() for part in parts]))


@pytest.mark.parametrize("game", ONE_BY_ONE, ids=named)
def test_rows_after_actions_are_those_of_the_states_after_them(game: AnyGame) -> None:
    setup = agree(game)
    drivers = Quick(game, setup, kernels_of(game)), Facade(game, setup)
    for driver in drivers:
        driver.reset(11)
    for _ in range(STEPS):
        seat = drivers[1].waiting[0]
        moves = [-(10**12), *drivers[1].legal(seat).tolist()[:6], 10**12]
        quick, slow = (driver.after(seat, moves) for driver in drivers)
        assert (quick == slow).all()
        assert not quick[[0, -1]].any()
        assert not drivers[0].after(1 - seat, moves).any()
        state = game.apply(drivers[1].state(), {seat: moves[1]})
        assert (quick[1] == game.features(game.view(state, seat))).all()
        for driver in drivers:
            assert driver.act(seat, moves[1])


def test_all_three_kinds_of_environments_have_both_and_in_both_forms() -> None:
    game, setup = ONE_BY_ONE[0], agree(ONE_BY_ONE[0])
    for form in ("flat", "factors"):
        envs: list[Any] = [make(game, setup, actions=form) for make in (SeatEnv, aec, parallel)]
        for env, who in zip(envs, ((), ("seat_0",), ("seat_0",)), strict=True):
            env.reset(seed=1)
            listed, rows = env.legal_actions(*who), env.after(*who)
            assert len(listed) == len(rows) > 10
            assert (env.after(*who, listed[3:5]) == rows[3:5]).all()


def test_who_waits_in_parallel_has_one_legal_action_and_sees_the_same_after_it() -> None:
    game, setup = ONE_BY_ONE[0], agree(ONE_BY_ONE[0])
    for form in ("flat", "factors"):
        env = parallel(game, setup, actions=form)
        seen, _ = env.reset(seed=1)
        waits = next(a for a in env.agents if env._seat(a) not in env.table.driver.waiting)
        (only,) = env.legal_actions(waits)
        assert (only == env.wait).all()
        assert env.action_space(waits).contains(only.astype(np.int64))
        assert (env.after(waits)[0] == seen[waits]["observation"]).all()
        assert not env.after(waits, [env.wait, env.wait * 0])[1].any()
        assert (env.action_space(waits).sample(seen[waits]["action_mask"]) == only).all()


def test_where_several_choose_at_once_nothing_follows_from_one_action() -> None:
    env = aec(TOGETHER, agree(TOGETHER))
    env.reset(seed=1)
    with pytest.raises(Refusal, match="several seats choose at once here"):
        env.after(env.agent_selection)
    assert len(env.legal_actions(env.agent_selection)) > 1


def test_an_impossible_combination_is_illegal_and_no_other_move() -> None:
    for game in ONE_BY_ONE:
        setup = agree(game)
        sizes = game.factors(setup)
        env = SeatEnv(game, setup, actions="factors")
        env.reset(seed=1)
        *_, info = env.step(list(sizes))
        assert "illegal" in info
        for parts in product(*({0, size - 1} for size in sizes)):
            env = SeatEnv(game, setup, actions="factors")
            seen, _ = env.reset(seed=1)
            masks = np.split(seen["action_mask"], np.cumsum(sizes)[:-1])
            legal = all(mask[part] for mask, part in zip(masks, parts, strict=True))
            *_, info = env.step(np.array(parts))
            assert ("illegal" not in info) == legal
        with pytest.raises(InvalidAction, match="one for each factor"):
            env.step(np.zeros(9, int))


@every_table
def test_the_check_of_gymnasium_passes_in_factors(game: AnyGame, setup: Setup) -> None:
    check_env(SeatEnv(game, setup, actions="factors"), skip_render_check=True)


@advice
@pytest.mark.parametrize("game", games.catalogue().values(), ids=named)
def test_the_tests_of_pettingzoo_pass_in_factors(game: AnyGame) -> None:
    setup = agree(game, game.tiny_forms[0].variant)
    api_test(aec(game, setup, actions="factors"), num_cycles=20)
    parallel_api_test(parallel(game, setup, actions="factors"), num_cycles=20)


def test_copies_side_by_side_are_asked_for_their_lists_by_call() -> None:
    from hexade.envs import ids

    name = next(name for name, game, _ in ids() if game == ONE_BY_ONE[0].name)
    many = gymnasium.make_vec(name, 2, vectorization_mode="sync", actions="factors")
    many.reset(seed=1)
    first, second = many.call("legal_actions")  # type: ignore[attr-defined]
    assert first.shape[1] == second.shape[1] == 2
    many.close()
