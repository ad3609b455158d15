"""Standings of an arena: results for each player and each pair, with intervals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from hexade.lab.arena import ArenaPlan, Line
from hexade.lab.ismcts import shares
from hexade.lab.rating import Estimate, Rating, bradley_terry, mean, share


@dataclass(frozen=True)
class Times:
    """How long a player thinks, in milliseconds a move."""

    mean: float
    p50: float
    p95: float
    most: float
    cpu: float
    moves: int


@dataclass(frozen=True)
class Standing:
    """The results of one player."""

    name: str
    games: int
    first: Estimate  # its share of first places, divided among ties
    won: Estimate  # its share of points against each opponent
    measure: Estimate
    rating: Rating
    times: Times
    faults: dict[str, int]
    measures: list[float] = field(repr=False)  # of each game


@dataclass(frozen=True)
class Pair:
    """The results of one player against another."""

    one: int
    other: int
    won: Estimate
    wins: int
    draws: int
    losses: int
    deals_won: float  # the share of deals with over half the points; even ones count half
    by_deal: list[float] = field(repr=False)


@dataclass(frozen=True)
class Standings:
    """The standings of all players and pairs."""

    players: list[Standing]
    pairs: list[Pair]
    deals: int
    games: int

    def pair(self, one: int, other: int) -> Pair | None:
        """Return a pair, if the two have met."""
        return next((pair for pair in self.pairs if (pair.one, pair.other) == (one, other)), None)


@dataclass(frozen=True)
class _Meeting:
    """One result of one player against another."""

    deal: int
    one: int
    other: int
    points: float


def standings(plan: ArenaPlan, lines: Sequence[Line]) -> Standings:
    """Return the standings after these games."""
    count = len(plan.players)
    meetings = list(_meetings(plan, lines))
    by_deal: dict[int, np.ndarray] = defaultdict(lambda: np.zeros((count, count)))
    for met in meetings:
        by_deal[met.deal][met.one, met.other] += met.points
    ratings = bradley_terry(count, list(by_deal.values()))
    pairs = [
        pair
        for one in range(count)
        for other in range(count)
        if one != other and (pair := _pair(meetings, one, other))
    ]
    return Standings(
        [_standing(plan, lines, meetings, n, ratings[n]) for n in range(count)],
        pairs,
        len({line["deal"] for line in lines}),
        len(lines),
    )


def deal_scores(plan: ArenaPlan, lines: Sequence[Line]) -> list[float]:
    """Return the first player's share of points in each deal, in order, up to the first gap."""
    by_deal = defaultdict(list)
    for met in _meetings(plan, lines):
        if met.one == 0:
            by_deal[met.deal].append(met.points)
    per_deal = sum(map(len, plan.pairings))
    complete = Counter(line["deal"] for line in lines)
    scores: list[float] = []
    for deal in range(plan.deals):
        if complete[deal] < per_deal or not by_deal[deal]:
            break
        scores.append(float(np.mean(by_deal[deal])))
    return scores


def _meetings(plan: ArenaPlan, lines: Sequence[Line]) -> Iterator[_Meeting]:
    """Yield every result of one player against another, from both sides."""
    sides = plan.game.sides(plan.setup)
    if len(sides) == 1:
        yield from _apart(lines)
        return
    for line in lines:
        for here in sides:
            for there in sides:
                one, other = line["seats"][here[0]], line["seats"][there[0]]
                if one != other:
                    ours, theirs = line["ranks"][here[0]], line["ranks"][there[0]]
                    points = 0.5 if ours == theirs else float(ours < theirs)
                    yield _Meeting(line["deal"], one, other, points)


def _apart(lines: Sequence[Line]) -> Iterator[_Meeting]:
    """Compare players who played the same deal each for themselves, by what they reached."""
    reached: dict[int, dict[int, float]] = defaultdict(dict)
    for line in lines:
        reached[line["deal"]][line["seats"][0]] = line["measure"][0]
    for deal, measures in reached.items():
        for one, ours in measures.items():
            for other, theirs in measures.items():
                if one != other:
                    points = 0.5 if ours == theirs else float(ours > theirs)
                    yield _Meeting(deal, one, other, points)


def _pair(meetings: Sequence[_Meeting], one: int, other: int) -> Pair | None:
    by_deal = defaultdict(list)
    for met in meetings:
        if (met.one, met.other) == (one, other):
            by_deal[met.deal].append(met.points)
    if not by_deal:
        return None
    means = [float(np.mean(by_deal[deal])) for deal in sorted(by_deal)]
    count = Counter(points for found in by_deal.values() for points in found)
    deals_won = float(np.mean([(m > 0.5) + (m == 0.5) / 2 for m in means]))
    won = share(means, max(map(len, by_deal.values())))
    return Pair(one, other, won, count[1.0], count[0.5], count[0.0], deals_won, means)


def _standing(
    plan: ArenaPlan, lines: Sequence[Line], meetings: Sequence[_Meeting], n: int, rating: Rating
) -> Standing:
    sides = plan.game.sides(plan.setup)
    first, measure, points = defaultdict(list), defaultdict(list), defaultdict(list)
    times: list[float] = []
    cpu, games = 0.0, 0
    faults: Counter[str] = Counter()
    for line in lines:
        own = [seat for seat, player in enumerate(line["seats"]) if player == n]
        games += bool(own)
        won = shares(line["ranks"], sides)
        for seat in own:
            first[line["deal"]].append(won[seat])
            measure[line["deal"]].append(line["measure"][seat])
            times += line["ms"][seat]
            cpu += line["cpu_ms"][seat]
            faults.update(line["faults"][seat])
    for met in meetings:
        if met.one == n:
            points[met.deal].append(met.points)
    per_deal = max(map(len, first.values()), default=1)
    return Standing(
        name=plan.players[n],
        games=games,
        first=share([float(np.mean(found)) for found in first.values()], per_deal),
        won=share([float(np.mean(found)) for found in points.values()], per_deal),
        measure=mean([float(np.mean(found)) for found in measure.values()]),
        rating=rating,
        times=_times(times, cpu),
        faults=dict(faults),
        measures=[value for found in measure.values() for value in found],
    )


def _times(times: Sequence[float], cpu: float) -> Times:
    if not times:
        return Times(0.0, 0.0, 0.0, 0.0, 0.0, 0)
    p50, p95 = np.percentile(times, [50, 95])
    return Times(
        float(np.mean(times)), float(p50), float(p95), max(times), cpu / len(times), len(times)
    )
