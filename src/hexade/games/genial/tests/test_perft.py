"""Kernels and naive referee count the same trees (docs/perft.md)."""

from __future__ import annotations

import pytest

from hexade.contract.setup import Setup, setups
from hexade.games.genial.game import GAME
from hexade.games.genial.tests.naive_perft import count
from hexade.games.genial.tests.scene import PLAIN
from hexade.lab.perft import length, perft

pytestmark = pytest.mark.slow

SETUPS = [setup for setup in setups(GAME, tiny=True) if setup.edition == "2023"]
NAMES = [f"{setup.variant}-{setup.seats}" for setup in SETUPS]


@pytest.mark.parametrize("step", [7, 31])
@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_the_last_decisions_count_the_same(setup: Setup, step: int) -> None:
    plies = length(GAME, setup, step) - 2
    found = perft(GAME, setup, step, plies, 2)
    assert count(setup, step, plies, 2) == (found.moves, found.ended, found.positions)
    assert sum(found.ended) > 0


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_the_first_decision_counts_the_same(setup: Setup) -> None:
    depth = 1 if setup.seats <= 2 and not PLAIN else 0
    found = perft(GAME, setup, 7, 0, depth)
    assert count(setup, 7, 0, depth)[:2] == (found.moves, found.ended)
