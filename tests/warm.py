"""Compiles the kernels that most tests need, once, before many processes need them at a time.

    python -m tests.warm

Numba keeps the code on disk, so that all processes of a test run find it there. Without this each
of them would compile the same kernels for a minute. When nothing has changed it only loads them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from hexade import bots, games
from hexade.contract.setup import agree
from hexade.lab import players
from hexade.lab.adapters.driver import Quick
from hexade.lab.batch import kernels_of, play_random
from hexade.lab.perft import perft
from hexade.lab.vector import Batch
from hexade.server.bots.warm_up import warm_rules, warm_up


def in_batches(name: str) -> None:
    """Compile what batches, environments and perft run of a game."""
    game = games.find(name)
    setup = agree(game)
    play_random(game, setup, 1, seed=1)
    perft(game, setup, step=7, plies=0, depth=0)
    batch = Batch(game, setup, 1)
    batch.observations()
    batch.masks()
    batch.step(batch.random_moves())
    driver = Quick(game, setup, kernels_of(game))
    driver.reset(1)
    (seat,) = driver.waiting
    driver.act(seat, int(driver.see(seat)["action_mask"].argmax()))


def baselines(name: str) -> None:
    """Compile what the lab's own players need."""
    game = games.find(name)
    own = sorted(set(players.makers(game)) - set(bots.makers(game)))
    players.warm_up(game, agree(game), own, time_ms=50)


def main() -> None:
    """Compile everything on all cores, what takes longest first."""
    with_kernels = [name for name, game in games.catalogue().items() if game.kernels]
    jobs: list[Callable[[], None]] = [partial(warm_up, [name]) for name in with_kernels]
    jobs += [partial(job, name) for name in with_kernels for job in (baselines, in_batches)]
    jobs.append(warm_rules)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done in [pool.submit(job) for job in jobs]:
            done.result()


if __name__ == "__main__":
    main()
