"""Moves in words: `turn_up`, `stop`; and tiles by their letters."""

from __future__ import annotations

import re
from typing import Any

from hexade.contract.game import Move
from hexade.contract.reason import quoted, unreadable
from hexade.games.genial_collect.state import STOP, TURN_UP
from hexade.games.genial_collect.variants import COLOURS

WORDS = {"turn_up": TURN_UP, "stop": STOP}
_TEXTS = {move: word for word, move in WORDS.items()}


def text(move: Move) -> str:
    """Return a move in notation."""
    return _TEXTS[move]


def parse(text: str) -> Move:
    """Parse a move in notation; raise Refusal if it cannot be read."""
    word = re.sub(r"[\s_-]+", "_", text.strip().lower())
    if word not in WORDS:
        raise unreadable(f"cannot read the move {quoted(text)}; write 'turn_up' or 'stop'", "G2")
    return WORDS[word]


def colour_of(tile: Any) -> int:
    """Return the number of a tile's colour by its letter."""
    if not isinstance(tile, str) or len(tile) != 1 or tile not in COLOURS:
        raise unreadable(f"{quoted(tile)} is not a tile; write one letter of {COLOURS}", "G1")
    return COLOURS.index(tile)


def colours_of(tiles: Any) -> list[int]:
    """Return the numbers of the colours of a list of tiles."""
    if not isinstance(tiles, list):
        raise unreadable("`tiles` must be a list")
    return [colour_of(tile) for tile in tiles]
