"""An example with an outside library learns for seconds, and plays in the arena without a fault.

Not part of `make test`: these libraries are large, and one needs an older Gymnasium than ours. Run
it with `make outside`, which gives each example an environment of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hexade import games
from hexade.contract.setup import agree

ROOT = Path(__file__).parent.parent.parent
MINUTES, DEALS = 0.25, 5  # enough for a first update
SMALLEST = min(games.catalogue().values(), key=lambda game: game.actions(agree(game)))


def run(folder: str, *words: str) -> str:
    """Run a program of this environment in a folder; return what it says, or end with its fault."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"failed: {' '.join(words)}")
    return done.stdout


def main(example: str) -> None:
    """Train as the example's own command does, and let what it wrote meet a random player."""
    name, player = SMALLEST.name, f"py:examples.{example}:Trained"
    with TemporaryDirectory() as folder:
        learned = run(
            folder, sys.executable, "-m", f"examples.{example}", name, "--minutes", str(MINUTES)
        )
        sys.stdout.write(learned)
        hexade = str(Path(sys.executable).with_name("hexade"))
        words = ("arena", name, player, "random", "--deals", str(DEALS), "--json")
        found = json.loads(run(folder, hexade, *words))
    (own,) = [row for row in found["standings"] if row["name"] != "random"]
    if own["games"] != 2 * DEALS or own["faults"]:
        sys.exit(f"{example}: {own}")
    sys.stdout.write(f"{example}: learned, and played {own['games']} games without a fault\n")


if __name__ == "__main__":
    main(sys.argv[1])
