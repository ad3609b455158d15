"""Tastes: what people overlook, as a rule of thumb with a part left out.

The rule looks at the table after a card. Every chip is worth its field and what it can hope for at
its owner's next turn: a step for each face-up card of its colour that will still lie there, if a
card in hand shows it. A set of chips is worth its soft minimum. The rule adds its own and takes
away the others'; a taste switches off what somebody with this habit does not look at. Nothing is
learned.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.bits import signed, size
from hexade.contract.exponential import exp, log
from hexade.contract.game import Move
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.contract.level import mask_of
from hexade.games.genial_cards.cards import GOAL, TOP
from hexade.games.genial_cards.rules import decide
from hexade.games.genial_cards.scoring import limit
from hexade.games.genial_cards.state import BETWEEN, OVER, PLAY, PLAYING, RENEW
from hexade.games.genial_cards.view import CardsView

# Adds to its leading colours and forgets the weakest; looks only at its own chips; looks only at
# this card; does not count which cards are still to come; sees only the half of a card that brings
# more.
TASTES = ("weakest", "own", "now", "unseen", "half")
WEAKEST, OWN, NOW, UNSEEN, HALF = (1 << n for n in range(len(TASTES)))
STATES = 2  # a view, and the table after a card
LEADING = -1.5  # the softness at which the further a chip is, the more its field counts
SOFT = 1.8  # the usual one
HELD, DRAWN = 0.2, 0.1  # weight of a hope with a card in hand for it, and without
RIVALS = 1.0  # weight of the others
USUAL = 0.9  # how likely a hand shows a colour, to somebody who does not count cards
BONUS = 0.8  # steps, for a bonus turn
BEYOND = 0.2  # of a step, for a field above the goal
POINT = 0.05  # of an outcome, for a step of the rule
MOST = 30.0  # steps: what a won round is worth to the rule


@kernel
def lasting(s: Record, v: Record, seat: int, colour: int) -> int:
    """Return how many face-up cards of a colour the others leave until a seat's next turn (E3)."""
    found = int(s["shown"][colour])
    if s["phase"] == PLAYING:  # a bonus turn comes first
        return found
    for ahead in range(1, int(v["seats"])):
        kind = int(s["open"][(seat + ahead) % int(v["seats"]), 0])
        if kind >= 0:
            found -= int(v["first"][kind] == colour) + int(v["second"][kind] == colour)
    return found


@kernel
def open_field(s: Record, seat: int, colour: int) -> int:
    """Return the last field that is open to a chip (E5)."""
    low = TOP
    for other in range(6):
        if other != colour:
            low = min(low, int(s["chips"][seat, other]))
    return limit(low)


@kernel
def valued(at: float) -> float:
    """Return what a field is worth: those above the goal less than the others (E9)."""
    return at if at <= GOAL else GOAL + BEYOND * (at - GOAL)


@kernel
def chance_of(v: Record, unseen: Word, colour: int, tastes: int) -> float:
    """Return how likely an unseen hand shows a colour."""
    if tastes & UNSEEN:
        return USUAL
    cards = size(unseen)
    if cards == 0:
        return 0.0
    lacks, one = 1.0, 1.0 - float(size(unseen & v["showing"][colour])) / float(cards)
    for _ in range(v["hand"]):
        lacks *= one
    return 1.0 - lacks


@kernel
def standing(s: Record, v: Record, seat: int, unseen: Word, mine: bool, tastes: int) -> float:
    """Return how good the chips of a seat are, with what they can hope for."""
    soft = LEADING if tastes & WEAKEST else SOFT
    ahead = 0.0 if mine and tastes & NOW else 1.0
    total = 0.0
    for colour in range(6):
        at = int(s["chips"][seat, colour])
        room = max(0, open_field(s, seat, colour) - at)
        if mine:
            hope = min(lasting(s, v, seat, colour), room)
            held = size(s["hands"][seat] & v["showing"][colour]) > 0
            likely = HELD if held else DRAWN * chance_of(v, unseen, colour, tastes)
        else:
            hope = min(int(s["shown"][colour]), room)
            likely = HELD * chance_of(v, unseen, colour, tastes)
        total += exp(-valued(at + ahead * likely * hope) / soft)
    return -soft * log(total / 6.0)


@kernel
def rate(s: Record, v: Record, seat: int, unseen: Word, tastes: int) -> float:
    """Return how good the table after a card is for the seat that played it."""
    if s["phase"] == OVER or s["phase"] == BETWEEN:
        return MOST
    worth = standing(s, v, seat, unseen, True, tastes)
    if s["phase"] == PLAYING and signed(s["turn"]) == seat:
        worth += BONUS * int(s["bonus"])
    if tastes & OWN:
        return worth
    seats = int(v["seats"])
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        worth -= RIVALS / (seats - 1) * standing(s, v, other, unseen, False, tastes)
    return worth


@kernel
def see_one_half(before: Record, after: Record, seat: int) -> None:
    """Put all chips of a seat back that a card moved, but the one that it moved furthest."""
    best, most = 0, 0
    for colour in range(6):
        gain = int(after["chips"][seat, colour]) - int(before["chips"][seat, colour])
        if gain > most:
            best, most = colour, gain
    for colour in range(6):
        if colour != best:
            after["chips"][seat, colour] = before["chips"][seat, colour]


@kernel
def taste_moves(
    states: Record, table: Record, seat: int, beside: Record, moves: Record, tastes: int,
    out: Record,
) -> None:  # fmt: skip
    """Write how good each move looks to somebody with these tastes; states[0] is a view."""
    unseen = beside[0]["unseen"]
    for n in range(moves.shape[0]):
        if moves[n] < PLAY:
            worth = 1.0 if moves[n] == RENEW else 0.0  # E6: no card in hand helps the weakest
        else:
            states[1] = states[0]
            decide(states[1], table[0], int(moves[n]))
            if tastes & HALF:
                see_one_half(states[0], states[1], seat)
            worth = rate(states[1], table[0], seat, unseen, tastes)
        out[n] = 0.5 + POINT * worth


_taste_moves = speed_up(taste_moves)


def tasted(view: CardsView, moves: Sequence[Move], tastes: Sequence[str]) -> list[float]:
    """Return how good each legal move looks to somebody with some tastes."""
    listed, out = np.array(moves, np.int32), np.zeros(len(moves))
    mask = mask_of(tuple(tastes), TASTES)
    _taste_moves(view.thaw(STATES), view.table, view.seat, view.beside, listed, mask, out)
    return out.tolist()
