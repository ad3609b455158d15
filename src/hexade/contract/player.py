"""Player: people and bots alike choose a move from their view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from hexade.contract.game import Event, Move, Result, Seat
from hexade.contract.setup import Setup


class Player(Protocol):
    """Someone in a seat."""

    @property
    def name(self) -> str:
        """How the player is called at the table."""

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Hear that a game begins."""

    def hear(self, event: Event) -> None:
        """Hear of an event, as this seat may know it."""

    def choose(self, view: Any, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return one of the legal moves, in so many milliseconds if a time is given.

        A player that was too slow may return the game's `absent` move where there is one.
        """

    def rise(self, result: Result) -> None:
        """Hear how the game ended."""


class Thinker:
    """A player that needs nothing but its view: it forgets what it hears."""

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Take note of nothing."""

    def hear(self, event: Event) -> None:
        """Take note of nothing."""

    def rise(self, result: Result) -> None:
        """Take note of nothing."""


def listens(player: Player) -> bool:
    """Tell whether a player would take note of events; if not, they need not be made."""
    wish: bool | None = getattr(player, "wants_news", None)  # of one who speaks for another
    hear: object = type(player).hear
    return hear is not Thinker.hear if wish is None else wish
