"""Random play on a GPU beside one CPU core, with equal checksums: `python -m bench.gpu`.

`python -m bench.gpu variants` first looks for the best place for the state, block size and number
of lanes, on the first set-up; `python -m bench.gpu batch` checks and measures the batches that the
caller steps, and `python -m bench.gpu learner` what a learner reads in every step. Needs a CUDA
device and the `gpu` extra.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from typing import Any

from bench import learner
from bench.arguments import arguments
from bench.speed import latest, timed
from hexade import games
from hexade.contract.cuda_grid import Memory
from hexade.contract.game import AnyGame
from hexade.contract.kernel import cuda
from hexade.contract.setup import Setup
from hexade.lab.batch import Gpu, play_random
from hexade.lab.vector import Batch

CHECKED = 4096  # games whose checksum the CPU plays again
LANES = (1 << 17, 1 << 18, 1 << 19)
Shape = tuple[Memory, int, int | None]  # where the state is, threads a block, registers
SHAPES: tuple[Shape, ...] = (
    ("global", 64, None), ("local", 32, None), ("local", 64, None), ("local", 128, None),
    ("local", 64, 96), ("shared", 32, None), ("shared", 64, None),
)  # fmt: skip
USUAL: tuple[Shape, ...] = (("local", 64, None), ("local", 128, None), ("shared", 64, None))
STEPS = 64


def main(words: list[str]) -> int:
    """Measure every game that has kernels, every set-up of its latest edition."""
    if words[:1] == ["learner"]:
        return learner.main(["cuda", *words[1:]])
    asks = arguments("bench.gpu", __doc__)
    asks.add_argument("what", nargs="?", choices=("variants", "batch", "learner"))
    what = asks.parse_args(words).what
    tables = [(g, s) for g in games.catalogue().values() if g.kernels for s in latest(g)]
    if what == "variants":
        return 0 if measure(*tables[0], SHAPES, (1 << 16, *LANES)) else 1
    if what == "batch":
        return 1 if [setup for game, setup in tables if not check_batch(game, setup)] else 0
    differ = [setup for game, setup in tables if not measure(game, setup, USUAL, LANES)]
    return 1 if differ else 0


def measure(
    game: AnyGame, setup: Setup, shapes: tuple[Shape, ...], lane_counts: tuple[int, ...]
) -> bool:
    """Print moves a second on the device for several shapes; tell whether the checksums agree."""
    wanted, equal, best = play_random(game, setup, CHECKED, 5), True, 0.0
    for memory, threads, registers in shapes:
        small = Gpu(game, setup, CHECKED // 4, 4, threads, memory, registers).play_random(5)
        equal &= small == wanted
        for lanes, each in product(lane_counts, (8, 32)):
            device = Gpu(game, setup, lanes, each, threads, memory, registers)
            speed = quickest(lambda device=device: device.play_random(2).moves)  # type: ignore[misc]
            best = max(best, speed)
            shape = f"{memory}, {threads} threads, {registers or 'any'} registers"
            print(f"  {shape}, {lanes} lanes of {each}: {speed / 1e9:.2f} billion", flush=True)
    label = f"{setup.game} {setup.variant} for {setup.seats}"
    print(f"{label}: {best / 1e9:.2f} billion moves/s, checksums {'equal' if equal else 'DIFFER'}")
    return equal


def quickest(run: Callable[[], int]) -> float:
    """Return the best of two rates, after a warm-up."""
    run()
    moves, seconds = timed(run, repeats=2)
    return moves / seconds


def check_batch(game: AnyGame, setup: Setup) -> bool:
    """Step a batch on the device and on the CPU alike, then measure it; print both."""
    near, far = (Batch(game, setup, 512, seed=3, target=target) for target in ("cpu", "cuda"))
    equal = True
    for _ in range(60):
        pairs = [(near.masks(), far.masks()), (near.observations(), far.observations())]
        near.step(near.random_moves())
        far.step(far.random_moves())
        pairs += [(near.states, far.states), (near.rewards, far.rewards), (near.flags, far.flags)]
        equal &= all(own.tobytes() == far.host(other).tobytes() for own, other in pairs)
    label = f"{setup.game} {setup.variant} for {setup.seats}"
    print(f"{label}: batch on the device {'equal' if equal else 'DIFFERS'}", end=", ")
    print(f"{shared_with_torch(far)}, {speeds(game, setup)}", flush=True)
    return equal


def shared_with_torch(batch: Batch) -> str:
    """Tell whether torch looks at the very memory of a batch, without a copy."""
    import torch

    rewards = torch.as_tensor(batch.rewards, device="cuda")
    address = batch.rewards.__cuda_array_interface__["data"][0]
    return "torch without a copy" if rewards.data_ptr() == address else "torch COPIES"


def speeds(game: AnyGame, setup: Setup, lanes: int = 1 << 16) -> str:
    """Return moves a second of a large batch: stepping alone, and with masks and features."""
    batch = Batch(game, setup, lanes, target="cuda")
    moves, masks, rows = batch.random_moves(), batch.masks(), batch.observations()

    def steps(look: bool) -> int:
        for _ in range(STEPS):
            if look:
                batch.masks(masks)
                batch.observations(rows)
            batch.step(batch.random_moves(moves))
        cuda().synchronize()
        return STEPS * lanes

    def rate(look: bool) -> Any:
        return quickest(lambda: steps(look)) / 1e6

    return f"{rate(False):.0f} million steps/s, {rate(True):.0f} with masks and features"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
