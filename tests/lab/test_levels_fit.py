"""The fit of the levels: it finds the curves that made the scores, and reads noises off them."""

from __future__ import annotations

import numpy as np
import pytest

from bench.levels import COUNT, ELO, Duel, curves, described, drawn, noises_for
from hexade.contract.level import LEVELS

APART = 120.0


def strength(level: int, noise: float) -> float:
    return 0.0 if level == COUNT - 1 else -60 - 90 * (COUNT - 2 - level) - 700 * noise


def test_curves_and_noises_come_from_the_games() -> None:
    duels = list(drawn(LEVELS, 0.8, range(1500), 3))
    chance = np.random.default_rng(5)
    found = []
    for duel in duels:
        gap = strength(duel.low, duel.noises[0]) - strength(duel.high, duel.noises[1])
        likely = 1 / (1 + np.exp(-gap / ELO))
        found.append((duel, float(chance.binomial(2, likely)) / 2))
    noises, reached = noises_for(curves(found), APART)
    assert all(reached)
    for level, noise in enumerate(noises):
        assert strength(level, noise) == pytest.approx(-APART * (COUNT - 1 - level), abs=25)


def test_the_champion_never_errs_and_everybody_meets_the_next() -> None:
    duels = list(drawn(LEVELS, 0.8, range(4), 3))
    assert all(duel.noises[1] == 0 for duel in duels if duel.high == COUNT - 1)
    assert {(duel.low, duel.high) for duel in duels} >= {(n, n + 1) for n in range(COUNT - 1)}
    assert len({duel.noises for duel in duels}) > COUNT


def test_a_level_that_is_too_weak_without_noise_is_out_of_reach() -> None:
    fitted = np.array([[-900.0, -500.0, 0.0]] * (COUNT - 1))
    noises, reached = noises_for(fitted, APART)
    assert not any(reached[1:])
    assert noises[-1] == 0.0


def test_a_share_of_points_is_told_as_elo() -> None:
    duel = Duel(0, 1, (0.1, 0.1), 0)
    assert duel.low < duel.high
    assert described(0.25, 400, 400 * 0.1).startswith("+191 ±")
