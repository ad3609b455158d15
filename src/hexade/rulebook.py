"""The numbered rules that come with the package, in every language that they were written in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from hexade.contract.reason import Reason, Refusal

FILES = {"en": "rules.md", "de": "rules.de.md", "nl": "rules.nl.md"}  # the first one decides
_CHAPTER = re.compile(r"## ([A-Z])\. (.+)")
_SECTION = re.compile(r"### (.+)")
_RULE = re.compile(r"- \*\*([A-Z]\d+)\*\* ?(.*)")


@dataclass(frozen=True)
class Rule:
    """One rule and where it stands."""

    number: str
    chapter: str
    section: str
    text: str


@dataclass(frozen=True)
class Book:
    """The rules in one language."""

    lang: str
    title: str
    intro: tuple[str, ...]  # paragraphs
    chapters: dict[str, str]  # titles by letters
    rules: dict[str, Rule]  # by numbers, in order


@cache
def book(lang: str = "en") -> Book:
    """Return the rules in a language; refuse one that they were not written in."""
    if lang not in FILES:
        known = ", ".join(FILES)
        raise Refusal(Reason("language", "", f"there are no rules in {lang!r}; choose {known}"))
    text = files("hexade").joinpath(FILES[lang]).read_text("utf-8")
    head, _, body = text.partition("\n## ")
    title, _, intro = head.partition("\n")
    paragraphs = tuple(" ".join(part.split()) for part in intro.split("\n\n") if part.strip())
    lines = f"## {body}".splitlines()
    return Book(lang, title.removeprefix("# "), paragraphs, _chapters(lines), _rules(lines))


def _chapters(lines: list[str]) -> dict[str, str]:
    found = map(_CHAPTER.fullmatch, lines)
    return {match[1]: re.sub(r" \(`\w+`\)$", "", match[2]) for match in found if match}


def _rules(lines: list[str]) -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    chapter = section = number = ""
    for line in lines:
        if match := _CHAPTER.fullmatch(line):
            chapter, section, number = match[1], "", ""
        elif match := _SECTION.fullmatch(line):
            section, number = match[1], ""
        elif match := _RULE.fullmatch(line):
            number = match[1]
            found[number] = Rule(number, chapter, section, match[2])
        elif number and line.strip():
            rule = found[number]
            found[number] = Rule(number, chapter, section, f"{rule.text} {line.strip()}")
    return found
