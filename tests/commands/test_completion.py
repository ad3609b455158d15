"""The shell completes commands, games and options: what `_HEXADE_COMPLETE` makes and answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from hexade import games
from hexade.commands.main import COMMANDS, main


def completed(words: list[str], incomplete: str) -> list[str]:
    """Return what is offered for a word after others."""
    completion = ShellComplete(main, {}, "hexade", "_HEXADE_COMPLETE")
    return [item.value for item in completion.get_completions(words, incomplete)]


def test_commands_games_and_options_are_completed() -> None:
    assert completed([], "ver") == ["verify"]
    assert completed([], "") == list(COMMANDS)
    for command in ("play", "arena", "simulate", "dataset", "train"):
        assert completed([command], "") == list(games.names())
    assert "--player" in completed(["play"], "--pl")
    assert completed(["arena", games.names()[0], "--mode"], "r") == ["robin"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_the_name_of_a_game(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("hexade")
    env = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    asked = {**env, "_HEXADE_COMPLETE": "bash_source"}
    source = subprocess.run([program], env=asked, capture_output=True, text=True, check=True).stdout
    name = games.names()[-1]
    script = (
        f"{source}\nCOMP_WORDS=(hexade arena {name[:-3]}); COMP_CWORD=2\n"
        '_hexade_completion hexade; printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True)
    assert done.stdout.split() == [one for one in games.names() if one.startswith(name[:-3])]
    assert name in done.stdout
