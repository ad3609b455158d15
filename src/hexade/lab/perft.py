"""Perft: how many ways a game can go on, counted exactly, to check any implementation against.

Chance follows a fixed order, so that two programs that agree on the rules agree on every count;
docs/perft.md defines all of it. The kernels do the counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

import numpy as np

from hexade.contract.chance import settled
from hexade.contract.game import AnyGame
from hexade.contract.kernel import Target, batch
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.arguments import check_setup, whole
from hexade.lab.batch import kernels_of


@dataclass(frozen=True)
class Counts:
    """Counts of the tree below a state, for each number of decisions from one on."""

    moves: tuple[int, ...]  # sequences of 1, 2, … decisions; one entry more than the others
    ended: tuple[int, ...]  # those of them that end the game
    positions: int  # different states after the most decisions that were made


@dataclass(frozen=True)
class FixedOrder:
    """A dealer whose n-th draw takes item number step * n, modulo their count."""

    step: int

    def pick(self, n: int, outcomes: Sequence[tuple[int, int]]) -> int:
        """Return the n-th outcome."""
        members = [outcome for outcome, weight in outcomes for _ in range(weight)]
        return members[self.step * n % len(members)]


def walk(game: AnyGame, setup: Setup, step: int) -> Iterator[Any]:
    """Yield the states of a walk: decision n takes move number step * n, sorted by text."""
    state, draws = game.begin(setup), 0
    for ply in count():
        state, draws = settled(game, state, FixedOrder(step), draws)
        yield state
        acting = game.to_act(state)
        if not acting:
            return
        (seat,) = acting
        by_text = sorted(game.legal(state, seat), key=game.text)
        state = game.apply(state, {seat: by_text[step * ply % len(by_text)]})


def length(game: AnyGame, setup: Setup, step: int) -> int:
    """Return how many decisions the walk makes until the game is over."""
    return sum(1 for _ in walk(game, setup, step)) - 1


def perft(
    game: AnyGame, setup: Setup, step: int, plies: int, depth: int, target: Target | None = None
) -> Counts:
    """Count the tree below the state after a walk, to a given depth in decisions."""
    check_setup(game, setup)
    kernels, depth = kernels_of(game), whole("depth", depth, 0)
    step, plies = whole("step", step, 0), whole("plies", plies, 0)
    root = next(islice(walk(game, setup, step), plies, None), None)
    if root is None:
        last = length(game, setup, step)
        raise Refusal(Reason("plies", "", f"plies must be at most {last}: there the game is over"))
    states = np.zeros(depth + 1, root.data.dtype)
    states[0] = root.data[0]
    moves = np.zeros((depth + 1, kernels.most_moves), np.int32)
    left, out = np.zeros(depth + 1, np.int64), np.zeros((depth + 2, 2), np.uint64)
    filled = np.zeros(1, np.int64)
    prints = np.zeros(_leaves(game, setup, step, plies, depth, target), np.uint64)
    words = states.view(np.uint64).reshape(depth + 1, -1)
    run = batch(kernels.lanes.explore, target)
    run(1, states, words, kernels.table(setup), step, moves, left, out, prints, filled)
    return Counts(
        tuple(int(n) for n in out[1:, 0]),
        tuple(int(n) for n in out[1:-1, 1]),
        len(np.unique(prints)),
    )


def _leaves(
    game: AnyGame, setup: Setup, step: int, plies: int, depth: int, target: Target | None
) -> int:
    """Return how many sequences of this length there are; the last move is counted, not made."""
    if depth == 0:
        return 0
    return perft(game, setup, step, plies, depth - 1, target).moves[-1]
