"""A turn as a tree, solved exactly: who turns up what, and when it is best to stop.

Only the set of colours turned up so far matters within a turn, so that there are at most 64 nodes.
At each of them chance is computed from the tiles that the pile still holds, and the seat in turn
takes the better of stopping and going on. What the positions after the turn are worth is either
learned (network.py), or comes from the tree of the next player's turn, whose ends are learned.

A set of colours is a number with a bit for each. Values are each seat's share of first place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.kernel import Record, kernel
from hexade.games.genial_collect.mind.network import (
    FIRST,
    ONE_MORE,
    SECOND,
    TAKEN,
    TWO_MORE,
    WAYS,
    CollectNetwork,
    columns,
    prepare,
    value,
)
from hexade.games.genial_collect.outcome import rank_key
from hexade.games.genial_collect.rules import (
    fill,
    is_good,
    is_match,
    lose,
    show,
    stop,
    take,
)
from hexade.games.genial_collect.state import FILLING, OVER, STATE, STOP, TURN_UP
from hexade.games.genial_collect.variants import MIDDLE

NODES = 64
EVERY = 63  # the set of all colours


class TurnScratch(NamedTuple):
    """The arrays that the tree of one turn needs, allocated once."""

    after: Record  # two states: one after the turn, and one with a new middle
    row: Record  # the next three are of the network
    hidden: Record
    parts: Record
    now: Record  # by seats: shares if the game were over before, or after, the turn
    stops: Record  # by nodes and seats: the value of stopping there
    losses: Record  # by nodes, colours and seats: the value of turning up this bad colour
    values: Record  # by nodes and seats, when everybody goes on as is best
    moves: Record  # by moves and seats: the value of each move now


def scratch_for(seats: int) -> TurnScratch:
    """Return the arrays for one tree."""
    return TurnScratch(
        after=np.zeros(2, STATE),
        row=np.zeros(columns(seats), np.float32),
        hidden=np.zeros(max(FIRST, SECOND), np.float32),
        parts=np.zeros((6, WAYS, SECOND), np.float32),
        now=np.zeros((2, 4)),
        stops=np.zeros((NODES, 4)),
        losses=np.zeros((NODES, 6, 4)),
        values=np.zeros((NODES, 4)),
        moves=np.zeros((2, 4)),
    )


@kernel
def turned_up(s: Record) -> int:
    """Return the set of colours that have been turned up in this turn."""
    found = 0
    for colour in range(6):
        if s["shown"][colour] > 0:
            found |= 1 << colour
    return found


@kernel
def reachable(s: Record) -> int:
    """Return the set of colours that have been, or can still be, turned up as good tiles (G2)."""
    found = 0
    for colour in range(6):
        if s["shown"][colour] > 0 or (s["pile"][colour] > 0 and is_good(s, colour)):
            found |= 1 << colour
    return found


@kernel
def left_of(s: Record, node: int, colour: int) -> int:
    """Return how many tiles of a colour the pile holds at a node."""
    gone = int((node >> colour) & 1 == 1 and s["shown"][colour] == 0)
    return int(s["pile"][colour]) - gone


@kernel
def left_at(s: Record, node: int) -> int:
    """Return how many tiles the pile holds at a node."""
    total = 0
    for colour in range(6):
        total += left_of(s, node, colour)
    return total


@kernel
def is_bad(s: Record, node: int, colour: int) -> bool:
    """Tell whether a tile would be bad at a node (G2)."""
    return not is_match(s["middle"][colour], (node >> colour) & 1)


@kernel
def go_to(s: Record, node: int, after: Record) -> None:
    """Make `after`, a copy of `s`, the state at a node."""
    for colour in range(6):
        if (node >> colour) & 1 == 1 and s["shown"][colour] == 0:
            take(after, colour)
            show(after, colour)


@kernel
def shares(s: Record, v: Record, out: Record) -> None:
    """Write each seat's share of first place in a state that is over (G6)."""
    best, count = -1.0, 0
    for seat in range(v["seats"]):
        out[seat] = rank_key(s, v, seat)
        if out[seat] > best:
            best, count = out[seat], 0
        count += int(out[seat] == best)
    for seat in range(v["seats"]):
        out[seat] = 1.0 / count if out[seat] == best else 0.0


@kernel
def is_decided(s: Record) -> bool:
    """Tell whether nobody will own more tiles: it is over, or as soon as the middle is filled."""
    return bool(s["phase"] == OVER or (s["phase"] == FILLING and s["pile_size"] <= MIDDLE))


@kernel
def learned_ends(s: Record, v: Record, net: CollectNetwork, t: TurnScratch) -> None:
    """Value every end of the turn by the network, or exactly where the game is over."""
    prepare(s, v, net, t.row, t.hidden, t.parts)
    shares(s, v, t.now[0])
    shown, all_good = turned_up(s), reachable(s)
    for node in range(NODES):
        if node & ~all_good or shown & ~node:
            continue
        if node > 0:
            learned_stop(s, v, net, t, node)
        for colour in range(t.losses.shape[1]):  # not 6: a loop that is unrolled compiles long
            if is_bad(s, node, colour) and left_of(s, node, colour) > 0:
                learned_loss(s, v, net, t, node, colour)


@kernel
def learned_stop(s: Record, v: Record, net: CollectNetwork, t: TurnScratch, node: int) -> None:
    """Value the stop at a node."""
    after, now, end = t.after[0], t.now[1], t.stops[node]
    t.after[0] = s
    go_to(s, node, after)
    stop(after, v)
    shares(after, v, now)
    if is_decided(after):
        for n in range(v["seats"]):
            end[n] = now[n]
    else:
        first = (signed(s["turn"]) + 1) % int(v["seats"])
        left, ways = left_at(s, node), ways_of(node, TAKEN)
        value(v, net, t.parts, ways, left, now, first, t.hidden, end)


