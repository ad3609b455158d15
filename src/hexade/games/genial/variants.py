"""The variants of the board game as data: one record of numbers and tables for each (A to D).

`rules.py` reads these numbers and never asks which variant it plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from hexade.contract.setup import Form, Setup
from hexade.games.genial import board

NO_EXCHANGE, WEAKEST, NINES = 0, 1, 2  # A12 asks for the weakest colours, D3 for those on 9


@dataclass(frozen=True)
class Variant:
    """What sets one way of playing apart from the others."""

    seats: tuple[int, ...]
    rack: int = 6  # A4; solo has one tile at a time (B1)
    stop: int = 18  # where a marker stops (A10), and in solo and team stops once more (B2)
    end: int = 18
    goal: int = 18  # all six markers at least here win at once (A13, C3, D4)
    bonus: bool = True
    exchange: int = WEAKEST
    teams: int = 0  # how many share the seats in turn; 0: everyone has their own track
    tug: bool = False  # one track for both, positive towards seat 0, with duel markers (D1, D2)
    tiny: bool = False  # to be solved: see `TinyBoard`
    mind: str = ""  # the variant whose network values its positions; "": its own


VARIANTS = {
    "base": Variant(seats=(2, 3, 4)),
    "solo": Variant(seats=(1,), rack=1, end=36, goal=36, bonus=False, exchange=NO_EXCHANGE),
    "team": Variant(seats=(4,), end=36, goal=36, teams=2),
    "duel": Variant(seats=(2,), stop=9, end=9, goal=1, exchange=NINES, tug=True),
}
TINY = "tiny"
VARIANTS[TINY] = Variant(seats=(2,), rack=2, stop=3, end=3, goal=3, tiny=True, mind="base")
EDITIONS = ("2011", "2023")  # A7, D6: the texts differ, the play does not
_RULES = {"base": "A1", "solo": "B1", "team": "C1", "duel": "D1", TINY: "A1"}
_FORMS = tuple(
    Form(name, variant.seats, _RULES[name], EDITIONS, start_rule="A5", edition_rule="A7")
    for name, variant in VARIANTS.items()
)
FORMS = tuple(form for form in _FORMS if not VARIANTS[form.variant].tiny)
TINY_FORMS = tuple(form for form in _FORMS if VARIANTS[form.variant].tiny)
SIDE = {1: 6, 2: 6, 3: 7, 4: 8}  # A1


@dataclass(frozen=True)
class TinyBoard:
    """What is left of area and bag in a tiny set-up: everything else is wall, or not there.

    The markers of colours without tiles begin at the end of their tracks, and everybody may lay
    anywhere from the first tile on (A7 asks for symbols at the corners, which are gone).
    """

    free: tuple[str, ...] = ("g7", "g8", "h7", "h9", "i8", "i9")  # a ring around the centre
    printed: tuple[tuple[str, str], ...] = (("h8", "r"), ("h10", "g"), ("h6", "b"))
    tiles: tuple[tuple[str, int], ...] = (("rg", 4), ("rb", 4))


TINY_BOARD = TinyBoard()


def printed(variant: str) -> tuple[str, ...]:
    """Return the cells with printed symbols, by name (A2)."""
    tiny = VARIANTS[variant].tiny
    return tuple(name for name, _ in TINY_BOARD.printed) if tiny else board.PRINTED


TABLE = np.dtype(
    [
        ("shadow", "u8", (len(board.EDGES), board.WORDS)),  # edges that a tile on this one takes
        ("beside", "u8", (6, board.WORDS)),  # edges beside each printed symbol (A7)
        ("showing", "u8", (6,)),  # the tile kinds that show a colour, three bits each
        ("edges", "u2", (len(board.EDGES), 2)),
        ("printed", "u2", (6,)),
        ("first", "u1", (36,)),  # the colours of a lay
        ("second", "u1", (36,)),
        ("kind", "u1", (36,)),  # the tile kind of a lay
        ("turned", "u1", (len(board.TILES),)),  # the lay of a tile kind turned round
        ("track", "u1", (4,)),  # the track of a seat
        ("sign", "i1", (4,)),  # which way is forward on it
        ("seats", "i1"),
        ("side", "i1"),  # cells along a side of the area (A1)
        ("words", "i1"),  # words of edge sets that this area needs
        ("rack", "i1"),
        ("stop", "i1"),
        ("end", "i1"),
        ("goal", "i1"),
        ("bonus", "i1"),
        ("exchange", "i1"),
        ("tug", "i1"),
    ],
    align=True,
)


@cache
def table(name: str, seats: int) -> np.ndarray:
    """Return a variant as the record that the kernels read (an array of one)."""
    made = np.zeros(1, TABLE)
    _geometry(made[0], seats)
    _numbers(made[0], VARIANTS[name], seats)
    made.flags.writeable = False
    return made


def table_of(setup: Setup) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    return table(setup.variant, setup.seats)


def _geometry(row: np.void, seats: int) -> None:
    row["shadow"] = [board.edge_set(board.touching(*pair)) for pair in board.EDGES]
    row["beside"] = [board.edge_set(board.beside(c)) for c in board.PRINTED_CELLS]
    row["showing"] = [
        sum(7 << 3 * kind for kind, tile in enumerate(board.TILES) if colour in tile)
        for colour in range(6)
    ]
    row["edges"] = board.EDGES
    row["printed"] = board.PRINTED_CELLS
    row["first"], row["second"] = zip(*board.LAYS, strict=True)
    row["kind"] = board.KIND_OF_LAY
    row["turned"] = [board.LAYS.index((b, a)) for a, b in board.TILES]
    row["side"] = SIDE[seats]
    row["words"] = (board.edge_count(SIDE[seats]) + 63) // 64


def _numbers(row: np.void, variant: Variant, seats: int) -> None:
    for name in ("rack", "stop", "end", "goal", "bonus", "exchange", "tug"):
        row[name] = getattr(variant, name)
    row["seats"] = seats
    row["sign"] = 1
    if variant.tug:
        row["track"], row["sign"] = 0, [1, -1, 1, 1]
    else:
        row["track"] = [seat % (variant.teams or 4) for seat in range(4)]
