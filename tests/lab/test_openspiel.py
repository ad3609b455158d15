"""OpenSpiel's own tests, unmodified, for every game, variant and number of seats."""

from __future__ import annotations

import pickle
from itertools import count
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts

from hexade import games
from hexade.contract.features import length
from hexade.contract.game import WATCHER, AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree, setups
from hexade.lab.adapters.openspiel import SpielGame, SpielState, load
from tests.lab.tables import named, newest

pytestmark = pytest.mark.slow

TABLES = [(game, setup) for game in games.catalogue().values() for setup in newest(game)]
every_table = pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)
SOLVED = [game for game in games.catalogue().values() if game.kernels]  # for two, in turn
NODES = 200
FAST = default_target() == "cpu"


def spiel(setup: Setup) -> SpielGame:
    return load(f"hexade_{setup.game}(variant={setup.variant},players={setup.seats})")


def walk(game: SpielGame, seed: int) -> list[SpielState]:
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


def late(states: list[SpielState], before: int) -> SpielState:
    """Return a state so long before the end, or from the middle of a tiny game."""
    return states[-min(before, (len(states) + 1) // 2)]


@every_table
def test_random_simulations_pass(game: AnyGame, setup: Setup) -> None:
    pyspiel.random_sim_test(spiel(setup), num_sims=1, serialize=FAST, verbose=False)


@every_table
def test_a_private_choice_is_in_the_information_state_of_its_seat_alone(
    game: AnyGame, setup: Setup
) -> None:
    if game.declining is None or setup.seats < 2:
        return
    for seed in range(3):
        for state in walk(spiel(setup), seed):
            _, held = state.hexade
            acting = game.to_act(held)
            if acting == game.seen_to_act(held):
                continue
            declined = state.child(game.declining)
            for seat in range(setup.seats):
                same = state.information_state_string(seat) == declined.information_state_string(
                    seat
                )
                assert same == (seat not in acting)
                tensors = [np.array(s.information_state_tensor(seat)) for s in (state, declined)]
                assert bool((tensors[0] == tensors[1]).all()) == (seat not in acting)


@every_table
def test_openspiels_simulation_in_python_passes(game: AnyGame, setup: Setup) -> None:
    from open_spiel.python.tests import games_sim_test  # takes three seconds to load

    games_sim_test.GamesSimTest().sim_game(spiel(setup))


@every_table
def test_states_come_back_whole_and_resampled_ones_look_the_same(
    game: AnyGame, setup: Setup
) -> None:
    played = spiel(setup)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    states = walk(played, 3)
    for state in states[:: max(1, len(states) // (12 if FAST else 4))]:
        again = pickle.loads(pickle.dumps(state))
        assert (str(again), again.history()) == (str(state), state.history())
        assert again.moment == state.moment
        for seat in range(setup.seats):
            other = state.resample_from_infostate(seat, sampler)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            tensors = (at.information_state_tensor(seat) for at in (other, state))
            assert next(tensors) == next(tensors)
            here, there = state.moment.state, other.moment.state
            # Whether another seat has a private choice now is what the sample guesses.
            assert game.seen_to_act(there) == game.seen_to_act(here)
            assert (seat in game.to_act(there)) == (seat in game.to_act(here))
            assert other.history() == []


@every_table
def test_tensors_and_strings_are_those_of_the_view(game: AnyGame, setup: Setup) -> None:
    played = spiel(setup)
    assert played.observation_tensor_size() == length(game.parts(setup))
    state = late(walk(played, 4), 20)
    for seat in range(setup.seats):
        row = game.features(game.view(state.moment.state, seat))
        assert state.observation_tensor(seat) == row.tolist()
        assert state.observation_string(seat) in state.information_state_string(seat)


@every_table
def test_the_tensor_of_an_information_state_remembers_all_that_its_string_does(
    game: AnyGame, setup: Setup
) -> None:
    played = spiel(setup)
    row = length(game.parts(setup))
    states = walk(played, 6)
    for state in states[:: max(1, len(states) // (12 if FAST else 4))]:
        for seat in range(setup.seats):
            tensor = np.array(state.information_state_tensor(seat))
            assert tensor[:row].tolist() == state.observation_tensor(seat)
            told = bytes(tensor[row:].astype(np.uint8)).rstrip(b"\0").decode()
            now = state.observation_string(seat)
            wanted = "\n".join(filter(None, (told, now)))
            assert state.information_state_string(seat) == wanted


@every_table
def test_what_is_public_says_no_more_than_a_watcher_knows(game: AnyGame, setup: Setup) -> None:
    played = spiel(setup)
    state = late(walk(played, 7), 10)
    kind = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = played.make_py_observer(kind)
    assert observer
    found = set()
    for seat in range(setup.seats):
        observer.set_from(state, seat)
        found.add((observer.string_from(state, seat), observer.tensor.tobytes()))
    assert len(found) == 1
    public = state.moment.told[-1]
    for lines in state.moment.told[:-1]:
        assert len(lines) == len(public)
        private = set(lines) - set(public)
        assert not any(line in text for line in private for text, _ in found)
    assert any(set(lines) - set(public) for lines in state.moment.told) or not hides(game, setup)


def hides(game: AnyGame, setup: Setup) -> bool:
    """Tell whether seats see different things, once all is dealt."""
    state = next(at for at in walk(spiel(setup), 7) if not at.is_chance_node()).moment.state
    return len({game.features(game.view(state, seat)).tobytes() for seat in (0, WATCHER)}) > 1


def test_observations_of_other_kinds_and_a_memory_that_is_too_small_are_refused() -> None:
    name = games.default().name
    small = load(f"hexade_{name}(memory=50)")
    all_of_them = pyspiel.PrivateInfoType.ALL_PLAYERS
    assert small.make_py_observer(pyspiel.IIGObservationType(True, True, all_of_them)) is None
    with pytest.raises(Exception, match="larger `memory`"):
        walk(small, 1)[-1].information_state_tensor(0)


@pytest.mark.parametrize("game", games.catalogue().values(), ids=games.names())
def test_openspiel_generates_a_playthrough(game: AnyGame) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    # A whole game of tens of turns takes half a minute to describe, and says no more.
    tiny = game.tiny_forms[0].variant
    text = playthrough(f"hexade_{game.name}(variant={tiny},memory=16384)", None, seed=1)
    bound = game.longest(agree(game, variant=tiny))
    assert bound is None or f"MaxGameLength() = {bound}" in text
    assert "PrivateObservationString(0)" in text


class Rest:
    """What is left of a game from a late position on, as a game of its own for algorithms."""

    def __init__(self, played: SpielGame, begin: SpielState) -> None:
        self._played, self._begin = played, begin

    def new_initial_state(self) -> SpielState:
        """Return the position."""
        found: SpielState = self._begin.clone()
        return found

    def new_initial_states(self) -> list[SpielState]:
        """Return the position, as the only one."""
        return [self.new_initial_state()]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._played, name)


def size(state: SpielState, most: int) -> int:
    """Return how many positions follow, or a number above `most` if there are more."""
    if state.is_terminal():
        return 1
    found = 1
    for move in state.legal_actions():
        found += size(state.child(move), most - found)
        if found > most:
            break
    return found


@pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.name)
def test_its_cfr_and_its_exploitability_agree_on_the_rest_of_a_tiny_game(game: AnyGame) -> None:
    # A whole tiny game has tens of thousands of positions, which would take these minutes.
    # It keeps a tensor of each information state: these are small, and only those of the rest.
    played = load(f"hexade_{game.name}(variant={game.tiny_forms[0].variant},memory=2048)")
    late = next(
        state
        for seed in count()
        for state in walk(played, seed)
        if not state.is_chance_node() and 40 < size(state, NODES) <= NODES
    )
    rest = Rest(played, late)
    solver = cfr.CFRPlusSolver(rest)
    before = exploitability.nash_conv(rest, solver.average_policy())
    for _ in range(8):
        solver.evaluate_and_update_policy()
    best = solver.average_policy()
    after = exploitability.nash_conv(rest, best)
    assert after <= max(0.3 * before, 1e-9)
    worth = expected_game_score.policy_value(late, [best] * played.num_players())
    assert sum(worth) == pytest.approx(0)


@every_table
def test_no_game_is_longer_than_the_rules_allow(game: AnyGame, setup: Setup) -> None:
    played = spiel(setup)
    states = walk(played, 11)
    decisions = sum(not state.is_chance_node() for state in states[:-1])
    assert decisions <= played.max_game_length()


def test_its_searches_play_our_games() -> None:
    setup = next(newest(games.default()))
    played = spiel(setup)
    state = next(state for state in walk(played, 5)[-30:] if not state.is_chance_node())
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(played, evaluator, 1.0, 3, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("game", games.catalogue().values(), ids=games.names())
def test_every_edition_is_named_as_it_is_called_and_comes_back(game: AnyGame) -> None:
    for setup in setups(game, tiny=True):
        if setup.edition is None:
            continue
        name = f"hexade_{setup.game}(variant={setup.variant},players={setup.seats}"
        played = load(f"{name},edition={setup.edition})")
        assert played.setup == setup
        state = played.new_initial_state()
        _, again = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(played, state)
        )
        assert again.get_game().setup == setup


def test_what_a_game_does_not_allow_is_refused() -> None:
    edition = next(form.editions for form in games.default().forms if form.editions)[0]
    with pytest.raises(Refusal, match="no edition"):
        load(f"hexade_{games.default().name}(edition={edition}9)")
    name = games.default().name
    with pytest.raises(Refusal, match="no variant"):
        load(f"hexade_{name}(variant=chess)")
