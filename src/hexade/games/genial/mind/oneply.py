"""A hand-written rule that looks one move ahead: the baseline that the network has to beat.

Nothing in it is learned. After each move it estimates where every marker will soon be: it adds
points that the board still has in that colour, more for a colour on the rack, and for opponents by
how likely they hold it and whether they move first. A set of markers is worth its soft minimum,
near the mean early in the game and near the weakest at the end. The rule maximises its own and
minimises the opponents': it raises weak colours, opens little, covers what opponents need, and
plays for bonus turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.exponential import exp, log
from hexade.contract.kernel import Record, kernel, speed_up
from hexade.contract.player import Thinker
from hexade.games.genial.mind.cell_points import GROUND, SKETCH, after_move, sum_up
from hexade.games.genial.mind.value_features import (
    make_move,
    opponents,
    rival,
    survey_for,
    symbols,
)
from hexade.games.genial.rules import EXCHANGE, PLACE, bonus_turns, is_full
from hexade.games.genial.scoring import has_won, share
from hexade.games.genial.view import GenialView as View


class Taste(NamedTuple):
    """The numbers of the rule: set by hand, then tuned one by one in games for two."""

    soft_end: float = 0.84  # of the minimum at the end of the game
    soft_turn: float = 0.63  # for each turn that is left
    next_best: float = 0.59  # share of the best cell's points, for the player who moves next
    next_second: float = 0.14  # of the second best cell's
    later_best: float = 0.107  # the same for players who move later
    later_second: float = 0.077
    not_held: float = 0.35  # weight of points in a colour that is not on the rack
    rivals: float = 0.8  # the weight of opponents
    bonus: float = 0.255  # of a point, for a bonus turn
    more_cells: float = 0.07  # of a point, for each cell that scores two or more
    best_next: float = 0.7  # of the best cell once more, for an opponent who moves next
    ahead: float = 1.0  # weight of all points that are still to be made
    blindly: float = -1.0  # how likely any rack shows a colour; below 0: by what is unseen


TASTE = Taste()
WON = 1e6


@kernel
def softness(v: Record, k: Record, t: Taste) -> float:
    """Return how far from the weakest marker the others still count."""
    return t.soft_end + t.soft_turn * float(k["living"]) / (2.0 * float(v["seats"]))


@kernel
def chance_of(g: Record, colour: int, held: int, t: Taste) -> float:
    """Return how likely a rack of so many unseen tiles shows a colour."""
    if t.blindly >= 0.0:
        return t.blindly
    unseen = 0
    for other in range(6):
        unseen += signed(g["unseen"][other])
    if unseen == 0:
        return 0.0
    lacks, one = 1.0, 1.0 - float(g["unseen"][colour]) / float(unseen)
    for _ in range(2 * held):
        lacks *= one
    return 1.0 - lacks


@kernel
def hoped(k: Record, colour: int, room: int, soon: bool, t: Taste) -> float:
    """Return the points that a marker with so much room ahead can hope for."""
    first = min(signed(k["best"][colour, 0]), room)
    second = min(signed(k["best"][colour, 1]), room)
    more = t.more_cells * min(signed(k["many"][colour, 1]), room)
    if soon:
        return more + t.next_best * first + t.next_second * second
    return more + t.later_best * first + t.later_second * second


@kernel
def own_hope(v: Record, k: Record, colour: int, soon: bool, t: Taste) -> float:
    """Return where the mover's marker may soon be."""
    at = signed(k["mine"][colour])
    hope = t.ahead * hoped(k, colour, int(v["end"]) - at, soon, t)
    if k["held"][colour] == 0:
        return at + t.not_held * hope
    return at + hope


@kernel
def soft_minimum(total: float, soft: float) -> float:
    """Return the soft minimum of six markers, from the sum of their weights."""
    return -soft * log(total / 6.0)


