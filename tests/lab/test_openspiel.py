"""OpenSpiel's own tests, unmodified, for every game, variant and number of seats."""

from __future__ import annotations

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

from hexade import games
from hexade.contract.features import length
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.openspiel import Game, State, load
from tests.lab.tables import named, newest

TABLES = [(game, setup) for game in games.catalogue().values() for setup in newest(game)]
every_table = pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)
FAST = default_target() == "cpu"


def spiel(setup: Setup) -> Game:
    return load(f"hexade_{setup.game}(variant={setup.variant},players={setup.seats})")


def walk(game: Game, seed: int) -> list[State]:
    rng, state, found = np.random.default_rng(seed), game.new_initial_state(), []
    while not state.is_terminal():
        found.append(state.clone())
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        elif state.is_simultaneous_node():
            seats = range(game.num_players())
            state.apply_actions([int(rng.choice(state.legal_actions(seat))) for seat in seats])
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return [*found, state]


@every_table
def test_random_simulations_pass(game: AnyGame, setup: Setup) -> None:
    pyspiel.random_sim_test(spiel(setup), num_sims=1, serialize=FAST, verbose=False)


@every_table
def test_openspiels_simulation_in_python_passes(game: AnyGame, setup: Setup) -> None:
    games_sim_test.GamesSimTest().sim_game(spiel(setup))


@every_table
def test_states_come_back_whole_and_resampled_ones_look_the_same(
    game: AnyGame, setup: Setup
) -> None:
    played = spiel(setup)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    states = walk(played, 3)
    for state in states[:: len(states) // (12 if FAST else 4)]:
        again = pickle.loads(pickle.dumps(state))
        assert (str(again), again.history()) == (str(state), state.history())
        assert again.moment == state.moment
        for seat in range(setup.seats):
            other = state.resample_from_infostate(seat, sampler)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            assert other.history() == []


@every_table
def test_tensors_and_strings_are_those_of_the_view(game: AnyGame, setup: Setup) -> None:
    played = spiel(setup)
    assert played.observation_tensor_size() == length(game.parts(setup))
    state = walk(played, 4)[-20]
    for seat in range(setup.seats):
        row = game.features(game.view(state.moment.state, seat))
        assert state.observation_tensor(seat) == row.tolist()
        assert state.observation_string(seat) in state.information_state_string(seat)


def test_its_searches_play_our_games() -> None:
    setup = next(newest(games.default()))
    played = spiel(setup)
    state = next(state for state in walk(played, 5)[-30:] if not state.is_chance_node())
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(played, evaluator, 1.0, 3, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()


def test_what_a_game_does_not_allow_is_refused() -> None:
    name = games.default().name
    with pytest.raises(Refusal, match="no variant"):
        load(f"hexade_{name}(variant=chess)")
