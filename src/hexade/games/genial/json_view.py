"""A view as JSON: the keys of the bot protocol, and what spares the page from knowing rules."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache
from typing import Any

import numpy as np

from hexade.contract.game import Seat
from hexade.contract.kernel import over_arrays, speed_up
from hexade.games.genial import board, notation, outcome, rules, scoring
from hexade.games.genial.variants import SIDE, VARIANTS, printed, table
from hexade.games.genial.view import GenialView

_STEPS = np.array(board.STEPS)
_exchange = speed_up(over_arrays(scoring.exchangeable))
_offer_shows = speed_up(over_arrays(scoring.offer_shows))


def show(view: GenialView, chosen: Collection[Seat] = ()) -> dict[str, Any]:
    """Return a view as a JSON object."""
    known, setup = view.record, view.setup
    over = known["phase"] == rules.OVER
    opened = int(known["opened"])
    cells, dead = _board(known["cells"].tobytes())
    return {
        "game": setup.game,
        "variant": setup.variant,
        "edition": setup.edition,
        "seats": setup.seats,
        "start": setup.start,
        "seat": view.seat if view.seat >= 0 else None,
        "ply": view.ply,
        "turn": None if over else int(known["turn"]),
        "phase": rules.PHASE_NAMES[known["phase"]],
        "bonus": int(known["bonus"]),
        "first": [not opened >> seat & 1 for seat in range(setup.seats)],
        "cells": dict(cells),
        "rack": board.tile_names(view.rack),
        "racks": list(view.rack_sizes),
        "bag": int(known["bag_size"]),
        "unseen": board.tile_names(view.unseen),
        "aside": board.tile_names(int(known["aside"])),
        "scores": outcome.scores(view),
        "marks": {
            board.COLOURS[n]: seat for n, seat in enumerate(known["marks"].tolist()) if seat >= 0
        },
        **fixed(setup.variant, setup.seats),
        "dead": list(dead),
        "offer": offer(view) if known["phase"] == rules.OFFERED else None,
    }


@cache
def fixed(variant: str, seats: int) -> dict[str, Any]:
    """Return what never changes in a game: the area, and how its tracks run."""
    form, numbers = VARIANTS[variant], table(variant, seats)[0]
    return {
        "side": SIDE[seats],  # cells along a side of the area in play (A1)
        "printed": list(printed(variant)),  # A2
        "track": {
            "stop": form.stop,  # where a marker stops on its way (B2); else the end
            "end": form.end,
            "row": numbers["track"][:seats].tolist(),  # which of `scores` belongs to each seat
            "sign": numbers["sign"][:seats].tolist(),  # which way is forward on it (D1)
            "shared": form.tug,  # one track for all: `scores` is a bare object (D1)
            "bonus": form.bonus,  # whether reaching stop or end earns a bonus turn (A11, B1)
        },
    }


@lru_cache(maxsize=16)
def _board(held: bytes) -> tuple[dict[str, str], list[str]]:
    """Return what lies on the cells, and those that are dead: the same for every seat."""
    cells = np.frombuffer(held, np.int8)
    return notation.colours_on(cells), _dead(cells)


def _dead(cells: np.ndarray) -> list[str]:
    """Return the free cells on which no tile can lie any more: they have no free neighbour."""
    free = np.flatnonzero(cells == board.FREE)
    alone = ~(cells[free[:, None] + _STEPS] == board.FREE).any(axis=1)
    return [board.cell_name(cell) for cell in free[alone].tolist()]


def offer(view: GenialView) -> dict[str, Any]:
    """Return the exchange that is offered to the viewer: why, and which tiles (A12, D3)."""
    kinds = int(_offer_shows(view.data, view.table, view.seat))
    doubles = (2 * colour for colour in board.COLOURS)
    colours = [
        name[0] for name in doubles if kinds >> 3 * board.LAY_OF_NAME[name] & 7
    ]  # a double shows a colour if that colour is asked for
    due = int(view.table[0]["rack"]) - view.rack_sizes[view.seat]
    tiles = board.tile_names(int(_exchange(view.data, view.table, view.seat)))
    return {"colours": colours, "keep": due, "tiles": tiles, "swap": due + len(tiles)}
