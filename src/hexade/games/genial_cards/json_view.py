"""A view as JSON: the keys of the bot protocol, and what spares the page from knowing rules."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any

from hexade.contract.game import Seat
from hexade.games.genial_cards import cards, outcome, picture, preview
from hexade.games.genial_cards.state import OFFERED, OVER, PHASE_NAMES
from hexade.games.genial_cards.view import CardsView


def show(view: CardsView, chosen: Collection[Seat] = ()) -> dict[str, Any]:
    """Return a view as a JSON object."""
    known, setup = view.record, view.setup
    seats = range(setup.seats)
    return {
        "game": setup.game,
        "variant": setup.variant,
        "seats": setup.seats,
        "start": int(known["start"]),
        "seat": view.seat if view.seat >= 0 else None,
        "ply": view.ply,
        "turn": None if known["phase"] == OVER else int(known["turn"]),
        "phase": PHASE_NAMES[known["phase"]],
        "bonus": int(known["bonus"]),
        "rounds": setup.option("rounds"),
        "round": int(known["round"]),
        "points": [int(count) for count in known["points"][: setup.seats]],
        "hand": cards.names(view.hand),
        "hands": list(view.hand_sizes),
        "open": [picture.open_cards(view, seat) for seat in seats],
        "chips": outcome.scores(view),
        "pile": int(known["pile_size"]),
        "discard": int(known["discard_size"]),
        "unseen": cards.names(view.unseen),
        "areas": [[0, 0], *([low + 1, end] for low, end in pairwise(cards.AREA_ENDS))],
        "goal": cards.GOAL,  # all six chips here or further end the round (E9)
        "limits": [preview.limits(view, seat) for seat in seats],
        "offer": _offer(view) if known["phase"] == OFFERED else None,
    }


def _offer(view: CardsView) -> dict[str, object]:
    """Return the offer of a new hand: the weakest colours, and how many cards are drawn (E6)."""
    seat = int(view.record["turn"])
    chips = [int(at) for at in view.record["chips"][seat]]
    weakest = [c for c, at in zip(cards.COLOURS, chips, strict=True) if at == min(chips)]
    full = int(view.table[0]["hand"])
    return {"colours": weakest, "keep": full - view.hand_sizes[seat], "swap": full}
