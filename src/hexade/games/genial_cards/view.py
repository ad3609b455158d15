"""What each seat or spectator may see: an allow-list, and the only way out of a state.

A view is a record of the same shape as the state, with only the public fields and the viewer's own
cards filled in, so that every kernel runs on it. Beside it stand sizes, which all can count, and
what a viewer with a memory knows: every card on the discard pile lay open or was shown before, so
what is there is no secret, nor is what was shuffled when it became the draw pile (E3, E6, E8).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexade.contract import bits
from hexade.contract.game import Event, Seat
from hexade.contract.state import KernelView
from hexade.games.genial_cards.cards import HAND
from hexade.games.genial_cards.rules import decision
from hexade.games.genial_cards.state import DRAWING, OFFERED, STATE, CardsState
from hexade.games.genial_cards.variants import table_of

PUBLIC = (
    "chips", "open", "shown", "points", "round", "start", "turn", "phase", "bonus", "ply", "draws",
    "drawer", "due", "pile_size", "discard_size", "discard",
)  # fmt: skip
TOLD = ("event", "number", "start", "seat", "card", "cards", "order", "points", "steps")


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
    def hand(self) -> int:
        """The viewer's own cards, as a multiset; none for a spectator."""
        return int(self.record["hands"][self.seat]) if self.seat >= 0 else 0

    @property
    def left_over(self) -> int:
        """The last shuffled pile without the viewer's draws: all that it can still hold."""
        return self.stock - (int(self.record["taken"][self.seat]) if self.seat >= 0 else 0)


def view(state: CardsState, seat: Seat) -> CardsView:
    """Return what a seat, or a spectator, may see of a state."""
    held, seats = state.record, state.setup.seats
    data = np.zeros(1, STATE)
    known = data[0]
    for name in PUBLIC:
        known[name] = held[name]
    hands = [int(hand) for hand in held["hands"][:seats]]
    taken = [int(drawn) for drawn in held["taken"][:seats]]
    if seat >= 0:
        known["hands"][seat], known["taken"][seat] = hands[seat], taken[seat]
        if held["drawer"] == seat:
            known["drawn"] = held["drawn"]
    if held["phase"] == OFFERED and held["turn"] != seat:
        _hide_offer(known, hands)
    pile = int(held["pile"])
    return CardsView(
        setup=state.setup,
        data=data,
        seat=seat,
        hand_sizes=tuple(map(bits.total, hands)),
        taken_sizes=tuple(map(bits.total, taken)),
        drawn_size=bits.total(int(held["drawn"])),
        unseen=pile + sum(hands) - (hands[seat] if seat >= 0 else 0),
        stock=pile + sum(taken),
    )


def _hide_offer(known: np.void, hands: list[int]) -> None:
    """Show the others a turn that is finished by drawing: a new hand is its seat's secret (E6)."""
    known["phase"], known["drawer"] = DRAWING, known["turn"]
    known["due"] = HAND - bits.total(hands[known["turn"]])


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as a seat may see it: of another's draw only the number of cards (E2)."""
    if event["event"] == "draw" and event["seat"] != seat:
        return {"event": "draw", "seat": event["seat"], "count": len(event["cards"])}
    return {key: event[key] for key in TOLD if key in event}
