"""Intervals cover, ratings find the strengths they were made from, and tests stop in time."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.lab.rating import LEAST, Sequential, bradley_terry, elo_of, mean, share


def deals(p: float, count: int, seed: int, luck: float = 0.0) -> list[float]:
    """Play pairs of games that share some luck."""
    rng = np.random.default_rng(seed)
    shift = luck * rng.choice([-1, 1], count)
    first, second = rng.random(count) < p + shift, rng.random(count) < p - shift
    return [float(points) for points in (first.astype(float) + second) / 2]


@pytest.mark.parametrize(("p", "luck"), [(0.5, 0.0), (0.7, 0.0), (0.7, 0.25), (0.97, 0.02)])
def test_the_interval_of_a_share_covers_the_truth_19_times_in_20(p: float, luck: float) -> None:
    covered = 0
    for seed in range(400):
        found = share(deals(p, 150, seed, luck))
        covered += found.low <= p <= found.high
    assert 0.92 <= covered / 400 <= 0.985


def test_a_whitewash_is_not_certainty() -> None:
    found = share([1.0] * 50)
    assert found.mean == 1.0
    assert 0.9 < found.low < 0.95
    assert share([0.0] * 50).high == pytest.approx(1 - found.low)


def test_pairs_that_share_their_luck_are_worth_more() -> None:
    lucky, plain = share(deals(0.6, 400, 1, luck=0.35)), share(deals(0.6, 400, 1))
    assert lucky.high - lucky.low < plain.high - plain.low


def test_no_deals_say_nothing() -> None:
    assert (share([]).low, share([]).high) == (0.0, 1.0)
    assert mean([]).deals == 0
    assert mean([2.0, 4.0]).mean == 3.0


def test_elo_is_a_hundred_and_fifty_at_seventy_percent() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(0.7034) == pytest.approx(150, abs=1)
    assert elo_of(0.2966) == pytest.approx(-150, abs=1)


def season(strengths: list[float], count: int, seed: int) -> list[np.ndarray]:
    """Let all meet all, twice in each deal."""
    rng, n = np.random.default_rng(seed), len(strengths)
    found = []
    for _ in range(count):
        points = np.zeros((n, n))
        for i in range(n):
            for j in range(i):
                p = 1 / (1 + 10 ** ((strengths[j] - strengths[i]) / 400))
                won = rng.binomial(2, p)
                points[i, j], points[j, i] = won, 2 - won
        found.append(points)
    return found


def test_bradley_terry_finds_the_strengths_within_its_errors() -> None:
    truth = [225.0, 75.0, -75.0, -225.0]
    misses = 0
    for seed in range(40):
        for rating, at in zip(bradley_terry(4, season(truth, 100, seed)), truth, strict=True):
            misses += abs(rating.elo - at) > rating.error
    assert misses <= 0.12 * 160


def test_who_has_won_everything_has_a_finite_rating_with_a_wide_error() -> None:
    points = np.array([[0.0, 2.0], [0.0, 0.0]])
    first, second = bradley_terry(2, [points] * 50)
    assert first.elo == pytest.approx(-second.elo)
    assert 300 < first.elo < 2000
    assert first.error > 100


def test_a_sequential_test_is_seldom_wrong_and_stops_early() -> None:
    test = Sequential(0.5, 0.6)
    wrong, length = 0, []
    for seed in range(200):
        strong = seed % 2 == 1
        scores = deals(0.6 if strong else 0.5, 1500, seed)
        stop = test.stops_at(scores)
        assert stop is not None
        length.append(stop)
        wrong += test.verdict(scores[:stop]) != ("high" if strong else "low")
    assert wrong <= 0.08 * 200
    assert LEAST <= np.mean(length) < 400


def test_a_sequential_test_also_ends_when_all_deals_go_one_way() -> None:
    assert Sequential(0.9, 0.97).stops_at([1.0] * 500) is not None
    assert Sequential(0.9, 0.97).verdict([1.0] * 500) == "high"
    assert Sequential(0.5, 0.6).verdict([0.0] * 50) == "low"
