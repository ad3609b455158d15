"""The benchmarks say what they do before they take minutes, and refuse what they do not know."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench import speed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent


def run(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("bench", "Measure speed on this machine"),
        ("bench.gpu", "{variants,batch,learner}"),
        ("bench.learner", "seat: the environment of one seat"),
        ("bench.levels", "GAME"),
        ("bench.perfect", "all of them if none is named"),
        ("bench.perft", "Count move sequences"),
        ("bench.solve", "all of them if none is named"),
        ("bench.strength", "all of them if none is named"),
        ("bench.tastes", "--seats"),
    ],
)
def test_help_is_given_at_once(module: str, said: str) -> None:
    done = run(module, "--help")
    assert done.returncode == 0, done.stderr
    assert said in " ".join(done.stdout.split())  # however the lines are wrapped
    assert f"python -m {module}" in done.stdout
    assert "[]" not in done.stdout


@pytest.mark.parametrize(
    "module", ["bench.levels", "bench.perfect", "bench.solve", "bench.strength"]
)
def test_an_unknown_game_is_refused_in_a_sentence(module: str) -> None:
    done = run(module, "chess")
    assert done.returncode == 2
    assert "there is no game 'chess'; choose " in done.stderr
    assert not done.stdout


def test_an_unknown_way_of_a_learner_is_refused() -> None:
    done = run("bench.learner", "byte")
    assert done.returncode == 2
    assert "'byte'" in done.stderr


def test_time_is_told_by_the_clock_that_is_asked_for() -> None:
    ticks = iter([0.0, 3.0, 10.0, 12.0])
    assert speed.timed(lambda: 7, lambda: next(ticks), repeats=2) == (7, 2.0)
