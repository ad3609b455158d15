"""The rules to read on a page, with a number for every paragraph."""

from __future__ import annotations

from functools import lru_cache

from hexade import games
from hexade.rulebook import Book, book
from hexade.wire import packing
from hexade.wire.http_bodies import Chapter, Paragraph, Rules


@lru_cache(maxsize=32)
def packed(lang: str, game: str | None = None) -> bytes:
    """Return the rules as compressed JSON; refuse a language that they were not written in."""
    return packing.packed(written(lang, game), 9)


def written(lang: str, game: str | None = None) -> Rules:
    """Return the rules, or the chapters of one game."""
    source = book(lang)
    letters = games.find(game).chapters if game else source.chapters
    return Rules(
        lang=lang,
        title=source.title,
        intro=list(source.intro),
        chapters=[_chapter(source, letter) for letter in letters],
    )


def _chapter(source: Book, letter: str) -> Chapter:
    paragraphs = [
        Paragraph(id=rule.number, section=rule.section, text=rule.text)
        for rule in source.rules.values()
        if rule.chapter == letter
    ]
    title, aim = source.chapters[letter], source.aims.get(letter, "")
    return Chapter(id=letter, title=title, aim=aim, paragraphs=paragraphs)
