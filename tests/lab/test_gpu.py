"""A GPU plays the same games as the CPU: a real one where there is one, and a simulated one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hexade import games
from hexade.contract.game import AnyGame
from hexade.contract.setup import setups
from hexade.lab.batch import Gpu, play_random

pytestmark = pytest.mark.slow

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


def test_batches_on_a_simulated_gpu_are_those_of_the_cpu() -> None:
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.simulated_gpu"],
        env={**os.environ, **simulated}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    wanted = {f"{s.game} {s.variant} {s.seats}" for game in WITH_KERNELS for s in setups(game)}
    assert set(done.stdout.splitlines()) == wanted
