"""States that could be behind a view: the tiles that its viewer has not seen are dealt anew."""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import NONE, packed, spread
from hexade.contract.chance import GUESS, below, shuffle, stream
from hexade.contract.kernel import Record, Word, kernel, over_arrays, speed_up
from hexade.games.genial.board import TILE_COUNT
from hexade.games.genial.rules import DRAWING, OFFERED
from hexade.games.genial.scoring import exchangeable
from hexade.games.genial.state import GenialState
from hexade.games.genial.view import GenialView


@kernel
def deal_unseen(s: Record, v: Record, seat: int, beside: Record, seed: Word, pool: Record) -> None:
    """Make a view a state that could be behind it; `pool` has room for all tiles."""
    turn, at = int(s["turn"]), 0
    left = spread(beside["unseen"], pool)
    shuffle(stream(seed, GUESS), pool, left)
    for n in range(-1, int(v["seats"])):  # the seat in turn first
        other = turn if n < 0 else n
        if other != seat and n != turn:
            deal_rack(s, other, beside, pool, at)
            at += int(beside["rack_sizes"][other])
    s["bag"] = packed(pool, at, left)
    if may_choose(s, v, seat, beside) and below(stream(seed, GUESS + 1), 0, 2):
        s["due"], s["phase"] = 0, OFFERED


@kernel
def deal_rack(s: Record, seat: int, beside: Record, pool: Record, at: int) -> None:
    """Deal a seat its rack from the pool; the tiles of a draw that goes on come first."""
    s["racks"][seat] = packed(pool, at, at + int(beside["rack_sizes"][seat]))
    if seat == s["drawer"]:
        most = min(int(beside["drawn_size"]), int(beside["rack_sizes"][seat]))
        s["drawn"] = packed(pool, at, at + most)


@kernel
def may_choose(s: Record, v: Record, seat: int, beside: Record) -> bool:
    """Tell whether the seat in turn, unknown to the viewer, may still exchange (A12, D3).

    It has laid its tile and drawn nothing yet: either it is still choosing, or it has declined.
    """
    turn = int(s["turn"])
    if s["phase"] != DRAWING or turn == seat or beside["drawn_size"] or s["aside"] != NONE:
        return False
    return bool(exchangeable(s, v, turn) != NONE)


_deal_unseen = speed_up(over_arrays(deal_unseen))


def determinize(view: GenialView, seed: int) -> GenialState:
    """Return a state that could be behind a view, its secrets dealt from the seed."""
    data, pool = view.thaw(), np.empty(TILE_COUNT, np.int8)
    _deal_unseen(data, view.table, view.seat, view.beside, np.uint64(seed), pool)
    return GenialState(view.setup, data)
