"""Templates of kernels for learners: what is legal, and what seats see, in every lane of a batch.

They are instantiated with those of batch_templates.py over a game's own kernels.
"""

# Only a game's modules define the names that it gives.
# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.kernel import Record, kernel


@kernel
def list_lane(i: int, states: Record, table: Record, moves: Record, counts: Record) -> None:
    """Write the legal moves of the seat that is to act, ascending, and how many there are."""
    counts[i] = list_legal(states[i], table[0], moves[i])


@kernel
def factor_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write, as bits, which values of each factor of an action are legal."""
    for n in range(out.shape[1]):
        out[i, n] = np.uint64(0)
    mark_factors(states[i], table[0], out[i])


@kernel
def join_lane(i: int, table: Record, parts: Record, moves: Record) -> None:
    """Write the move that consists of these factors."""
    moves[i] = join_factors(table[0], parts[i])


@kernel
def share_lane(
    i: int, states: Record, table: Record, moves: Record, counts: Record, shares: int, apart: bool
) -> None:
    """Write one of several shares of a lane's legal moves, the first also how many there are.

    Neighbours write neighbouring numbers: those of one lane, or of many where moves lie `apart`.
    """
    lanes = counts.shape[0]
    lane, share = (i % lanes, i // lanes) if apart else (i // shares, i % shares)
    found = list_share(states[lane], table[0], share, shares, moves[lane])
    if share == 0:
        counts[lane] = found


@kernel
def after_lane(
    i: int, states: Record, table: Record, seats: Record, moves: Record, tries: Record, out: Record
) -> None:
    """Write what seats[i] would know after each of its moves moves[i], before chance acts.

    `tries` is a place to try them on.
    """
    for n in range(moves.shape[1]):
        try_move(i, n, states, table, seats, moves, tries[i : i + 1], out[i, n])


@kernel
def after_each_lane(
    i: int, states: Record, table: Record, seats: Record, moves: Record, tries: Record, out: Record
) -> None:
    """Write what a seat would know after one of its moves: number i // lanes of lane i % lanes."""
    lane, n = i % moves.shape[0], i // moves.shape[0]
    try_move(lane, n, states, table, seats, moves, tries, out[lane, n])


@kernel
def try_move(
    i: int,
    n: int,
    states: Record,
    table: Record,
    seats: Record,
    moves: Record,
    tries: Record,
    out: Record,
) -> None:
    """Write what seats[i] would know after moves[i, n]; zeros if that move is not legal."""
    move = signed(moves[i, n])
    if is_legal(states[i], table[0], move):
        tries[0] = states[i]
        decide(tries[0], table[0], move)
        observe(tries[0], table[0], signed(seats[i]), out)
    else:
        for k in range(out.shape[0]):
            out[k] = 0


@kernel
def observe_again(
    s: Record,
    v: Record,
    seat: int,
    move: int,  # noqa: ARG001  for games that know what it changed
    shown: Record,  # noqa: ARG001
    out: Record,
) -> None:
    """Write the features of what a seat may know; a game may write only what a move changed."""
    observe(s, v, seat, out)


@kernel
def look_lane(
    i: int,
    states: Record,
    table: Record,
    seats: Record,
    moves: Record,
    shown: Record,
    rows: Record,
    bits: Record,
) -> None:
    """Write what seats[i] may know and, as bits, what is legal.

    rows[i] has been written before, when the state was `shown[i]`; moves[i] came since.
    """
    factor_lane(i, states, table, bits)
    seat, move = max(signed(seats[i]), 0), signed(moves[i])
    observe_again(states[i], table[0], seat, move, shown[i], rows[i])


@kernel
def advance_pay_lane(
    i: int,
    states: Record,
    table: Record,
    flags: Record,
    competes: bool,
    point: float,
    paid: Record,
    rewards: Record,
) -> None:
    """Pay seats in advance for points that they have gained on the others, as `point` values them.

    paid[i] is what each got so far; at the end, of which flags[i] tells, all of it is taken back.
    """
    if flags[i, 1]:
        return
    seats = rewards.shape[1]
    total = 0
    for seat in range(seats):
        total += sum_of_points(states[i], table[0], seat)
    for seat in range(seats):
        own = sum_of_points(states[i], table[0], seat)
        ahead = own - (total - own) / (seats - 1) if competes else own * 1.0
        due = 0.0 if flags[i, 0] else point * ahead
        rewards[i, seat] += due - paid[i, seat]
        paid[i, seat] = due


@kernel
def forget_pay_lane(i: int, which: Record, paid: Record) -> None:
    """Forget what was paid in advance, where which[i] says that the next game has begun."""
    if which[i]:
        for seat in range(paid.shape[1]):
            paid[i, seat] = 0
