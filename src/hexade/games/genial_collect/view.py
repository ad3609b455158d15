"""What each seat may see. Only the order of the pile is hidden, and that is in no state.

Which tiles the pile holds follows from those that lie open (G1), so all seats know the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexade.contract.game import Event, Seat
from hexade.contract.state import KernelView
from hexade.games.genial_collect.rules import decision
from hexade.games.genial_collect.state import STATE, CollectState
from hexade.games.genial_collect.variants import table_of

PUBLIC = (
    "owned", "pile", "middle", "shown", "up", "pile_size", "due", "phase", "turn", "ply", "draws",
)  # fmt: skip
TOLD = ("event", "seat", "tile", "tiles", "good")


@dataclass(frozen=True, slots=True, eq=False)
class CollectView(KernelView):
    """What one seat may see of a state: all of it."""

    dtype = STATE
    table_of = staticmethod(table_of)
    decision = staticmethod(decision)


def view(state: CollectState, seat: Seat) -> CollectView:
    """Return what a seat, or a spectator, may see of a state."""
    data = np.zeros(1, STATE)
    for name in PUBLIC:
        data[0][name] = state.record[name]
    return CollectView(state.setup, data, seat)


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as anybody may see it: every tile lies open (G1)."""
    return {key: event[key] for key in TOLD if key in event}
