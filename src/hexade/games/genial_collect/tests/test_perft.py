"""Kernels and naive referee count the same trees (docs/perft.md)."""

from __future__ import annotations

import pytest

from hexade.contract.kernel import default_target
from hexade.contract.setup import Setup, setups
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.tests.naive_perft import count
from hexade.lab.perft import length, perft

pytestmark = pytest.mark.slow

SETUPS = [*setups(GAME, tiny=True)]
DEPTH = 7 if default_target() == "cpu" else 4


@pytest.mark.parametrize("step", [7, 31])
@pytest.mark.parametrize("part", [0, 0.5, 1])
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.variant}-{setup.seats}")
def test_decisions_from_the_beginning_to_the_end_count_the_same(
    setup: Setup, part: float, step: int
) -> None:
    plies = max(0, int(part * length(GAME, setup, step)) - DEPTH)
    found = perft(GAME, setup, step, plies, DEPTH)
    assert count(setup, step, plies, DEPTH) == (found.moves, found.ended, found.positions)
    assert part < 1 or sum(found.ended) > 0
