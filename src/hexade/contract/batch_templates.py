"""Templates of kernels that are the same in every game, instantiated over a game's own kernels.

The names below that are not defined here (`acting`, `decide`, ...) are found in the modules that a
game gives to `instantiate`. A lane is one of many games side by side. Numbers of games, moves and
everything else come as arrays with one row for each lane, so that the same lane runs in a loop on a
CPU and as a thread on a GPU. All chance comes from (seed, number of the game).
"""

# Only a game's modules define the names that it gives.
# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from hexade.contract import learner_templates as learners
from hexade.contract.bits import signed
from hexade.contract.chance import DEALER, mix, nth_seed, stream
from hexade.contract.kernel import Learning, Record, Word, kernel, over_arrays
from hexade.contract.setup import Setup
from hexade.contract.state import KernelState, clean_copy

CHANCE, NOBODY = -1, -2  # what `acting` returns besides seats
ILLEGAL = -3
GIVEN = (
    "acting",  # (s): a seat, CHANCE or NOBODY
    "befall",  # (s, v, outcome): let chance act
    "random_outcome",  # (s, dealer)
    "fixed_outcome",  # (s, step): in the fixed order of docs/perft.md
    "decide",  # (s, v, move): make a legal move of the seat in turn
    "is_legal",  # (s, v, move)
    "list_legal",  # (s, v, out): write all legal moves, ascending; return how many there are
    "mark_legal",  # (s, v, out): write 1 at every legal move
    "mark_factors",  # (s, v, out): write bits, the legal values of each factor of an action
    "join_factors",  # (v, parts): the move that consists of these factors
    "random_move",  # (s, v, seed): one of the legal moves, all equally likely
    "reward",  # (s, v, seat): what a finished game is worth to a seat
    "sum_of_points",  # (s, v, seat): all points of a seat, those it shares with a partner too
    "worth",  # (s, v, seat): how good a state looks to a greedy player
    "observe",  # (s, v, seat, out): write the features of what a seat may know
    "digest",  # (s): a checksum of a finished game
)
# (s, v, share, shares, out): write every shares-th legal move from number `share` on and return how
# many there are in all. For games with long lists, which the threads of a GPU write together.
SHARING = "list_share"
# (s, v, seat, move, shown, out): write the same as `observe` where `out` has what it wrote of the
# state `shown`, and this move came since. For games with long rows of which a move changes little.
AGAIN = "observe_again"


@dataclass(frozen=True)
class Lanes:
    """The lanes of one game."""

    play: Callable[..., None]
    begin: Callable[..., None]
    reset: Callable[..., None]
    step: Callable[..., None]
    restart: Callable[..., None]
    list: Callable[..., None]
    factor: Callable[..., None]
    join: Callable[..., None]
    after: Callable[..., None]
    after_each: Callable[..., None]
    look: Callable[..., None]
    advance_pay: Callable[..., None]
    forget_pay: Callable[..., None]
    watch: Callable[..., None]
    mask: Callable[..., None]
    choose: Callable[..., None]
    turn: Callable[..., None]
    drift: Callable[..., None]
    see: Callable[..., None]
    explore: Callable[..., None]
    share: Callable[..., None] | None = None  # in games that have `list_share`


@dataclass(frozen=True)
class Kernels:
    """A game's kernels, for its facade and for batches."""

    begin: Callable[[Setup], KernelState]
    most_moves: int  # the most moves that are ever legal at once
    lanes: Lanes
    decide: Callable[..., None]  # (states, table, move); this and the next two take arrays of one
    befall: Callable[..., None]  # (states, table, outcome)
    list_legal: Callable[..., int]  # (states, table, out)
    worths: Callable[..., None]  # (states, table, moves, seat, out)
    given: Mapping[str, Callable[..., Any]]  # all of them by name: `GIVEN`, and the templates
    learning: Learning | None = None

    def opening(self, setup: Setup) -> np.ndarray:
        """Return the record of the first state, an array of one."""
        return self.begin(setup).data

    def table(self, setup: Setup) -> np.ndarray:
        """Return the numbers and tables of a set-up, an array of one."""
        return self.begin(setup).table

    def state(self, setup: Setup, data: np.ndarray) -> KernelState:
        """Return the state of an array of one."""
        return type(self.begin(setup))(setup, clean_copy(data))


