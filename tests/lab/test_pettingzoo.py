"""PettingZoo's own tests, unmodified, for every game, variant and number of seats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test
from pettingzoo.test import seed_test as aec_seed_test

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree
from hexade.lab.adapters.driver import Facade, Quick
from hexade.lab.adapters.pettingzoo import Aec, aec, parallel
from tests.lab.tables import named, newest

pytestmark = pytest.mark.slow

TABLES = [(game, setup) for game in games.catalogue().values() for setup in newest(game)]
CYCLES = 60 if default_target() == "cpu" else 3
every_table = pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)

# What the tests advise for pictures and plain arrays; a mask needs a dictionary.
advice = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably"
)


@advice
@every_table
def test_aec_environments_pass(game: AnyGame, setup: Setup) -> None:
    api_test(aec(game, setup), num_cycles=CYCLES)
    aec_seed_test(partial(aec, game, setup), num_cycles=CYCLES)


@every_table
def test_parallel_environments_pass(game: AnyGame, setup: Setup) -> None:
    parallel_api_test(parallel(game, setup), num_cycles=CYCLES)
    parallel_seed_test(partial(parallel, game, setup), num_cycles=CYCLES)


@every_table
def test_games_can_be_cut_short(game: AnyGame, setup: Setup) -> None:
    # The test counts four turns for everybody: deals and choices without bonus turns and offers.
    def calm(make: Callable[..., Any], **given: Any) -> Any:
        env = make(game, setup, seed=3, **given)
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(number)
        return env

    max_cycles_test(SimpleNamespace(env=partial(calm, aec), parallel_env=partial(calm, parallel)))


@every_table
def test_both_drivers_play_the_same_game(game: AnyGame, setup: Setup) -> None:
    if game.kernels is None:
        assert type(aec(game, setup).table.driver) is Facade
        return
    quick, slow = Quick(game, setup, game.kernels), Facade(game, setup)
    quick.reset(11)
    slow.reset(11)
    for n in range(500 if default_target() == "cpu" else 5):
        assert quick.waiting == slow.waiting
        assert quick.rewards == slow.rewards
        assert quick.state() == slow.state()
        for seat in range(setup.seats):
            seen, same = quick.see(seat), slow.see(seat)
            assert all((seen[key] == same[key]).all() for key in same)
        if not slow.waiting:
            return
        seat = slow.waiting[0]
        legal = np.flatnonzero(slow.see(seat)["action_mask"])
        for move, taken in ((-1, False), (10**6, False), (int(legal[7 * n % len(legal)]), True)):
            assert (quick.act(seat, move), slow.act(seat, move)) == (taken, taken)


def test_nobody_is_left_once_all_have_gone() -> None:
    game = games.default()
    env = parallel(game, agree(game), max_cycles=1)
    seen, _ = env.reset(seed=1)
    *_, cut, _ = env.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents})
    assert all(cut.values())
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_an_illegal_action_is_replaced_or_refused() -> None:
    game = games.default()
    env = aec(game, agree(game))
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert "illegal" in env.infos[agent]
    assert env.table.picture() == aec_after(game, 0).table.picture()
    strict = aec(game, agree(game), illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(Refusal):
        strict.step(0)


def aec_after(game: AnyGame, action: int) -> Aec:
    env = aec(game, agree(game))
    env.reset(seed=1)
    env.step(action)
    return env
