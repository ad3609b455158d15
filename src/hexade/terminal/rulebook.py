"""The rules to read in the terminal, by number, chapter or word."""

from __future__ import annotations

import re

from hexade.contract.reason import Reason, Refusal
from hexade.rulebook import Book, Rule, book
from hexade.terminal.words import cut

_HOW = {  # to go on, after the list of chapters
    "en": ("{} to {}", "Read a chapter with its letter ({}), a rule with its number ({}),",
           "or give a word to find the rules that speak of it."),
    "de": ("{} bis {}", "Lies ein Kapitel mit seinem Buchstaben ({}), eine Regel mit Nummer ({}),",
           "oder gib ein Wort an, um die Regeln zu finden, in denen es steht."),
    "nl": ("{} tot {}", "Lees een hoofdstuk met zijn letter ({}), een regel met haar nummer ({}),",
           "of geef een woord om de regels te vinden waarin het staat."),
}  # fmt: skip


def look_up(wanted: str, lang: str = "en") -> str:
    """Return as Markdown a rule, a chapter, or the rules with a word; refuse what is not there."""
    key, source = wanted.strip().upper(), book(lang)
    if not key:
        return contents(source)
    if key in source.chapters:
        return _written(source, [r for r in source.rules.values() if r.chapter == key])
    if key in source.rules:
        return _written(source, [source.rules[key]])
    if re.fullmatch(r"[A-Z]\d*", key):
        known = ", ".join(source.chapters)
        raise Refusal(
            Reason("rule", "", f"there is no rule {cut(wanted.strip())}; chapters are {known}")
        )
    found = [rule for rule in source.rules.values() if key in rule.text.upper()]
    if not found:
        raise Refusal(Reason("rule", "", f"no rule speaks of {cut(wanted.strip())!r}"))
    return _written(source, found)


def contents(source: Book) -> str:
    """Return the list of chapters and how to go on, as Markdown."""
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


def _written(source: Book, chosen: list[Rule]) -> str:
    lines: list[str] = []
    heading = ("", "")
    for rule in chosen:
        if rule.chapter != heading[0]:
            lines += ["", f"## {rule.chapter}. {source.chapters[rule.chapter]}", ""]
        if rule.section and (rule.chapter, rule.section) != heading:
            lines += ["", f"### {rule.section}", ""]
        heading = (rule.chapter, rule.section)
        lines.append(f"- **{rule.number}** {rule.text}")
    return "\n".join(lines).strip()
