"""The rules in all languages have the same paragraphs and say the same numbers."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from hexade import games
from hexade.contract.reason import Refusal
from hexade.rulebook import FILES, book, look_up

OTHERS = [lang for lang in FILES if lang != "en"]
RULING = {"en": "**Ruling**", "de": "**Festlegung**", "nl": "**Beslissing**"}


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_chapters_and_paragraphs(lang: str) -> None:
    ours, theirs = book("en"), book(lang)
    assert list(theirs.chapters) == list(ours.chapters)
    assert list(theirs.rules) == list(ours.rules)
    for number, rule in ours.rules.items():
        assert theirs.rules[number].chapter == rule.chapter
        assert bool(theirs.rules[number].section) == bool(rule.section)
    sections = [list(dict.fromkeys(r.section for r in b.rules.values())) for b in (ours, theirs)]
    assert len(sections[0]) == len(sections[1])


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("number", book("en").rules)
def test_a_translation_keeps_numbers_names_and_rulings(number: str, lang: str) -> None:
    ours, theirs = book("en").rules[number].text, book(lang).rules[number].text
    for pattern in (r"`[^`]+`", r"\b[A-F]\d+\b", r"\d+(?: / \d+)+", r"\b\d{2,}\b"):
        assert Counter(re.findall(pattern, theirs)) == Counter(re.findall(pattern, ours))
    assert theirs.count(RULING[lang]) == ours.count(RULING["en"])
    assert 0.75 < len(theirs) / len(ours) < 1.6


@pytest.mark.parametrize("lang", FILES)
def test_every_game_finds_its_chapters_and_every_rule_has_a_text(lang: str) -> None:
    for name in games.names():
        for letter in games.find(name).chapters:
            assert letter in book(lang).chapters
    assert all(len(rule.text) > 20 for rule in book(lang).rules.values())
    assert len(book(lang).intro) == 2
    assert book(lang).title


@pytest.mark.parametrize("lang", FILES)
def test_every_game_begins_with_its_aim(lang: str) -> None:
    aims = book(lang).aims
    assert aims.keys() == book("en").aims.keys()
    for name in games.names():
        first = games.find(name).chapters[0]
        assert aims[first].startswith("**")
        assert aims[first] in look_up(first, lang)


@pytest.mark.parametrize("lang", FILES)
def test_what_only_testers_need_is_not_in_the_rules(lang: str) -> None:
    found = book(lang)
    said = [*found.intro, *found.chapters.values(), *found.aims.values()]
    said += [text for rule in found.rules.values() for text in (rule.section, rule.text)]
    remark = re.compile(r"\btests?\b|\.(md|py|csv)\b|(seats?|Platz|plaats(en)?) 0|\bcode\b", re.I)
    assert not [text for text in said if remark.search(text)]


def test_another_language_is_refused_in_words() -> None:
    with pytest.raises(Refusal, match="no rules in 'xx'; choose en, de, nl"):
        book("xx")
