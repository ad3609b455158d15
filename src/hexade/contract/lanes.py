"""Many games side by side: what happens in one lane of a batch, whatever the game.

These are moulds. A game pours its own kernels into them with `lanes(...)`: the names below that
are not defined here (`acting`, `decide`, ...) are found among those that it gives. Game numbers,
moves and everything else come as arrays with one row a lane, so that the same lane runs in a loop
on a CPU and as a thread on a GPU. All chance comes from (seed, number of the game).
"""

# The names that a game gives are unknown to readers of this file alone.
# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.chance import DEALER, mix, nth_seed, stream
from hexade.contract.kernel import Record, Word, kernel

CHANCE, NOBODY = -1, -2  # what `acting` says beside seats
ILLEGAL = -3


@dataclass(frozen=True)
class Lanes:
    """The lanes of one game."""

    begin: Callable[..., None]
    reset: Callable[..., None]
    step: Callable[..., None]
    watch: Callable[..., None]
    mask: Callable[..., None]
    choose: Callable[..., None]
    turn: Callable[..., None]
    see: Callable[..., None]
    explore: Callable[..., None]


@kernel
def settle(s: Record, v: Record, seed: Word) -> int:
    """Let chance act until a seat must, or the game is over; return who acts then."""
    dealer = stream(seed, DEALER)
    seat = acting(s)
    while seat == CHANCE:
        befall(s, v, random_outcome(s, dealer))
        seat = acting(s)
    return int(seat)


@kernel
def begin_lane(
    i: int, states: Record, opening: Record, table: Record, seed: Word, seats: Record
) -> None:
    """Begin the game of this very seed and deal."""
    states[i] = opening[0]
    seats[i] = settle(states[i], table[0], seed)


@kernel
def reset_lane(
    i: int, states: Record, opening: Record, table: Record, seed: Word, lots: Record, seats: Record
) -> None:
    """Begin game number lots[i] and deal."""
    begin_lane(i, states, opening, table, nth_seed(seed, signed(lots[i])), seats)


@kernel
def step_lane(
    i: int,
    states: Record,
    opening: Record,
    table: Record,
    seed: Word,
    lots: Record,
    stride: int,
    moves: Record,
    seats: Record,
    rewards: Record,
    flags: Record,
) -> None:
    """Make moves[i] and let chance answer; where the game ends, pay and begin the next at once.

    The next game of a lane is `stride` numbers on. flags[i, 0] tells that a game has ended,
    flags[i, 1] that the move was illegal: then nothing has changed.
    """
    move = signed(moves[i])
    flags[i, 0], flags[i, 1] = False, not is_legal(states[i], table[0], move)
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0
    if flags[i, 1]:
        return
    decide(states[i], table[0], move)
    seats[i] = settle(states[i], table[0], nth_seed(seed, signed(lots[i])))
    if seats[i] == NOBODY:
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = reward(states[i], table[0], seat)
        flags[i, 0] = True
        lots[i] += stride
        reset_lane(i, states, opening, table, seed, lots, seats)


@kernel
def watch_lane(i: int, states: Record, table: Record, seats: Record, out: Record) -> None:
    """Write the features of what seats[i] may know."""
    observe(states[i], table[0], signed(seats[i]), out[i])


