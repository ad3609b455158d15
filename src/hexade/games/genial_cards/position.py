"""A position of the card game as a value: one read-only record and what was agreed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexade.contract.kernel import speed_up
from hexade.contract.setup import Setup
from hexade.games.genial_cards import calls
from hexade.games.genial_cards.cards import DECK, DECK_SIZE
from hexade.games.genial_cards.state import BETWEEN, NOTHING, STATE
from hexade.games.genial_cards.variants import table

_decided = speed_up(calls.decided)
_befallen = speed_up(calls.befallen)


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """An immutable state, equal to another when all it holds is equal."""

    setup: Setup
    data: np.ndarray  # of one record (STATE), read-only

    def __eq__(self, other: object) -> bool:
        """Compare by value."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.setup == other.setup and self.data.tobytes() == other.data.tobytes()

    def __hash__(self) -> int:
        """Hash by value."""
        return hash((self.setup, self.data.tobytes()))

    @property
    def record(self) -> np.void:
        """The fields of the state, by name."""
        return self.data[0]  # type: ignore[no-any-return]

    @property
    def table(self) -> np.ndarray:
        """What was agreed as numbers and tables, an array of one record."""
        return table_of(self.setup)


def table_of(setup: Setup) -> np.ndarray:
    """Return what was agreed as the record that the kernels read."""
    return table(setup.seats, setup.option("rounds"))


def freeze(setup: Setup, data: np.ndarray) -> Position:
    """Return a position that owns this record from now on."""
    data.flags.writeable = False
    return Position(setup, data)


def thaw(data: np.ndarray) -> np.ndarray:
    """Return a copy to write to, its padding clean, so that equal states have equal bytes."""
    copy = np.zeros(1, STATE)
    copy[0] = data[0]
    return copy


def opening(setup: Setup) -> Position:
    """Return the position before the first round is opened."""
    data = np.zeros(1, STATE)
    state = data[0]
    state["open"] = NOTHING
    state["pile"], state["pile_size"] = DECK, DECK_SIZE
    state["turn"] = state["start"] = setup.start
    state["phase"] = BETWEEN
    return freeze(setup, data)


def decided(position: Position, move: int) -> Position:
    """Return the position after a legal move of the seat in turn."""
    data = np.zeros(1, STATE)
    _decided(position.data, data, position.table, move)
    return freeze(position.setup, data)


def befallen(position: Position, outcome: int) -> Position:
    """Return the position after chance has acted."""
    data = np.zeros(1, STATE)
    _befallen(position.data, data, position.table, outcome)
    return freeze(position.setup, data)


def redirect(position: Position, seat: int) -> Position:
    """Return a position in which this seat is dealt to next: the deal knows any order (E2)."""
    data = thaw(position.data)
    data[0]["drawer"] = seat
    return freeze(position.setup, data)
