"""What each seat or spectator may see: an allow-list, and the only way out of a state.

A view is a record of the same shape as the state, with only the public fields and the viewer's own
rack filled in, so that every kernel runs on it. Beside it stand the sizes of the other racks and
the tiles that the viewer has not seen: those in the bag and on other racks, together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexade.contract.bits import size
from hexade.contract.game import Event, Seat
from hexade.contract.kernel import Record, kernel, over_arrays, speed_up
from hexade.contract.state import KernelView, public_words
from hexade.games.genial import rules
from hexade.games.genial.rules import DRAWING, OFFERED
from hexade.games.genial.state import GenialState
from hexade.games.genial.variants import table_of

PUBLIC = (
    "cells", "free", "tracks", "marks", "opened", "turn", "phase", "bonus", "reason",
    "ply", "draws", "drawer", "due", "bag_size", "aside",
)  # fmt: skip
TOLD = ("event", "seat", "tile", "cells", "points", "tiles")


_PUBLIC_WORDS = public_words(rules.STATE, PUBLIC)

# What a viewer knows beside the record.
BESIDE = np.dtype(
    [
        ("unseen", "u8"),  # a multiset of tile kinds
        ("rack_sizes", "i1", (4,)),
        ("drawn_size", "i1"),  # tiles drawn so far in a draw that is still going on
    ],
    align=True,
)


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
    def beside(self) -> np.ndarray:
        """What is known beside the record, as kernels read it (an array of one)."""
        sizes = (*self.rack_sizes, *[0] * (4 - len(self.rack_sizes)))
        return np.array([(self.unseen, sizes, self.drawn_size)], BESIDE)

    @property
    def rack(self) -> int:
        """The viewer's own tiles, as a multiset; none for a spectator."""
        return int(self.record["racks"][self.seat]) if self.seat >= 0 else 0


@kernel
def redact(
    s: Record, v: Record, seat: int, known: Record, beside: Record, held: Record, shown: Record
) -> None:
    """Write what a seat, or a spectator, may see of a state; `known` and `beside` are empty.

    `held` and `shown` are the memory of `s` and `known` as words.
    """
    for n in range(shown.shape[0]):
        shown[n] = held[n] & _PUBLIC_WORDS[n]
    unseen = s["bag"]
    for other in range(v["seats"]):
        beside["rack_sizes"][other] = size(s["racks"][other])
        if other == seat:
            known["racks"][other] = s["racks"][other]
        else:
            unseen += s["racks"][other]
    if s["drawer"] == seat:
        known["drawn"] = s["drawn"]
    if s["phase"] == OFFERED and s["turn"] != seat:
        hide_offer(s, v, known)
    beside["unseen"], beside["drawn_size"] = unseen, size(s["drawn"])


@kernel
def hide_offer(s: Record, v: Record, known: Record) -> None:
    """Show the others a turn that ends with a draw: an exchange is its seat's secret (A12)."""
    known["phase"], known["drawer"] = DRAWING, s["turn"]
    known["due"] = int(v["rack"]) - size(s["racks"][s["turn"]])


_redact = speed_up(over_arrays(redact))


def view(state: GenialState, seat: Seat) -> GenialView:
    """Return what a seat, or a spectator, may see of a state."""
    data, beside = np.zeros(1, rules.STATE), np.zeros(1, BESIDE)
    words = state.data.view(np.uint64), data.view(np.uint64)
    _redact(state.data, state.table, seat, data, beside, *words)
    unseen, sizes, drawn_size = beside[0].item()
    return GenialView(
        setup=state.setup,
        data=data,
        seat=seat,
        rack_sizes=tuple(sizes[: state.setup.seats].tolist()),
        drawn_size=drawn_size,
        unseen=unseen,
    )


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as a seat may see it: of another's draw only the number of tiles (A4)."""
    if event["event"] == "draw" and event["seat"] != seat:
        return {"event": "draw", "seat": event["seat"], "count": len(event["tiles"])}
    return {key: event[key] for key in TOLD if key in event}
