"""What each seat or spectator may see: an allow-list, and the only way out of a state.

A view is a record of the same shape as the state, with only the public fields and the viewer's own
rack filled in, so that every kernel runs on it. Beside it stand the sizes of the other racks and
the tiles that the viewer has not seen: those in the bag and on other racks, together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from hexade.contract import bits
from hexade.contract.game import Event, Seat
from hexade.contract.state import KernelView
from hexade.games.genial import rules
from hexade.games.genial.state import GenialState
from hexade.games.genial.variants import table_of

PUBLIC = (
    "cells", "free", "tracks", "marks", "opened", "turn", "phase", "bonus", "reason",
    "ply", "draws", "drawer", "due", "bag_size", "aside",
)  # fmt: skip
TOLD = ("event", "seat", "tile", "cells", "points", "tiles")


def _bytes_of(names: Iterable[str]) -> np.ndarray:
    """Return a mask over the bytes of a state: ones for these fields, and for nothing else."""
    mask = np.zeros(rules.STATE.itemsize, np.uint8)
    fields = rules.STATE.fields
    assert fields is not None
    for name in names:
        kind, at = fields[name][:2]
        mask[at : at + kind.itemsize] = 0xFF
    return mask


_PUBLIC_BYTES = _bytes_of(PUBLIC)


@dataclass(frozen=True, slots=True, eq=False)
class GenialView(KernelView):
    """What one seat may see of a state."""

    rack_sizes: tuple[int, ...]
    drawn_size: int  # tiles drawn so far in a draw that is still going on
    unseen: int  # a multiset of tile kinds

    dtype = rules.STATE
    table_of = staticmethod(table_of)
    decision = staticmethod(rules.decision)

    @property
    def rack(self) -> int:
        """The viewer's own tiles, as a multiset; none for a spectator."""
        return int(self.record["racks"][self.seat]) if self.seat >= 0 else 0


def view(state: GenialState, seat: Seat) -> GenialView:
    """Return what a seat, or a spectator, may see of a state."""
    held = state.record
    data = (state.data.view(np.uint8) & _PUBLIC_BYTES).view(rules.STATE)
    known = data[0]
    racks: list[int] = held["racks"][: state.setup.seats].tolist()
    if seat >= 0:
        known["racks"][seat] = racks[seat]
        if held["drawer"] == seat:
            known["drawn"] = held["drawn"]
    if held["phase"] == rules.OFFERED and held["turn"] != seat:
        _hide_offer(known, racks, state.table[0])
    return GenialView(
        setup=state.setup,
        data=data,
        seat=seat,
        rack_sizes=tuple(map(bits.total, racks)),
        drawn_size=bits.total(int(held["drawn"])),
        unseen=int(held["bag"]) + sum(racks) - (racks[seat] if seat >= 0 else 0),
    )


def _hide_offer(known: np.void, racks: list[int], table: np.void) -> None:
    """Show the others a turn that ends with a draw: an exchange is its seat's secret (A12)."""
    known["phase"], known["drawer"] = rules.DRAWING, known["turn"]
    known["due"] = int(table["rack"]) - bits.total(racks[known["turn"]])


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as a seat may see it: of another's draw only the number of tiles (A4)."""
    if event["event"] == "draw" and event["seat"] != seat:
        return {"event": "draw", "seat": event["seat"], "count": len(event["tiles"])}
    return {key: event[key] for key in TOLD if key in event}