@kernel
def settle(s: Record, v: Record, dealer: Word) -> int:
    """Let chance act until a seat must, or the game is over; return who acts then."""
    seat = acting(s)
    while seat == CHANCE:
        befall(s, v, random_outcome(s, dealer))
        seat = acting(s)
    return int(seat)


@kernel
def settle_in_order(s: Record, v: Record, step: int) -> None:
    """Let chance act by the fixed order `step` until a seat must, or the game is over."""
    while acting(s) == CHANCE:
        befall(s, v, fixed_outcome(s, step))


@kernel
def play_on(s: Record, v: Record, seed: Word) -> None:
    """Play to the end with random legal moves, all chance from the seed."""
    dealer = stream(seed, DEALER)
    # Chance may end a game. It acts in a loop of its own, so that GPU threads that play different
    # games reconverge here.
    while settle(s, v, dealer) != NOBODY:
        decide(s, v, random_move(s, v, seed))


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
def worths(states: Record, table: Record, moves: Record, seat: int, out: Record) -> None:
    """Write how good the state after each legal move looks to a greedy player.

    `states` is an array of two: a state or view, and a place to try moves on.
    """
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], table[0], int(moves[n]))
        out[n] = worth(states[1], table[0], seat)


@kernel
def begin_lane(
    i: int, states: Record, opening: Record, table: Record, seed: Word, seats: Record
) -> None:
    """Begin the game with exactly this seed, and deal."""
    states[i] = opening[0]
    seats[i] = settle(states[i], table[0], stream(seed, DEALER))


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
    """Make moves[i], let chance act; at a game's end write rewards and begin the next one.

    The number of a lane's next game is higher by `stride`; with 0 the lane stays at the end, with
    NOBODY to act. flags[i, 0]: a game has ended; flags[i, 1]: the move was illegal, and nothing
    has changed.
    """
    move = signed(moves[i])
    flags[i, 0], flags[i, 1] = False, not is_legal(states[i], table[0], move)
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0
    if flags[i, 1]:
        return
    dealer = stream(nth_seed(seed, signed(lots[i])), DEALER)
    decide(states[i], table[0], move)
    seats[i] = settle(states[i], table[0], dealer)
    if seats[i] == NOBODY:
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = reward(states[i], table[0], seat)
        flags[i, 0] = True
        if stride > 0:
            lots[i] += stride
            reset_lane(i, states, opening, table, seed, lots, seats)


@kernel
def restart_lane(
    i: int,
    states: Record,
    opening: Record,
    table: Record,
    seed: Word,
    lots: Record,
    stride: int,
    which: Record,
    seats: Record,
) -> None:
    """Begin the lane's next game, whose number is higher by `stride`, where which[i] says so."""
    if which[i]:
        lots[i] += stride
        reset_lane(i, states, opening, table, seed, lots, seats)


@kernel
def watch_lane(i: int, states: Record, table: Record, seats: Record, out: Record) -> None:
    """Write the features of what seats[i] may know; where nobody acts, those of the first seat."""
    observe(states[i], table[0], max(signed(seats[i]), 0), out[i])


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
    """Choose a legal move uniformly, the same as the random bot in this seat would."""
    moves[i] = random_move(states[i], table[0], nth_seed(seed, signed(lots[i])))


@kernel
def turn_lane(
    i: int, states: Record, table: Record, seed: Word, move: int, out: Record, rewards: Record
) -> None:
    """Make a move in a game with exactly this seed; at its end write rewards and stop.

    out[i] is who acts next, or ILLEGAL: then nothing has changed.
    """
    if not is_legal(states[i], table[0], move):
        out[i] = ILLEGAL
        return
    decide(states[i], table[0], move)
    out[i] = settle(states[i], table[0], stream(seed, DEALER))
    if out[i] == NOBODY:
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = reward(states[i], table[0], seat)


