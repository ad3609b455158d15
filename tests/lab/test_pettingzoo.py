"""PettingZoo's own tests, unmodified, for every game, variant and number of seats."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
)
from pettingzoo.test import seed_test as aec_seed_test

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree
from hexade.lab.adapters.driver import Facade, Quick
from hexade.lab.adapters.pettingzoo import Aec, aec, parallel
from tests.lab.tables import is_tiny, named, newest

pytestmark = pytest.mark.slow

TABLES = [(game, setup) for game in games.catalogue().values() for setup in newest(game)]
CYCLES = 60 if default_target() == "cpu" else 3
CALM = 2728  # a seed with which nobody acts more often than the others in four rounds
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
    # The test wants four actions of everybody, but in many games a seat may act again at once.
    if not is_tiny(game, setup):
        assert is_cut_short(game, setup, CALM)
    elif lasts(game, setup, 4):
        assert any(is_cut_short(game, setup, seed) for seed in range(50))


def lasts(game: AnyGame, setup: Setup, actions: int) -> bool:
    """Tell whether the rules let everybody act so often; where seats choose at once, they do so."""
    longest = game.longest(setup)
    return longest is None or longest >= actions * (setup.seats if game.kernels else 1)


def is_cut_short(game: AnyGame, setup: Setup, seed: int) -> bool:
    def calm(make: Callable[..., Any], **given: Any) -> Any:
        env = make(game, setup, seed=seed, **given)
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(number)
        return env

    both = SimpleNamespace(env=partial(calm, aec), parallel_env=partial(calm, parallel))
    try:
        max_cycles_test(both)
    except AssertionError:
        return False
    return True


@every_table
def test_pictures_of_every_kind_are_drawn(game: AnyGame, setup: Setup) -> None:
    # It also makes an environment for a screen, "human", which we do not declare.
    def drawn(render_mode: str) -> Aec:
        mode = None if render_mode == "human" else render_mode
        return aec(game, setup, seed=1, render_mode=mode)

    render_test(drawn)


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
    assert env.table.render("ansi") == aec_after(game, 0).table.render("ansi")
    strict = aec(game, agree(game), illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(Refusal):
        strict.step(0)


def aec_after(game: AnyGame, action: int) -> Aec:
    env = aec(game, agree(game))
    env.reset(seed=1)
    env.step(action)
    return env


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (
            {"render_mode": "nonsense"},
            "render_mode must be 'ansi', 'rgb_array' or None, not 'nonsense'",
        ),
        ({"illegal": "Raise"}, "illegal must be 'replace' or 'raise', not 'Raise'"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(wish: dict[str, Any], said: str) -> None:
    game = games.default()
    for make in (aec, parallel):
        with pytest.raises(Refusal, match=said):
            make(game, agree(game), **wish)


def test_an_action_is_a_whole_number() -> None:
    game = games.default()
    env = aec(game, agree(game))
    env.reset(seed=1)
    before = env.table.render("ansi")
    with pytest.raises(Refusal, match=r"an action is a whole number, not 1\.7"):
        env.step(1.7)  # type: ignore[arg-type]
    assert env.table.render("ansi") == before


@every_table
def test_who_does_not_act_in_parallel_can_only_wait(game: AnyGame, setup: Setup) -> None:
    env = parallel(game, setup)
    seen, _ = env.reset(seed=2)
    for agent, known in seen.items():
        mask = known["action_mask"]
        acts = env.possible_agents.index(agent) in env.table.driver.waiting
        assert env.action_space(agent) == Discrete(len(mask))
        assert len(mask) == env.wait + 1
        assert mask[env.wait] == (not acts)
        assert mask[:-1].any() == acts


@every_table
def test_environments_in_the_middle_of_a_game_can_be_pickled(game: AnyGame, setup: Setup) -> None:
    env = aec(game, setup)
    env.reset(seed=5)
    few = 1 if is_tiny(game, setup) else 3
    for _ in range(few):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    again = pickle.loads(pickle.dumps(env))
    for _ in range(few):
        action = int(env.last()[0]["action_mask"].argmax())
        assert (again.last()[0]["observation"] == env.last()[0]["observation"]).all()
        env.step(action)
        again.step(action)
    assert again.table.render("ansi") == env.table.render("ansi")


def test_dense_rewards_add_up_to_the_return() -> None:
    game = games.default()
    setup = agree(game)
    final, dense = (aec(game, setup, seed=3, reward=reward) for reward in ("final", "dense"))
    sums, steps = [], 0
    for env in (final, dense):
        env.reset()
        total, paid = dict.fromkeys(env.possible_agents, 0.0), 0
        for agent in env.agent_iter():
            seen, reward, over, cut, _ = env.last()
            total[agent] += reward
            paid += bool(reward)
            env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[0]))
        sums.append([round(value, 9) for value in total.values()])
        steps = paid
    assert sums[0] == sums[1]
    assert steps > 2


def test_the_state_is_what_all_seats_know_together() -> None:
    game = games.default()
    env = aec(game, agree(game), seed=3)
    with pytest.raises(Refusal, match="no game has begun"):
        env.state()
    env.reset()
    rows = [env.observe(agent)["observation"] for agent in env.agents]
    assert (env.state() == np.concatenate(rows)).all()
    assert env.state_space.contains(env.state())


def test_pixels_have_the_same_size_throughout_a_game() -> None:
    game = games.default()
    env = aec(game, agree(game), seed=3, render_mode="rgb_array")
    env.reset()
    frames = [np.asarray(env.render())]
    for _ in range(6):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        frames.append(np.asarray(env.render()))
    assert {(frame.shape, str(frame.dtype)) for frame in frames} == {(frames[0].shape, "uint8")}
    assert frames[0].shape[2] == 3
    assert (frames[0] != frames[-1]).any()


def test_wrong_arguments_are_refused_in_a_sentence() -> None:
    game = games.default()
    for wishes in ({"reward": "much"}, {"max_cycles": 0}, {"render_mode": "human"}):
        with pytest.raises(Refusal, match=f"{next(iter(wishes))} must be"):
            aec(game, agree(game), **wishes)
    env = parallel(game, agree(game))
    with pytest.raises(Refusal, match="no game has begun"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(Refusal, match="is to act and needs an action"):
        env.step({})
    one = aec(game, agree(game))
    one.reset(seed=1)
    with pytest.raises(Refusal, match="there is no agent 'seat_9'"):
        one.observe("seat_9")


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="it has a registry since 1.27")
def test_its_registry_has_every_game() -> None:
    from hexade.lab.adapters import registration

    registration.register_pettingzoo(pettingzoo)
    for name, game, variant in registration.ids():
        for kind in ("aec", "parallel"):
            assert pettingzoo.spec(kind, name).kwargs == {"game": game, "variant": variant}
    name = next(registration.ids())[0]
    env = pettingzoo.make("aec", name, seats=2, max_cycles=5)
    env.reset(seed=1)
    assert env.agents == ["seat_0", "seat_1"]