@kernel
def mask_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write 1 for every legal move of the seat that is to act, and 0 for all others."""
    for n in range(out.shape[1]):
        out[i, n] = 0
    mark_legal(states[i], table[0], out[i])


@kernel
def choose_lane(
    i: int, states: Record, table: Record, seed: Word, lots: Record, moves: Record
) -> None:
    """Choose any legal move, each as likely: what the random bot in this seat would do."""
    moves[i] = random_move(states[i], table[0], nth_seed(seed, signed(lots[i])))


@kernel
def turn_lane(
    i: int, states: Record, table: Record, seed: Word, move: int, out: Record, rewards: Record
) -> None:
    """Make a move in a game of this very seed; where the game ends, pay and stop.

    out[i] is who acts next, or ILLEGAL: then nothing has changed.
    """
    if not is_legal(states[i], table[0], move):
        out[i] = ILLEGAL
        return
    decide(states[i], table[0], move)
    out[i] = settle(states[i], table[0], seed)
    if out[i] == NOBODY:
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = reward(states[i], table[0], seat)


@kernel
def see_lane(i: int, states: Record, table: Record, seat: int, row: Record, mask: Record) -> None:
    """Write the features of a seat, and its legal moves if it is to act."""
    observe(states[i], table[0], seat, row)
    for n in range(mask.shape[0]):
        mask[n] = 0
    if acting(states[i]) == seat:
        mark_legal(states[i], table[0], mask)


@kernel
def foretold(s: Record, v: Record, step: int) -> None:
    """Let chance act by the fixed order `step` until a seat must, or the game is over."""
    while acting(s) == CHANCE:
        befall(s, v, fixed_outcome(s, step))


@kernel
def explore_lane(
    i: int,
    states: Record,
    words: Record,
    table: Record,
    step: int,
    moves: Record,
    left: Record,
    out: Record,
    prints: Record,
    count: Record,
) -> None:
    """Count the tree below states[0], whose depth is that of the arrays.

    `words` is the memory of `states` as words. out[d] is how many sequences of d decisions there
    are, and how many of them end the game. prints[i] gets a fingerprint of each position at the
    greatest depth, count[i] their number.
    """
    depth = states.shape[0] - 1
    foretold(states[0], table[0], step)
    left[0] = list_legal(states[0], table[0], moves[0])
    level = 0 if depth > 0 else -1
    out[1, 0] += np.uint64(left[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        decide(states[level + 1], table[0], signed(moves[level, left[level]]))
        foretold(states[level + 1], table[0], step)
        level += 1
        over = acting(states[level]) == NOBODY
        if over:
            out[level, 1] += np.uint64(1)
        if level == depth:
            prints[count[i]] = fingerprint(words[level])
            count[i] += 1
        left[level] = 0 if over else list_legal(states[level], table[0], moves[level])
        out[level + 1, 0] += np.uint64(left[level])
        if level == depth:
            level -= 1


@kernel
def fingerprint(words: Record) -> Word:
    """Return a word that depends on every word."""
    found = np.uint64(words.shape[0])
    for n in range(words.shape[0]):
        found = mix(found ^ words[n])
    return found


_MOULDS = (
    begin_lane, reset_lane, step_lane, watch_lane, mask_lane, choose_lane, turn_lane, see_lane,
    explore_lane,
)  # fmt: skip


def lanes(game: str, given: Mapping[str, Callable[..., Any]]) -> Lanes:
    """Return the lanes of a game.

    Given are its kernels `acting(s)` (a seat, CHANCE or NOBODY), `befall(s, v, outcome)`,
    `random_outcome(s, dealer)`, `decide(s, v, move)`, `is_legal(s, v, move)`,
    `mark_legal(s, v, out)`, `random_move(s, v, seed)`, `reward(s, v, seat)` and
    `observe(s, v, seat, out)`, `list_legal(s, v, out)` and `fixed_outcome(s, step)`.
    """
    names: dict[str, Any] = dict(given)
    for mould in (settle, foretold, begin_lane, reset_lane):
        names[mould.__name__] = _pour(mould, game, names)
    return Lanes(*(names.get(mould.__name__) or _pour(mould, game, names) for mould in _MOULDS))


def _pour(mould: Callable[..., Any], game: str, names: Mapping[str, Any]) -> Callable[..., Any]:
    namespace = {**mould.__globals__, **names}
    made = types.FunctionType(mould.__code__, namespace, mould.__name__, mould.__defaults__)
    made.__qualname__, made.__module__ = f"{game}.{mould.__qualname__}", mould.__module__
    return kernel(made)
