"""What the network knows of a position: a short list of features, each a line of its first layer.

Every chip of every seat has two features. One says how far its owner is (the stage by E5, how many
chips still hold the others back, where this chip is), how many face-up cards of its colour will
still be there when its owner moves next, and for the mover how many cards in hand show the colour;
the other how many cards of its colour the mover has not seen. Every kind of card in the mover's
hand has one: what its two colours would gain.

All colours share the same lines. So what is learned for one colour holds for all of them.
"""

from __future__ import annotations

from hexade.contract.bits import NONE, ONE, kinds, lowest, signed, size
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.cards import HAND, TOP
from hexade.games.genial_cards.scoring import END_1, END_2, weakest
from hexade.games.genial_cards.state import BETWEEN, OFFERED, OVER, PLAYING

PLACES = 17  # of a chip: 0 to 3 in the first stage, 1 to 6 in the second, 4 to 10 in the last
WAITING, STAYS, HOLDS = 4, 4, 4  # 1, 2, 3 or more; 0 to 3 or more; 0, 1, more, not known
CLASSES = PLACES * WAITING
UNKNOWN = HOLDS - 1  # what a new hand will hold
OWED = 3  # bonus turns: none, one, more
UNSEEN = 10  # cards of a colour, in pairs: 0 or 1, 2 or 3, …
GAINS = 4  # steps of a chip: 0 to 3 or more
SIDES = 2 * GAINS  # of a card: whether its chip holds others back, and what it would gain
PAIRS = SIDES * (SIDES + 1) // 2
STAGES = 3

# Where the features of each sort begin; those of each opponent come at the end.
OWN = 0
BONUS = OWN + CLASSES * STAYS * HOLDS
CARDS = BONUS + OWED
OWN_UNSEEN = CARDS + PAIRS * STAGES * WAITING
ENDED = OWN_UNSEEN + 2 * STAYS * UNSEEN  # the round
THEIRS = ENDED + 1
THEIR_UNSEEN = CLASSES * STAYS  # from where an opponent's begin, as the next
EACH = THEIR_UNSEEN + 2 * STAYS * UNSEEN


def columns(seats: int) -> int:
    """Return how many features there are for a number of seats."""
    return THEIRS + (seats - 1) * EACH


def most_features(seats: int) -> int:
    """Return how many features a position has at most."""
    return 12 * seats + HAND + 1


@kernel
def standing(s: Record, seat: int) -> int:
    """Return the class of a seat's chips, without the place of each chip."""
    low = weakest(s, seat)
    end = last_waiting(low)
    waiting = 0
    for colour in range(6):
        waiting += int(s["chips"][seat, colour] <= end)
    first = 0 if low < 1 else 3 if low <= END_1 else 6
    return PLACES * (max(1, min(waiting, WAITING)) - 1) + first


@kernel
def last_waiting(low: int) -> int:
    """Return the last field on which a chip holds the others back, given the weakest (E5)."""
    return 0 if low < 1 else END_1 if low <= END_1 else END_2


@kernel
def oldest(s: Record, v: Record, seat: int) -> int:
    """Return what a seat's oldest face-up card shows, a count of four bits for each colour."""
    kind = int(s["open"][seat, 0])
    if kind < 0:
        return 0
    return (1 << (4 * signed(v["first"][kind]))) + (1 << (4 * signed(v["second"][kind])))


@kernel
def unseen_colours(s: Record, v: Record, hand: Word) -> int:
    """Return how many cards of each colour a seat has not seen, in pairs, four bits for each."""
    found, seen = 0, s["discard"] + hand
    for colour in range(6):
        showing = v["showing"][colour]
        left = size(v["deck"] & showing) - size(seen & showing) - int(s["shown"][colour])
        found += min(max(left, 0) >> 1, UNSEEN - 1) << (4 * colour)
    return found


@kernel
def describe(s: Record, v: Record, seat: int, row: Record) -> int:
    """Write the features of a position for the seat that has just moved; return how many."""
    if s["phase"] == OVER or s["phase"] == BETWEEN:
        row[0] = ENDED
        return 1
    n, seats, stays = 0, int(v["seats"]), 0
    for colour in range(6):
        stays += int(s["shown"][colour]) << (4 * colour)
    hand = s["hands"][seat]
    unseen = unseen_colours(s, v, hand)
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        first, end = THEIRS + EACH * (ahead - 1), last_waiting(weakest(s, other))
        at = first + STAYS * standing(s, other)
        for colour in range(6):
            place = int(s["chips"][other, colour])
            stay = min((stays >> (4 * colour)) & 15, STAYS - 1)
            row[n] = at + STAYS * place + stay
            side = STAYS * int(place <= end) + stay
            row[n + 1] = first + THEIR_UNSEEN + UNSEEN * side + ((unseen >> (4 * colour)) & 15)
            n += 2
        if s["phase"] != PLAYING:  # with a bonus turn no card leaves before the mover's next one
            stays -= oldest(s, v, other)
    return describe_own(s, v, seat, stays, unseen, row, n)


@kernel
def describe_own(
    s: Record, v: Record, seat: int, stays: int, unseen: int, row: Record, n: int
) -> int:
    """Write the features of a seat's own chips and cards from place n on; return where they end."""
    hand, low = s["hands"][seat], weakest(s, seat)
    known = hand != NONE and s["phase"] != OFFERED
    end, top = last_waiting(low), END_1 if low < 1 else END_2 if low <= END_1 else TOP
    group = standing(s, seat)
    sides = 0  # of all colours, four bits each
    for colour in range(6):
        place = int(s["chips"][seat, colour])
        stay = min((stays >> (4 * colour)) & 15, STAYS - 1)
        hold = min(size(hand & v["showing"][colour]), UNKNOWN - 1) if known else UNKNOWN
        row[n] = OWN + HOLDS * (STAYS * (group + place) + stay) + hold
        waits = int(place <= end)
        row[n + 1] = OWN_UNSEEN + UNSEEN * (STAYS * waits + stay) + ((unseen >> (4 * colour)) & 15)
        sides += (GAINS * waits + max(0, min(stay, top - place))) << (4 * colour)
        n += 2
    if known:
        stage = 0 if low < 1 else 1 if low <= END_1 else 2
        first = CARDS + PAIRS * (STAGES * (group // PLACES) + stage)
        left = kinds(hand)
        while left != NONE:
            kind = lowest(left) // 3
            a = (sides >> (4 * signed(v["first"][kind]))) & 15
            b = (sides >> (4 * signed(v["second"][kind]))) & 15
            more, less = max(a, b), min(a, b)
            row[n] = first + more * (more + 1) // 2 + less
            left &= left - ONE
            n += 1
    owed = int(s["bonus"]) if s["phase"] == PLAYING else 0
    row[n] = BONUS + min(owed, OWED - 1)
    return n + 1
