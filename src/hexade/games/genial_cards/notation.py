"""Moves in words: `rb`, `rb br`, `renew`, `draw`."""

from __future__ import annotations

import re
from typing import Any

from hexade.contract.game import Move
from hexade.contract.reason import quoted, unreadable
from hexade.games.genial_cards.cards import CARD_NAMES, COLOURS, KIND_OF
from hexade.games.genial_cards.state import ANY, BACKWARD, FORWARD, KEEP, PLAY, RENEW

WORDS = {"draw": KEEP, "renew": RENEW}


def text(move: Move) -> str:
    """Return a move in notation."""
    if move < PLAY:
        return "renew" if move == RENEW else "draw"
    card, order = parts(move)
    return card if way_of(move) == ANY else f"{card} {order}"


def way_of(move: Move) -> int:
    """Return which order of scoring a play asks for."""
    return (move - PLAY) % 3


def parts(move: Move) -> tuple[str, str]:
    """Return the card of a play, and its colours in the order of scoring."""
    card = CARD_NAMES[(move - PLAY) // 3]
    return card, card[::-1] if way_of(move) == BACKWARD else card


def parse(text: str) -> Move:
    """Parse a move in notation; raise Refusal if it cannot be read."""
    found = re.split(r"[\s,;:-]+", text.strip().lower())
    if len(found) == 1 and found[0] in WORDS:
        return WORDS[found[0]]
    if len(found) > 2:
        raise unreadable(f"cannot read the move {quoted(text)}; write it like 'rb' or 'rb br'")
    kind = kind_of(found[0])
    return PLAY + 3 * kind + (way(kind, found[1]) if len(found) == 2 else ANY)


def kind_of(card: Any) -> int:
    """Return the kind of a card by its name."""
    if not isinstance(card, str) or card not in KIND_OF:
        text = f"{quoted(card)} is not a card; write two different letters of {COLOURS}"
        raise unreadable(text, "E1")
    return KIND_OF[card]


def way(kind: int, order: Any) -> int:
    """Return the way to score a card that an order of its colours stands for."""
    card = CARD_NAMES[kind]
    if order not in (card, card[::-1]):
        text = f"{quoted(order)} is not an order of scoring; write '{card}' or '{card[::-1]}'"
        raise unreadable(text, "E4")
    return FORWARD if order == card else BACKWARD
