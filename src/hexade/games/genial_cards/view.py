"""What each seat may know: the one door out, an allow-list, closed by default.

A view is a record of the same shape as the state, with only the public fields and the viewer's own
cards filled in, so that every kernel runs on it. Beside it stand sizes, which all can count, and
what a viewer with a memory knows: every card on the discard pile lay open or was shown before, so
what is there is no secret, nor is what was shuffled when it became the draw pile (E3, E6, E8).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexade.contract.game import Event, Seat
from hexade.contract.kernel import speed_up
from hexade.contract.setup import Setup
from hexade.games.genial_cards import calls, cards
from hexade.games.genial_cards.position import Position, table_of
from hexade.games.genial_cards.state import STATE

PUBLIC = (
    "chips", "open", "shown", "points", "round", "start", "turn", "phase", "bonus", "ply", "draws",
    "drawer", "due", "pile_size", "discard_size", "discard",
)  # fmt: skip
TOLD = ("event", "number", "start", "seat", "card", "cards", "order", "points", "steps")
_decision = speed_up(calls.decision_of)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One seat's knowledge of a position."""

    setup: Setup
    seat: Seat
    data: np.ndarray  # of one record (STATE), read-only, secrets left at zero
    hand_sizes: tuple[int, ...]
    taken_sizes: tuple[int, ...]  # cards that each seat has drawn since the last shuffle
    drawn_size: int  # cards drawn so far in a draw that is still going on
    unseen: int  # a multiset: the draw pile and all other hands together
    stock: int  # a multiset: what was in the draw pile when it was last shuffled

    def __eq__(self, other: object) -> bool:
        """Compare by value."""
        return isinstance(other, View) and self._key() == other._key()

    def __hash__(self) -> int:
        """Hash by value."""
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        sizes = (self.hand_sizes, self.taken_sizes, self.drawn_size)
        return (self.setup, self.seat, self.data.tobytes(), sizes, self.unseen, self.stock)

    @property
    def record(self) -> np.void:
        """The fields that the viewer knows, by name."""
        return self.data[0]  # type: ignore[no-any-return]

    @property
    def table(self) -> np.ndarray:
        """What was agreed as numbers and tables, an array of one record."""
        return table_of(self.setup)

    @property
    def ply(self) -> int:
        """The number of the decision to be made now."""
        return int(_decision(self.data))

    @property
    def hand(self) -> int:
        """The viewer's own cards, as a multiset; none for a watcher."""
        return int(self.record["hands"][self.seat]) if self.seat >= 0 else 0

    @property
    def left_over(self) -> int:
        """What the viewer has not drawn of the last shuffled pile: no other card can be in it."""
        return self.stock - (int(self.record["taken"][self.seat]) if self.seat >= 0 else 0)


def view(position: Position, seat: Seat) -> View:
    """Return what a seat, or a watcher, may know of a position."""
    state, seats = position.record, position.setup.seats
    data = np.zeros(1, STATE)
    known = data[0]
    for name in PUBLIC:
        known[name] = state[name]
    hands = [int(hand) for hand in state["hands"][:seats]]
    taken = [int(drawn) for drawn in state["taken"][:seats]]
    if seat >= 0:
        known["hands"][seat], known["taken"][seat] = hands[seat], taken[seat]
        if state["drawer"] == seat:
            known["drawn"] = state["drawn"]
    data.flags.writeable = False
    pile = int(state["pile"])
    return View(
        setup=position.setup,
        seat=seat,
        data=data,
        hand_sizes=tuple(map(cards.how_many, hands)),
        taken_sizes=tuple(map(cards.how_many, taken)),
        drawn_size=cards.how_many(int(state["drawn"])),
        unseen=pile + sum(hands) - (hands[seat] if seat >= 0 else 0),
        stock=pile + sum(taken),
    )


def tell(event: Event, seat: Seat) -> Event:
    """Return an event as a seat may know it: of another's draw only the number of cards (E2)."""
    if event["event"] == "draw" and event["seat"] != seat:
        return {"event": "draw", "seat": event["seat"], "count": len(event["cards"])}
    return {key: event[key] for key in TOLD if key in event}
