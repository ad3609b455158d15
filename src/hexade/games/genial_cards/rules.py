"""THE RULES of the card game, once: the kernels that change a state (state.py).

Rule numbers are given where a rule is applied; what a card scores is in scoring.py. `s` is a state
(dtype STATE), `v` what was agreed (dtype TABLE, see variants.py).
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import NONE, ONE, kinds, lowest, nth, one, popcount, select, signed, size
from hexade.contract.chance import below, mix, seat_seed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.cards import GOAL
from hexade.games.genial_cards.scoring import (
    holding_back,
    may_renew,
    order_matters,
    score,
    weakest,
)
from hexade.games.genial_cards.state import (
    ANY,
    BACKWARD,
    BETWEEN,
    DEALING,
    DRAWING,
    FORWARD,
    KEEP,
    LAST_MOVE,
    NOTHING,
    OFFERED,
    OPENING,
    OVER,
    PLAY,
    PLAYING,
    RENEW,
    ROUND,
)

BOTH_ORDERS = np.uint64((1 << FORWARD) + (1 << BACKWARD) - (1 << ANY))


@kernel
def plays(s: Record, v: Record) -> Word:
    """Return the plays open to the seat in turn: bit n stands for the move PLAY + n."""
    seat = signed(s["turn"])
    found = kinds(s["hands"][seat])
    left = found & holding_back(s, v, seat)
    while left != NONE:
        at = lowest(left)
        if order_matters(s, v, seat, at // 3):
            found += BOTH_ORDERS << np.uint64(at)
        left &= left - ONE
    return found


@kernel
def is_legal(s: Record, v: Record, move: int) -> bool:
    """Tell whether the seat in turn may make this move."""
    if s["phase"] == OFFERED:
        return move in (KEEP, RENEW)
    if s["phase"] != PLAYING or move < PLAY or move > LAST_MOVE:
        return False
    return bool((plays(s, v) >> np.uint64(move - PLAY)) & ONE)


@kernel
def list_legal(s: Record, v: Record, out: Record) -> int:
    """Write all legal moves in ascending order; return how many there are."""
    if s["phase"] == OFFERED:
        out[0], out[1] = KEEP, RENEW
        return 2
    if s["phase"] != PLAYING:
        return 0
    n = 0
    left = plays(s, v)
    while left != NONE:
        out[n] = PLAY + lowest(left)
        left &= left - ONE
        n += 1
    return n


@kernel
def decision(s: Record) -> int:
    """Return the number of the current decision, which is public.

    Offers do not add to it: nobody can see later that one was made and declined.
    """
    return 2 * int(s["ply"]) + (1 if s["phase"] == OFFERED else 0)


@kernel
def random_move(s: Record, v: Record, seed: Word) -> int:
    """Return one of the legal moves, all equally likely, in the order of `list_legal`."""
    key = mix(seat_seed(seed, signed(s["turn"])))
    if s["phase"] == OFFERED:
        return below(key, decision(s), 2)
    found = plays(s, v)
    return PLAY + select(found, below(key, decision(s), popcount(found)))


@kernel
def show(s: Record, v: Record, kind: int, change: int) -> None:
    """Count a card that is laid face up, or one that is taken away."""
    s["shown"][v["first"][kind]] += change
    s["shown"][v["second"][kind]] += change


@kernel
def play(s: Record, v: Record, move: int) -> None:
    """Lay a card below the player's own and score it (E3, E4), then decide what follows."""
    seat = signed(s["turn"])
    kind, way = (move - PLAY) // 3, (move - PLAY) % 3
    a, b = signed(v["first"][kind]), signed(v["second"][kind])
    earned = score(s, seat, b, a) if way == BACKWARD else score(s, seat, a, b)
    s["hands"][seat] -= one(kind)
    s["open"][seat, v["open"]] = kind
    show(s, v, kind, 1)
    s["bonus"] = max(0, int(s["bonus"]) - 1) + earned
    if weakest(s, seat) >= GOAL:
        end_round(s, v)  # E9: at once, before anything is discarded
    else:
        discard_oldest(s, v, seat)
        after_playing(s, v, seat)


@kernel
def end_round(s: Record, v: Record) -> None:
    """Count the victory points of a round (E10); bonus turns still owed lapse (E9)."""
    for seat in range(v["seats"]):
        s["points"][seat] += weakest(s, seat)
    s["bonus"] = 0
    s["phase"] = OVER if s["round"] == v["rounds"] else BETWEEN


@kernel
def discard_oldest(s: Record, v: Record, seat: int) -> None:
    """Put a player's oldest face-up card on the discard pile (E3)."""
    kind = int(s["open"][seat, 0])
    for n in range(v["open"]):
        s["open"][seat, n] = s["open"][seat, n + 1]
    s["open"][seat, v["open"]] = NOTHING
    show(s, v, kind, -1)
    s["discard"] += one(kind)
    s["discard_size"] += 1


