"""The notebook runs from its first cell to its last, and the agent of the example learns."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.kernel import default_target
from hexade.lab.vector import Batch
from notebooks.learn import Net, smallest
from notebooks.run import QUICKSTART, execute

needs_speed = pytest.mark.skipif(default_target() != "cpu", reason="thousands of games")


@needs_speed
def test_every_cell_runs_and_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXADE_SECONDS", "1")
    cells = [cell for cell in execute(QUICKSTART)["cells"] if cell["cell_type"] == "code"]
    drawn = [out for cell in cells for out in cell["outputs"] if "data" in out]
    assert len(drawn) == 3


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
