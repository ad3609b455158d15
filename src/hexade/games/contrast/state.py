"""A state of CONTRAST as plain values.

Nothing in a state is hidden. The stack was shuffled and nobody has seen its cards, so all that
can be said of it is its size and which picture cards have been shown; whatever was taken from it
unseen, or put back into the box (F2, F7), all cards not yet shown are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexade.contract.setup import Setup
from hexade.games.contrast.variants import ROW, STACK

LAYING, TURNING, CHOOSING, OVER = range(4)
PHASE_NAMES = ("laying", "turning", "choosing", "over")


@dataclass(frozen=True, slots=True)
class ContrastState:
    """A game at one moment, as plain values."""

    setup: Setup
    rows: tuple[tuple[int, ...], ...]  # each seat's cards, left to right
    won: tuple[int, ...]
    stack: int
    shown: tuple[int, ...] = ()  # every picture turned up so far, in order
    face_up: bool = False  # whether the seats must still choose for the last of them

    @property
    def phase(self) -> int:
        """What happens next."""
        if self.stack == 0:
            return OVER  # F9
        if self.face_up:
            return CHOOSING
        laid = all(len(row) == ROW[self.setup.variant] for row in self.rows)
        return TURNING if laid else LAYING

    @property
    def ply(self) -> int:
        """How many rounds have been played."""
        return len(self.shown) - self.face_up


def opening(setup: Setup) -> ContrastState:
    """Return the state before any card was laid (F2)."""
    seats = setup.seats
    return ContrastState(setup, ((),) * seats, (0,) * seats, STACK[seats])
