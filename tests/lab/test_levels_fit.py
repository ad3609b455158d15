"""The fit of the levels: it finds the curves that made the scores, and reads noises off them."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest

from bench.levels import (
    COUNT,
    ELO,
    Duel,
    as_they_are,
    curves,
    described,
    drawn,
    kept,
    next_deal,
    noises_for,
    played,
)
from hexade import games
from hexade.contract.level import LEVELS
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.lab.workers import alone

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


def test_a_check_plays_neighbours_alone_and_only_those_who_were_asked_for() -> None:
    def pairs(spread: float, among: range) -> set[tuple[int, int]]:
        return {(duel.low, duel.high) for duel in drawn(LEVELS, spread, range(2), 3, among)}

    assert pairs(0.0, range(COUNT)) == {(n, n + 1) for n in range(COUNT - 1)}
    assert pairs(0.0, range(2, 5)) == {(2, 3), (3, 4)}
    assert pairs(0.8, range(2, 5)) == {(2, 3), (3, 4), (2, 4)}
    assert pairs(0.8, range(5, COUNT)) == {(5, 6), (6, 7)}


def test_a_level_that_is_too_weak_without_noise_is_out_of_reach() -> None:
    fitted = np.array([[-900.0, -500.0, 0.0]] * (COUNT - 1))
    noises, reached = noises_for(fitted, APART)
    assert not any(reached[1:])
    assert noises[-1] == 0.0


def test_a_share_of_points_is_told_as_elo() -> None:
    assert described(0.25, 400, 400 * 0.1).startswith("+191 ±")
    assert described(0.5, 400, 400 * 0.3).startswith("+0 ±")
    assert described(0.75, 400, 400 * 0.6).startswith("-191 ±")


def test_a_check_counts_only_games_with_the_noises_of_the_levels() -> None:
    plain = [(duel, 0.5) for duel in drawn(LEVELS, 0.0, range(2), 3)]
    fit = [(duel, 1.0) for duel in drawn(LEVELS, 0.8, range(2), 3)]
    assert as_they_are(LEVELS, fit + plain) == plain


GAMES = [name for name in games.names() if games.find(name).kernels][:2]


def test_what_was_played_is_read_again_with_its_seed(tmp_path: Path) -> None:
    out, setup = tmp_path / "levels.jsonl", agree(games.find(GAMES[0]))
    duels = list(drawn(LEVELS, 0.8, range(2), 5))
    found = played(alone, lambda _: 0.25, duels, out, setup, inf)
    assert kept(out, setup) == found == [(duel, 0.25) for duel in duels]
    assert {duel.seed for duel, _ in found} == {5}


def test_games_of_another_set_up_are_refused(tmp_path: Path) -> None:
    out, one = tmp_path / "levels.jsonl", games.find(GAMES[0])
    duels = list(drawn(LEVELS, 0.8, range(1), 5))
    played(alone, lambda _: 0.25, duels, out, agree(one, seats=2), inf)
    for other in (agree(one, seats=3), agree(games.find(GAMES[1]), seats=2)):
        with pytest.raises(Refusal, match=f"keeps games of {one.name}, .* for 2, not of"):
            kept(out, other)
    out.write_text('{"low": 0, "high": 1, "noises": [0.1, 0.1], "deal": 0, "score": 1.0}\n')
    with pytest.raises(Refusal, match="does not name"):
        kept(out, agree(one, seats=2))


def test_a_run_goes_on_after_the_deals_of_its_own_seed() -> None:
    found = [(Duel(0, 1, (0.1, 0.1), deal, seed), 0.5) for deal, seed in ((0, 3), (4, 3), (9, 5))]
    assert [next_deal(found, seed) for seed in (3, 5, 7)] == [5, 10, 0]
