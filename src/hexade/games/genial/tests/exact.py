"""Ends of games of two, by exact expectation over what is unseen: for `bench.perfect`.

They are positions in which, whatever is done, the game is over after this turn or after the next
player's tile. That player then needs to know nothing more, and takes the best tile of its rack: any
of the unseen tiles may be there, all sets of its size equally likely. So the value of each move is
a sum over kinds of tiles, the best one first, and nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from hexade.contract.bits import members
from hexade.contract.game import Move, Seat
from hexade.games.genial import rules
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState

MOST_EDGES = 14  # free places for a tile: with more the end is never so near


def values(position: GenialState, seat: Seat, legal: Sequence[Move]) -> list[float] | None:
    """Return the exact share of each legal placement, or None if the end is further away."""
    if position.setup.seats != 2 or position.record["phase"] != rules.PLACING:
        return None
    if sum(int(word).bit_count() for word in position.record["free"]) > MOST_EDGES:
        return None
    found = [_after(position, seat, move) for move in legal]
    return None if any(value is None for value in found) else [float(one or 0) for one in found]


def _share(state: GenialState, seat: Seat) -> float | None:
    """Return a seat's share of first place, or None before the end."""
    result = GAME.result(state)
    if result is None:
        return None
    ranks = result["ranks"]
    return 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)


def _after(position: GenialState, seat: Seat, move: Move) -> float | None:
    state = GAME.apply(position, {seat: move})
    done = _share(state, seat)
    if done is not None:
        return done
    if state.record["phase"] == rules.PLACING and state.record["turn"] == seat:
        again = [_after(state, seat, more) for more in GAME.legal(state, seat)]  # a bonus turn
        return None if any(one is None for one in again) else max(one or 0.0 for one in again)
    return _answered(position, state, seat)


def _answered(position: GenialState, state: GenialState, seat: Seat) -> float | None:
    """Return a seat's share after the best answer, over all racks that the other may have."""
    other = 1 - seat
    unseen = members(GAME.view(position, seat).unseen)
    rack = sum(count for _, count in members(int(position.record["racks"][other])))
    best = []
    for kind, count in unseen:
        worth = _with_tile(state, seat, kind)
        if worth is None:
            return None
        best.append((worth, count))
    left, total = sum(count for _, count in unseen), 0.0
    ways, lacking = comb(left, rack), left
    for worth, count in sorted(best):  # what is worst for the seat comes first
        none, lacking = comb(lacking, rack), lacking - count
        total += worth * (none - comb(lacking, rack)) / ways
    return total


def _with_tile(state: GenialState, seat: Seat, kind: int) -> float | None:
    """Return a seat's share if the other one lays a tile of this kind as well as it can."""
    data, other = state.thaw(), 1 - seat
    data[0]["racks"][other], data[0]["turn"] = 1 << 3 * kind, other
    data[0]["phase"], data[0]["bonus"], data[0]["due"] = rules.PLACING, 0, 0
    now = GenialState(state.setup, data)
    shares = [_share(GAME.apply(now, {other: move}), seat) for move in GAME.legal(now, other)]
    return None if any(one is None for one in shares) else min(one or 0.0 for one in shares)