@kernel
def learned_loss(
    s: Record, v: Record, net: CollectNetwork, t: TurnScratch, node: int, colour: int
) -> None:
    """Value a bad tile at a node; nothing is taken with it, not even if it is the last (G7)."""
    now, end, left = t.now[0], t.losses[node, colour], left_at(s, node) - 1
    if left == 0:
        for n in range(v["seats"]):
            end[n] = now[n]
        return
    way = TWO_MORE if (node >> colour) & 1 == 1 else ONE_MORE
    ways = (ways_of(node, ONE_MORE) & ~(3 << (2 * colour))) | (way << (2 * colour))
    first = (signed(s["turn"]) + 1) % int(v["seats"])
    value(v, net, t.parts, ways, left, now, first, t.hidden, end)


@kernel
def ways_of(node: int, way: int) -> int:
    """Return what a turn does with all colours, if it does this with those of a node."""
    ways = 0
    for colour in range(6):
        if (node >> colour) & 1 == 1:
            ways |= way << (2 * colour)
    return ways


@kernel
def back_up(s: Record, v: Record, t: TurnScratch) -> None:
    """Compute the value of every node, and of each move now, from the ends of the turn."""
    stops, losses, values, moves = t.stops, t.losses, t.values, t.moves
    seat, seats = signed(s["turn"]), int(v["seats"])
    shown, all_good = turned_up(s), reachable(s)
    for node in range(EVERY, -1, -1):
        if node & ~all_good or shown & ~node:
            continue
        left, going = left_at(s, node), moves[TURN_UP]
        for n in range(seats):
            going[n] = 0.0
        for colour in range(losses.shape[1]):
            count = left_of(s, node, colour)
            if count <= 0:
                continue
            bad = is_bad(s, node, colour)
            for n in range(seats):
                found = losses[node, colour, n] if bad else values[node | (1 << colour), n]
                going[n] += found * count / left
        # G2: the first tile is compulsory; G7: without a pile the player must stop.
        stopping = node > 0 and (left == 0 or stops[node, seat] >= going[seat])
        for n in range(seats):
            values[node, n] = stops[node, n] if stopping else going[n]
            moves[STOP, n] = stops[node, n]


@kernel
def next_turn(s: Record, v: Record, net: CollectNetwork, t: TurnScratch, out: Record) -> None:
    """Write the value of a state between two turns, from the tree of the next one.

    If the middle is empty, it is filled in every possible way first (G5).
    """
    if is_decided(s):
        shares(s, v, out)
        return
    for n in range(v["seats"]):
        out[n] = 0.0
    new, filling, size = t.after[1], s["phase"] == FILLING, int(s["pile_size"])
    orders = size * (size - 1) * (size - 2) if filling else 1
    for a in range(6 if filling else 1):
        for b in range(a, 6 if filling else 1):
            for c in range(b, 6 if filling else 1):
                ways = ways_to_fill(s, a, b, c) if filling else orders
                if ways > 0:
                    t.after[1] = s
                    if filling:
                        fill_with(new, a, b, c)
                    add_turn(new, v, net, t, ways / orders, out)


@kernel
def fill_with(s: Record, a: int, b: int, c: int) -> None:
    """Turn up three tiles into the middle."""
    for colour in (a, b, c):
        take(s, colour)
        fill(s, colour)


@kernel
def add_turn(
    s: Record, v: Record, net: CollectNetwork, t: TurnScratch, chance: float, out: Record
) -> None:
    """Add the value of a turn that begins, weighted by its chance."""
    learned_ends(s, v, net, t)
    back_up(s, v, t)
    for n in range(v["seats"]):
        out[n] += chance * t.values[0, n]


@kernel
def ways_to_fill(s: Record, a: int, b: int, c: int) -> int:
    """Return in how many orders of tiles these three colours (a <= b <= c) can be turned up."""
    first, second, third = int(s["pile"][a]), int(s["pile"][b]), int(s["pile"][c])
    second -= int(b == a)
    third -= int(c == b) + int(c == a)
    if min(first, second, third) <= 0:
        return 0
    orders = 1 if a == c else 3 if a == b or b == c else 6
    return orders * first * second * third


@kernel
def searched_ends(
    s: Record, v: Record, net: CollectNetwork, t: TurnScratch, inner: TurnScratch
) -> None:
    """Value every end of the turn by the tree of the next player's turn."""
    after, shown, all_good = t.after[0], turned_up(s), reachable(s)
    for node in range(NODES):
        if node & ~all_good or shown & ~node:
            continue
        for bad in range(-1, t.losses.shape[1]):  # a stop, or a bad tile of this colour
            if bad < 0 and node == 0:
                continue
            if bad >= 0 and (not is_bad(s, node, bad) or left_of(s, node, bad) <= 0):
                continue
            t.after[0] = s
            go_to(s, node, after)
            end_turn(after, v, bad)
            end = t.stops[node] if bad < 0 else t.losses[node, bad]
            next_turn(after, v, net, inner, end)


@kernel
def end_turn(s: Record, v: Record, bad: int) -> None:
    """Stop, or turn up a bad tile."""
    if bad < 0:
        stop(s, v)
        return
    take(s, bad)
    lose(s, v, bad)


@kernel
def judge_turn(
    states: Record,
    table: Record,
    net: CollectNetwork,
    t: TurnScratch,
    inner: TurnScratch,
    deep: int,
) -> None:
    """Write the value of each move of states[0] into `t.moves`, looking one turn ahead or two."""
    s, v = states[0], table[0]
    if deep > 0:
        searched_ends(s, v, net, t, inner)
    else:
        learned_ends(s, v, net, t)
    back_up(s, v, t)
