"""Playing on: candidates are tried in worlds that could be, the same for all of them.

A world is a hand for each opponent and an order of the draw pile, dealt from what the viewer has
not seen. In it every candidate is played, and all go on with what looks best to them until the
round is over; what the rounds after it will bring is drawn from rounds that were played before.
"""

from __future__ import annotations

from hexade.contract.bits import NONE, nth, one, signed, size
from hexade.contract.chance import below, mix, stream
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.mind.look import choose, look
from hexade.games.genial_cards.rules import befall, decide, random_outcome
from hexade.games.genial_cards.scoring import rank_key, weakest
from hexade.games.genial_cards.state import BETWEEN, OFFERED, OVER, PLAYING

LONGEST = 400  # decisions of a round that is played on; then it counts as it stands
FUTURES = 8  # ways to go on with the match after a round
_DEAL, _FUTURE = 1, 2  # streams of a world's key


@kernel
def imagine(s: Record, v: Record, seat: int, hidden: Record, key: Word) -> None:
    """Deal what a seat has not seen: `hidden` is (unseen cards, those that can be in the pile).

    What cannot be in the pile is in hands. The sizes of hands are what E3 makes them: six each.
    """
    pile, hands = hidden[1], hidden[0] - hidden[1]
    n = 0
    for left in range(size(pile), int(s["pile_size"]), -1):
        card = one(nth(pile, below(key, n, left)))
        pile, hands = pile - card, hands + card
        n += 1
    s["pile"] = pile
    left = size(hands)
    others = int(v["seats"]) - 1
    each = left // others
    for ahead in range(1, others + 1):
        hand = hands
        if ahead < others:
            hand = NONE
            for _ in range(each):
                card = one(nth(hands, below(key, n, left)))
                hand, hands = hand + card, hands - card
                left -= 1
                n += 1
        s["hands"][(seat + ahead) % int(v["seats"])] = hand


@kernel
def play_round(s: Record, v: Record, desk: Record, tables: Record, dealer: Word) -> None:
    """Play to the end of the round, everyone as it looks best to them."""
    plies = desk[4][0]
    while s["phase"] != OVER and s["phase"] != BETWEEN:
        if s["phase"] == PLAYING or s["phase"] == OFFERED:
            if desk[4][0] - plies > LONGEST:
                return
            desk[4][0] += 1
            decide(s, v, choose(s, v, desk, tables))
        else:
            befall(s, v, random_outcome(s, dealer))


@kernel
def share(s: Record, v: Record, seat: int, desk: Record, known: Record, key: Word) -> float:
    """Return a seat's share of first place in the match, after a round has been played."""
    totals = desk[3]
    over = s["phase"] == OVER or s["phase"] == BETWEEN
    for other in range(v["seats"]):
        if v["rounds"] == 1:
            totals[other] = rank_key(s, other)  # E9: who ends the round has the best weakest chip
        else:
            totals[other] = int(s["points"][other]) + (0 if over else weakest(s, other))
    left = int(v["rounds"]) - int(s["round"])
    if left == 0:
        return first_place(v, seat, totals)
    won = 0.0
    for n in range(FUTURES):
        for k in range(left):
            row = below(key, n * left + k, known.shape[0])
            for other in range(v["seats"]):
                totals[other] += known[row, other]
        won += first_place(v, seat, totals)
        for k in range(left):
            row = below(key, n * left + k, known.shape[0])
            for other in range(v["seats"]):
                totals[other] -= known[row, other]
    return won / FUTURES


@kernel
def first_place(v: Record, seat: int, totals: Record) -> float:
    """Return a seat's share of first place by totals."""
    level = 0
    for other in range(v["seats"]):
        if totals[other] > totals[seat]:
            return 0.0
        level += int(totals[other] == totals[seat])
    return 1.0 / level


@kernel
def explore(
    states: Record,
    table: Record,
    desk: Record,
    mind: Record,
    hidden: Record,
    candidates: Record,
    alive: Record,
    plan: Record,
    seed: Word,
    sums: Record,
) -> int:
    """Play the living candidates on in one world after another; add the outcomes to their sums.

    `states` are the position and two places to play in, `mind` is (tables, rounds that were
    played), `plan` is (number of the first world, most worlds, decisions that may be made). The
    decisions bound the time, and the answer is yet the same on every machine. Return how many
    worlds were played.
    """
    v, seat = table[0], signed(states[0]["turn"])
    until = desk[4][0] + plan[2]
    for n in range(plan[1]):
        if desk[4][0] >= until:
            return n
        key = mix(stream(seed, plan[0] + n))
        states[1] = states[0]
        imagine(states[1], v, seat, hidden, key)
        for at in range(candidates.shape[0]):
            if alive[at]:
                states[2] = states[1]
                decide(states[2], v, int(candidates[at]))
                play_round(states[2], v, desk, mind[0], stream(key, _DEAL))
                future = stream(key, _FUTURE)
                sums[at] += share(states[2], v, seat, desk, mind[1], future)
    return int(plan[1])


@kernel
def looks(
    states: Record, table: Record, desk: Record, tables: Record, moves: Record, out: Record
) -> None:
    """Write how each of some legal moves looks to the seat in turn."""
    seat = signed(states[0]["turn"])
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], table[0], int(moves[n]))
        out[n] = look(states[1], table[0], seat, tables, desk[2])
