"""Batches give the same games however the work is shared."""

from __future__ import annotations

from typing import Any

import pytest

from hexade import bots, games
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.reason import Refusal
from hexade.contract.setup import setups
from hexade.lab.batch import play_random
from hexade.match.play import steps
from tests.toys import TOY

GAMES = 300 if default_target() == "cpu" else 6
WITH_KERNELS = [game for game in games.catalogue().values() if game.kernels]


@pytest.mark.parametrize("game", WITH_KERNELS, ids=lambda game: game.name)
def test_threads_and_plain_python_play_the_same_games(game: AnyGame) -> None:
    for setup in setups(game):
        whole = play_random(game, setup, GAMES, 5)
        assert play_random(game, setup, GAMES, 5, threads=3) == whole
        assert play_random(game, setup, GAMES, 6) != whole
        few = play_random(game, setup, 5, 5)
        assert play_random(game, setup, 5, 5, target="plain") == few


@pytest.mark.parametrize("game", WITH_KERNELS, ids=lambda game: game.name)
def test_a_batch_is_what_random_bots_play(game: AnyGame) -> None:
    for setup in setups(game):
        moves = 0
        for number in range(3):
            seed = seed_of(5, number)
            makers = range(setup.seats)
            players = [bots.make("random", game, bot_seed(seed, seat)) for seat in makers]
            *_, last = steps(game, setup, players, seed)
            moves += int(last.match.state.record["ply"])
        assert play_random(game, setup, 3, 5).moves == moves


def test_a_game_without_kernels_is_refused() -> None:
    with pytest.raises(Refusal, match="Toy has no kernels"):
        play_random(TOY, next(setups(TOY)), 1, 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": -5}, "games must be at least 0, not -5"),
        ({"games": 1.5}, "games must be a whole number, not 1.5"),
        ({"threads": 0}, "threads must be at least 1, not 0"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"target": "tpu"}, "target must be plain, cpu, cuda or None"),
        ({"target": "cuda"}, "lab.batch.Gpu"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(given: dict[str, Any], said: str) -> None:
    game = WITH_KERNELS[0]
    with pytest.raises(Refusal, match=said):
        play_random(game, next(setups(game)), **{"games": 1, "seed": 1, **given})
