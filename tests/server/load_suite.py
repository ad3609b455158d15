"""All figures of the load in one go, on a quiet machine, in less than six minutes.

    python -m tests.server.load_suite --prepare FOLDER     once, at any time
    python -m tests.server.load_suite FOLDER               the measurement

FOLDER is a new folder outside the repository: there the state before decision 0073 is laid out and
its kernels are compiled, so that the two states run in turn. Each line says which one was measured,
and how busy the machine was; the last ones are two processes on PostgreSQL behind nginx.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

HERE = Path(__file__).parents[2]
BEFORE = "f1146a5"  # the commit before decision 0073
SECONDS = "8"
MOST_S = 330.0  # after that nothing new is begun


def prepare(folder: Path) -> None:
    """Lay out the state of before, and have both states compile what they need."""
    made = subprocess.run(["git", "archive", BEFORE], cwd=HERE, check=True, capture_output=True)
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(made.stdout)) as archive:
        archive.extractall(folder, filter="data")
    for state in (folder, HERE):
        _run(state, "40", "--seconds", "1")


def measure(folder: Path) -> None:
    """Run everything, and print a line for each run."""
    until = time.monotonic() + MOST_S
    for name, state, asked in _plan(folder):
        if time.monotonic() > until:
            sys.stdout.write(f"{name}: left out, as there was no time\n")
            continue
        busy = os.getloadavg()[0]
        sys.stdout.write(f"{name} (load average {busy:.1f}): {_run(state, *asked)}\n")
        sys.stdout.flush()


def _plan(folder: Path) -> Iterator[tuple[str, Path, tuple[str, ...]]]:
    for _ in range(2):
        yield "before 0073, 2,000 players", folder, ("2000", "--seconds", SECONDS)
        yield "now, 2,000 players", HERE, ("2000", "--seconds", SECONDS)
    yield "now, 4,000 players", HERE, ("4000", "--seconds", SECONDS)
    two = ("--seconds", SECONDS, "--processes", "2")
    yield "two processes on PostgreSQL behind nginx, 2,000 players", HERE, ("2000", *two)
    yield "now, 3,000 players", HERE, ("3000", "--seconds", SECONDS)


def _run(state: Path, *asked: str) -> str:
    """Return what a state's own `tests.server.load` says."""
    path = {"PYTHONPATH": f"{state / 'src'}{os.pathsep}{state}"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.load", *asked],
        cwd=state, env={**os.environ, **path}, capture_output=True, text=True,
    )  # fmt: skip
    said = done.stdout.strip().splitlines()
    return said[-1] if said else f"failed: {done.stderr.strip()[-200:]}"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--prepare", action="store_true")
    asked = parser.parse_args()
    (prepare if asked.prepare else measure)(asked.folder.absolute())


if __name__ == "__main__":
    main()
