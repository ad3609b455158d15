"""The house rules that no linter knows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from hexade import games

ROOT = Path(__file__).parent.parent
SOURCES = (".py", ".ts", ".svelte", ".toml", "Makefile", "run")


def tracked() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listing.returncode:
        pytest.skip("not a git checkout: there is no list of our own files")
    return [ROOT / name for name in listing.stdout.splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize("name", games.names())
def test_a_games_name_stands_in_its_own_folders_alone(name: str) -> None:
    pattern = re.compile(rf"(?<![A-Za-z]){name}(?![A-Za-z_])", re.IGNORECASE)
    found = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.name.endswith(SOURCES)
        and not {name, "docs"} & set(path.relative_to(ROOT).parts)
        and pattern.search(path.read_text())
    ]
    assert not found, f"{name} is named outside its folders"


def test_no_room_is_called_by_a_name_that_says_nothing() -> None:
    empty = {"utils", "util", "common", "helpers", "models", "managers", "misc"}
    named = {part for path in tracked() for part in (*path.parts[:-1], path.stem)}
    assert not named & empty


def test_no_two_files_of_a_folder_differ_only_in_case() -> None:
    # macOS and Windows cannot tell such files apart when `.ts` is left out, as imports do.
    found: dict[str, list[str]] = {}
    for path in tracked():
        name = str(path.relative_to(ROOT))
        found.setdefault(name.removesuffix(".ts").lower(), []).append(name)
    assert not [names for names in found.values() if len(names) > 1]


def test_files_that_are_written_by_hand_stay_under_500_lines() -> None:
    long = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in (".py", ".ts", ".svelte")
        and len((text := path.read_text()).splitlines()) > 500
        and not text.startswith("// Made by")  # a program wrote it
    ]
    assert not long


def test_every_room_has_its_tests() -> None:
    rooms = {path.parent.name for path in (ROOT / "src/hexade").glob("*/__init__.py")} - {"games"}
    assert rooms <= {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")}
