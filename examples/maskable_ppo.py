"""Train one seat with an outside library, MaskablePPO of sb3-contrib, and let it play in the arena.

    pip install 'hexade[research]' sb3-contrib
    python -m examples.maskable_ppo GAME --minutes 1
    hexade arena GAME py:examples.maskable_ppo:Trained greedy random --deals 200

`SeatEnv` has `action_masks()`, which is all that the library asks for. It sees the row of features,
and plays against a bot in every other seat. `Trained` is what the arena calls: it loads `ppo.zip`
from the folder that the command is started in. A few minutes on a CPU only show the path.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from hexade import games
from hexade.contract.game import AnyGame, Move
from hexade.contract.player import Thinker
from hexade.contract.setup import Setup, agree
from hexade.lab.adapters.gymnasium import SeatEnv

FILE = "ppo.zip"
ENVS, STEPS = 8, 512  # games side by side, and decisions in each between two updates
ENDLESS = 10**12  # decisions: the clock ends it


class Rows(gymnasium.ObservationWrapper[np.ndarray, np.int64, Any]):
    """Shows the row of features alone; the library fetches the mask by itself."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        self.observation_space = env.observation_space["observation"]  # type: ignore[index]

    def observation(self, observation: Any) -> np.ndarray:
        """Return the row."""
        row: np.ndarray = observation["observation"]
        return row


class Trained(Thinker):
    """Plays what was learned: the action that the policy likes best among the legal ones."""

    name = "ppo"

    def choose(self, view: Any, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return a move."""
        mask = np.zeros(self.game.actions(view.setup), np.bool_)
        mask[list(legal)] = True
        row = self.game.features(view)
        return int(_model().predict(row, action_masks=mask, deterministic=True)[0])


@lru_cache(maxsize=1)
def _model() -> Any:
    torch.set_num_threads(1)  # the arena's processes share the cores
    return MaskablePPO.load(FILE, device="cpu")


class Clock(BaseCallback):  # type: ignore[misc]  # the library is not one of our tools
    """Says after every round of games how it goes, and ends the learning when time is up."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.seconds, self.began = 60 * minutes, 0.0

    def _on_training_start(self) -> None:
        self.began = monotonic()  # by now the rules are compiled

    def _on_step(self) -> bool:
        return monotonic() - self.began < self.seconds  # an update that has begun is finished

    def _on_rollout_end(self) -> None:
        ended = [game["r"] for game in self.model.ep_info_buffer]
        said = f"return {np.mean(ended):+.2f}" if ended else "no game has ended"
        spent = monotonic() - self.began
        print(f"{spent:4.0f} s: {self.num_timesteps:9,} decisions, {said}", flush=True)


def train(game: AnyGame, setup: Setup, opponent: str, minutes: float, seed: int) -> Any:
    """Return a model that learned for some minutes; print how it goes."""
    print(f"Compiles the rules if this is the first run, then learns for {minutes:g} min;", end=" ")
    print(f"a line comes after every {ENVS * STEPS:,} decisions.", flush=True)
    torch.set_num_threads(1)  # so small a network is slower on more, most of all on busy cores
    seats = [lambda: Rows(SeatEnv(game, setup, opponents=opponent))] * ENVS
    envs = VecMonitor(DummyVecEnv(seats))
    model = MaskablePPO("MlpPolicy", envs, n_steps=STEPS, seed=seed, device="cpu")
    model.learn(ENDLESS, callback=Clock(minutes))
    return model


def main(words: Sequence[str] | None = None) -> None:
    """Train as the command line says, and write the model."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--variant")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--opponent", default="random", help="A name of the lab, for all others.")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(words)
    game = games.find(said.game)
    setup = agree(game, said.variant, seats=said.seats)
    train(game, setup, said.opponent, said.minutes, said.seed).save(FILE)


if __name__ == "__main__":
    main()
