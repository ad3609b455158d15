"""A rule by hand that looks one move ahead: what the network has to beat.

Nothing in it is learned. After each move it projects every marker to where it may soon stand: what
the board still offers in its colour is added, more for a colour on the rack, and for opponents by
how likely they hold it and whether they come first. A set of markers is worth a soft minimum, near
the mean early on and near the weakest in the end. The rule wants its own to be high and theirs to
be low: so it feeds weak colours, opens little, covers what opponents need, and plays for bonus
turns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract.bits import NONE, one, signed
from hexade.contract.kernel import Record, kernel, speed_up
from hexade.contract.player import Thinker
from hexade.games.genial import rules
from hexade.games.genial.mind import offers
from hexade.games.genial.mind.inputs import (
    advance_markers,
    edges_left,
    lowest_marker,
    opponents,
    rival,
    survey_for,
    symbols,
)
from hexade.games.genial.mind.lanes import share
from hexade.games.genial.mind.offers import after_move, sum_up
from hexade.games.genial.rules import EXCHANGE, PLACE, decide, standing
from hexade.games.genial.view import GenialView as View

# What the rule goes by: set by hand, then tried one by one, in games for two, against the rule
# as it was before and against the network.
TASTE = np.array(
    [
        0.84,  # how soft the minimum is at the end,
        0.63,  # and how much softer for each turn that is left
        0.59,  # of the best offer: who moves next hopes for it,
        0.14,  # of the second best,
        0.107,  # of the best, and who moves later,
        0.077,  # of the second best
        0.35,  # of an offer, for a colour that is not on the rack
        0.8,  # how much opponents count
        0.255,  # of a point for a bonus turn
        0.07,  # of a point for each cell that brings two or more
        0.7,  # of the best offer to the next player, beside the above
    ]
)
WON = 1e6


@kernel
def softness(v: Record, k: Record, t: Record) -> float:
    """Return how far from the weakest marker the others still count."""
    return float(t[0]) + float(t[1]) * float(k["living"]) / (2.0 * float(v["seats"]))


@kernel
def chance_of(g: Record, colour: int, held: int) -> float:
    """Return how likely a rack of so many unseen tiles shows a colour."""
    unseen = 0
    for other in range(6):
        unseen += signed(g["unseen"][other])
    if unseen == 0:
        return 0.0
    return 1.0 - (1.0 - float(g["unseen"][colour]) / float(unseen)) ** (2 * held)


@kernel
def hoped(k: Record, colour: int, room: int, soon: bool, t: Record) -> float:
    """Return what the offers of a colour promise a marker with so much room before it."""
    first = min(signed(k["best"][colour, 0]), room)
    second = min(signed(k["best"][colour, 1]), room)
    more = float(t[9]) * min(signed(k["many"][colour, 1]), room)
    if soon:
        return more + float(t[2]) * first + float(t[3]) * second
    return more + float(t[4]) * first + float(t[5]) * second


@kernel
def own_hope(v: Record, k: Record, colour: int, soon: bool, t: Record) -> float:
    """Return where the mover's marker may soon stand."""
    at = signed(k["mine"][colour])
    hope = hoped(k, colour, int(v["end"]) - at, soon, t)
    if k["held"][colour] == 0:
        return at + float(t[6]) * hope
    return at + hope


@kernel
def soft_minimum(total: float, soft: float) -> float:
    """Return the soft minimum of six markers, from the sum of their weights."""
    return -soft * math.log(total / 6.0)


@kernel
def race(s: Record, v: Record, g: Record, k: Record, seat: int, soon: bool, t: Record) -> float:
    """Return how the mover stands against each opponent, where everybody has tracks."""
    soft = softness(v, k, t)
    total = 0.0
    for colour in range(6):
        total += math.exp(-own_hope(v, k, colour, soon, t) / soft)
    worth = soft_minimum(total, soft)
    rivals = opponents(v)
    for n in range(rivals):
        worth -= float(t[7]) / rivals * threat(s, v, g, k, seat, n, not soon and n == 0, t)
    return worth


