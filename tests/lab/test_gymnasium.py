"""Gymnasium's own check, unmodified, for every game, variant, number of seats and bot."""

from __future__ import annotations

import json
import pickle
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import Error, InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from hexade import bots, games
from hexade.bots.process import pool
from hexade.contract.game import AnyGame
from hexade.contract.player import Player
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree, every_form
from hexade.envs import ids
from hexade.lab import ismcts
from hexade.lab.adapters.gymnasium import SeatEnv
from hexade.lab.adapters.pettingzoo import aec
from tests.lab.tables import is_tiny, named, newest

pytestmark = pytest.mark.slow

TABLES = [(game, setup) for game in games.catalogue().values() for setup in newest(game)]
every_table = pytest.mark.parametrize(("game", "setup"), TABLES, ids=named)


IDS = {(game, variant): name for name, game, variant in ids()}


@every_table
def test_the_check_passes_in_the_last_seat_pictures_included(game: AnyGame, setup: Setup) -> None:
    name, seats = IDS[game.name, setup.variant], setup.seats
    env = gymnasium.make(name, seats=seats, seat=seats - 1).unwrapped
    assert isinstance(env, SeatEnv)
    assert env.setup == setup
    check_env(env)


def play(env: SeatEnv, seed: int) -> tuple[float, int]:
    rng, reward, steps = np.random.default_rng(seed), 0.0, 0
    seen, _ = env.reset(seed=seed)
    over = False
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        seen, reward, over, cut, info = env.step(rng.choice(legal))
        assert not cut
        assert not info
        steps += 1
    assert not seen["action_mask"].any()
    return reward, steps


def play_twice(game: AnyGame, setup: Setup, bot: str) -> None:
    env = SeatEnv(game, setup, 0, (bot,) * (setup.seats - 1))
    reward, steps = play(env, 7)
    assert -1 <= reward <= 1
    assert steps > (0 if is_tiny(game, setup) else 5)
    assert play(env, 7) == (reward, steps)


@every_table
def test_whole_games_are_played_at_every_table(game: AnyGame, setup: Setup) -> None:
    for bot in bots.steady(game) if setup.seats > 1 else ["random"]:
        play_twice(game, setup, bot)


@pytest.mark.parametrize("game", games.catalogue().values(), ids=named)
def test_whole_games_are_played_against_every_bot(game: AnyGame) -> None:
    for bot in bots.makers(game):
        play_twice(game, agree(game), bot)


