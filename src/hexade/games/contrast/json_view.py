"""A view as JSON: the keys of the bot protocol, and what spares the page from knowing rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from hexade.contract.game import Seat
from hexade.games.contrast import deck, outcome, rules
from hexade.games.contrast.variants import ROW, TEAM, TEAM_GOAL
from hexade.games.contrast.view import ContrastView


def show(view: ContrastView, chosen: Collection[Seat] = ()) -> dict[str, Any]:
    """Return a view as a JSON object; the table knows who has `chosen`, as choices are sealed."""
    setup, picture = view.setup, view.picture
    drawing = None if picture is None else deck.drawings()[picture]
    return {
        "game": setup.game,
        "variant": setup.variant,
        "seats": setup.seats,
        "seat": view.seat if view.seat >= 0 else None,
        "ply": view.ply,
        "phase": rules.PHASE_NAMES[view.phase],
        "picture": drawing.name if drawing else None,
        "names": dict(zip(deck.LANGUAGES, drawing.names, strict=True)) if drawing else None,
        "char": drawing.char if drawing else None,
        "hand": [deck.SYMBOLS[symbol] for symbol in view.choices],
        "rows": [[list(deck.CARDS[card]) for card in row] for row in view.rows],
        "won": list(view.won),
        "stack": view.stack,
        "chosen": [seat in chosen for seat in range(setup.seats)],
        "round": view.ply + 1 if view.phase != rules.OVER else view.ply,
        "left": [rules.fewest_rounds(view.record, view.table[0]), view.stack],
        "goal": TEAM_GOAL if setup.seats == TEAM else None,  # F10
        "reached": outcome.reached_goal(view),
        "back": list(range(1, ROW[setup.variant] + 1)),  # rounds until each card is back in hand
        "common": _common(view),
    }


def _common(view: ContrastView) -> list[str]:
    """Return the symbols that everybody could choose now."""
    hands = [set(view.symbols(seat)) for seat in range(view.setup.seats)]
    return [deck.SYMBOLS[symbol] for symbol in sorted(set.intersection(*hands))]
