"""Kernels and naive referee count the same trees (docs/perft.md)."""

from __future__ import annotations

import pytest

from hexade.contract.kernel import default_target
from hexade.contract.setup import Setup, setups
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.tests.naive_perft import count
from hexade.lab.perft import length, perft

pytestmark = pytest.mark.slow

SETUPS = [setup for setup in setups(GAME, tiny=True) if setup.option("rounds") == 1]
DEPTH = 3 if default_target() == "cpu" else 2


@pytest.mark.parametrize("step", [7, 31])
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.variant}-{setup.seats}")
def test_the_last_decisions_count_the_same(setup: Setup, step: int) -> None:
    plies = length(GAME, setup, step) - DEPTH
    found = perft(GAME, setup, step, plies, DEPTH)
    assert count(setup, step, plies, DEPTH) == (found.moves, found.ended, found.positions)
    assert sum(found.ended) > 0


@pytest.mark.parametrize("part", [0, 0.5])
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.variant}-{setup.seats}")
def test_decisions_at_the_beginning_and_in_the_middle_count_the_same(
    setup: Setup, part: float
) -> None:
    plies = int(part * length(GAME, setup, 7))
    found = perft(GAME, setup, 7, plies, DEPTH)
    assert count(setup, 7, plies, DEPTH) == (found.moves, found.ended, found.positions)
