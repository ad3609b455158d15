"""Looking further: candidates are played on in worlds that could be, the same for all of them.

A world is a rack for each opponent and an order of the bag, dealt from what is unseen. In it every
candidate is played, everybody answers with the move that one look ahead finds best, and when the
seat that thinks has moved once more, the network says how things stand. Candidates that fall behind
are dropped, half of them at a time, so that most worlds are spent on those that are close.
"""

from __future__ import annotations

from hexade.contract.bits import NONE, nth, one, signed, size
from hexade.contract.chance import below, mix, stream
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.mind.shortlist import choose
from hexade.games.genial.mind.value_features import edges_left
from hexade.games.genial.rules import DRAWING, OVER, decide, draw
from hexade.games.genial.scoring import share

LAST_EDGES = 24  # with so few left the game is played to its end


@kernel
def imagine(s: Record, v: Record, seat: int, seed: Word) -> None:
    """Deal the other racks anew from what the seat has not seen."""
    pool = s["bag"]
    for other in range(v["seats"]):
        if other != seat:
            pool += s["racks"][other]
    n = 0
    for other in range(v["seats"]):
        if other == seat:
            continue
        held = size(s["racks"][other])
        rack = NONE
        for _ in range(held):
            kind = nth(pool, below(seed, n, size(pool)))
            n += 1
            pool -= one(kind)
            rack += one(kind)
        s["racks"][other] = rack
    s["bag"] = pool


@kernel
def let_draw(s: Record, v: Record, dealer: Word) -> None:
    """Let chance draw until somebody must decide."""
    while s["phase"] == DRAWING:
        draw(s, v, nth(s["bag"], below(dealer, int(s["draws"]), int(s["bag_size"]))))


@kernel
def play_on(
    s: Record, v: Record, desk: Record, net: Record, seat: int, plan: Record, dealer: Word
) -> float:
    """Return the outcome that a seat may expect, as seen after it has moved once more.

    `plan` is (moves looked at in a position, turns of one's own to look ahead).
    """
    let_draw(s, v, dealer)
    turns = plan[1]
    answered = v["seats"] == 1
    to_end = edges_left(s, v, -1) <= LAST_EDGES
    while s["phase"] != OVER:
        turn = signed(s["turn"])
        at = choose(s, v, desk, net, plan[0])
        worth = desk[4][at]
        decide(s, v, int(desk[3][at]))
        if turn != seat:
            answered = True
        elif answered and s["phase"] == DRAWING:
            turns -= 1
            if turns <= 0 and not to_end:
                return float(worth)
        let_draw(s, v, dealer)
    return share(s, v, seat)


@kernel
def explore(
    states: Record,
    table: Record,
    desk: Record,
    net: Record,
    plan: Record,
    candidates: Record,
    alive: Record,
    worlds: Record,
    budget: int,
    sums: Record,
) -> int:
    """Play the living candidates on in one world after another; add the outcomes to their sums.

    `states` are the position and a place to play in. It ends when as many positions have been
    valued as the budget allows: so the time is bounded, and yet the answer is the same on every
    machine. Return in how many worlds all were played.
    """
    v = table[0]
    seat = signed(states[0]["turn"])
    tally = desk[6]
    tally[0] = 0
    for n in range(worlds.shape[0]):
        if tally[0] >= budget:
            return n
        for at in range(candidates.shape[0]):
            if alive[at]:
                states[1] = states[0]
                imagine(states[1], v, seat, worlds[n])
                decide(states[1], v, int(candidates[at]))
                sums[at] += play_on(states[1], v, desk, net, seat, plan, worlds[n])
    return int(worlds.shape[0])


@kernel
def fill(seed: Word, out: Record) -> None:
    """Fill an array with the keys of as many worlds."""
    for n in range(out.shape[0]):
        out[n] = mix(stream(seed, n))
