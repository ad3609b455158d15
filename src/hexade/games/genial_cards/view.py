"""What each seat or spectator may see: an allow-list, and the only way out of a state.

A view is a record of the same shape as the state, with only the public fields and the viewer's own
cards filled in, so that every kernel runs on it. Beside it stand sizes, which all can count, and
what a viewer with a memory knows: every card on the discard pile lay open or was shown before, so
what is there is no secret, nor is what was shuffled when it became the draw pile (E3, E6, E8).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexade.contract.bits import size
from hexade.contract.game import Event, Seat
from hexade.contract.kernel import Record, kernel, over_arrays, speed_up
from hexade.contract.state import KernelView, public_words
from hexade.games.genial_cards.rules import decision
from hexade.games.genial_cards.state import DRAWING, OFFERED, STATE, CardsState
from hexade.games.genial_cards.variants import table_of

PUBLIC = (
    "chips", "open", "shown", "points", "round", "start", "turn", "phase", "bonus", "ply", "draws",
    "drawer", "due", "pile_size", "discard_size", "discard",
)  # fmt: skip
TOLD = ("event", "number", "start", "seat", "card", "cards", "order", "points", "steps")


_PUBLIC_WORDS = public_words(STATE, PUBLIC)

# What a viewer knows beside the record; the fields of a view say what they mean.
BESIDE = np.dtype(
    [
        ("unseen", "u8"),
        ("stock", "u8"),
        ("hand_sizes", "i1", (4,)),
        ("taken_sizes", "i1", (4,)),
        ("drawn_size", "i1"),
    ],
    align=True,
)


@dataclass(frozen=True, slots=True, eq=False)
class CardsView(KernelView):
    """What one seat may see of a state."""

    hand_sizes: tuple[int, ...]
    taken_sizes: tuple[int, ...]  # cards that each seat has drawn since the last shuffle
    drawn_size: int  # cards drawn so far in a draw that is still going on
    unseen: int  # a multiset: the draw pile and all other hands together
    stock: int  # a multiset: what was in the draw pile when it was last shuffled

    dtype = STATE
    table_of = staticmethod(table_of)
    decision = staticmethod(decision)

    @property
    def beside(self) -> np.ndarray:
        """What is known beside the record, as kernels read it (an array of one)."""
        missing = [0] * (4 - self.setup.seats)
        sizes = (*self.hand_sizes, *missing), (*self.taken_sizes, *missing)
        return np.array([(self.unseen, self.stock, *sizes, self.drawn_size)], BESIDE)

    @property
    def hand(self) -> int:
        """The viewer's own cards, as a multiset; none for a spectator."""
        return int(self.record["hands"][self.seat]) if self.seat >= 0 else 0

    @property
    def left_over(self) -> int:
        """The last shuffled pile without the viewer's draws: all that it can still hold."""
        return self.stock - (int(self.record["taken"][self.seat]) if self.seat >= 0 else 0)


@kernel
def redact(
    s: Record, v: Record, seat: int, known: Record, beside: Record, held: Record, shown: Record
) -> None:
    """Write what a seat, or a spectator, may see of a state; `known` and `beside` are empty.

    `held` and `shown` are the memory of `s` and `known` as words.
    """
    for n in range(shown.shape[0]):
        shown[n] = held[n] & _PUBLIC_WORDS[n]
    unseen, stock = s["pile"], s["pile"]
    for other in range(v["seats"]):
        stock += s["taken"][other]
        beside["hand_sizes"][other] = size(s["hands"][other])
        beside["taken_sizes"][other] = size(s["taken"][other])
        if other == seat:
            known["hands"][other], known["taken"][other] = s["hands"][other], s["taken"][other]
        else:
            unseen += s["hands"][other]
    if s["drawer"] == seat:
        known["drawn"] = s["drawn"]
    if s["phase"] == OFFERED and s["turn"] != seat:
        hide_offer(s, v, known)
    beside["unseen"], beside["stock"], beside["drawn_size"] = unseen, stock, size(s["drawn"])


@kernel
def hide_offer(s: Record, v: Record, known: Record) -> None:
    """Show the others a turn that is finished by drawing: a new hand is its seat's secret (E6)."""
    known["phase"], known["drawer"] = DRAWING, s["turn"]
    known["due"] = int(v["hand"]) - size(s["hands"][s["turn"]])


_redact = speed_up(over_arrays(redact))


def view(state: CardsState, seat: Seat) -> CardsView:
    """Return what a seat, or a spectator, may see of a state."""
    data, beside = np.zeros(1, STATE), np.zeros(1, BESIDE)
    words = state.data.view(np.uint64), data.view(np.uint64)
    _redact(state.data, state.table, seat, data, beside, *words)
    unseen, stock, hand_sizes, taken_sizes, drawn_size = beside[0].item()
    seats = state.setup.seats
    return CardsView(
        setup=state.setup,
        data=data,
        seat=seat,
        hand_sizes=tuple(hand_sizes[:seats].tolist()),
        taken_sizes=tuple(taken_sizes[:seats].tolist()),
        drawn_size=drawn_size,
        unseen=unseen,
        stock=stock,
    )


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as a seat may see it: of another's draw only the number of cards (E2)."""
    if event["event"] == "draw" and event["seat"] != seat:
        return {"event": "draw", "seat": event["seat"], "count": len(event["cards"])}
    return {key: event[key] for key in TOLD if key in event}
