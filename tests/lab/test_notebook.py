"""The notebook runs from its first cell to its last, and the agent of the example learns."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hexade.lab.vector import Batch
from notebooks.learn import Net, smallest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent

BEGIN = f"""
import importlib.util, sys

spec = importlib.util.spec_from_file_location("run", {str(ROOT / "notebooks" / "run.py")!r})
sys.modules["run"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["run"])
"""
COUNT = """
from run import QUICKSTART, execute

cells = [cell for cell in execute(QUICKSTART)["cells"] if cell["cell_type"] == "code"]
print(sum("data" in output for cell in cells for output in cell["outputs"]))
"""


@pytest.mark.parametrize("folder", [ROOT, ROOT / "notebooks"], ids=["root", "its own folder"])
def test_every_cell_runs_and_draws(folder: Path) -> None:
    # In a process of its own, which may compile: thousands of games are too many for the plain run.
    # Only the runner's own file is on the path: the notebook finds the rest, as in a Jupyter.
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0", "HEXADE_SECONDS": "1"}
    run = [sys.executable, "-P", "-c", BEGIN + COUNT]
    done = subprocess.run(run, env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == "3\n", done.stderr


def test_a_net_learns_what_pays() -> None:
    game, setup = smallest()
    batch = Batch(game, setup, 8)
    rows, masks = batch.observations() / np.float32(8), batch.masks().astype(bool)
    actions = masks.argmax(axis=1)
    net = Net.new(batch.width, batch.actions)
    before = net.odds(rows, masks)[0][np.arange(8), actions]
    for _ in range(30):
        net.learn(rows, masks, actions, np.ones(8, np.float32))
    assert (net.odds(rows, masks)[0][np.arange(8), actions] > before).all()
