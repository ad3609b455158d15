"""Templates of the lanes that deal, move and end games while a network learns (`Learning`).

They are instantiated over a game's own kernels, as those of batch_templates.py, which says what a
lane is.
"""

# Only a game's modules define the names that it gives.
# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

from __future__ import annotations

import types
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from hexade.contract.batch_templates import NOBODY, fill, settle
from hexade.contract.bits import signed
from hexade.contract.chance import DEALER, nth_seed, stream
from hexade.contract.kernel import Record, Word, kernel

GIVEN = ("acting", "befall", "random_outcome", "decide", "is_legal")
NEVER = np.float32(-1e9)  # the prior of a move that is not legal


class TrainingLanes(NamedTuple):
    """The lanes of a game that learning needs and every game has alike."""

    begin: Callable[..., None]
    decide: Callable[..., None]
    turn: Callable[..., None]
    prior: Callable[..., None]  # for games in which every legal move is a candidate


@kernel
def begin_lane(
    i: int, states: Record, opening: Record, table: Record, seed: Word, first: int
) -> None:
    """Deal game number first + i."""
    states[i] = opening[0]
    settle(states[i], table[0], stream(nth_seed(seed, first + i), DEALER))


@kernel
def decide_lane(
    i: int, states: Record, table: Record, chosen: Record, seed: Word, first: int
) -> None:
    """Make the chosen move of a game (-1: none), and let chance act."""
    if chosen[i] >= 0:
        decide(states[i], table[0], int(chosen[i]))
        settle(states[i], table[0], stream(nth_seed(seed, first + i), DEALER))


@kernel
def turn_lane(i: int, states: Record, turns: Record) -> None:
    """Write whose turn it is, -1 once a game is over."""
    turns[i] = -1 if acting(states[i]) == NOBODY else signed(states[i]["turn"])


@kernel
def prior_lane(
    i: int, lanes: int, states: Record, table: Record, grounds: Record, out: Record
) -> None:
    """Write 0 for each legal move of a game, NEVER for all others: out[game, move]."""
    for move in range(out.shape[1]):
        out[i, move] = np.float32(0.0) if is_legal(states[i], table[0], move) else NEVER


def training_lanes(*modules: types.ModuleType) -> TrainingLanes:
    """Return the lanes of a game, whose modules define or import all names in `GIVEN`."""
    names = fill((settle, begin_lane, decide_lane, turn_lane, prior_lane), GIVEN, modules)
    return TrainingLanes(*(names[f"{name}_lane"] for name in TrainingLanes._fields))
