"""Cuts files of compiled code short, and looks whether they are made again.

    python -m tests.contract.truncated FOLDER

In a process of its own, which compiles whatever the tests around it do.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import cast

import numpy as np

from hexade.contract import kernel
from hexade.contract.bits import popcount

KINDS = ("nbi", "nbc")  # Numba's lists of what is there, and the code itself
KEPT = (0, 1, 20)  # bytes


def fresh() -> Callable[[np.uint64], int]:
    """Return a kernel as a process has it that has not called it yet."""
    kernel._at_speed.cache_clear()
    kernel._twin.cache_clear()
    return cast("Callable[[np.uint64], int]", kernel.speed_up(popcount, "cpu"))


def sizes(folder: Path, kind: str) -> dict[Path, int]:
    """Return the files of a kind, and how long they are."""
    return {file: file.stat().st_size for file in folder.rglob(f"*.{kind}")}


def remade(folder: Path, kind: str, kept: int) -> bool:
    """Tell whether files that are cut short are noticed, and do no harm."""
    os.environ["XDG_CACHE_HOME"] = str(folder)
    whole = sizes(folder, kind)
    for file in whole:
        file.write_bytes(file.read_bytes()[:kept])
    again = fresh()
    well = again(np.uint64(7)) == 3
    # It was compiled, not read, and the list is whole again.
    well &= bool(whole) and again.stats.cache_misses.total() > 0  # type: ignore[attr-defined]
    well &= min(sizes(folder, "nbi").values()) > kept
    return well and fresh()(np.uint64(7)) == 3


def main() -> None:
    """Try all kinds and lengths; print those that are not made again."""
    first = Path(sys.argv[1]) / "first"
    os.environ["XDG_CACHE_HOME"] = str(first)
    fresh()(np.uint64(7))
    for kind, kept in product(KINDS, KEPT):
        folder = shutil.copytree(first, first.with_name(f"{kind}-{kept}"))
        if not remade(folder, kind, kept):
            sys.stdout.write(f"{kind} of {kept} bytes\n")


if __name__ == "__main__":
    main()
