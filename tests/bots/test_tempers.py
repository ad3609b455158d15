"""What a character's line says of its play is what its level overlooks, game by game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hexade import bots, games
from hexade.contract.level import Level
from hexade.contract.setup import setups

WEB = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ("en", "de", "nl")
LEVELS = range(1, 9)

# How a line names a taste, in each language; every line is searched for all of them.
CLAIMS = {
    "weakest": ("weakest", "schwächste", "zwakste"),
    "own": (r"\byours?\b|\byou\b", r"\bdeine?\b|\bdich\b", r"\bjouw?\b"),
    "now": (r"this (turn|card) only", r"nur an diese", r"alleen aan deze"),
    "unseen": (r"\bcounts?\b", r"zählt", r"\btelt?\b"),
    "half": (r"\bhalf\b", "Hälfte", r"\bhelft\b"),
    "early": ("too early", "zu früh", "te vroeg"),
    "late": ("too late", "zu spät", "te laat"),
}
WHIM = ("on a whim", "nach Lust und Laune", "wanneer het zo uitkomt")  # nearly every move
ALWAYS = (
    r"\bnever\b|\bforgets\b|\bonly;",
    r"\bnie\b|\bvergisst\b|denkt nur",
    r"nooit|\bvergeet\b|alleen",
)
SELDOM = ("now and then|does not always", "ab und zu|nicht immer|manchmal", "af en toe|niet altijd")

PLAIN = 0.9  # of a random player's loss: from here on a level's tastes are not seen
STRONG, WEAK, NONE = 0.8, 0.5, 0.2  # pulls: it always does so; now and then; it hardly shows


def line_of(game: str, level: int, language: str) -> str:
    """Return the line that the page shows of a level in a game."""
    for room, key in ((f"games/{game}", game), ("bots", "bots")):
        words = json.loads((WEB / room / "words" / f"{language}.json").read_text("utf-8"))
        if f"{key}.temper.{level}" in words:
            return str(words[f"{key}.temper.{level}"])
    raise AssertionError(f"nothing is said of level {level}")


def found(patterns: tuple[str, str, str], language: str, line: str) -> bool:
    """Tell whether a line has the words for something."""
    return bool(re.search(patterns[LANGUAGES.index(language)], line, re.IGNORECASE))


def claims(language: str, line: str) -> set[str]:
    """Return the tastes that a line claims."""
    return {taste for taste, words in CLAIMS.items() if found(words, language, line)}


def levels() -> list[tuple[str, int, Level]]:
    """Return every level of every game that has levels, and make sure that set-ups agree."""
    made = []
    for name, game in games.catalogue().items():
        if not bots.titles(game):
            continue
        for number in LEVELS:
            alike = {game.levels(setup)[number - 1] for setup in setups(game)}
            assert len(alike) == 1, f"{name}: one line cannot be true of {alike}"
            made.append((name, number, alike.pop()))
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "number", "level"), levels())
def test_a_line_claims_what_its_level_overlooks(
    game: str, number: int, level: Level, language: str
) -> None:
    line = line_of(game, number, language)
    said = claims(language, line)
    shown = set(level.tastes) if level.noise < PLAIN and level.pull >= NONE else set()
    assert said <= shown, line
    assert bool(said) == bool(shown), f"{line} – {level.tastes} could be told"
    assert found(WHIM, language, line) == (level.noise >= PLAIN), line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "number", "level"), levels())
def test_a_line_says_how_often(game: str, number: int, level: Level, language: str) -> None:
    line = line_of(game, number, language)
    if not claims(language, line):
        return
    if level.pull < STRONG:
        assert not found(ALWAYS, language, line), line
    assert found(SELDOM, language, line) == (level.pull <= WEAK), line


@pytest.mark.parametrize(("game", "number", "level"), levels())
def test_all_languages_say_the_same(game: str, number: int, level: Level) -> None:
    said = [claims(language, line_of(game, number, language)) for language in LANGUAGES]
    assert said[0] == said[1] == said[2], said


def test_nobody_is_told_in_the_same_words_as_another() -> None:
    for language in LANGUAGES:
        for game in {name for name, _, _ in levels()}:
            lines = [line_of(game, number, language) for number in LEVELS]
            assert len(set(lines)) == len(lines), lines
