"""The built wheel works in empty environments: `python -m tests.wheel PYTHON…` after `make wheel`.

For each Python it is installed with the extras of researchers; then every command explains itself,
a game is simulated, verified and shown, the examples of the documents run, and the guide to an
agent is followed from top to bottom, in a folder far from the repository. Not part of `make test`:
it installs much, and compiles everything anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import click

from hexade import games
from hexade.commands.main import main as hexade
from hexade.contract.setup import agree
from tests.lab.pages import walk
from tests.lab.test_examples import EXAMPLES, GUIDE, SHORTER

ROOT = Path(__file__).parent.parent
EXTRAS = "research,data"
SMALLEST = min(games.catalogue().values(), key=lambda game: game.actions(agree(game))).name
WORDS = (
    "games --json",
    "rules A1",
    "simulate GAME --bot greedy --bot random --games 2 --out games.jsonl",
    "verify games.jsonl",
    "show games.jsonl",
    "arena GAME greedy random --deals 2 --workers 1 --out arena --json",
    "dataset GAME --bot greedy --bot random --games 4 --workers 1 --out data",
    "verify data",
)


class Environment:
    """An empty environment with the wheel in it, and a folder to run programs in."""

    def __init__(self, folder: Path, python: str, wheel: Path) -> None:
        self.bin, self.work = folder / "venv" / "bin", folder / "work"
        self.work.mkdir()
        uv = str(Path(sys.executable).with_name("uv"))
        self.run([uv, "venv", "--quiet", "--python", python, str(folder / "venv")])
        into = ["--python", str(self.bin / "python"), "-c", str(ROOT / "constraints.txt")]
        self.run([uv, "pip", "install", "--quiet", *into, f"{wheel}[{EXTRAS}]"])

    def run(self, words: list[str]) -> str:
        """Run a program; end with what it says if it fails."""
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        clean["COLUMNS"] = "200"  # tables are not cut off
        done = subprocess.run(words, cwd=self.work, env=clean, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"failed: {' '.join(words)}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def typed(self, words: list[str]) -> str:
        """Run what a page says, with the programs of this environment."""
        return self.run([str(self.bin / words[0]), *words[1:]])

    def hexade(self, words: str) -> str:
        """Run a command of ours."""
        return self.run([str(self.bin / "hexade"), *words.replace("GAME", SMALLEST).split()])


def examples() -> list[str]:
    """Return the examples of the documents that need no clone of the repository, shortened."""
    found = [one.source for one in EXAMPLES if "notebooks" not in one.source]
    for long, short in SHORTER.items():
        found = [source.replace(long, short) for source in found]
    return found


@click.command()
@click.argument("pythons", nargs=-1, required=True)
@click.option("--few", is_flag=True, help="Only the first example: all compile much.")
def main(pythons: tuple[str, ...], few: bool) -> None:
    """Install the wheel into an empty environment of each of PYTHONS, and try it."""
    (wheel,) = (ROOT / "dist").glob("hexade-*.whl")
    for python in pythons:
        began = monotonic()
        with TemporaryDirectory() as folder:
            there = Environment(Path(folder), python, wheel)
            for name in hexade.list_commands(click.Context(hexade)):
                there.hexade(f"{name} --help")
            for words in WORDS:
                there.hexade(words)
            tried = examples()[:1] if few else examples()
            for source in tried:
                there.run([str(there.bin / "python"), "-c", source])
            if not few:
                walk(GUIDE, there.work, there.typed)
            version = there.run([str(there.bin / "python"), "-V"]).strip()
        spent = monotonic() - began
        click.echo(f"{version}: all commands and {len(tried)} examples work, {spent:.0f} s")


if __name__ == "__main__":
    main()
