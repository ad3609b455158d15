"""What is loaded before the door opens: in play nobody waits for a compiler."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

# In a process of its own: here other tests have compiled things already. Golden games are read and
# shown as a replay shows them, and gone on with, which is not how things are warmed.
_PLAY = """
import gc
from numba.core.registry import CPUDispatcher
from hexade import games
from hexade.contract.setup import agree
from hexade.match import take_up
from hexade.server.live import replays
from hexade.server.bots.warm_up import play_as_a_table, warm_rules
from hexade.terminal import record_files
from tests.golden import folder

def compiled():
    found = (one for one in gc.get_objects() if isinstance(one, CPUDispatcher))
    return {(one.py_func.__qualname__, str(kind)) for one in found for kind in one.overloads}

warm_rules()
before = compiled()
assert before, "nothing was compiled at all"
for game in games.catalogue().values():
    for form in game.forms:
        for seats in form.seats:
            for seed in range(100, 103):
                play_as_a_table(game, agree(game, form.variant, seats=seats), seed)
    for path in sorted(folder(game.name).glob("*.jsonl")):
        for _, line in list(record_files.lines(path))[:2]:
            _, record = record_files.load(line)
            assert list(replays.frames(game, record))
            take_up(game, record)
late = sorted(name for name, _ in compiled() - before)
assert not late, late
"""


def test_what_games_need_is_compiled_before_anybody_plays() -> None:
    compiling = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", _PLAY],
        env=compiling, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
