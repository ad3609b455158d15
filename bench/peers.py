"""Side by side with others, each through its own Python interface: `make bench-peers`.

All play random legal moves on one core. A step is a move of a player: what chance does is work, but
is not counted, for anybody. Seconds are those of the processor, so that other work on a shared
machine is left out as far as can be, and all take turns, so that what is not hits all alike.
Needs the extra `peers`; `--only Hexade OpenSpiel` needs the packages of those alone.
"""

from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
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
    reading = Batch(game, setup, LANES, seed=1)

    def stepped() -> int:
        batch.step(batch.random_moves(moves))
        return LANES

    def seen() -> int:
        batch.masks(masks)
        batch.observations(rows)
        return stepped()

    def advanced() -> int:
        reading.advance(reading.random_moves(moves))
        return LANES

    return [
        ("Hexade", "PettingZoo, one game", pettingzoo_burst(aec(game, setup), 2000)),
        ("Hexade", "whole games in one call", lambda: play_random(game, setup, 4096, 3).moves),
        ("Hexade", f"batch of {LANES}, a call a step", stepped),
        ("Hexade", f"batch of {LANES}, with masks and features", seen),
        ("Hexade", f"batch of {LANES}, `advance`: with bits and features", advanced),
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


MAKERS = {
    "Hexade": ours, "MOMAland": momaland, "OpenSpiel": openspiel, "Pgx": pgx, "RLCard": rlcard,
}  # fmt: skip
PACKAGES = ("momaland", "open_spiel", "pgx", "rlcard", "pettingzoo", "numba", "numpy")


def installed(names: Sequence[str]) -> Iterator[str]:
    """Yield the versions of those packages that are here."""
    for name in names:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"


def main(only: Sequence[str]) -> None:
    """Measure all, or those who are named, and print tables and ratios."""
    print(f"One core of {platform.processor() or platform.machine()}, Python", end=" ")
    print(platform.python_version(), *installed(PACKAGES), sep=", ")
    entries = [entry for name, make in MAKERS.items() if name in only for entry in make()]
    speeds = rates(entries)
    print("\n| whose | what | steps/s |\n| --- | --- | --- |")
    for (whose, what, _), speed in zip(entries, speeds, strict=True):
        print(f"| {whose} | {what} | {speed:,.0f} |")
    measured = [
        (whose, what, speed) for (whose, what, _), speed in zip(entries, speeds, strict=True)
    ]
    print("\n| ratio | |\n| --- | --- |")
    for line in ratios(measured):
        print(line)


def ratios(measured: Sequence[tuple[str, str, float]]) -> Iterator[str]:
    """Yield how our speeds compare with the same game's, and with the fastest of the others."""
    single, *batches = [one for one in measured if one[0] == "Hexade"]
    others = [one for one in measured if one[0] not in ("Hexade", "MOMAland")]
    for _, _, peer in (one for one in measured if one[0] == "MOMAland"):
        yield f"| one game through PettingZoo / MOMAland | {single[2] / peer:,.1f} |"
        yield from (f"| {what} / MOMAland | {speed / peer:,.0f} |" for _, what, speed in batches)
    if others:
        whose, name, best = max(others, key=lambda one: one[2])
        for _, what, speed in batches:
            yield f"| {what} / best of the others ({whose} {name}) | {speed / best:.1f} |"


if __name__ == "__main__":
    parser = arguments("bench.peers", __doc__)
    parser.add_argument("--only", nargs="+", choices=MAKERS, default=list(MAKERS))
    main(parser.parse_args().only)
