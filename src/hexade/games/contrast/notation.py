"""Moves in words and back: a symbol such as `big`, or the table's `miss`."""

from __future__ import annotations

from typing import Any

from hexade.contract.game import Move
from hexade.contract.reason import quoted, unreadable
from hexade.games.contrast import deck
from hexade.games.contrast.rules import MISS


def text(move: Move) -> str:
    """Return a move in notation: the symbol, or the table's `miss`."""
    return "miss" if move == MISS else deck.SYMBOLS[move]


def parse(text: str) -> Move:
    """Parse a move in notation; raise Refusal if it cannot be read."""
    word = text.strip().lower()
    return MISS if word == "miss" else symbol(word)


def symbol(name: Any) -> Move:
    """Return the number of a symbol; raise Refusal if there is none of that name."""
    if not isinstance(name, str) or name not in deck.SYMBOL_OF:
        known = ", ".join(deck.SYMBOLS)
        raise unreadable(f"{quoted(name)} is not a symbol; choose {known}", "F1")
    return deck.SYMBOL_OF[name]
