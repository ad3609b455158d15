"""What each seat may see. Rows are public and hands follow from them: all seats know the same.

The only secrets of the game are the choices of the round, and those are not in the state: the
match keeps them sealed until all are in (F3). How well a symbol fits a picture is in no view.
"""

from __future__ import annotations

from hexade.contract.game import Event, Seat
from hexade.contract.state import KernelView
from hexade.games.contrast import rules
from hexade.games.contrast.state import ContrastState, Values

TOLD = ("event", "seat", "cards", "picture", "symbol", "symbols", "seats", "stack")


class ContrastView(Values, KernelView):
    """One seat's knowledge of a state: all of it, as nothing is hidden there."""

    __slots__ = ()
    decision = staticmethod(rules.decision)

    @property
    def picture(self) -> int | None:
        """The number of the picture that lies face up."""
        return self.shown[-1] if self.face_up else None

    @property
    def choices(self) -> list[int]:
        """The symbols that the viewer may choose from; none for a spectator."""
        return self.symbols(self.seat) if self.seat >= 0 else []


def view(state: ContrastState, seat: Seat) -> ContrastView:
    """Return what a seat, or a spectator, may see of a state."""
    return ContrastView(state.setup, state.data, seat)


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as anybody may see it: there are none until all have chosen (F3)."""
    return {key: event[key] for key in TOLD if key in event}
