"""Train all seats of a game with RLlib's PPO, one policy for all, and let it play in the arena.

    pip install 'hexade[research]' 'ray[rllib]' torch
    python -m examples.rllib_ppo GAME --minutes 3
    hexade arena GAME py:examples.rllib_ppo:Trained greedy random --deals 200

RLlib wraps PettingZoo's environments; its module with masks wants other names and floats, which is
all that `Seats` adds. `Trained` loads the folder `rllib` of the folder that the command is started
in. A few minutes on a CPU only show the path.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import ray
import torch
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from hexade import games
from hexade.contract.game import Move
from hexade.contract.player import Thinker
from hexade.contract.setup import agree
from hexade.lab.adapters.pettingzoo import aec

FOLDER, POLICY = Path("rllib"), "all"
BATCH, MINIBATCH, EPOCHS = 1000, 250, 4  # decisions of a round, of an update, and how often


class Seats(PettingZooEnv):  # type: ignore[misc]
    """All seats of a game, each asked when it is to act."""

    def __init__(self, config: dict[str, Any]) -> None:
        game = games.find(config["game"])
        super().__init__(aec(game, agree(game, config["variant"])))
        for agent, space in self.observation_spaces.items():
            self.observation_spaces[agent] = spaces.Dict(
                action_mask=spaces.Box(0.0, 1.0, space["action_mask"].shape),
                observations=spaces.Box(-128.0, 127.0, space["observation"].shape),
            )
        self.observation_space = spaces.Dict(self.observation_spaces)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Begin a game."""
        seen, info = super().reset(seed=seed, options=options)
        return _renamed(seen), info

    def step(self, action: dict[str, Any]) -> Any:
        """Act for the seat that was asked."""
        seen, *rest = super().step(action)
        return _renamed(seen), *rest


def _renamed(seen: dict[str, Any]) -> dict[str, Any]:
    return {
        agent: {
            "action_mask": one["action_mask"].astype(np.float32),
            "observations": one["observation"].astype(np.float32),
        }
        for agent, one in seen.items()
    }


class Trained(Thinker):
    """Plays what was learned: the action that the policy likes best among the legal ones."""

    name = "rllib"

    def choose(self, view: Any, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return a move."""
        mask = np.zeros((1, self.game.actions(view.setup)), np.float32)
        mask[0, list(legal)] = 1.0
        row = self.game.features(view).astype(np.float32)[None]
        seen = {"action_mask": torch.from_numpy(mask), "observations": torch.from_numpy(row)}
        with torch.no_grad():
            found = _module().forward_inference({"obs": seen})["action_dist_inputs"]
        return int(found.argmax())


@lru_cache(maxsize=1)
def _module() -> Any:
    torch.set_num_threads(1)  # the arena's processes share the cores
    kept = FOLDER.resolve() / "learner_group" / "learner" / "rl_module" / POLICY
    return RLModule.from_checkpoint(str(kept))


def train(game: str, variant: str | None, minutes: float, seed: int) -> Any:
    """Return an algorithm that learned for some minutes; print how it goes."""
    config = (
        PPOConfig()
        .environment(Seats, env_config={"game": game, "variant": variant})
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda *_, **__: POLICY)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .env_runners(num_env_runners=0)
        .training(train_batch_size=BATCH, minibatch_size=MINIBATCH, num_epochs=EPOCHS)
        .debugging(seed=seed, log_level="ERROR")
    )
    print("Ray starts and the rules are compiled; a line comes after every round.", flush=True)
    algorithm, began, spent = config.build_algo(), monotonic(), 0.0
    while spent < 60 * minutes:
        runs = algorithm.train()["env_runners"]
        spent, steps = monotonic() - began, int(runs["num_env_steps_sampled_lifetime"])
        print(f"{spent:4.0f} s: {steps:9,} decisions, {runs['episode_len_mean']:.0f} a game",
              flush=True)  # fmt: skip
    return algorithm


def main(words: Sequence[str] | None = None) -> None:
    """Train as the command line says, and write the folder."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--variant")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(words)
    ray.init(num_cpus=1, include_dashboard=False)
    train(said.game, said.variant, said.minutes, said.seed).save_to_path(str(FOLDER.resolve()))


if __name__ == "__main__":
    main()
