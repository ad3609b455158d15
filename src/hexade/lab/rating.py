"""Ratings from results: shares with intervals, Elo with error bars, a sequential test.

The deal is the sample: all games of one deal share its luck, so they count as one observation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log, log10, sqrt

import numpy as np

Z = 1.959964  # the normal quantile for 95%
ELO = 400 / log(10)  # from natural strength to Elo
LEAST = 10  # deals before a sequential test may stop
_PRIOR = 0.5  # drawn games added for every pair, to keep ratings finite


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% confidence interval, from so many deals."""

    mean: float
    low: float
    high: float
    deals: int


def share(scores: Sequence[float], games_per_deal: int = 2) -> Estimate:
    """Return the mean of shares between 0 and 1, one for each deal, with a Wilson interval.

    Its number of trials is the number of independent games that would vary as much as the deals
    do; where the deals do not vary at all, as after a whitewash, the number of deals.
    """
    values = np.asarray(scores, float)
    n = len(values)
    if n == 0:
        return Estimate(0.5, 0.0, 1.0, 0)
    p = float(values.mean())
    variance = float(values.var(ddof=1)) / n if n > 1 else 0.0
    trials = float(n)
    if variance > 0 and 0 < p < 1:
        trials = min(p * (1 - p) / variance, 2.0 * n * max(1, games_per_deal))
    centre = (p + Z**2 / (2 * trials)) / (1 + Z**2 / trials)
    half = Z / (1 + Z**2 / trials) * sqrt(p * (1 - p) / trials + Z**2 / (4 * trials**2))
    return Estimate(p, max(0.0, centre - half), min(1.0, centre + half), n)


def error_text(error: float, digits: int = 0) -> str:
    """Format an error for people: "–" if there is too little data."""
    return f"± {error:.{digits}f}" if isfinite(error) else "–"


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of any numbers, one for each deal, with its interval."""
    found = np.asarray(values, float)
    n = len(found)
    if n == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    at = float(found.mean())
    half = Z * float(found.std(ddof=1)) / sqrt(n) if n > 1 else float("inf")
    return Estimate(at, at - half, at + half, n)


def elo_of(won: float) -> float:
    """Return the difference in Elo that makes this share of wins expected."""
    inside = min(max(won, 1e-4), 1 - 1e-4)
    return 400 * log10(inside / (1 - inside))


@dataclass(frozen=True)
class Rating:
    """A strength in Elo, against the mean of all players, and its 95% error."""

    elo: float
    error: float


def bradley_terry(players: int, deals: Sequence[np.ndarray]) -> list[Rating]:
    """Return ratings from the results of each deal: points[i, j] that i won against j.

    Strengths are fitted by Newton's method. The error is the wider of two: the one that the deals
    show by how they vary (a sandwich), and the one of independent games, which also holds when a
    player has won everything.
    """
    if players < 2 or not deals:
        return [Rating(0.0, float("inf"))] * players
    won = np.sum(deals, axis=0)
    met = (won + won.T > 0).astype(float)
    points = won + _PRIOR * met / 2
    strength = np.zeros(players)
    for _ in range(100):
        step = np.linalg.pinv(_information(points, strength)) @ _gradient(points, strength)
        strength += np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max()) < 1e-10:
            break
    strength -= strength.mean()
    inverse = np.linalg.pinv(_information(points, strength))
    slopes = np.array([_gradient(deal, strength) for deal in deals])
    sandwich = inverse @ (slopes.T @ slopes) @ inverse
    variance = np.maximum(np.diag(sandwich), np.diag(inverse))
    errors = Z * ELO * np.sqrt(np.maximum(variance, 0))
    return [Rating(float(ELO * s), float(e)) for s, e in zip(strength, errors, strict=True)]


def _expected(strength: np.ndarray) -> np.ndarray:
    found: np.ndarray = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return found


def _gradient(points: np.ndarray, strength: np.ndarray) -> np.ndarray:
    games = points + points.T
    found: np.ndarray = (points - games * _expected(strength)).sum(axis=1)
    return found


def _information(points: np.ndarray, strength: np.ndarray) -> np.ndarray:
    chance = _expected(strength)
    weights = (points + points.T) * chance * (1 - chance)
    np.fill_diagonal(weights, 0)
    found: np.ndarray = np.diag(weights.sum(axis=1)) - weights
    return found


@dataclass(frozen=True)
class Sequential:
    """A sequential test of whether a share is closer to `low` or to `high`."""

    low: float
    high: float
    error: float = 0.05  # the chance of a wrong answer, either way

    @property
    def bound(self) -> float:
        """How large the logarithm of the likelihood ratio must grow."""
        return log((1 - self.error) / self.error)

    def ratio(self, scores: Sequence[float]) -> float:
        """Return the logarithm of the likelihood ratio after these deals.

        It assumes a normal mean with estimated variance, as is usual for paired games.
        """
        values = np.asarray(scores, float)
        n = len(values)
        if n < 2:
            return 0.0
        # One extra deal each way keeps the variance above zero if all deals went the same way.
        spread = float(np.append(values, [0.0, 1.0]).var())
        at = float(values.mean())
        return (self.high - self.low) * n * (2 * at - self.low - self.high) / (2 * spread)

    def verdict(self, scores: Sequence[float]) -> str | None:
        """Return "high" or "low" once it is decided, else None."""
        ratio = self.ratio(scores)
        if ratio >= self.bound:
            return "high"
        return "low" if ratio <= -self.bound else None

    def stops_at(self, scores: Sequence[float], since: int = 0) -> int | None:
        """Return after how many deals it was decided; those before `since` were checked already."""
        for n in range(max(LEAST, since), len(scores) + 1):
            if self.verdict(scores[:n]):
                return n
        return None
