"""What the documents tell people to type: blocks of code, and what they print."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"
_BLOCK = re.compile(
    r"(?P<before>[^\n]*)\n\n```(?P<kind>python|sh)\n(?P<source>.*?)```"
    r"(?:\n+(?:It prints:\n+)?```text\n(?P<printed>.*?)```)?",
    re.DOTALL,
)
_FILE = re.compile(r"The whole file, `(\w+\.py)`")


@dataclass(frozen=True)
class Block:
    """A block of a page: Python or commands, the line before it, and what it is said to print."""

    kind: str
    source: str
    before: str
    printed: str

    @property
    def commands(self) -> list[list[str]]:
        """The commands of a shell block as words, its variables put in."""
        known: dict[str, str] = {}
        found = []
        for line in self.source.splitlines():
            for name, value in known.items():
                line = line.replace(f"${name}", value)
            words = shlex.split(line, comments=True)
            if given := re.fullmatch(r"(\w+)=(.*)", words[0]):
                known[given[1]] = given[2]
            else:
                found.append(words)
        return found


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page of the documents."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        yield Block(found["kind"], found["source"], found["before"], found["printed"] or "")


def walk(page: str, folder: Path, run: Callable[[list[str]], str]) -> int:
    """Do what a page says in a folder, and compare what it prints; return how many commands.

    Columns that a page leaves out may be printed, too.
    """
    done = 0
    for block in blocks(page):
        if block.kind == "python":
            (name,) = _FILE.findall(block.before)
            (folder / name).write_text(block.source, encoding="utf-8")
            continue
        said = "".join(run(words) for words in block.commands)
        done += len(block.commands)
        lines = [line.split("  ") for line in said.splitlines()]
        shown = [{cell.strip() for cell in line} for line in lines]
        for row in block.printed.splitlines():
            cells = {cell.strip() for cell in row.split("  ")}
            assert any(cells <= line for line in shown), f"{row!r} is not in {said}"
    return done
