"""What each seat may know. Hands follow from the rows, which all see: every seat knows the same.

The only secrets of the game are the choices of the round, and those are not in the state: the
match keeps them sealed until all are in (F3). How well a symbol fits a picture is in no view.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexade.contract.game import Event, Seat
from hexade.contract.setup import Setup
from hexade.games.contrast import rules
from hexade.games.contrast.state import ContrastState, phase

TOLD = ("event", "seat", "cards", "picture", "symbol", "symbols", "seats", "stack")


@dataclass(frozen=True, slots=True)
class ContrastView:
    """One seat's knowledge of a state."""

    setup: Setup
    seat: Seat
    rows: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    stack: int
    shown: tuple[int, ...]
    face_up: bool

    @property
    def phase(self) -> int:
        """What has to be done next."""
        return phase(self.setup, self.rows, self.stack, self.face_up)

    @property
    def ply(self) -> int:
        """How many rounds have been played."""
        return len(self.shown) - self.face_up

    @property
    def picture(self) -> int | None:
        """The number of the picture that lies face up."""
        return self.shown[-1] if self.face_up else None

    @property
    def choices(self) -> list[int]:
        """The symbols that the viewer may choose from; none for a spectator."""
        return rules.symbols(self.rows[self.seat]) if self.seat >= 0 else []


def view(state: ContrastState, seat: Seat) -> ContrastView:
    """Return what a seat, or a spectator, may know of a state."""
    return ContrastView(
        setup=state.setup,
        seat=seat,
        rows=state.rows,
        won=state.won,
        stack=state.stack,
        shown=state.shown,
        face_up=state.face_up,
    )


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as anybody may know it: there is none until all have chosen (F3)."""
    return {key: event[key] for key in TOLD if key in event}
