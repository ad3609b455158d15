"""Every refusal that a page can be sent has words of its own there, in each language."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexade import games

ROOT = Path(__file__).parents[2]
SOURCE, WEB = ROOT / "src" / "hexade", ROOT / "web" / "src"
# What answers a page; records are read from files by the terminal alone.
ROOMS = ("server", "wire", "match", "games", "bots", "contract/setup.py", "rulebook.py")
# Who is given a code by others, and at which place.
WRAPPERS = {"Reason": 0, "refuse": 0, "demand": 1, "_demand": 1, "_whole": 0}
# Said in a terminal or to an operator, not to a page.
OPERATORS = {"address", "database", "figures", "locked", "operator", "setting", "program", "rule"}


def refusals() -> Iterator[tuple[Path, str, int, ast.expr]]:
    """Yield every place that names the code of a refusal: file, function, line and the code."""
    for room in ROOMS:
        path = SOURCE / room
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if "tests" not in file.parts:
                yield from _in_file(file)


def _in_file(file: Path) -> Iterator[tuple[Path, str, int, ast.expr]]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inside = {
        id(node): function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name == "unreadable":  # of contract/reason.py: the code is its name
                yield file, "", node.lineno, ast.Constant(name)
            elif name in WRAPPERS and len(node.args) > WRAPPERS[name]:
                place = inside.get(id(node), "")
                yield file, place, node.lineno, node.args[WRAPPERS[name]]


def codes() -> dict[str, set[str]]:
    """Return the codes of each game, and under "" those of all other rooms."""
    found: dict[str, set[str]] = {"": set()}
    for file, _, _, code in refusals():
        if isinstance(code, ast.Constant):
            parts = file.relative_to(SOURCE).parts
            game = parts[1] if parts[0] == "games" and len(parts) > 2 else ""
            found.setdefault(game, set()).add(str(code.value))
    return found


def words(language: str) -> set[str]:
    """Return every key that the page has words for."""
    files = WEB.glob(f"**/words/{language}.json")
    return {key for file in files for key in json.loads(file.read_text(encoding="utf-8"))}


def test_every_code_is_written_out_where_it_is_sent() -> None:
    hidden = {
        f"{file.relative_to(SOURCE)}:{line}"
        for file, function, line, code in refusals()
        if not isinstance(code, ast.Constant) and function not in WRAPPERS
    }
    assert not hidden, "a code that is made up cannot be looked for"


def test_codes_are_found_at_all() -> None:
    found = codes()
    assert {"stale", "rate", "name-taken", "not-found", "option"} <= found[""]
    assert set(found) == {"", *games.names()}
    assert all("unreadable" in found[game] for game in games.names())


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_refusal_has_words(language: str) -> None:
    known = words(language)
    missing = [
        f"{game}: {code}"
        for game, sent in codes().items()
        for code in sorted(sent - OPERATORS)
        if f"trouble.{code}" not in known and f"{game}.trouble.{code}" not in known
    ]
    assert not missing


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_no_words_are_left_over(language: str) -> None:
    sent = codes()
    own = {
        "network",
        "http",
        "unknown",
        "local",
        "module",
        "not-a-record",
    }  # what only the page itself finds out
    everywhere = set().union(*sent.values()) | own
    left = [
        key
        for key in words(language)
        if (".trouble." in key and key.split(".", 2)[2] not in sent[key.split(".")[0]])
        or (key.startswith("trouble.") and key.split(".", 1)[1] not in everywhere)
    ]
    assert not left