@kernel
def race(v: Record, g: Record, k: Record, seat: int, soon: bool, t: Taste) -> float:
    """Return how good the mover's position is where every side has its own tracks."""
    soft = softness(v, k, t)
    total = 0.0
    for colour in range(6):
        total += exp(-own_hope(v, k, colour, soon, t) / soft)
    worth = soft_minimum(total, soft)
    rivals = opponents(v)
    for n in range(rivals):
        worth -= t.rivals / rivals * threat(v, g, k, seat, n, not soon and n == 0, t)
    return worth


@kernel
def threat(v: Record, g: Record, k: Record, seat: int, n: int, next_: bool, t: Taste) -> float:
    """Return how good the n-th opponent's position is; `next_` says whether it moves next.

    Its next tile covers two cells, not all: the best cell counts once more.
    """
    soft = softness(v, k, t)
    total, best = 0.0, 0.0
    for colour in range(6):
        at, likely = rival(k["after"], v, seat, n, colour), chance_of(g, colour, int(v["rack"]), t)
        room = int(v["end"]) - at
        weight = exp(-(at + likely * hoped(k, colour, room, next_, t)) / soft)
        total += weight
        best = max(best, weight * likely * min(signed(k["best"][colour, 0]), room))
    worth = soft_minimum(total, soft)
    return worth + t.best_next * best / total if next_ else worth


@kernel
def tug(v: Record, g: Record, k: Record, soon: bool, t: Taste) -> float:
    """Return how good the mover's position is in the duel, with shared markers (D1)."""
    soft = softness(v, k, t)
    worth = 0.0
    for colour in range(6):
        at = signed(k["mine"][colour])
        theirs = hoped(k, colour, int(v["end"]) + at, not soon, t)
        lead = own_hope(v, k, colour, soon, t)
        lead -= t.rivals * chance_of(g, colour, int(v["rack"]), t) * theirs
        worth += 2.0 / (1.0 + exp(-lead / soft)) - 1.0
    return worth


@kernel
def rate(s: Record, v: Record, g: Record, k: Record, move: int, t: Taste) -> float:
    """Return how good the position after a legal move of the seat in turn is."""
    if move < PLACE:
        return 1.0 if move == EXCHANGE else 0.0  # no tile on the rack is needed (A12, D3)
    make_move(s, v, k, move)
    seat, after = signed(s["turn"]), k["after"]
    if has_won(after, v, seat):
        return WON
    if is_full(after, v):
        return WON * (2.0 * share(after, v, seat) - 1.0)
    after_move(s, v, g, k, move)
    sum_up(k)
    for colour in range(6):
        k["held"][colour] = symbols(v, after["racks"][seat], colour)
    again = bonus_turns(after, seat)
    worth = t.bonus * again
    if v["tug"]:
        return worth + tug(v, g, k, again > 0, t)
    return worth + race(v, g, k, seat, again > 0, t)


@kernel
def rate_all(
    states: Record,
    table: Record,
    grounds: Record,
    sketches: Record,
    moves: Record,
    taste: Taste,
    out: Record,
) -> None:
    """Write how good each move is."""
    survey_for(states[0], table[0], grounds[0])
    for n in range(moves.shape[0]):
        out[n] = rate(states[0], table[0], grounds[0], sketches[0], int(moves[n]), taste)


_rate_all = speed_up(rate_all)


def ratings(view: View, moves: Sequence[int], taste: Taste = TASTE) -> np.ndarray:
    """Return how good the rule finds each of some legal moves."""
    states = view.data.copy()
    states[0]["bag"] = view.unseen  # the rule only counts what the mover has not seen
    grounds, sketches = np.zeros(1, GROUND), np.zeros(1, SKETCH)
    out = np.zeros(len(moves))
    _rate_all(states, view.table, grounds, sketches, np.array(moves, np.int32), taste, out)
    return out


class OnePly(Thinker):
    """A bot that plays the move with the best rating, the first of several."""

    name = "oneply"

    def __init__(self, game: Any, seed: int, taste: Taste = TASTE) -> None:
        super().__init__(game, seed)
        self.taste = taste

    def choose(self, view: View, legal: Sequence[int], time_ms: int | None = None) -> int:
        """Return the best move."""
        return legal[int(np.argmax(ratings(view, legal, self.taste)))]
