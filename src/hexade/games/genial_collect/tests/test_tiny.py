"""The tiny set-up is worth what a solver says that shares no code with the rules."""

from __future__ import annotations

import pytest

from hexade.contract.setup import agree
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.tests.exact import Solver as Exact
from hexade.games.genial_collect.variants import TINY, TINY_COLOURS, TINY_COPIES, TINY_GOAL
from hexade.lab.solve import Solver, tree_of

pytestmark = pytest.mark.slow


def test_the_exact_value_is_that_of_the_tree() -> None:
    colour = (TINY_COPIES, 0, TINY_GOAL, TINY_GOAL)  # pile, middle, missing to either
    place = (colour,) * TINY_COLOURS + ((0, 0, 0, 0),) * (6 - TINY_COLOURS)
    share = Exact().turn(place)  # of the first place, for whoever begins
    solver = Solver(tree_of(GAME, agree(GAME, TINY)))
    assert solver.values(solver.backward())[0][0] == pytest.approx(2 * share - 1, abs=1e-12)
