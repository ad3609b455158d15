"""States and views of games with kernels: one read-only record each, as a value.

They are equal, hashed and pickled by their bytes, and read-only again when they are unpickled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from hexade.contract.game import Seat
from hexade.contract.setup import Setup


@dataclass(frozen=True, slots=True, eq=False)
class FrozenRecord:
    """A set-up, and an array of one record that this value now owns."""

    setup: Setup
    data: np.ndarray

    dtype: ClassVar[np.dtype[Any]]  # of the record
    table_of: ClassVar[staticmethod[[Setup], np.ndarray]]  # what was agreed, as kernels read it

    def __post_init__(self) -> None:
        self.data.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._held() == other._held()

    def __hash__(self) -> int:
        return hash(self._held())

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), *self._held())

    def _held(self) -> tuple[object, ...]:
        setup, _, *rest = (getattr(self, name) for name in self.__match_args__)
        return setup, self.data.tobytes(), *rest

    @property
    def record(self) -> np.void:
        """The fields of the record, by name."""
        return self.data[0]  # type: ignore[no-any-return]

    @property
    def table(self) -> np.ndarray:
        """The numbers and tables of the set-up, an array of one record."""
        return type(self).table_of(self.setup)

    def thaw(self, copies: int = 1) -> np.ndarray:
        """Return a writable array with this many copies of the record."""
        # NumPy itself would copy a record field by field, which takes ten times as long.
        return np.frombuffer(bytearray(copies * self.data.tobytes()), self.dtype)


def _restore(kind: type[FrozenRecord], setup: Setup, held: bytes, *rest: object) -> FrozenRecord:
    return kind(setup, np.frombuffer(held, kind.dtype), *rest)


@dataclass(frozen=True, slots=True, eq=False)
class KernelState(FrozenRecord):
    """A state of a game with kernels."""


@dataclass(frozen=True, slots=True, eq=False)
class KernelView(FrozenRecord):
    """What one seat may know: the same record with its secrets left at zero, so kernels run on it.

    Each game adds what is not in the record, such as the sizes of hands.
    """

    seat: Seat

    decision: ClassVar[staticmethod[[Any], int]]  # the number of the next decision, from a record

    @property
    def ply(self) -> int:
        """The number of the decision to be made now."""
        return type(self).decision(self.record)


def public_words(kind: np.dtype[Any], public: Iterable[str]) -> np.ndarray:
    """Return a mask over the words of a record: ones for these fields, and for nothing else."""
    mask = np.zeros(kind.itemsize, np.uint8)
    fields = kind.fields
    assert fields is not None
    for name in public:
        inner, at = fields[name][:2]
        mask[at : at + inner.itemsize] = 0xFF
    return mask.view(np.uint64)


def clean_copy(data: np.ndarray) -> np.ndarray:
    """Return a copy of an array of one record with its padding zeroed, as in every state."""
    copy = np.zeros(1, data.dtype)
    copy[0] = data[0]
    return copy
