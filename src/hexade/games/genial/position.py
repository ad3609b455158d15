"""A position of the board game as a value: one read-only record and what was agreed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from hexade.contract.kernel import speed_up
from hexade.contract.setup import Setup
from hexade.games.genial import board, doors, rules
from hexade.games.genial.variants import SIDE, VARIANTS, table

_decided = speed_up(doors.decided)
_drew = speed_up(doors.drew)


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """An immutable state, equal to another when all it holds is equal."""

    setup: Setup
    data: np.ndarray  # of one record (rules.STATE), read-only

    def __eq__(self, other: object) -> bool:
        """Compare by value."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.setup == other.setup and self.data.tobytes() == other.data.tobytes()

    def __hash__(self) -> int:
        """Hash by value."""
        return hash((self.setup, self.data.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        """Keep and restore by value, read-only again."""
        return restore, (self.setup, self.data.tobytes())

    @property
    def record(self) -> np.void:
        """The fields of the state, by name."""
        return self.data[0]  # type: ignore[no-any-return]

    @property
    def table(self) -> np.ndarray:
        """The variant's numbers and tables, as an array of one record."""
        return table(self.setup.variant, self.setup.seats)


def freeze(setup: Setup, data: np.ndarray) -> Position:
    """Return a position that owns this record from now on."""
    data.flags.writeable = False
    return Position(setup, data)


def restore(setup: Setup, held: bytes) -> Position:
    """Return a position from what was kept of it."""
    return Position(setup, np.frombuffer(held, rules.STATE))  # read-only, as the bytes are


def thaw(data: np.ndarray) -> np.ndarray:
    """Return a copy to write to, its padding clean, so that equal states have equal bytes."""
    copy = np.zeros(1, rules.STATE)
    copy[0] = data[0]
    return copy


@cache
def opening(setup: Setup) -> Position:
    """Return the position before the first tile is drawn (A1, A2, A3)."""
    data = np.zeros(1, rules.STATE)
    s, side = data[0], SIDE[setup.seats]
    s["cells"] = board.WALL
    s["cells"][board.area(side)] = board.FREE
    s["cells"][list(board.PRINTED_CELLS)] = range(6)
    taken = set(board.touching(*board.PRINTED_CELLS))
    s["free"] = board.edge_set([e for e in range(board.edge_count(side)) if e not in taken])
    s["bag"], s["bag_size"] = board.BAG, board.TILE_COUNT
    s["marks"] = -1
    s["turn"] = setup.start
    s["phase"], s["due"] = rules.DEALING, VARIANTS[setup.variant].rack
    return freeze(setup, data)


def decided(position: Position, move: int) -> Position:
    """Return the position after a legal move of the seat in turn."""
    data = np.zeros(1, rules.STATE)
    _decided(position.data, data, position.table, move)
    return freeze(position.setup, data)


def drew(position: Position, kind: int) -> Position:
    """Return the position after a tile was drawn."""
    data = np.zeros(1, rules.STATE)
    _drew(position.data, data, position.table, kind)
    return freeze(position.setup, data)


def redirect(position: Position, seat: int) -> Position:
    """Return a position in which this seat is dealt its first tiles next (in any order, A4)."""
    data = thaw(position.data)
    data[0]["drawer"] = seat
    return freeze(position.setup, data)
