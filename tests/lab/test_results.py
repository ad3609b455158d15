"""The commands that the measurements name are there, with the options that they are given."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import click
import pytest

from hexade.commands.main import main

ROOT = Path(__file__).parent.parent.parent
PAGE = "\n".join(
    (ROOT / "bench" / name).read_text(encoding="utf-8") for name in ("results.md", "earlier.md")
)
# What a text leaves open, and something that could stand there.
OPEN = {
    "--seats N": "--seats 3", "--deals D": "--deals 3", "--seconds S": "--seconds 3",
    "--seed N": "--seed 3", "seatsN": "seats3", "VARIANT": "solo", "CHECKOUT": ".", "…": "",
}  # fmt: skip


def commands(first: str) -> list[str]:
    """Return the commands with options that begin with a word."""
    found = sorted(set(re.findall(rf"`({first} [^`\n]*)`", PAGE)))
    for place, said in OPEN.items():
        found = [command.replace(place, said) for command in found]
    return [command for command in found if " --" in command and "--help" not in command]


def parse(command: click.Command, words: Sequence[str]) -> None:
    """Read a command line without running it; what does not fit raises."""
    context = command.make_context(command.name, list(words))
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        _, inner, left = command.resolve_command(context, rest)
        assert inner is not None
        parse(inner, left)


@pytest.mark.parametrize("command", commands("hexade"))
def test_a_command_of_ours_takes_these_options(command: str) -> None:
    parse(main, shlex.split(command)[1:])


@pytest.mark.parametrize("command", commands("python -m"))
def test_a_program_takes_these_options(command: str) -> None:
    _, _, module, *words = shlex.split(command)
    program = importlib.import_module(module)
    for found in own_commands(program):
        parse(found, words)


def own_commands(program: ModuleType) -> Iterator[click.Command]:
    """Yield the command line of a module that reads it with click."""
    for value in vars(program).values():
        own = getattr(getattr(value, "callback", None), "__module__", "") == program.__name__
        if isinstance(value, click.Command) and own:
            yield value


def test_every_program_is_there() -> None:
    modules = set(re.findall(r"`python -m ([\w.]+)", PAGE))
    assert len(modules) > 10
    assert not [module for module in modules if find_spec(module) is None]


def test_every_target_is_in_the_makefile() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make ([\w-]+)", PAGE))
    assert not [name for name in targets if not re.search(rf"^{name}:", made, re.M)]
