"""Measure speed on this machine, as ratios within one run, and print it as Markdown.

Random play in batches (one core, all cores, plain Python), single calls of the rules, and the start
of `hexade`; it takes some minutes and has no options. What one core does is told per second of
processor time, which other work on the machine hardly changes; what several do together, and the
start of `hexade`, by the clock on the wall. Others of this folder: `bench.perft`, `bench.gpu`,
`bench.peers`, `bench.strength`, `bench.levels`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from hexade import games
from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, AnyGame, Turn
from hexade.contract.setup import Setup, setups
from hexade.lab.batch import play_random

CORES = os.cpu_count() or 1
GAMES = 100_000
PLAIN_GAMES = 20
SEED = 5
R = TypeVar("R")


def main() -> None:
    """Measure everything and print it as Markdown."""
    print(f"{CORES} cores, Python {sys.version.split()[0]}\n")
    for game in games.catalogue().values():
        if game.kernels:
            batches(game)
    setup = next(latest(games.default()))
    print(f"\nFor comparison, {CORES} separate processes: × {processes(setup):.2f}")
    print("\n| one call | microseconds |\n| --- | --- |")
    for game in games.catalogue().values():
        print(f"| {game.name}: facade `apply` of a player's move | {facade(game):.1f} |")
    print(f"| `hexade --help`, whole process | {help_time() * 1e6:,.0f} |")


def batches(game: AnyGame) -> None:
    """Print random play in one batched call: one core, all cores, plain Python."""
    print(f"\n### {game.name}: random legal play, all rules, one batched call\n")
    print(f"| set-up | moves/s, 1 core | games/s | × plain Python | × {CORES} threads |")
    print("| --- | --- | --- | --- | --- |")
    for setup in latest(game):
        play_random(game, setup, 1, SEED, target="cpu")
        single, shared = (
            partial(play_random, game, setup, GAMES, SEED, threads=n) for n in (1, CORES)
        )
        one, seconds = timed(single, time.process_time)
        together = timed(single)[1] / timed(shared)[1]
        plainly = partial(play_random, game, setup, PLAIN_GAMES, SEED, target="plain")
        plain, slow = timed(plainly, time.process_time)
        assert plain == play_random(game, setup, PLAIN_GAMES, SEED), "plain and compiled differ"
        ratio = (one.moves / seconds) / (plain.moves / slow)
        print(
            f"| {setup.variant} for {setup.seats} | {one.moves / seconds / 1e6:.2f} million "
            f"| {one.games / seconds:,.0f} | {ratio:,.0f} | {together:.2f} |"
        )


def processes(setup: Setup) -> float:
    """Return how many times the work of one process several get done at the same time.

    This is what the machine gives at best: on shared hosts two cores are often less than two.
    """
    with ProcessPoolExecutor(CORES, mp_context=get_context("spawn")) as pool:
        list(pool.map(alone, [setup] * CORES))  # warm up
        single = pool.submit(alone, setup).result()
        together = statistics.mean(pool.map(alone, [setup] * CORES))
    return CORES * single / together


def alone(setup: Setup) -> float:
    """Return the seconds that a batch takes in this process."""
    game = games.find(setup.game)
    play_random(game, setup, 1, SEED)
    return timed(partial(play_random, game, setup, GAMES, SEED), repeats=1)[1]


def timed(
    run: Callable[[], R], clock: Callable[[], float] = time.perf_counter, repeats: int = 3
) -> tuple[R, float]:
    """Return what a run gives and its best time in seconds, by this clock."""
    found = []
    for _ in range(repeats):
        begun = clock()
        tally = run()
        found.append(clock() - begun)
    return tally, min(found)


def latest(game: AnyGame) -> Iterator[Setup]:
    """Yield the set-ups of a game's latest edition."""
    for setup in setups(game):
        editions = game.forms[0].editions
        if not editions or setup.edition == editions[-1]:
            yield setup


def facade(game: AnyGame) -> float:
    """Return the median microseconds of `apply` over the players' turns of a random game."""
    setup, chance = next(latest(game)), Stream(SEED)
    state, found, n = game.begin(setup), [], 0
    while game.to_act(state):
        turn: Turn = {
            seat: chance.pick(n, game.chances(state))
            if seat == CHANCE
            else game.legal(state, seat)[chance.below(n, len(game.legal(state, seat)))]
            for seat in game.to_act(state)
        }
        begun = time.process_time()
        for _ in range(20):
            after = game.apply(state, turn)
        if CHANCE not in turn:
            found.append((time.process_time() - begun) / 20)
        state, n = after, n + 1
    return statistics.median(found) * 1e6


def help_time() -> float:
    """Return the best of several times that `hexade --help` takes, in seconds."""
    command = [sys.executable, "-m", "hexade", "--help"]
    return timed(partial(subprocess.run, command, check=True, capture_output=True), repeats=5)[1]
