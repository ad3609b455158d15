"""What a position is worth in the match: where it has several rounds, points count (E10)."""

from __future__ import annotations

import math

from hexade.contract.exponential import exp
from hexade.contract.kernel import Record, kernel
from hexade.games.genial_cards.cards import GOAL
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import BETWEEN, OVER

LOSES = 5.4  # victory points of a seat that does not end the round, on average
SPREAD = 2.1  # by how much the points of two seats differ after a round (standard deviation)
NOW = 0.2  # a round whose winner is known differs as much as this part of one that is not
_LOGISTIC = 1.7  # a logistic curve that is so much steeper is about a normal one


@kernel
def standing(s: Record, v: Record, seat: int) -> int:
    """Return what a match is won by: the sorted chips of its only round, else victory points."""
    return rank_key(s, seat) if v["rounds"] == 1 else int(s["points"][seat])


@kernel
def share(s: Record, v: Record, seat: int) -> float:
    """Return a seat's share of first place in a match that is over (E9, E10)."""
    own, level = standing(s, v, seat), 0
    for other in range(v["seats"]):
        theirs = standing(s, v, other)
        if theirs > own:
            return 0.0
        level += int(theirs == own)
    return 1.0 / level


@kernel
def prospect(s: Record, v: Record, seat: int, winner: int, unsure: float) -> float:
    """Return a seat's share of first place if another, or itself, wins this round.

    Without a winner (-1) the points are taken as they are. `unsure` counts the rounds to come.
    """
    slope, level = _LOGISTIC / (SPREAD * math.sqrt(unsure)), 0.0
    own = s["points"][seat] + (GOAL - LOSES if winner == seat else 0.0)
    for other in range(v["seats"]):
        theirs = s["points"][other] + (GOAL - LOSES if winner == other else 0.0)
        level += exp(slope * (theirs - own))
    return 1.0 / level


@kernel
def in_match(s: Record, v: Record, seat: int, chance: float) -> float:
    """Return a seat's expected share of first place, given its chance to win this round."""
    if s["phase"] == OVER:
        return share(s, v, seat)
    if v["rounds"] == 1:
        return chance
    left, seats = int(v["rounds"]) - int(s["round"]), int(v["seats"])
    if s["phase"] == BETWEEN:
        return prospect(s, v, seat, -1, float(left))
    lost = 0.0
    for other in range(seats):
        if other != seat:
            lost += prospect(s, v, seat, other, left + NOW) / (seats - 1)
    return chance * prospect(s, v, seat, seat, left + NOW) + (1.0 - chance) * lost
