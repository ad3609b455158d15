"""Player: people and bots alike choose a move from their view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from hexade.contract.game import AnyGame, Event, Move, Result, Seat
from hexade.contract.setup import Setup


class Player(Protocol):
    """A player in a seat."""

    @property
    def name(self) -> str:
        """The player's name at the table."""

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Take a seat in a new game."""

    def hear(self, event: Event) -> None:
        """Receive an event, as far as this seat may see it."""

    def choose(self, view: Any, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return one of the legal moves, within `time_ms` milliseconds if given.

        A player that was too slow may return the game's `absent` move where there is one.
        """

    def rise(self, result: Result) -> None:
        """Receive the result of the game."""


class Thinker:
    """A player that needs nothing but its view and a seed of its own, and ignores events."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game, self.seed = game, seed

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Do nothing."""

    def hear(self, event: Event) -> None:
        """Do nothing."""

    def rise(self, result: Result) -> None:
        """Do nothing."""


def listens(player: Player) -> bool:
    """Tell whether a player uses events; if not, they need not be computed."""
    wish: bool | None = getattr(player, "wants_news", None)  # of a wrapped player
    hear: object = type(player).hear
    return hear is not Thinker.hear if wish is None else wish
