"""Seats, moves, turns, events and views: the words of the contract, as types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hexade.contract.setup import Setup

if TYPE_CHECKING:
    from hexade.contract.base import BaseGame

Seat: TypeAlias = int
Move: TypeAlias = int
Turn: TypeAlias = Mapping[Seat, Move]
Event: TypeAlias = dict[str, Any]
Result: TypeAlias = dict[str, Any]

CHANCE: Seat = -1
WATCHER: Seat = -2  # a spectator, who sees only what is public
CHANCE_ACTS = frozenset({CHANCE})
NOBODY: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Risk:
    """What chance may take from the player who makes a move."""

    chance: float  # that it happens, from 0 to 1
    cost: int  # what is lost then, counted as the game's players do: in tiles, points, …


class View(Protocol):
    """What one seat may know of a state; each game adds what its bots and pictures need."""

    @property
    def setup(self) -> Setup:
        """What was agreed."""

    @property
    def seat(self) -> Seat:
        """Whose view it is."""

    @property
    def ply(self) -> int:
        """How many decisions have been made: the n of a bot's random numbers."""


AnyGame: TypeAlias = "BaseGame[Any, Any]"
