"""The examples of the documents run as they stand, each alone, and print what is said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from hexade.commands.main import main as hexade
from tests.lab.pages import Block, blocks, walk

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
GUIDE = "agent.md"  # read from top to bottom, in an empty folder
PAGES = ("lab.md", "bots.md", "libraries.md")
FOUND = [block for page in PAGES for block in blocks(page)]
EXAMPLES = [  # but for a program that waits to be spoken to
    one for one in FOUND if one.kind == "python" and "sys.stdin" not in one.source
]
SHORTER = {"seconds=60": "seconds=1", "1_000_000": "1_000"}
SHELL = [one for one in (*FOUND, *blocks(GUIDE)) if one.kind == "sh"]
TYPED = [words for block in SHELL for words in block.commands]
FEWER = {"100000": "20"}  # games


def run(words: list[str], folder: Path) -> str:
    """Run a program of this environment in a process of its own, which may compile."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0", "PATH": path, "COLUMNS": "200"}
    done = subprocess.run(words, env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs_and_prints(number: int) -> None:
    source = EXAMPLES[number].source
    for long, short in SHORTER.items():
        source = source.replace(long, short)
    said = run([sys.executable, "-c", source], ROOT)
    assert said.strip()
    assert EXAMPLES[number].printed in ("", said)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 7


def test_the_first_example_says_what_it_prints() -> None:
    assert EXAMPLES[0].printed


def test_the_guide_leads_from_an_empty_folder_to_the_table_that_it_shows(tmp_path: Path) -> None:
    assert walk(GUIDE, tmp_path, lambda words: run(words, tmp_path)) == 2


def test_the_guide_is_compared_with_what_is_printed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is not in"):
        walk(GUIDE, tmp_path, lambda _: "another table")


@pytest.mark.parametrize("words", [w for w in TYPED if w[0] == "hexade"], ids=" ".join)
def test_a_command_of_the_documents_is_understood(words: list[str]) -> None:
    context = click.Context(hexade, info_name="hexade")
    name, command, rest = hexade.resolve_command(context, words[1:])
    assert command
    command.make_context(name, rest, parent=context)


def test_a_dataset_is_written_as_the_page_says(tmp_path: Path) -> None:
    (words,) = [words for words in TYPED if words[:2] == ["hexade", "dataset"]]
    run([FEWER.get(word, word) for word in words] + ["--workers", "1"], tmp_path)
    assert "20 records" in run(["hexade", "verify", "games"], tmp_path)


def test_other_commands_are_those_of_an_example_or_install_something() -> None:
    other = [words for words in TYPED if words[0] != "hexade"]
    known = {path.stem for path in (ROOT / "examples").glob("*.py")}
    for words in other:
        if words[:2] == ["python", "-m"]:
            assert words[2].removeprefix("examples.") in known
        else:
            assert words[:2] in (["pip", "install"], ["python", "mine.py"])


def test_what_a_page_types_is_read_as_a_shell_would() -> None:
    block = Block("sh", "A=b\nhexade $A --x 'y z'  # said\n", "", "")
    assert block.commands == [["hexade", "b", "--x", "y z"]]