@kernel
def after_playing(s: Record, v: Record, seat: int) -> None:
    """Decide what follows a card that did not end the round."""
    if s["bonus"] > 0 and s["hands"][seat] != NONE:
        return
    s["bonus"] = 0  # E7: with an empty hand bonus turns still owed lapse
    if may_renew(s, v, seat):
        s["phase"] = OFFERED
    else:
        start_draw(s, v, seat, DRAWING)


@kernel
def start_draw(s: Record, v: Record, seat: int, phase: int) -> None:
    """Make a seat draw up to six (E2, E3)."""
    s["phase"], s["drawer"] = phase, seat
    s["due"] = int(v["hand"]) - size(s["hands"][seat])


@kernel
def decide(s: Record, v: Record, move: int) -> None:
    """Make a legal move of the seat in turn."""
    if s["phase"] == PLAYING:
        s["ply"] += 1
        play(s, v, move)
        return
    seat = signed(s["turn"])
    if move == RENEW:
        # E6, E8: the old hand is in the discard pile before the new one is drawn.
        s["discard"] += s["hands"][seat]
        s["discard_size"] += size(s["hands"][seat])
        s["hands"][seat] = NONE
    start_draw(s, v, seat, DRAWING)


@kernel
def open_round(s: Record, v: Record) -> None:
    """Clear the table for the next round, which the next seat begins (E2, E10)."""
    if s["round"] > 0:
        s["start"] = (signed(s["start"]) + 1) % int(v["seats"])
    s["round"] += 1
    s["turn"] = s["start"]
    for seat in range(4):
        s["hands"][seat], s["taken"][seat] = NONE, NONE
        for n in range(3):
            s["open"][seat, n] = NOTHING
        for colour in range(6):
            s["chips"][seat, colour] = v["chips"][colour]
    for colour in range(6):
        s["shown"][colour] = 0
    s["pile"], s["pile_size"] = v["deck"], v["deck_size"]
    s["discard"], s["discard_size"] = NONE, 0
    start_draw(s, v, 0, DEALING)


@kernel
def draw(s: Record, v: Record, kind: int) -> None:
    """Take one card from the pile, to the drawer's hand or, at the start, face up (E2, E3)."""
    card, seat = one(kind), signed(s["drawer"])
    s["pile"] -= card
    s["pile_size"] -= 1
    if s["phase"] == OPENING:
        at = 1 if s["open"][seat, 0] >= 0 else 0
        s["open"][seat, at] = kind
        show(s, v, kind, 1)
        deal_on(s, v)
        return
    s["hands"][seat] += card
    s["drawn"] += card
    s["taken"][seat] += card
    s["due"] -= 1
    if s["pile_size"] == 0:
        reshuffle(s)
    if s["due"] == 0:
        after_drawing(s, v)


@kernel
def reshuffle(s: Record) -> None:
    """Make the discard pile the draw pile (E8); what is drawn from now on counts as a new draw."""
    s["pile"], s["pile_size"] = s["discard"], s["discard_size"]
    s["discard"], s["discard_size"] = NONE, 0
    s["drawn"] = NONE
    for seat in range(4):
        s["taken"][seat] = NONE


@kernel
def after_drawing(s: Record, v: Record) -> None:
    """Continue with the next seat, or with the deal."""
    s["drawn"] = NONE
    if s["phase"] == DEALING:
        deal_on(s, v)
    else:
        s["turn"] = (signed(s["turn"]) + 1) % int(v["seats"])
        s["phase"] = PLAYING


@kernel
def deal_on(s: Record, v: Record) -> None:
    """Deal to the next seat that lacks its hand, then to the next that lacks an open card (E2)."""
    for seat in range(v["seats"]):
        if s["hands"][seat] == NONE:
            start_draw(s, v, seat, DEALING)
            return
    for seat in range(v["seats"]):
        if s["open"][seat, v["open"] - 1] < 0:
            s["phase"], s["drawer"] = OPENING, seat
            return
    s["phase"] = PLAYING


@kernel
def befall(s: Record, v: Record, outcome: int) -> None:
    """Let chance act: a round is opened, or a card drawn."""
    s["draws"] += 1
    if outcome == ROUND:
        open_round(s, v)
    else:
        draw(s, v, outcome)


@kernel
def random_outcome(s: Record, dealer: Word) -> int:
    """Return what chance does next, all cards in the pile equally likely."""
    if s["phase"] == BETWEEN:
        return ROUND
    return nth(s["pile"], below(dealer, int(s["draws"]), int(s["pile_size"])))
