"""On a machine with a CUDA device the GPU plays the same games as the CPU."""

from __future__ import annotations

import pytest

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.setup import setups
from hexade.lab.batch import Gpu, play_random

WITH_KERNELS = [game for game in games.catalogue().values() if game.kernels]


def has_device() -> bool:
    try:
        from numba import cuda

        return bool(cuda.is_available())
    except Exception:  # whatever a missing driver raises: there is no device
        return False


@pytest.mark.skipif(not has_device(), reason="no CUDA device on this machine")
@pytest.mark.parametrize("game", WITH_KERNELS, ids=lambda game: game.name)
def test_a_gpu_plays_the_same_games(game: AnyGame) -> None:
    for setup in setups(game):
        assert Gpu(game, setup, 128, 2).play_random(5) == play_random(game, setup, 256, 5)
