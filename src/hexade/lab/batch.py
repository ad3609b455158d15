"""Random play by the million, inside the kernels: on one core, on several, on a GPU.

Game n is played from (seed, n) wherever it is played, and the checksum is a sum over games, so all
ways of sharing the work must give the same numbers.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from hexade.contract import kernel
from hexade.contract.batch_templates import Kernels
from hexade.contract.cuda_grid import Memory, play_grid
from hexade.contract.game import AnyGame
from hexade.contract.kernel import Target, batch
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.arguments import check_setup, seed_word, target_or_default, whole


@dataclass(frozen=True)
class BatchTotals:
    """The result of a batch."""

    games: int
    moves: int
    checksum: int


def kernels_of(game: AnyGame) -> Kernels:
    """Return a game's kernels; refuse a game that has none."""
    if game.kernels is None:
        raise Refusal(Reason("no-kernels", "", f"{game.title} has no kernels to play in batches"))
    return game.kernels


def play_random(
    game: AnyGame,
    setup: Setup,
    games: int,
    seed: int,
    threads: int = 1,
    target: Target | None = None,
) -> BatchTotals:
    """Play a number of random games on the CPU, distributed over threads."""
    check_setup(game, setup)
    kernels, word, target = kernels_of(game), seed_word(seed), target_or_default(target)
    games, threads = whole("games", games, 0), whole("threads", threads, 1)
    if target == "cuda":
        raise Refusal(Reason("batch", "", "on a GPU take lab.batch.Gpu, not play_random"))
    opening, table = kernels.opening(setup), kernels.table(setup)
    run = batch(kernels.lanes.play, target)
    each, rest = divmod(games, threads)
    shares = [each + (n < rest) for n in range(threads)]
    out = np.zeros((threads, 1, 2), np.uint64)

    def work(n: int) -> None:
        states, first = np.zeros(1, opening.dtype), sum(shares[:n])
        run(1, states, opening, table, word, first, shares[n], out[n])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return _tally(games, out)


class Gpu:
    """A batch that stays on the device: `lanes` games at once, each lane playing `each` in turn.

    `memory` is where a lane keeps its state, `registers` how many a thread may take at most.
    """

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        lanes: int,
        each: int,
        threads: int = 128,
        memory: Memory = "local",
        registers: int | None = None,
    ) -> None:
        check_setup(game, setup)
        kernels, cuda = kernels_of(game), kernel.cuda()
        self.lanes, self.each = whole("lanes", lanes, 1), whole("each", each, 0)
        threads = whole("threads", threads, 1)
        opening = kernels.opening(setup)
        kept = lanes if memory == "global" else 1
        self._states = cuda.to_device(np.zeros(kept, opening.dtype))
        self._opening, self._table = cuda.to_device(opening), cuda.to_device(kernels.table(setup))
        self._run = play_grid(kernels.lanes.play, opening.dtype, memory, threads, registers)
        self._cuda = cuda

    def play_random(self, seed: int) -> BatchTotals:
        """Play all lanes to the end."""
        out = self._cuda.to_device(np.zeros((self.lanes, 2), np.uint64))
        placed = (self._states, self._opening, self._table)
        self._run(self.lanes, *placed, seed_word(seed), 0, self.each, out)
        self._cuda.synchronize()
        return _tally(self.lanes * self.each, out.copy_to_host())


def _tally(games: int, out: np.ndarray) -> BatchTotals:
    sums = out.reshape(-1, 2).sum(axis=0, dtype=np.uint64)
    return BatchTotals(games, int(sums[0]), int(sums[1]))