@kernel
def threat(
    s: Record, v: Record, g: Record, k: Record, seat: int, n: int, next_: bool, t: Record
) -> float:
    """Return how the n-th opponent stands, who may be the next to move.

    Its next tile takes one or two offers, not all: the best of them counts once more.
    """
    soft = softness(v, k, t)
    total, best = 0.0, 0.0
    for colour in range(6):
        at, likely = rival(s, v, k, seat, n, colour), chance_of(g, colour, int(v["rack"]))
        room = int(v["end"]) - at
        weight = math.exp(-(at + likely * hoped(k, colour, room, next_, t)) / soft)
        total += weight
        best = max(best, weight * likely * min(signed(k["best"][colour, 0]), room))
    worth = soft_minimum(total, soft)
    return worth + float(t[10]) * best / total if next_ else worth


@kernel
def tug(v: Record, g: Record, k: Record, soon: bool, t: Record) -> float:
    """Return how the mover stands where both pull at the same markers (D1)."""
    soft = softness(v, k, t)
    worth = 0.0
    for colour in range(6):
        at = signed(k["mine"][colour])
        theirs = hoped(k, colour, int(v["end"]) + at, not soon, t)
        lead = own_hope(v, k, colour, soon, t)
        lead -= float(t[7]) * chance_of(g, colour, int(v["rack"])) * theirs
        worth += math.tanh(lead / (2.0 * soft))
    return worth


@kernel
def rate(s: Record, v: Record, g: Record, k: Record, spare: Record, move: int, t: Record) -> float:
    """Return how good the position after a legal move of the seat in turn is."""
    if move < PLACE:
        return 1.0 if move == EXCHANGE else 0.0  # nothing that is needed was on the rack (A12, D3)
    seat = signed(s["turn"])
    edge, lay = (move - PLACE) // 36, (move - PLACE) % 36
    for colour in range(6):
        k["mine"][colour] = standing(s, v, seat, colour)
    again = max(0, int(s["bonus"]) - 1) + advance_markers(s, v, k, seat, edge, lay)
    if lowest_marker(k) >= v["goal"]:
        return WON
    if edges_left(s, v, edge) == 0:
        spare[0] = s
        decide(spare[0], v, move)
        return WON * (2.0 * share(spare[0], v, seat) - 1.0)
    after_move(s, v, g, k, move)
    sum_up(k)
    rack = s["racks"][seat] - one(signed(v["kind"][lay]))
    for colour in range(6):
        k["held"][colour] = symbols(v, rack, colour)
    soon = again > 0 and rack != NONE
    bonus = float(t[8]) * again if soon else 0.0
    if v["tug"]:
        return bonus + tug(v, g, k, soon, t)
    return bonus + race(s, v, g, k, seat, soon, t)


@kernel
def rate_all(
    states: Record,
    table: Record,
    grounds: Record,
    sketches: Record,
    moves: Record,
    taste: Record,
    out: Record,
) -> None:
    """Write how good each move is; `states` are the position and a place to try moves on."""
    survey_for(states[0], table[0], grounds[0])
    for n in range(moves.shape[0]):
        out[n] = rate(
            states[0], table[0], grounds[0], sketches[0], states[1:], int(moves[n]), taste
        )


_rate_all = speed_up(rate_all)


def ratings(view: View, moves: Sequence[int], taste: np.ndarray = TASTE) -> np.ndarray:
    """Return how good the rule finds each of some legal moves."""
    states = np.zeros(2, rules.STATE)
    states[0] = view.data[0]
    states[0]["bag"] = view.unseen  # it matters only what the mover has not seen
    grounds, sketches = np.zeros(1, offers.GROUND), np.zeros(1, offers.SKETCH)
    out = np.zeros(len(moves))
    _rate_all(states, view.table, grounds, sketches, np.array(moves, np.int32), taste, out)
    return out


class OnePly(Thinker):
    """Takes the move that the rule finds best; the first of several."""

    name = "oneply"

    def __init__(self, game: Any, seed: int, taste: np.ndarray = TASTE) -> None:
        self.taste = taste

    def choose(self, view: View, legal: Sequence[int], time_ms: int | None = None) -> int:
        """Return the best move."""
        return legal[int(np.argmax(ratings(view, legal, self.taste)))]
