"""States that could be behind a view: the tiles that its viewer has not seen are dealt anew."""

from __future__ import annotations

import numpy as np

from hexade.contract import bits
from hexade.contract.chance import GUESS, Stream
from hexade.contract.game import Seat
from hexade.contract.kernel import over_arrays, speed_up
from hexade.games.genial import rules, scoring
from hexade.games.genial.state import GenialState
from hexade.games.genial.view import GenialView

_exchangeable = speed_up(over_arrays(scoring.exchangeable))


def determinize(view: GenialView, seed: int) -> GenialState:
    """Return a state that could be behind a view, its secrets dealt from the seed."""
    data = view.thaw()
    state = data[0]
    chance = Stream(seed, GUESS)
    pool = chance.shuffled(bits.unpack(view.unseen))
    for seat in _from_turn(view):
        if seat != view.seat:
            size = view.rack_sizes[seat]
            rack = pool[:size]
            del pool[:size]
            state["racks"][seat] = bits.pack(rack)
            if seat == state["drawer"]:
                state["drawn"] = bits.pack(rack[: view.drawn_size])
    state["bag"] = bits.pack(pool)
    if _may_choose(view, data) and Stream(seed, GUESS + 1).below(0, 2):
        state["due"], state["phase"] = 0, rules.OFFERED
    return GenialState(view.setup, data)


def _from_turn(view: GenialView) -> list[Seat]:
    """Return the seats, the one to move first."""
    return sorted(range(view.setup.seats), key=lambda seat: seat != view.record["turn"])


def _may_choose(view: GenialView, data: np.ndarray) -> bool:
    """Tell whether the seat in turn, unknown to the viewer, may still exchange (A12, D3).

    It has laid its tile and drawn nothing yet: either it is still choosing, or it has declined.
    """
    known, seat = view.record, int(view.record["turn"])
    if known["phase"] != rules.DRAWING or seat == view.seat or view.drawn_size or known["aside"]:
        return False
    return bool(_exchangeable(data, view.table, seat))
