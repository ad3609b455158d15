"""The prior of a move: a cheap estimate of the position after it, as a sum over tables.

Every chip of every seat contributes a number from a table. Its index says how far its owner is (the
stage by E5, how many chips still hold the others back, where this chip is), how many face-up cards
of its colour will still be there when its owner moves next, and for the mover how many cards in
hand show the colour. The numbers were learned: the difference between two moves is
the difference of their expected outcomes.
"""

from __future__ import annotations

from typing import NamedTuple

from hexade.contract.bits import NONE, signed, size
from hexade.contract.kernel import Record, kernel
from hexade.games.genial_cards.rules import decide, list_legal
from hexade.games.genial_cards.scoring import END_1, END_2, weakest
from hexade.games.genial_cards.state import BETWEEN, OFFERED, OVER, PLAYING

PLACES = 17  # of a chip: 0 to 3 in the first stage, 1 to 6 in the second, 4 to 10 in the last
WAITING, STAYS, HOLDS = 4, 4, 4  # 1, 2, 3 or more; 0 to 3 or more; 0, 1, more, not known
CLASSES = PLACES * WAITING
OWN, THEIRS = CLASSES * STAYS * HOLDS, CLASSES * STAYS
OWED = 3  # bonus turns: none, one, more
UNKNOWN = HOLDS - 1  # what a new hand will hold
WINS = 1e6


def columns(seats: int) -> int:
    """Return the size of the tables for a number of seats."""
    return OWN + (seats - 1) * THEIRS + OWED


def traits(seats: int) -> int:
    """Return how many of these numbers add up to an estimate."""
    return 6 * seats + 1


class RoundScratch(NamedTuple):
    """The arrays that kernels of the mind write to, allocated once for each decision."""

    states: Record  # one, to try a move on
    moves: Record
    traits: Record
    totals: Record  # one per seat
    decisions: Record  # one number: how many decisions have been made


@kernel
def standing(s: Record, seat: int) -> int:
    """Return the class of a seat's chips, without the place of each chip."""
    low = weakest(s, seat)
    end = 0 if low < 1 else END_1 if low <= END_1 else END_2
    waiting = 0
    for colour in range(6):
        waiting += int(s["chips"][seat, colour] <= end)
    first = 0 if low < 1 else 3 if low <= END_1 else 6
    return PLACES * (max(1, min(waiting, WAITING)) - 1) + first


@kernel
def oldest(s: Record, v: Record, seat: int) -> int:
    """Return what a seat's oldest face-up card shows, a count of four bits for each colour."""
    kind = int(s["open"][seat, 0])
    if kind < 0:
        return 0
    return (1 << (4 * signed(v["first"][kind]))) + (1 << (4 * signed(v["second"][kind])))


@kernel
def describe(s: Record, v: Record, seat: int, row: Record) -> int:
    """Write the indices of a position in the middle of a round; return how many."""
    seats, stays = int(v["seats"]), 0
    for colour in range(6):
        stays += int(s["shown"][colour]) << (4 * colour)
    n = 0
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        at = OWN + THEIRS * (ahead - 1) + STAYS * standing(s, other)
        for colour in range(6):
            stay = min((stays >> (4 * colour)) & 15, STAYS - 1)
            row[n] = at + STAYS * int(s["chips"][other, colour]) + stay
            n += 1
        if (
            s["phase"] != PLAYING
        ):  # with a bonus turn no card is discarded before the mover's next one
            stays -= oldest(s, v, other)
    hand = s["hands"][seat]
    known = hand != NONE and s["phase"] != OFFERED
    at = STAYS * HOLDS * standing(s, seat)
    for colour in range(6):
        stay = min((stays >> (4 * colour)) & 15, STAYS - 1)
        hold = min(size(hand & v["showing"][colour]), UNKNOWN - 1) if known else UNKNOWN
        row[n] = at + HOLDS * (STAYS * int(s["chips"][seat, colour]) + stay) + hold
        n += 1
    owed = int(s["bonus"]) if s["phase"] == PLAYING else 0
    row[n] = OWN + THEIRS * (seats - 1) + min(owed, OWED - 1)
    return n + 1


@kernel
def estimate(s: Record, v: Record, seat: int, tables: Record, row: Record) -> float:
    """Return the estimate of a position for the seat that has just moved."""
    if s["phase"] == OVER or s["phase"] == BETWEEN:
        return WINS
    worth = 0.0
    for n in range(describe(s, v, seat, row)):
        worth += tables[row[n]]
    return worth


@kernel
def choose(s: Record, v: Record, scratch: RoundScratch, tables: Record) -> int:
    """Return the legal move with the best prior."""
    after, moves, row = scratch.states, scratch.moves, scratch.traits
    seat, count = signed(s["turn"]), list_legal(s, v, moves)
    best, top = int(moves[0]), -WINS
    for n in range(count if count > 1 else 0):
        after[0] = s
        decide(after[0], v, int(moves[n]))
        worth = estimate(after[0], v, seat, tables, row)
        if worth > top:
            best, top = int(moves[n]), worth
    return best
