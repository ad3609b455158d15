"""The planes of a row show every cell of the area once, and nothing beside it."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.features import split
from hexade.contract.setup import Setup, setups
from hexade.games.genial.board import WALL, WIDTH
from hexade.games.genial.features import parts
from hexade.games.genial.game import GAME
from hexade.lab.vector import Batch

TABLES = list(setups(GAME, tiny=True))


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: f"{setup.variant}-{setup.seats}")
def test_each_cell_stands_in_the_plane_of_what_it_holds(setup: Setup) -> None:
    batch = Batch(GAME, setup, lanes=4, seed=5)
    for _ in range(12):
        planes = split(parts(setup), batch.observations())["cells"]
        wide = planes.shape[-1]
        first = 9 - (wide + 1) // 2
        cells = batch.states["cells"].reshape(4, -1, WIDTH)
        seen = cells[:, first : first + wide, first : first + wide]
        assert np.array_equal(planes, (seen[:, None] == np.arange(WALL)[:, None, None]))
        batch.step(batch.random_moves())
