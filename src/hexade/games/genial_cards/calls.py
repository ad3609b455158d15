"""The kernels as others call them: over arrays, mostly of one state and one table."""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.chance import mix, nth_seed
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.rules import befall, decide, decision, is_legal, list_legal, play_on
from hexade.games.genial_cards.scoring import order_matters, rank_key, showing_weakest


@kernel
def decided(before: Record, after: Record, table: Record, move: int) -> None:
    """Write the state after a legal move."""
    after[0] = before[0]
    decide(after[0], table[0], move)


@kernel
def befallen(before: Record, after: Record, table: Record, outcome: int) -> None:
    """Write the state after chance has acted."""
    after[0] = before[0]
    befall(after[0], table[0], outcome)


@kernel
def list_legal_one(states: Record, table: Record, out: Record) -> int:
    """Write all legal moves of an array of one state."""
    return list_legal(states[0], table[0], out)


@kernel
def is_legal_one(states: Record, table: Record, move: int) -> bool:
    """Tell whether a move is legal in an array of one state."""
    return is_legal(states[0], table[0], move)


@kernel
def order_matters_one(states: Record, table: Record, seat: int, kind: int) -> bool:
    """Tell whether the order of scoring matters to a seat in an array of one state."""
    return order_matters(states[0], table[0], seat, kind)


@kernel
def showing_weakest_one(states: Record, table: Record, seat: int) -> Word:
    """Return the card kinds that an offer of a new hand looks at, for an array of one state."""
    return showing_weakest(states[0], table[0], seat)


@kernel
def rank_key_one(states: Record, seat: int) -> int:
    """Return the rank key of a seat for an array of one state."""
    return rank_key(states[0], seat)


@kernel
def worths(states: Record, table: Record, moves: Record, seat: int, out: Record) -> None:
    """Write for each legal move the sorted chips after it, as one number.

    `states` is an array of two: a state or view, and a place to try moves on.
    """
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], table[0], int(moves[n]))
        out[n] = rank_key(states[1], seat)


@kernel
def digest(s: Record) -> Word:
    """Return a checksum of a finished game."""
    word = s["pile"] ^ np.uint64(signed(s["ply"]))
    for seat in range(4):
        word = mix(word ^ s["hands"][seat]) + np.uint64(signed(s["points"][seat]))
        for colour in range(6):
            word = word * np.uint64(31) + np.uint64(signed(s["chips"][seat, colour]))
    return mix(word ^ s["discard"])


@kernel
def play_lane(
    i: int,
    states: Record,
    opening: Record,
    table: Record,
    seed: Word,
    first: int,
    n: int,
    out: Record,
) -> None:
    """Play n random games one after the other, the first of lane i being number first + i * n.

    Adds their moves to out[i, 0] and their checksums to out[i, 1].
    """
    for k in range(n):
        states[i] = opening[0]
        play_on(states[i], table[0], nth_seed(seed, first + i * n + k))
        out[i, 0] += np.uint64(signed(states[i]["ply"]))
        out[i, 1] += digest(states[i])


@kernel
def decision_of(states: Record) -> int:
    """Return the number of the decision to be made now, for an array of one state."""
    return decision(states[0])
