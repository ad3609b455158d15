"""The numbered rules that come with the package, in three languages: parsed and looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from hexade.contract.reason import Reason, Refusal

FILES = {"en": "rules.md", "de": "rules.de.md", "nl": "rules.nl.md"}  # English is authoritative
_CHAPTER = re.compile(r"## ([A-Z])\. (.+)")
_AIM = re.compile(r"\*\*\w+\*\*: .+")  # stands above the first rule of a chapter
_SECTION = re.compile(r"### (.+)")
_RULE = re.compile(r"- \*\*([A-Z]\d+)\*\* ?(.*)")

_HOW = {  # a hint printed after the list of chapters
    "en": ("{} to {}", "Read a chapter with its letter ({}), a rule with its number ({}),",
           "or give a word to find the rules that speak of it."),
    "de": ("{} bis {}", "Lies ein Kapitel mit seinem Buchstaben ({}), eine Regel mit Nummer ({}),",
           "oder gib ein Wort an, um die Regeln zu finden, in denen es steht."),
    "nl": ("{} tot {}", "Lees een hoofdstuk met zijn letter ({}), een regel met haar nummer ({}),",
           "of geef een woord om de regels te vinden waarin het staat."),
}  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """One rule and its place."""

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
    aims: dict[str, str]  # of the chapters that have one, by letters
    rules: dict[str, Rule]  # by numbers, in order


@cache
def book(lang: str = "en") -> Book:
    """Return the rules in a language; refuse a language without a translation."""
    if lang not in FILES:
        known = ", ".join(FILES)
        raise Refusal(Reason("language", "", f"there are no rules in {lang!r}; choose {known}"))
    text = files("hexade").joinpath(FILES[lang]).read_text("utf-8")
    head, _, body = text.partition("\n## ")
    title, _, intro = head.partition("\n")
    paragraphs = tuple(" ".join(part.split()) for part in intro.split("\n\n") if part.strip())
    lines = f"## {body}".splitlines()
    return Book(
        lang,
        title.removeprefix("# "),
        paragraphs,
        _chapters(lines),
        _aims(lines),
        _rules(lines),
    )


def _chapters(lines: list[str]) -> dict[str, str]:
    found = map(_CHAPTER.fullmatch, lines)
    return {match[1]: re.sub(r" \(`\w+`\)$", "", match[2]) for match in found if match}


def _aims(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for heading, line in pairwise(lines):
        if (chapter := _CHAPTER.fullmatch(heading)) and _AIM.fullmatch(line):
            found[chapter[1]] = line
    return found


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


def look_up(wanted: str, lang: str = "en") -> str:
    """Return a rule, a chapter, or the rules with a word as Markdown; refuse any other text."""
    key, source = wanted.strip().upper(), book(lang)
    if not key:
        return _contents(source)
    if key in source.chapters:
        return _written(source, [r for r in source.rules.values() if r.chapter == key], aim=True)
    if key in source.rules:
        return _written(source, [source.rules[key]])
    if re.fullmatch(r"[A-Z]\d*", key):
        known = ", ".join(source.chapters)
        text = f"there is no rule {wanted.strip()[:40]}; chapters are {known}"
        raise Refusal(Reason("rule", "", text))
    found = [rule for rule in source.rules.values() if key in rule.text.upper()]
    if not found:
        raise Refusal(Reason("rule", "", f"no rule contains {wanted.strip()[:40]!r}"))
    return _written(source, found)


def _contents(source: Book) -> str:
    span, letters, words = _HOW[source.lang]
    lines = [f"# {source.title}", ""]
    for letter, title in source.chapters.items():
        numbers = [rule.number for rule in source.rules.values() if rule.chapter == letter]
        lines.append(f"- **{letter}** {title} ({span.format(numbers[0], numbers[-1])})")
    first = next(iter(source.rules))
    return "\n".join([*lines, "", letters.format(first[0], first), words])


def plain(markdown: str) -> str:
    """Return Markdown as plain text."""
    text = re.sub(r"^(#+|-) ", "", markdown, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text.replace("**", "").replace("`", ""))


def _written(source: Book, chosen: list[Rule], *, aim: bool = False) -> str:
    lines: list[str] = []
    heading = ("", "")
    for rule in chosen:
        if rule.chapter != heading[0]:
            lines += ["", f"## {rule.chapter}. {source.chapters[rule.chapter]}", ""]
            lines += [source.aims[rule.chapter], ""] if aim and rule.chapter in source.aims else []
        if rule.section and (rule.chapter, rule.section) != heading:
            lines += ["", f"### {rule.section}", ""]
        heading = (rule.chapter, rule.section)
        lines.append(f"- **{rule.number}** {rule.text}")
    return "\n".join(lines).strip()
