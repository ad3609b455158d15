"""The benchmarks say what they do before they take minutes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("module", "said"),
    [("bench", "Measure speed on this machine"), ("bench.perft", "Count move sequences")],
)
def test_help_is_given_at_once(module: str, said: str) -> None:
    command = [sys.executable, "-m", module, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert f"python -m {module}" in done.stdout
