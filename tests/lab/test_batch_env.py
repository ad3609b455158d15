"""Many games of one seat as a vector environment: the games of `SeatEnv`, and Gymnasium's words."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from hexade import envs, games
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.lab.adapters.batch_env import BatchEnv
from hexade.lab.adapters.gymnasium import SeatEnv
from hexade.lab.vector import Batch

pytestmark = pytest.mark.slow

WITH_KERNELS = [game for game in games.catalogue().values() if game.kernels]
GAME = min(WITH_KERNELS, key=lambda game: game.actions(agree(game)))


def test_a_lane_plays_the_games_of_the_environment_of_one_seat() -> None:
    setup = agree(GAME)
    many, one, rng = BatchEnv(GAME, setup, 1, seat=1), SeatEnv(GAME, setup, 1), np.random
    (rows, _), (seen, _) = many.reset(seed=5), one.reset(seed=5)
    chance, ends = rng.default_rng(1), 0
    while ends < 2:
        assert all((rows[name][0] == seen[name]).all() for name in seen)
        action = chance.choice(np.flatnonzero(seen["action_mask"]))
        rows, rewards, ended, cut, infos = many.step(np.array([action]))
        seen, reward, over, _, _ = one.step(action)
        assert (rewards[0], ended[0], cut[0]) == (reward, over, False)
        if over:
            last = infos["final_obs"][0]
            assert all((last[name] == seen[name]).all() for name in seen)
            seen, ends = one.reset()[0], ends + 1


def test_make_vec_gives_it_with_the_spaces_of_gymnasium() -> None:
    name = next(name for name, game, _ in envs.ids() if game == GAME.name)
    made = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point")
    seen, _ = made.reset(seed=1)
    assert made.observation_space.contains(seen)
    masks = made.unwrapped.action_masks()  # type: ignore[attr-defined]
    seen, *_ = made.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))
    assert made.observation_space.contains(seen)


def test_an_opponent_may_be_a_function_of_the_batch() -> None:
    asked = []

    def first_legal(batch: Batch) -> np.ndarray:
        asked.append(batch.seats.copy())
        return np.asarray(batch.masks().argmax(axis=1))

    many = BatchEnv(GAME, agree(GAME), 4, opponent=first_legal)
    seen, _ = many.reset(seed=1)
    for _ in range(20):
        seen, *_ = many.step(seen["action_mask"].argmax(axis=1))
    assert asked
    assert (many.batch.seats == 0).all()


def test_illegal_actions_are_replaced_or_refused() -> None:
    many = BatchEnv(GAME, agree(GAME), 2)
    with pytest.raises(Refusal, match="no game has begun"):
        many.step(np.zeros(2, int))
    many.reset(seed=1)
    wrong = np.array([GAME.actions(agree(GAME)), GAME.actions(agree(GAME))])
    *_, infos = many.step(wrong)
    assert infos["illegal"].all()
    strict = BatchEnv(GAME, agree(GAME), 2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(Refusal):
        strict.step(wrong)
    with pytest.raises(Refusal, match="num_envs must be at least 1"):
        BatchEnv(GAME, agree(GAME), 0)


def test_the_word_of_the_other_environment_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refusal, match="takes opponent, a function"):
        BatchEnv(GAME, agree(GAME), 4, opponents="greedy")
