"""The components (F1): six symbol cards with twelve symbols, 74 picture cards with 148 pictures."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp

SYMBOLS = (
    "red", "yellow", "blue", "green", "big", "small",
    "heavy", "light", "thick", "thin", "round", "angular",
)  # fmt: skip
SYMBOL_OF = {name: number for number, name in enumerate(SYMBOLS)}
CARDS = tuple(SYMBOLS[n : n + 2] for n in range(0, len(SYMBOLS), 2))
CARD_OF = {  # by both symbols, in either order
    pair: number for number, card in enumerate(CARDS) for pair in (card, card[::-1])
}
LANGUAGES = ("en", "de", "nl")
PICTURE_CARDS = 74
PICTURES = 2 * PICTURE_CARDS
TASTE = 6  # how far a bot's personal taste may move a rating up or down, in percent
WARMTH = 9.0  # a symbol rated this many percent lower is chosen e times less often
LIKELY = tuple(  # by how many percent a symbol fits worse than the best, as whole weights
    1 + round((1 << 20) * exp(-gap / WARMTH)) for gap in range(100 + 2 * TASTE + 1)
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One side of a picture card; the page has the drawing itself."""

    name: str  # as records have it: the card's number and its side, such as "07b"
    char: str  # the emoji that it is based on
    noto_name: str  # what the Noto emoji font calls it
    names: tuple[str, ...]  # one for each of LANGUAGES
    ratings: tuple[int, ...]  # how well each symbol fits, in percent: for bots, never in a view


@cache
def drawings() -> tuple[Drawing, ...]:
    """Return all pictures: number 2 * (card - 1) for side a, one more for side b."""
    text = files(__package__).joinpath("pictures.csv").read_text(encoding="utf-8")
    return tuple(_drawing(row) for row in csv.DictReader(text.splitlines()))


def _drawing(row: dict[str, str]) -> Drawing:
    return Drawing(
        name=row["card"] + row["side"],
        char=row["char"],
        noto_name=row["noto_name"],
        names=tuple(row[f"name_{language}"] for language in LANGUAGES),
        ratings=tuple(round(100 * float(row[symbol])) for symbol in SYMBOLS),
    )


@cache
def picture_numbers() -> dict[str, int]:
    """Return the number of every picture by its name."""
    return {drawing.name: number for number, drawing in enumerate(drawings())}


def card_of_picture(picture: int) -> int:
    """Return the picture card that a picture is on, counted from zero."""
    return picture // 2


def card_of_symbol(symbol: int) -> int:
    """Return the symbol card that a symbol is on."""
    return symbol // 2


def lay(seat: int, card: int) -> int:
    """Return the chance move that lays a seat's card."""
    return len(CARDS) * seat + card


def laid(move: int) -> tuple[int, int]:
    """Return the seat and the card of a chance move that lays one."""
    return divmod(move, len(CARDS))
