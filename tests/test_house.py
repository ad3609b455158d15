"""The house rules that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from hexade import games

ROOT = Path(__file__).parent.parent
GAME_FILES = {  # what a game's folder may hold: the same name for the same job in every game
    "__init__": "one docstring",
    "board": "the material: geometry and tiles",
    "cards": "the material: colours and cards",
    "deck": "the material: pictures and symbols",
    "variants": "variants, and what a table may agree on, as data",
    "state": "a state, and the first one of a game",
    "rules": "the rules, once, with their numbers",
    "scoring": "rules of scoring, where one file would be too long",
    "view": "what each seat may know of a state and of an event",
    "determinize": "states that could be behind a view",
    "notation": "moves in words and back",
    "events": "turns as records have them and back",
    "outcome": "results, sides, and how far the end is",
    "verdict": "a result in sentences",
    "json_view": "a view as JSON",
    "json_text": "views and previews written as JSON text, where that must be fast",
    "picture": "a view as text",
    "mosaic": "a view as coloured hexes",
    "preview": "what a move would bring",
    "giveaway": "what a move would open for the next player",
    "reasons": "why a move is good, as facts from a closed list",
    "puzzle": "which positions make puzzles, and how a try compares with the best move",
    "refuse": "why a move is refused",
    "features": "a view as a row of numbers",
    "batch": "kernels that batches, environments and perft need",
    "exports": "what its module of WebAssembly exports",
    "levels": "levels of play, as measured",
    "tastes": "what levels overlook, as a rule of thumb with parts left out",
    "slips": "what a mistake overlooked, as facts from a closed list",
    "players": "bots for this game alone",
    "partner": "a bot that learns what the others like",
    "game": "the facade",
}
MIND_FILES = {  # what the folder `mind` of a game may hold, and an earlier champion in it
    "__init__": "one docstring",
    "judge": "values of moves, for levels, hints and analysis",
    "prior": "a cheap estimate of each move",
    "prior_weights": "the numbers of the priors",
    "shortlist": "the moves to look at, by their priors",
    "cell_points": "what every cell of the board would score",
    "value_features": "what the network reads of a position",
    "network": "the value network",
    "search": "moves played on in sampled worlds",
    "worlds": "sampled worlds, where `determinize.py` is too slow for a search",
    "greedy_answer": "what an opponent answers who looks at their own points alone",
    "turn_tree": "a turn solved exactly, where that is possible",
    "match": "what a round is worth in a match of several",
    "training": "what `hexade train` needs",
    "oneply": "a baseline by hand that looks one move ahead",
    "player": "an earlier champion as a bot",
}
TEST_FILES = {  # what the folder `tests` of a game may hold, beside a test of each of its modules
    "__init__": "one docstring",
    "scene": "positions that tests set up by hand",
    "oracle": "the naive referee",
    "duo": "a game played by the rules and by the referee at once",
    "naive_perft": "perft by the referee",
    "exact": "positions solved exactly",
    "library": "records to read and to tamper with",
    "test_rules_LETTER": "the rules of a chapter of `rules.md`, or a part of them",
    "test_laws": "the laws of all games",
    "test_oracle": "whole games, compared with the referee",
    "test_kernels": "the same games at every speed",
    "test_mind": "the learned judge",
    "test_training": "learning it",
    "test_oneply": "the baseline by hand",
    "test_exact": "what `exact.py` computes",
    "test_perft": "counts of positions, compared with the referee",
    "test_tiny": "tiny set-ups, compared with a solver",
    "test_records": "records that are read and refused",
    "test_records_directed": "records with one thing wrong",
    "test_refusals": "why moves are refused",
}
GAME_FOLDERS = {"mind": MIND_FILES, "champion1": MIND_FILES, "tests": TEST_FILES}
RULE_ON_SUBJECTS = "4bfa562b"  # the last commit before subjects of commits were checked
SUBJECT = 60  # characters
TWICE = {"Player"}  # of the contract, and of a replay in the HTTP interface, where others read it
SOURCES = (".py", ".ts", ".svelte", ".toml", "Makefile", "run")
PAGE_FILES = {  # what the page of every game has, and nothing else beside it but folders
    "index.ts": "the page, as `contract.ts` demands it",
    "home.ts": "what the home page shows",
    "Art.svelte": "the picture on the home page",
    "Play.svelte": "the table: model and frame put together",
    "Desk.svelte": "the table on a wide screen",
    "Phone.svelte": "the table on a phone",
    "model.svelte.ts": "the page's state, which extends the model of all games",
    "view.ts": "what the server sends, as types",
    "keyboard.ts": "what keys do",
    "speak.ts": "events and positions in words",
    "MoveLine.svelte": "a line of the move list",
    "Verdict.svelte": "the result",
    "Tv.svelte": "the table on a television",
    "poster.ts": "the result in numbers, and as a picture to share",
    "lesson.ts": "the steps of the first game",
    "howto.ts": "the panels of How to play; their pictures and words are in `howto/`",
}
LOCAL_FILES = {  # for tables in the page: the same names, and these
    "index.ts": "loads the module",
    "kernels.wasm": "the module",
    "kernels.json": "its manifest",
    **{re.sub("_(.)", lambda found: found[1].upper(), name) + ".ts": GAME_FILES[name]
       for name in GAME_FILES},
}  # fmt: skip
PAGE_MORE = {
    "lessons.ts": "which lessons there are, where there are several",
    "reason.ts": "the reasons for a move in words, where the game gives some",
    "remarks.ts": "what is remarkable in a game so far, where points do not say it",
}


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


@pytest.mark.parametrize("name", games.names())
def test_a_games_page_has_the_same_names_for_the_same_jobs(name: str) -> None:
    folder = ROOT / "web/src/games" / name
    files = {path.relative_to(folder) for path in tracked() if folder in path.parents}
    own = {str(path) for path in files if len(path.parts) == 1 and ".test." not in path.name}
    assert not PAGE_FILES.keys() - own, "missing"
    assert not own - PAGE_FILES.keys() - PAGE_MORE.keys(), "what only this game has is in a folder"
    for words in ("words", "howto/words"):
        there = {path.name for path in files if path.parent.as_posix() == words}
        assert {"en.json", "de.json", "nl.json"} <= there, words
    local = {path.name for path in files if path.parent.as_posix() == "local"}
    assert not local - LOCAL_FILES.keys(), "for tables in the page"
    others = {path for path in files if len(path.parts) > 1 and path.parts[0] != "local"}
    again = {str(path) for path in others if path.name in PAGE_FILES}
    assert not again, "a second file for a job that has one"


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


@pytest.mark.parametrize("name", games.names())
def test_a_games_folder_holds_the_same_names_for_the_same_jobs(name: str) -> None:
    folder = ROOT / "src/hexade/games" / name
    assert {path.stem for path in folder.glob("*.py")} <= GAME_FILES.keys()
    modules = {f"test_{path.stem}" for path in folder.glob("*.py")} - {"test_rules"}
    for path in folder.rglob("*/*.py"):
        job = re.sub("^test_rules_[a-h](_.+)?$", "test_rules_LETTER", path.stem)
        known = set(GAME_FOLDERS.get(path.parent.name, {}))
        known |= modules if path.parent.name == "tests" else set()
        assert job in known, f"{path.relative_to(ROOT)}: see MIND_FILES and TEST_FILES"


def test_every_module_is_on_the_map() -> None:
    house = (ROOT / "docs/house.md").read_text(encoding="utf-8")
    rooms = ("bots", "contract", "games", "lab", "match", "server", "wire")
    modules = {
        path.name
        for room in rooms
        for path in (ROOT / "src/hexade" / room).rglob("*.py")
        if not {"tests", "champion1"} & set(path.parts) and path.name != "__init__.py"
    }
    assert sorted(name for name in modules if f"`{name}`" not in house) == []


def test_subjects_of_commits_are_short() -> None:
    log = ["git", "log", "--no-merges", "--format=%s", f"{RULE_ON_SUBJECTS}.."]
    found = subprocess.run(log, cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("not a git checkout with its history: there are no commits to look at")
    assert not [subject for subject in found.stdout.splitlines() if len(subject) > SUBJECT]


def test_no_class_name_stands_twice() -> None:
    found = Counter(
        node.name
        for path in (ROOT / "src/hexade").rglob("*.py")
        if "tests" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in found.items() if count > 1} <= TWICE


def test_no_class_name_stands_twice_on_the_page() -> None:
    declared = re.compile(r"^(?:export )?(?:abstract )?class (\w+)", re.MULTILINE)
    found = Counter(
        name
        for path in tracked()
        if ROOT / "web/src" in path.parents and path.suffix == ".ts" and ".test." not in path.name
        for name in declared.findall(path.read_text(encoding="utf-8"))
    )
    assert not [name for name, count in found.items() if count > 1]


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
