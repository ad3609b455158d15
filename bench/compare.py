"""`python -m bench.compare CHECKOUT` compares the kernels' speed with another checkout.

Both checkouts, each with its own `.venv`, play the same random games in turns, so that a noisy
machine slows both alike. A figure is the processor time there divided by that here, of the best run
of each and of the median run: above 1, this checkout is faster.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
GAMES, REPEATS, ROUNDS, SEED = 20_000, 7, 4, 5


def main() -> None:
    """Measure both checkouts in turns and print the ratios as Markdown."""
    from bench.arguments import arguments  # not above: `--measure` runs in the other checkout

    parser = arguments("bench.compare", __doc__)
    parser.add_argument("checkout", type=Path, help="the folder of the other checkout")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="runs of each checkout")
    options = parser.parse_args()
    if not python_of(options.checkout).exists():
        parser.error(f"{options.checkout} has no .venv: run `make .venv/.ready` there first")
    there, here = [], []
    for _ in range(max(1, options.rounds)):
        there.append(run(options.checkout))
        here.append(run(HERE))
    print("| set-up | best | median |\n| --- | --- | --- |")
    for setup in here[0]:
        ratios = (
            reduce(run[setup] for run in there) / reduce(run[setup] for run in here)
            for reduce in (min, statistics.median)
        )
        print(f"| {setup} | {' | '.join(f'{ratio:.3f}' for ratio in ratios)} |")


def python_of(checkout: Path) -> Path:
    """Return the interpreter of a checkout."""
    return checkout / ".venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def run(checkout: Path) -> dict[str, float]:
    """Return the processor seconds of each set-up, measured by a checkout's own interpreter."""
    command = [str(python_of(checkout)), __file__, "--measure"]
    done = subprocess.run(command, cwd=checkout, check=True, capture_output=True, text=True)
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def measure() -> None:
    """Print the best processor time of random play in every set-up of the latest edition."""
    from hexade import games
    from hexade.contract.setup import setups
    from hexade.lab.batch import play_random

    best: dict[str, float] = {}
    for game in games.catalogue().values():
        if not game.kernels:
            continue
        for setup in setups(game):
            play_random(game, setup, 1, SEED, target="cpu")
            seconds = []
            for _ in range(REPEATS):
                begun = time.process_time()
                play_random(game, setup, GAMES, SEED)
                seconds.append(time.process_time() - begun)
            best[f"{game.name}: {setup.variant} for {setup.seats}"] = min(seconds)  # latest edition
    print(json.dumps(best))


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["--measure"] else main()
