"""The examples of lab.md and bots.md run as they stand, each alone, and print what is said."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
PAGES = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("lab.md", "bots.md")]
BLOCK = re.compile(r"```python\n(.*?)```(?:\n+It prints:\n+```text\n(.*?)```)?", re.DOTALL)
FOUND = [one for page in PAGES for one in BLOCK.findall(page)]
EXAMPLES = [one for one in FOUND if "sys.stdin" not in one[0]]  # a program waits to be spoken to
SHORTER = {"seconds=60": "seconds=1", "1_000_000": "1_000"}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs_and_prints(number: int) -> None:
    source, printed = EXAMPLES[number]
    for long, short in SHORTER.items():
        source = source.replace(long, short)
    # In a process of its own, which may compile.
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    run = [sys.executable, "-c", source]
    done = subprocess.run(run, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert printed in ("", done.stdout)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 7


def test_the_first_example_says_what_it_prints() -> None:
    assert EXAMPLES[0][1]
