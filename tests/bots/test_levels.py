"""Levels err by as much as they should, less towards the end, and the champion not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from hexade import bots, games
from hexade.bots import judge, levels
from hexade.bots.evaluation import JUDGE, WORTH, judged
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.erring import weigh
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target, speed_up
from hexade.contract.setup import agree
from hexade.match.play import play
from tests.toys import TOY, Known

VALUES = np.array([0.1, 0.2, 0.5, 0.55, 0.6, 0.3, 0.0, 0.58])
MEASURED = [game for game in games.catalogue().values() if "greedy" in bots.makers(game)]
QUICK = MEASURED if default_target() == "cpu" else [min(MEASURED, key=lambda game: game.moves)]


class Judged(type(TOY)):  # type: ignore[misc]
    """A toy with a judge of its own, far from its end."""

    def judge(self, view: Known, moves: Sequence[int], effort: float, seed: int) -> list[float]:
        """Prefer high."""
        return [0.25 + 0.5 * move for move in moves]

    def turns_left(self, view: Known) -> int:
        """Return many."""
        return 9


def erring(values: np.ndarray, noise: float) -> np.ndarray:
    weights = np.empty(len(values))
    speed_up(weigh)(values, noise, weights)
    return weights


@pytest.mark.parametrize("noise", [0.0, 0.05, 0.2, 0.5, 0.9])
def test_a_level_gives_away_its_part_of_what_a_random_player_would(noise: float) -> None:
    chances = erring(VALUES, noise)
    chances /= chances.sum()
    lost = 0.6 - float(chances @ VALUES)
    assert lost == pytest.approx(noise * (0.6 - float(VALUES.mean())), abs=1e-4)


def test_noise_means_the_same_on_any_scale_and_when_nothing_matters() -> None:
    wide, narrow = erring(VALUES, 0.2), erring(VALUES / 1000, 0.2)
    assert np.allclose(wide / wide.sum(), narrow / narrow.sum(), atol=1e-3)
    assert erring(np.full(4, 0.5), 0.3).tolist() == [1, 1, 1, 1]


def test_the_better_a_move_the_likelier() -> None:
    chances = erring(VALUES, 0.3)
    assert np.all(np.diff(chances[np.argsort(VALUES)]) >= 0)


def test_values_come_from_the_judge_or_by_rank_from_the_measure() -> None:
    view = Known(agree(TOY), 0, 2, 3, ())
    by_judge, by_worth = judged(Judged(), view, [0, 1]), judged(TOY, view, [0, 1])
    assert by_judge is not None
    assert by_worth is not None
    assert (by_judge.source, by_judge.values.tolist()) == (JUDGE, [0.25, 0.75])
    assert (by_worth.source, by_worth.values.tolist()) == (WORTH, [0.0, 1.0])
    equal = judged(TOY, replace(view, card=1), [0, 1])
    assert equal is not None
    assert equal.values.tolist() == [0.5, 0.5]


def test_a_hint_names_the_best_moves_first() -> None:
    view = Known(agree(TOY), 0, 2, 3, ())
    assert judge(Judged(), view, [0, 1], 0) == [(1, 0.75), (0, 0.25)]
    assert judge(Judged(), view, [], 0) == []


def test_the_first_level_errs_and_the_champion_does_not() -> None:
    game, view = Judged(), Known(agree(TOY), 0, 2, 3, ())
    first = [bots.make("level1", game, seed).choose(view, [0, 1]) for seed in range(400)]
    share = game.levels(view.setup)[0].noise / 2  # half of what a random player gives away
    assert 400 * share * 0.8 < first.count(0) < 400 * share * 1.2
    for name in ("level8", "champion"):
        assert {bots.make(name, game, seed).choose(view, [0, 1]) for seed in range(50)} == {1}


def test_in_its_last_turn_no_level_errs() -> None:
    view = Known(agree(TOY), 0, 2, 3, ())
    for number in range(1, levels.COUNT + 1):
        bot = f"level{number}"
        assert {bots.make(bot, TOY, seed).choose(view, [0, 1]) for seed in range(50)} == {1}


def test_every_language_names_every_level() -> None:
    for names in levels.NAMES.values():
        assert len(names) == len(set(names)) == levels.COUNT


@pytest.mark.slow
@pytest.mark.parametrize("game", QUICK, ids=lambda game: game.name)
def test_the_champion_beats_the_first_level(game: AnyGame) -> None:
    setup, won = agree(game), 0.0
    for n in range(6):
        seed = seed_of(5, n)
        names = ["champion", "level1"] if n % 2 else ["level1", "champion"]
        players = [bots.make(name, game, bot_seed(seed, s)) for s, name in enumerate(names)]
        ranks = (play(game, setup, players, seed).result or {})["ranks"]
        won += (ranks[1 - n % 2] < ranks[n % 2]) + (ranks[0] == ranks[1]) / 2
    assert won >= 5


@pytest.mark.parametrize("game", games.catalogue().values(), ids=games.names())
def test_turns_left_falls_to_one_as_a_game_goes_on(game: AnyGame) -> None:
    setup, left = agree(game), []

    class Watching(type(bots.make("random", game, 1))):  # type: ignore[misc]
        def choose(self, view: object, legal: Sequence[int], time_ms: int | None = None) -> int:
            left.append(game.turns_left(view))
            return int(super().choose(view, legal, time_ms))

    play(game, setup, [Watching(game, seat) for seat in range(setup.seats)], 3)
    assert left[0] > levels._FADE
    assert left[-1] <= 3
