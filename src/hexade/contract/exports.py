"""What a game's module of WebAssembly exports, as data; `wasm.py` makes the module.

An export is a kernel with the layout of its arguments: numbers, records and arrays, whose memory
the caller provides. A size that is known only when the kernel is called has a name; the export
takes these numbers after all other arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from hexade.contract.batch_templates import Kernels
from hexade.contract.chance import below, nth_seed, seat_seed, stream
from hexade.contract.erring import pick
from hexade.contract.setup import Setup

INT, LONG, WORD, REAL = "int", "long", "word", "real"  # i32, i64, unsigned i64, f64
SCRATCH = "scratch"  # memory that a kernel writes to; what it holds before and after is no matter
Kind: TypeAlias = "np.dtype[Any] | str"
NO_SIZES: Mapping[str, int] = {}


@dataclass(frozen=True)
class ArrayOf:
    """An array; `use` is SCRATCH, or the name of what was learned, or empty."""

    kind: Kind
    shape: tuple[int | str, ...]
    use: str = ""


@dataclass(frozen=True)
class OneRecord:
    """A record."""

    kind: np.dtype[Any]


@dataclass(frozen=True)
class WordsOf:
    """The memory of another argument, a record, as words: no argument of its own."""

    name: str


@dataclass(frozen=True)
class Together:
    """A named tuple; its members are arguments of their own."""

    kind: type
    members: tuple[Argument, ...]


Argument: TypeAlias = str | ArrayOf | OneRecord | WordsOf | Together


@dataclass(frozen=True)
class Export:
    """A kernel under its name in the module, and what it takes and returns."""

    name: str
    kernel: Callable[..., Any]
    arguments: tuple[Argument, ...]
    result: str | None = None


@dataclass(frozen=True)
class GameModule:
    """All that a game puts into its module and into the manifest beside it."""

    records: Mapping[str, np.dtype[Any]]  # by name; STATE and TABLE are always among them
    exports: tuple[Export, ...]
    opening: Callable[[Setup], np.ndarray]  # the record before anything is dealt, an array of one
    table: Callable[[Setup], np.ndarray]  # what was agreed, an array of one
    constants: Mapping[str, Any] = field(
        default_factory=dict
    )  # for the page: anything JSON can say
    weights: str = ""  # the package with what was learned
    learned: Callable[[Setup], str] | None = None  # the name of a set-up's file there
    sizes: Callable[[Setup], Mapping[str, int]] = lambda _: NO_SIZES  # sizes that have names

    @property
    def all_exports(self) -> tuple[Export, ...]:
        """What the game exports, and what every module has."""
        return (*self.exports, *EVERYWHERE)


def rules_of(kernels: Kernels, state: np.dtype[Any], table: np.dtype[Any]) -> tuple[Export, ...]:
    """Return what a game with kernels exports of its rules: the same in every such game."""
    s, v, given = OneRecord(state), OneRecord(table), kernels.given
    moves = ArrayOf("i4", (kernels.most_moves,))
    layouts: tuple[tuple[str, tuple[Argument, ...], str | None], ...] = (
        ("acting", (s,), INT),
        ("decide", (s, v, INT), None),
        ("befall", (s, v, INT), None),
        ("random_outcome", (s, WORD), INT),
        ("random_move", (s, v, WORD), INT),
        ("is_legal", (s, v, INT), INT),
        ("list_legal", (s, v, moves), INT),
        ("reward", (s, v, INT), REAL),
        ("digest", (s,), WORD),
        ("settle", (s, v, WORD), INT),
        (
            "worths",
            (ArrayOf(state, (2,)), ArrayOf(table, (1,)), ArrayOf("i4", ("n",)), INT,
             ArrayOf("i8", ("n",))),
            None,
        ),
        (
            "play_lane",
            (INT, ArrayOf(state, (1,)), ArrayOf(state, (1,)), ArrayOf(table, (1,)), WORD, INT, INT,
             ArrayOf("u8", (1, 2))),
            None,
        ),
    )  # fmt: skip
    return tuple(Export(name, given[name], layout, result) for name, layout, result in layouts)


EVERYWHERE = (
    Export("stream", stream, (WORD, INT), WORD),
    Export("below", below, (WORD, INT, INT), INT),
    Export("nth_seed", nth_seed, (WORD, INT), WORD),
    Export("seat_seed", seat_seed, (WORD, INT), WORD),
    Export(
        "pick",
        pick,
        (ArrayOf("f8", ("n",)), REAL, REAL, ArrayOf("f8", ("n",), SCRATCH)),
        INT,
    ),
)