@kernel
def drift_lane(
    i: int, states: Record, table: Record, seed: Word, seat: int, out: Record, rewards: Record
) -> None:
    """Let all seats but one move as the random bot would, until that one is to act or all is over.

    out[i] is who acts; the game has exactly this seed. At its end write rewards and stop.
    """
    dealer = stream(seed, DEALER)
    while out[i] >= 0 and out[i] != seat:
        decide(states[i], table[0], random_move(states[i], table[0], seed))
        out[i] = settle(states[i], table[0], dealer)
    if out[i] == NOBODY:
        for n in range(rewards.shape[1]):
            rewards[i, n] = reward(states[i], table[0], n)


@kernel
def see_lane(i: int, states: Record, table: Record, seat: int, row: Record, mask: Record) -> None:
    """Write the features of a seat, and its legal moves if it is to act."""
    observe(states[i], table[0], seat, row)
    for n in range(mask.shape[0]):
        mask[n] = 0
    if acting(states[i]) == seat:
        mark_legal(states[i], table[0], mask)


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
    are, and how many of them end the game. prints[i] gets a fingerprint of each state at the
    greatest depth, count[i] their number.
    """
    depth = states.shape[0] - 1
    settle_in_order(states[0], table[0], step)
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
        settle_in_order(states[level + 1], table[0], step)
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


_TEMPLATES = (
    settle, settle_in_order, play_on, play_lane, worths, begin_lane, reset_lane, step_lane,
    restart_lane, learners.list_lane, learners.factor_lane, learners.join_lane, learners.try_move,
    learners.after_lane, learners.after_each_lane, learners.look_lane,
    learners.advance_pay_lane, learners.forget_pay_lane,
    watch_lane, mask_lane, choose_lane, turn_lane, drift_lane, see_lane, explore_lane,
)  # fmt: skip


def instantiate(
    *modules: types.ModuleType,
    begin: Callable[[Setup], KernelState],
    most_moves: int,
    learning: Learning | None = None,
) -> Kernels:
    """Return the kernels of a game, whose modules define or import all names in `GIVEN`."""
    templates: tuple[Callable[..., Any], ...] = _TEMPLATES
    given: tuple[str, ...] = GIVEN
    if any(hasattr(module, SHARING) for module in modules):
        given, templates = (*given, SHARING), (*templates, learners.share_lane)
    if any(hasattr(module, AGAIN) for module in modules):
        given = (*given, AGAIN)
    else:
        templates = (learners.observe_again, *templates)
    names = fill(templates, given, modules)
    made = {name: names.get(f"{name}_lane") for name in Lanes.__match_args__}
    lanes = Lanes(**{name: lane for name, lane in made.items() if lane is not None})
    return Kernels(
        begin,
        most_moves,
        lanes,
        decide=over_arrays(names["decide"]),
        befall=over_arrays(names["befall"]),
        list_legal=over_arrays(names["list_legal"]),
        worths=names["worths"],
        given=MappingProxyType(names),
        learning=learning,
    )


def fill(
    templates: Sequence[Callable[..., Any]],
    given: Sequence[str],
    modules: tuple[types.ModuleType, ...],
) -> dict[str, Any]:
    """Return the kernels that modules give and templates make of them, by name.

    A template may call what is given and the templates before it.
    """
    names: dict[str, Any] = {name: _find(name, modules) for name in given}
    for template in templates:
        names[template.__name__] = _made(template, modules[0].__name__, names)
    return names


def _find(name: str, modules: tuple[types.ModuleType, ...]) -> Callable[..., Any]:
    for module in modules:
        if hasattr(module, name):
            found: Callable[..., Any] = getattr(module, name)
            return found
    raise TypeError(f"no module of the game has the kernel {name}")


def _made(template: Callable[..., Any], game: str, names: Mapping[str, Any]) -> Callable[..., Any]:
    namespace = {**template.__globals__, **names}
    made = types.FunctionType(template.__code__, namespace, template.__name__)
    made.__qualname__, made.__module__ = f"{game}.{template.__qualname__}", template.__module__
    return kernel(made)
