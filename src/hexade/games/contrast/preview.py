"""Previews of a move: who else could choose a symbol, as data for a page and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexade.contract.game import Move
from hexade.games.contrast import deck
from hexade.games.contrast.variants import TEAM
from hexade.games.contrast.view import ContrastView


def preview(view: ContrastView, legal: Sequence[Move]) -> dict[str, Any]:
    """Return for each symbol that may be chosen which other seats have it in hand too (F2, F3)."""
    hands = [view.symbols(seat) for seat in range(view.setup.seats)]
    return {
        "also": {
            deck.SYMBOLS[symbol]: [
                seat for seat, hand in enumerate(hands) if seat != view.seat and symbol in hand
            ]
            for symbol in legal
        }
    }


def forecast(view: ContrastView, move: Move, names: Sequence[str] = ()) -> str:
    """Return in a few words who else could choose a symbol, judging by their rows."""
    others = [seat for seat in range(view.setup.seats) if seat != view.seat]
    able = [seat for seat in others if move in view.symbols(seat)]
    if view.setup.seats == TEAM:
        return "your partner has it too" if able else "your partner cannot choose it"
    if not able:
        return "nobody else can choose it"
    if len(able) == len(others):
        return "everybody else can choose it too"
    called = names or [f"seat {seat}" for seat in range(view.setup.seats)]
    return f"{', '.join(called[seat] for seat in able)} can choose it too"
