"""What is loaded before the door opens: in play nobody waits for a compiler."""

from __future__ import annotations

import subprocess
import sys
import textwrap

# In a process of its own: here other tests have compiled things already.
_PLAY = """
import gc
from numba.core.registry import CPUDispatcher
from hexade import games
from hexade.contract.setup import agree
from hexade.server.warming import play_as_a_table, warm_rules

def compiled():
    found = (one for one in gc.get_objects() if isinstance(one, CPUDispatcher))
    return {(one.py_func.__qualname__, str(kind)) for one in found for kind in one.overloads}

warm_rules()
before = compiled()
for game in games.catalogue().values():
    for form in game.forms:
        for seats in form.seats:
            for seed in range(100, 110):
                play_as_a_table(game, agree(game, form.variant, seats=seats), seed)
assert before, "nothing was compiled at all"
late = sorted(name for name, _ in compiled() - before)
assert not late, late
"""


def test_what_games_need_is_compiled_before_anybody_plays() -> None:
    run = [sys.executable, "-c", textwrap.dedent(_PLAY)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
