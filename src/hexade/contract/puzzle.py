"""What a game says of puzzles: which positions suit, and how a try compares with the best move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hexade.contract.game import Move

# How a move compares with the best one: the same idea, its piece, its place, or neither.
SAME, PIECE, PLACE, FAR = "=", "t", "p", "."


@dataclass(frozen=True)
class PuzzleRules:
    """The puzzles of a game; views are those of the seat that must move."""

    variant: str
    seats: int
    suits: Callable[[Any], bool]  # whether a position may be a puzzle at all
    points: Callable[[Any, Sequence[Move]], Sequence[int]]  # what moves bring at first glance
    compare: Callable[[Any, Move, Move], str]  # the best move and another one
    colour: Callable[[Any, Move], str]  # the colour that a move is about
    sketch: Callable[[Any], str]  # the position as rows of colours, `.` for nothing: `rg./..b`
