"""The documents point at what exists, and a reader of the README finds all of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
START = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [START, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *DOCS]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(
    r"(?<![\w./<-])(?:src|docs|tests|web|bench|examples|notebooks)/[\w./-]+(?![\w<…*])"
)
FILE = re.compile(r"[\w.]+\.(?:py|md|ts|svelte)")


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files that a page links to, each with the heading it means, if any."""
    for target in LINK.findall(prose(page)):
        if not target.startswith(("http://", "https://", "mailto:")):
            path, _, heading = target.partition("#")
            yield (page.parent / path).resolve() if path else page, heading


def anchors(page: Path) -> set[str]:
    """Return the names under which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def named(page: Path) -> Iterator[Path]:
    """Yield the paths that a page names as code.

    In a row of a table that begins with a folder, bare names of files are files of that folder.
    """
    for line in prose(page).splitlines():
        codes = CODE.findall(line)
        for code in codes:
            yield from (ROOT / path for path in PATH.findall(code))
        if line.startswith("| `") and (folder := ROOT / codes[0]).is_dir():
            yield from (folder / code for code in codes[1:] if FILE.fullmatch(code))


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    broken = [
        f"{target}#{heading}"
        for target, heading in links(page)
        if not target.exists() or (heading and heading not in anchors(target))
    ]
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_path_that_is_named_exists(page: Path) -> None:
    missing = sorted({name(path) for path in named(page) if not path.exists()})
    assert not missing


def test_every_document_and_picture_is_reached_from_the_readme() -> None:
    found, waiting = {START}, [START]
    while waiting:
        for target, _ in links(waiting.pop()):
            if target not in found:
                found.add(target)
                if target.suffix == ".md" and target.exists():
                    waiting.append(target)
    pictures = [path for path in (ROOT / "docs/images").iterdir() if path.suffix != ".py"]
    assert not sorted(map(name, {*DOCS, *pictures} - found))


def test_every_decision_is_in_the_index() -> None:
    decisions = ROOT / "docs/decisions"
    indexed = {target for target, _ in links(decisions / "README.md")}
    assert set(decisions.glob("0*.md")) <= indexed


def test_every_section_of_the_measurements_names_its_commit() -> None:
    page = (ROOT / "bench/results.md").read_text(encoding="utf-8")
    named = dict(
        re.findall(r"^\| (.+?) \| (.*[0-9a-f]{7}.*) \|$", page.partition("\n## CPU")[0], re.M)
    )
    sections = re.findall(r"^## (.+)$", page, re.M)
    assert set(named) == set(sections) - {"Which commit"}


def test_the_measured_commits_are_in_the_history() -> None:
    if asked("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("there is no repository with its history here")
    page = (ROOT / "bench/results.md").read_text(encoding="utf-8")
    table = page.partition("\n## Which commit")[2].partition("\n## ")[0]
    commits = re.findall(r"\b[0-9a-f]{7}\b", table)
    assert len(commits) > 20
    assert not [one for one in commits if asked("cat-file", "-e", f"{one}^{{commit}}") is None]


def asked(*question: str) -> str | None:
    """Return what git says of this tree; None if it refuses, or there is no git."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return None
    done = subprocess.run(["git", "-C", ROOT, *question], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None
