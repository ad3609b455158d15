"""Random play on a GPU beside one CPU core, with equal checksums: `python -m bench.gpu`.

Needs a CUDA device and the `gpu` extra.
"""

from __future__ import annotations

import sys
import time

from bench.speed import latest
from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup
from hexade.lab.batch import Gpu, play_random

CHECKED = 4096  # games whose checksum the CPU plays again


def main() -> int:
    """Measure every game that has kernels, every set-up of its latest edition."""
    equal = True
    for game in games.catalogue().values():
        for setup in latest(game) if game.kernels else ():
            equal &= measure(game, setup)
    return 0 if equal else 1


def measure(game: AnyGame, setup: Setup) -> bool:
    """Print moves a second on the device for several sizes; tell whether the checksums agree."""
    small = Gpu(game, setup, CHECKED // 4, 4).play_random(5)
    equal = small == play_random(game, setup, CHECKED, 5)
    best = 0.0
    for lanes in (1 << 16, 1 << 17, 1 << 18):
        for threads in (32, 64, 128):
            device = Gpu(game, setup, lanes, 8, threads)
            device.play_random(1)
            begun = time.perf_counter()
            tally = device.play_random(2)
            speed = tally.moves / (time.perf_counter() - begun)
            best = max(best, speed)
            print(f"  {lanes} lanes, {threads} threads: {speed / 1e9:.2f} billion moves/s")
    label = f"{setup.game} {setup.variant} for {setup.seats}"
    print(f"{label}: {best / 1e9:.2f} billion moves/s, checksums {'equal' if equal else 'DIFFER'}")
    return equal


if __name__ == "__main__":
    sys.exit(main())
