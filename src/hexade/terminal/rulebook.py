"""The numbered rules that come with the package, by number, chapter or word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from hexade.contract.reason import Reason, Refusal
from hexade.terminal.words import cut

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


@cache
def chapters() -> dict[str, str]:
    """Return the titles of the chapters by their letters."""
    found = map(_CHAPTER.fullmatch, _source().splitlines())
    return {match[1]: match[2].replace("`", "") for match in found if match}


@cache
def rules() -> dict[str, Rule]:
    """Return all rules by their numbers, in order."""
    found: dict[str, Rule] = {}
    chapter = section = number = ""
    for line in _source().splitlines():
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


def look_up(wanted: str) -> str:
    """Return as Markdown a rule, a chapter, or the rules with a word; refuse what is not there."""
    key = wanted.strip().upper()
    if not key:
        return contents()
    if key in chapters():
        return _written([rule for rule in rules().values() if rule.chapter == key])
    if key in rules():
        return _written([rules()[key]])
    if re.fullmatch(r"[A-Z]\d*", key):
        known = ", ".join(chapters())
        raise Refusal(
            Reason("rule", "", f"there is no rule {cut(wanted.strip())}; chapters are {known}")
        )
    found = [rule for rule in rules().values() if key in rule.text.upper()]
    if not found:
        raise Refusal(Reason("rule", "", f"no rule speaks of {cut(wanted.strip())!r}"))
    return _written(found)


def contents() -> str:
    """Return the list of chapters and how to go on, as Markdown."""
    lines = ["# The rules, numbered", ""]
    for letter, title in chapters().items():
        numbers = [rule.number for rule in rules().values() if rule.chapter == letter]
        lines.append(f"- **{letter}** {title} ({numbers[0]} to {numbers[-1]})")
    first = next(iter(rules()))
    lines += ["", f"Read a chapter with its letter ({first[0]}), a rule with its number ({first}),"]
    lines.append("or give a word to find the rules that speak of it.")
    return "\n".join(lines)


def plain(markdown: str) -> str:
    """Return Markdown as plain text."""
    text = re.sub(r"^(#+|-) ", "", markdown, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text.replace("**", "").replace("`", ""))


def _written(chosen: list[Rule]) -> str:
    lines: list[str] = []
    heading = ("", "")
    for rule in chosen:
        if rule.chapter != heading[0]:
            lines += ["", f"## {rule.chapter}. {chapters()[rule.chapter]}", ""]
        if rule.section and (rule.chapter, rule.section) != heading:
            lines += ["", f"### {rule.section}", ""]
        heading = (rule.chapter, rule.section)
        lines.append(f"- **{rule.number}** {rule.text}")
    return "\n".join(lines).strip()


@cache
def _source() -> str:
    return files("hexade").joinpath("rules.md").read_text("utf-8")
