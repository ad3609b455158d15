"""A view as numbers for learners: one flat row of small integers, with named parts.

Counts and positions are neither scaled nor centred, so that a row says exactly what
the view says. Seats are turned so that the viewer comes first and the others follow in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

DTYPE = np.dtype(np.int8)


@dataclass(frozen=True)
class Part:
    """A part of a row: its name, its shape, and what its numbers mean."""

    name: str
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return prod(self.shape)


def length(parts: Sequence[Part]) -> int:
    """Return how many numbers a row has."""
    return sum(part.size for part in parts)


def split(parts: Sequence[Part], rows: np.ndarray) -> dict[str, np.ndarray]:
    """Return the parts of a row, or of many rows at once, by name and in their shapes."""
    found, at = {}, 0
    for part in parts:
        piece = rows[..., at : at + part.size]
        found[part.name] = piece.reshape(*rows.shape[:-1], *part.shape)
        at += part.size
    return found
