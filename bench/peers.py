"""Side by side with others, each through its own Python interface: `make bench-peers`.

All play random legal moves on one core. A step is a move of a player: what chance does is work, but
is not counted, for anybody. Seconds are those of the processor, so that other work on a shared
machine is left out as far as can be, and all take turns, so that what is not hits all alike.
Needs the extra `peers`.
"""

from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")

import numpy as np

from bench.arguments import arguments
from hexade import games
from hexade.contract.setup import agree
from hexade.lab.adapters.pettingzoo import aec
from hexade.lab.batch import play_random
from hexade.lab.vector import Batch

SECONDS = 3.0  # for each entry, in all rounds
LANES = 1024
ROUNDS = 5
Burst = Callable[[], int]  # plays for a while and returns how many steps it took
Entry = tuple[str, str, Burst]  # whose, what, and how


def rates(entries: list[Entry]) -> list[float]:
    """Return the steps a second of each entry: the best of several rounds."""
    best = [0.0] * len(entries)
    for _, _, burst in entries:
        burst()  # compiles, loads and warms up
    for _ in range(ROUNDS):
        for n, (_, _, burst) in enumerate(entries):
            steps, begun = 0, time.process_time()
            while time.process_time() - begun < SECONDS / ROUNDS:
                steps += burst()
            best[n] = max(best[n], steps / (time.process_time() - begun))
    return best


def sample(mask: Any) -> int:
    """Return a legal action, each as likely: the same code for everybody's masks."""
    row = np.asarray(mask)
    legal = (row.view(np.bool_) if row.itemsize == 1 else row).nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def pettingzoo_burst(env: Any, steps: int) -> Burst:
    """Return a burst of steps through PettingZoo: look, choose, step."""
    env.reset(seed=1)

    def burst() -> int:
        for _ in range(steps):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
            else:
                env.step(sample(seen["action_mask"]))
        return steps

    return burst


def ours() -> list[Entry]:
    """Measure the board game for two: single steps and batches."""
    game = games.default()
    setup = agree(game)
    batch = Batch(game, setup, LANES, seed=1)
    moves, masks, rows = batch.random_moves(), batch.masks(), batch.observations()

    def stepped() -> int:
        batch.step(batch.random_moves(moves))
        return LANES

    def seen() -> int:
        batch.masks(masks)
        batch.observations(rows)
        return stepped()

    return [
        ("Hexade", "PettingZoo, one game", pettingzoo_burst(aec(game, setup), 2000)),
        ("Hexade", "whole games in one call", lambda: play_random(game, setup, 4096, 3).moves),
        ("Hexade", f"batch of {LANES}, a call a step", stepped),
        ("Hexade", f"batch of {LANES}, with masks and features", seen),
    ]


def momaland() -> list[Entry]:
    """Measure its version of the same board game for two."""
    from momaland.envs.ingenious import moingenious_v0

    env = moingenious_v0.raw_env(num_agents=2)
    return [("MOMAland", "moingenious, PettingZoo", pettingzoo_burst(env, 100))]


def openspiel() -> list[Entry]:
    """Measure three of its games, written in C++."""
    import pyspiel

    def burst(name: str) -> Burst:
        game = pyspiel.load_game(name)

        def play() -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                legal = state.legal_actions()
                steps += state.current_player() >= 0
                state.apply_action(legal[int(random.random() * len(legal))])
            return steps

        return play

    return [("OpenSpiel", name, burst(name)) for name in ("hex", "backgammon", "hearts")]


def pgx() -> list[Entry]:
    """Measure its hex, a batch of games in one compiled call."""
    import jax
    from pgx import make

    env = make("hex")
    jax.config.update("jax_platforms", "cpu")

    def step(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return jax.vmap(env.step)(state, jax.random.categorical(key, logits))

    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(lambda s, k: (step(s, k), None), state, jax.random.split(key, 64))[0]

    begin = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), LANES))
    run = jax.jit(many)

    def burst() -> int:
        run(begin, jax.random.PRNGKey(random.getrandbits(30))).terminated.block_until_ready()
        return 64 * LANES

    return [("Pgx", f"hex, batch of {LANES}, 64 steps in a call", burst)]


def rlcard() -> list[Entry]:
    """Measure two of its card games."""
    import rlcard as library

    def burst(name: str) -> Burst:
        env = library.make(name)

        def play() -> int:
            state, _ = env.reset()
            steps = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(random.random() * len(legal))])
                steps += 1
            return steps

        return play

    return [("RLCard", name, burst(name)) for name in ("uno", "gin-rummy")]


def main() -> None:
    """Measure all and print tables and ratios."""
    packages = ("momaland", "open_spiel", "pgx", "rlcard", "pettingzoo", "numba", "numpy")
    print(f"One core of {platform.processor() or platform.machine()}, Python", end=" ")
    print(platform.python_version(), *(f"{name} {version(name)}" for name in packages), sep=", ")
    own, theirs, others = ours(), momaland(), [*openspiel(), *pgx(), *rlcard()]
    entries = [*own, *theirs, *others]
    speeds = rates(entries)
    print("\n| whose | what | steps/s |\n| --- | --- | --- |")
    for (whose, what, _), speed in zip(entries, speeds, strict=True):
        print(f"| {whose} | {what} | {speed:,.0f} |")
    single, *batches = speeds[: len(own)]
    peer, best = speeds[len(own)], max(speeds[len(own) + 1 :])
    whose, what, _ = entries[speeds.index(best)]
    print("\n| ratio | |\n| --- | --- |")
    print(f"| one game through PettingZoo / MOMAland | {single / peer:,.1f} |")
    for (_, name, _), speed in zip(own[1:], batches, strict=True):
        print(f"| {name} / MOMAland | {speed / peer:,.0f} |")
        print(f"| {name} / best of the others ({whose} {what}) | {speed / best:.1f} |")


if __name__ == "__main__":
    arguments("bench.peers", __doc__).parse_args()
    main()
