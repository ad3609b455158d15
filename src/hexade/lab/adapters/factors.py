"""Actions in factors as learners take them: one row of masks, and a space that samples by it.

A game says which factors its moves consist of; whatever is legal is any combination of the legal
values of all factors, so that such masks say exactly what a mask of all moves says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces

from hexade.contract.game import AnyGame, Move
from hexade.contract.reason import Reason, Refusal, quoted
from hexade.contract.setup import Setup

Actions: TypeAlias = Literal["flat", "factors"]
NO_MOVE = -1  # legal nowhere
WORD = 64


class FactorSpace(spaces.MultiDiscrete):
    """A value for each factor; masks come as one row, in the order of the factors."""

    def sample(self, mask: Any = None, *more: Any, **named: Any) -> Any:
        """Return random values, each among those that its part of the mask allows."""
        if isinstance(mask, np.ndarray):
            mask = tuple(np.split(mask, np.cumsum(self.nvec)[:-1]))
        return super().sample(mask, *more, **named)


def mask_of(game: AnyGame, setup: Setup, moves: Iterable[Move]) -> np.ndarray:
    """Return 1 for each value of each factor that some of the moves has."""
    sizes = game.factors(setup)
    found, begins = np.zeros(sum(sizes), np.int8), np.cumsum((0, *sizes[:-1]))
    for move in moves:
        found[begins + game.split_move(setup, move)] = 1
    return found


def masks_of(bits: np.ndarray, factors: Sequence[int]) -> np.ndarray:
    """Return rows of masks from rows of bits, in which each factor begins with a new word."""
    flat = np.unpackbits(bits.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    begins = np.cumsum([0, *(WORD * -(-size // WORD) for size in factors)])
    parts = [flat[:, at : at + size] for at, size in zip(begins, factors, strict=False)]
    return np.concatenate(parts, axis=1).view(np.int8)


def allowed(masks: np.ndarray, actions: np.ndarray, factors: Sequence[int]) -> np.ndarray:
    """Return for every row whether its mask has all values of the action in that row."""
    begins, lanes = np.cumsum((0, *factors)), np.arange(len(actions))
    found = np.ones(len(actions), np.bool_)
    for part, (begin, end) in zip(actions.T, pairwise(begins), strict=True):
        inside = (part >= 0) & (part < end - begin)
        found &= inside & (masks[lanes, np.where(inside, begin + part, begin)] > 0)
    return found


def joined(game: AnyGame, setup: Setup, action: Any) -> Move:
    """Return the move that an action in factors is, NO_MOVE if no move has such values.

    Refuse what is not a whole number for each factor.
    """
    sizes = game.factors(setup)
    try:
        found = np.asarray(action)
    except ValueError:  # rows of different lengths
        found = np.zeros(0)
    if found.shape != (len(sizes),) or found.dtype.kind not in "iu":
        many = "a whole number" if len(sizes) == 1 else f"{len(sizes)} whole numbers"
        text = f"an action is {many}, one for each factor, not {quoted(action)}"
        raise Refusal(Reason("action", "", text))
    parts = tuple(found.tolist())
    if not all(0 <= part < size for part, size in zip(parts, sizes, strict=True)):
        return NO_MOVE
    move = game.join_move(setup, parts)
    return move if tuple(game.split_move(setup, move)) == parts else NO_MOVE