def test_an_illegal_action_is_replaced_or_refused() -> None:
    game = games.default()
    env = SeatEnv(game, agree(game), render_mode="ansi")
    env.reset(seed=1)
    before = env.render()
    *_, info = env.step(np.int64(0))
    assert "illegal" in info
    assert env.render() != before
    strict = SeatEnv(game, agree(game), illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(Refusal):
        strict.step(np.int64(0))


def test_a_game_that_is_over_asks_for_a_reset() -> None:
    game = games.default()
    env = SeatEnv(game, agree(game))
    play(env, 1)
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(np.int64(2))


def test_nothing_is_done_before_a_reset_or_after_the_end() -> None:
    game = games.default()
    env = SeatEnv(game, agree(game), render_mode="ansi")
    for call in (lambda: env.step(np.int64(2)), env.render):
        with pytest.raises(ResetNeeded, match="no game has begun"):
            call()
    env.reset(seed=1)
    env.close()
    with pytest.raises(ResetNeeded, match="no game has begun"):
        env.step(np.int64(2))


@pytest.mark.parametrize("action", [None, "2", 2.0, np.array([1, 2]), [3]], ids=str)
def test_what_is_no_action_is_invalid_and_changes_nothing(action: Any) -> None:
    game = games.default()
    env = SeatEnv(game, agree(game), render_mode="ansi")
    env.reset(seed=1)
    before = env.render()
    with pytest.raises(InvalidAction, match="an action is a whole number"):
        env.step(action)
    assert env.render() == before


def test_a_seed_that_is_none_is_refused_in_words() -> None:
    game = games.default()
    env = SeatEnv(game, agree(game))
    with pytest.raises(Refusal, match="seed must be below"):
        env.reset(seed=1 << 80)
    with pytest.raises(Error, match="Seed"):
        env.reset(seed=-1)
    with pytest.raises(Refusal, match="seed must be below"):
        aec(game, agree(game)).reset(seed=1 << 80)


def test_unknown_opponents_are_refused_at_once() -> None:
    game = games.default()
    with pytest.raises(Refusal, match=r"there is no player 'genius'; choose .*ismcts"):
        SeatEnv(game, agree(game), 0, ("genius",))


@pytest.mark.parametrize("game", games.catalogue().values(), ids=named)
def test_baselines_of_the_lab_are_opponents(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "ITERATIONS", 4)
    for name in ("ismcts", *game.baselines):
        setup = agree(game)
        env = SeatEnv(game, setup, 0, (name,) * (setup.seats - 1))
        seen, _ = env.reset(seed=1)
        for _ in range(2):
            seen, *_ = env.step(np.flatnonzero(seen["action_mask"])[0])
        assert seen["action_mask"].any()


def test_a_program_is_an_opponent_and_is_kept_from_game_to_game(tmp_path: Path) -> None:
    script, log = Path(__file__).parents[1] / "bots" / "program.py", tmp_path / "log"
    game = games.default()
    name = "cmd:" + shlex.join([sys.executable, str(script), "good", str(log)])
    env = SeatEnv(game, agree(game), 0, (name,))
    try:
        play(env, 1)
        env.reset()
        env.close()
    finally:
        pool.close()
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    assert len({line["pid"] for line in heard}) == 1
    assert [line["type"] for line in heard].count("end") == 2


def test_every_other_seat_needs_a_bot() -> None:
    game = games.default()
    with pytest.raises(Refusal, match="1 for 2 other seats: name one for each"):
        SeatEnv(game, agree(game, seats=3), 0, ("random",))


def test_every_game_and_variant_can_be_made_by_its_id() -> None:
    import hexade.envs  # with Gymnasium loaded before, `import hexade` does the same

    found = {(game, variant): name for name, game, variant in hexade.envs.ids()}
    known = {
        (game.name, form.variant)
        for game in games.catalogue().values()
        for form in every_form(game)
    }
    assert set(found) == known
    for (game, variant), name in found.items():
        env = gymnasium.make(name)
        setup = env.get_wrapper_attr("setup")
        assert (setup.game, setup.variant) == (game, variant)
        assert env.spec is not None
        assert gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))


def test_importing_the_package_is_enough_for_make() -> None:
    code = (
        "import gymnasium, hexade; e = gymnasium.make(sorted(n for n in gymnasium.registry if "
        "n.startswith('hexade/'))[0], opponents=('random',)); print(len(e.reset(seed=1)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "2\n"


def test_masked_learners_get_the_mask_they_ask_for() -> None:
    game = games.default()
    env = SeatEnv(game, agree(game))
    seen, _ = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == seen["action_mask"]).all()


@every_table
def test_an_environment_in_the_middle_of_a_game_can_be_pickled(game: AnyGame, setup: Setup) -> None:
    env = SeatEnv(game, setup)
    env.reset(seed=5)
    again = pickle.loads(pickle.dumps(env))
    for _ in range(1 if is_tiny(game, setup) else 3):
        action = np.int64(env.action_masks().argmax())
        seen, same = env.step(action)[0], again.step(action)[0]
        assert all((seen[key] == same[key]).all() for key in seen)


def test_wishes_that_cannot_be_met_are_refused() -> None:
    game = games.default()
    modes = "'ansi', 'rgb_array' or None"
    with pytest.raises(Refusal, match=f"render_mode must be {modes}, not 'nonsense'"):
        SeatEnv(game, agree(game), render_mode="nonsense")
    with pytest.raises(Refusal, match="illegal must be 'replace' or 'raise', not 'Raise'"):
        SeatEnv(game, agree(game), illegal="Raise")  # type: ignore[arg-type]


def test_a_function_that_makes_players_is_an_opponent() -> None:
    game = games.default()
    made = []

    def maker(game: AnyGame, seed: int) -> Player:
        made.append(seed)
        return bots.make("random", game, seed)

    env = SeatEnv(game, agree(game), 0, (maker,))
    play(env, 3)
    assert len(made) >= 2
