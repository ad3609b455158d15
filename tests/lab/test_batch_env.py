"""Many games of one seat as a vector environment: the games of `SeatEnv`, and Gymnasium's words."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from hexade import bots, envs, games
from hexade.contract.game import AnyGame, Event, Move
from hexade.contract.player import Thinker
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.lab.adapters.batch_env import BatchEnv
from hexade.lab.adapters.gymnasium import SeatEnv
from hexade.lab.vector import Batch
from tests.bots.test_own import weights_that_fit
from tests.lab.tables import named

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


def test_a_name_with_its_module_needs_no_import() -> None:
    name = next(name for name, game, _ in envs.ids() if game == GAME.name)
    assert gymnasium.make(f"{envs.__name__}:{name}").unwrapped.game is GAME  # type: ignore[attr-defined]


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


class Last(Thinker):
    """Plays the last of its moves."""

    name = "last"

    def choose(self, view: object, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the last."""
        return legal[-1]


class Listener(Last):
    """Wants to hear what happens."""

    name = "listener"

    def hear(self, event: Event) -> None:
        """Hear it."""


def test_who_moves_for_the_others_is_said_once_and_needs_no_news() -> None:
    with pytest.raises(Refusal, match=r"name opponents or give opponent, .*, not both"):
        BatchEnv(GAME, agree(GAME), 4, opponents="greedy", opponent=Batch.random_moves)
    with pytest.raises(Refusal, match="listener listens to every event, and a batch makes none"):
        BatchEnv(GAME, agree(GAME), 4, opponents=Listener)
    with pytest.raises(Refusal, match="names 2 for 1 other seat"):
        BatchEnv(GAME, agree(GAME), 4, opponents=("greedy", "greedy"))


@pytest.mark.parametrize(
    "opponent", ["greedy", "level3", "py:tests.lab.test_batch_env:Last", "net:", Last(GAME, 1)]
)
def test_lanes_play_the_games_of_seat_env_against_players_of_the_lab(
    opponent: Any, tmp_path: Path
) -> None:
    setup = agree(GAME, seats=3)
    if opponent == "net:":
        opponent = weights_that_fit(tmp_path / "checkpoint.npz", GAME, setup)
    many = BatchEnv(GAME, setup, 2, seat=1, opponents=opponent)
    one = SeatEnv(GAME, setup, 1, opponent)
    rows, _ = many.reset(seed=5)
    one.reset(seed=5)
    seen, _ = one.reset()  # lane 1 plays game 1
    for _ in range(40):
        assert all((rows[name][1] == seen[name]).all() for name in seen)
        actions = rows["action_mask"].argmax(axis=1)
        rows, rewards, ended, _, infos = many.step(actions)
        seen, reward, over, _, _ = one.step(actions[1])
        assert (rewards[1], ended[1]) == (reward, over)
        if over:
            last = infos["final_obs"][1]
            assert all((last[name] == seen[name]).all() for name in seen)
            one.reset()
            seen, _ = one.reset()
    many.close()


@pytest.mark.parametrize("game", WITH_KERNELS, ids=named)
def test_every_bot_that_needs_no_news_plays_in_a_batch(game: AnyGame) -> None:
    tiny = agree(game, game.tiny_forms[0].variant)
    for bot in bots.makers(game) if game is GAME else ("greedy",):  # levels compile for a minute
        env = BatchEnv(game, tiny, 2, opponents=bot)
        seen, _ = env.reset(seed=1)
        seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
        assert seen["action_mask"].any(axis=1).all()


def test_dense_rewards_are_those_of_the_environment_of_one_seat() -> None:
    setup = agree(GAME, seats=3)
    many = BatchEnv(GAME, setup, 1, seat=2, reward="dense")
    one = SeatEnv(GAME, setup, 2, reward="dense")
    rows, _ = many.reset(seed=3)
    one.reset(seed=3)
    paid, ends = 0, 0
    while ends < 2:
        action = rows["action_mask"].argmax(axis=1)
        rows, rewards, _, _, _ = many.step(action)
        _, reward, over, _, _ = one.step(action[0])
        assert rewards[0] == pytest.approx(reward, abs=1e-6)
        paid += bool(reward)
        if over:
            one.reset()
            ends += 1
    assert paid > 2 * ends


def test_actions_in_factors_play_the_same_games() -> None:
    for game in WITH_KERNELS:
        setup = agree(game, game.tiny_forms[0].variant)
        flat, split = BatchEnv(game, setup, 4), BatchEnv(game, setup, 4, actions="factors")
        rows, _ = flat.reset(seed=2)
        seen, _ = split.reset(seed=2)
        for _ in range(4):
            assert split.observation_space.contains(seen)
            assert (rows["observation"] == seen["observation"]).all()
            moves = rows["action_mask"].argmax(axis=1)
            parts = np.array([game.split_move(setup, int(move)) for move in moves])
            assert split.action_space.contains(parts)
            seen, same, *_, infos = split.step(parts)
            rows, rewards, *_ = flat.step(moves)
            assert (same == rewards).all()
            assert not infos.get("illegal", np.zeros(1)).any()
        *_, infos = split.step(np.full_like(parts, 10**6))
        assert infos["illegal"].all()


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_an_environment_in_the_middle_of_its_games_can_be_pickled(opponents: str | None) -> None:
    many = BatchEnv(GAME, agree(GAME), 3, reward="dense", opponents=opponents)
    seen, _ = many.reset(seed=4)
    for _ in range(5):
        seen, *_ = many.step(seen["action_mask"].argmax(axis=1))
    again = pickle.loads(pickle.dumps(many))
    for _ in range(60):
        actions = seen["action_mask"].argmax(axis=1)
        (seen, rewards, ended, *_), (same, *others) = many.step(actions), again.step(actions)
        assert all((seen[name] == same[name]).all() for name in seen)
        assert (rewards == others[0]).all()
        assert (ended == others[1]).all()
