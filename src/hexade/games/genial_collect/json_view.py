"""A view as JSON: the keys of the bot protocol, and what spares the page from knowing rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from hexade.contract.game import Seat
from hexade.games.genial_collect import outcome, preview
from hexade.games.genial_collect.state import DECIDING, OVER, PHASE_NAMES
from hexade.games.genial_collect.variants import COLOURS, goal_of, letters
from hexade.games.genial_collect.view import CollectView


def show(view: CollectView, chosen: Collection[Seat] = ()) -> dict[str, Any]:
    """Return a view as a JSON object."""
    known, setup = view.record, view.setup
    deciding = known["phase"] == DECIDING
    return {
        "game": setup.game,
        "variant": setup.variant,
        "seats": setup.seats,
        "start": setup.start,
        "seat": view.seat if view.seat >= 0 else None,
        "ply": view.ply,
        "turn": None if known["phase"] == OVER else int(known["turn"]),
        "phase": PHASE_NAMES[known["phase"]],
        "middle": letters(known["middle"]),
        "shown": shown(view),
        "owned": outcome.scores(view),
        "missing": outcome.missing(view),
        "goal": goal_of(setup),
        "pile": int(known["pile_size"]),
        "left": preview.left(view),
        # Spectators and waiting players look at the odds, too: a preview is for the seat in turn.
        "odds": preview.next_tile(view) if deciding else None,
        "stop": preview.stopping(view) if deciding and known["up"] else None,
    }


def shown(view: CollectView) -> list[str]:
    """Return the tiles turned up in this turn, the first one first."""
    order = view.record["shown"].tolist()
    return [COLOURS[order.index(nth)] for nth in range(1, int(view.record["up"]) + 1)]
