"""Settings for all tests: no timed tests, the same examples on every run, and none run in vain."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

from hexade import games
from hexade.contract.kernel import default_target

# Machines are shared and the first call of a kernel compiles it: time says nothing about a rule.
settings.register_profile(
    "hexade", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("hexade")

# Without kernels there is nothing to interpret: such a game's tests are the same both ways.
if default_target() == "plain":
    folder = Path(games.__file__).parent
    collect_ignore = [
        str(folder / name / "tests") for name, game in games.catalogue().items() if not game.kernels
    ]


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `-n auto` means: more than cores, because tests also wait."""
    return (os.cpu_count() or 1) + 2
