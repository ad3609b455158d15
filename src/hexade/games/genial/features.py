"""A view of the board game as a row of numbers (contract/features.py), written by one kernel.

The kernel reads public fields, the viewer's own rack and what it is given beside the record, so
that it writes the same row for a view and for the state behind it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.bits import NONE, count, signed, size
from hexade.contract.features import DTYPE, Part, length
from hexade.contract.kernel import Record, Word, kernel, over_arrays, speed_up
from hexade.contract.setup import Setup
from hexade.games.genial import board
from hexade.games.genial.board import (
    CELLS,
    EAST,
    FREE,
    NORTH_EAST,
    NORTH_WEST,
    WALL,
    WIDTH,
)
from hexade.games.genial.rules import (
    DRAWING,
    OFFERED,
    PHASE_NAMES,
    PLACE,
    has_opened,
)
from hexade.games.genial.scoring import standing
from hexade.games.genial.variants import SIDE
from hexade.games.genial.view import GenialView

KINDS, PHASES = len(board.TILES), len(PHASE_NAMES)
_SIZE = np.uint64(0xFFFF)


@cache
def parts(setup: Setup) -> tuple[Part, ...]:
    """Return what the numbers of a row mean."""
    seats, wide = setup.seats, 2 * SIDE[setup.seats] - 1
    return (
        Part("cells", (7, wide, wide), "a plane for each colour and one for free cells, row a up"),
        Part("unused", (6,), "printed symbols that no tile lies beside yet (A7)"),
        Part("rack", (KINDS,), "the viewer's own tiles of each kind"),
        Part("unseen", (KINDS,), "tiles in the bag or on other racks"),
        Part("aside", (KINDS,), "tiles shown in an exchange (A12)"),
        Part("tracks", (seats, 6), "markers as each seat counts them; in the duel below 0 too"),
        Part("marks", (seats, 6), "duel markers that a seat holds (D2)"),
        Part("racks", (seats,), "tiles on each rack"),
        Part("opened", (seats,), "who has laid a first tile (A7)"),
        Part("turn", (seats,), "whose turn it is"),
        Part("phase", (PHASES,), ", ".join(PHASE_NAMES)),
        Part("bonus", (1,), "bonus turns owed, the current one included (A11)"),
        Part("bag", (1,), "tiles in the bag"),
        Part("ply", (1,), "tiles laid since the beginning"),
    )


@kernel
def write(s: Record, v: Record, seat: int, unseen: Word, sizes: Word, out: Record) -> None:
    """Write a row; `sizes` has sixteen bits for each rack. A spectator looks from seat 0."""
    write_cells(s, v, out)
    write_counts(s, v, seat, unseen, sizes, out)


@kernel
def write_counts(s: Record, v: Record, seat: int, unseen: Word, sizes: Word, out: Record) -> None:
    """Write all of a row that comes after the planes of the cells.

    Slices are indexed by numbers that are never negative, which costs no check.
    """
    seats, at = int(v["seats"]), end_of_planes(v)
    counts = out[at:]
    for symbol in range(6):
        counts[symbol] = lonely(s, v, symbol)
    rack = s["racks"][seat] if seat >= 0 else NONE
    for kind in range(KINDS):
        counts[6 + kind] = count(rack, kind)
        counts[6 + KINDS + kind] = count(unseen, kind)
        counts[6 + 2 * KINDS + kind] = count(s["aside"], kind)
    each = counts[6 + 3 * KINDS :]
    other = max(seat, 0)
    for n in range(seats):
        for colour in range(6):
            each[6 * n + colour] = standing(s, v, other, colour)
            each[6 * (seats + n) + colour] = s["marks"][colour] == other
        each[12 * seats + n] = signed((sizes >> np.uint64(16 * other)) & _SIZE)
        each[13 * seats + n] = has_opened(s, other)
        each[14 * seats + n] = signed(s["turn"]) == other
        other = other + 1 if other + 1 < seats else 0
    last = each[15 * seats :]
    for phase in range(PHASES):
        last[phase] = phase == phase_seen(s, seat)
    last[PHASES] = s["bonus"]
    last[PHASES + 1] = s["bag_size"]
    last[PHASES + 2] = s["ply"]


@kernel
def lonely(s: Record, v: Record, symbol: int) -> bool:
    """Tell the same as `untouched` without a branch, which cannot be foreseen here."""
    c, least = signed(v["printed"][symbol]), FREE
    least = min(least, s["cells"][c + EAST], s["cells"][c - EAST])
    least = min(least, s["cells"][c + NORTH_WEST], s["cells"][c - NORTH_WEST])
    least = min(least, s["cells"][c + NORTH_EAST], s["cells"][c - NORTH_EAST])
    return bool(least >= FREE)


@kernel
def phase_seen(s: Record, seat: int) -> int:
    """Return the phase as a seat may know it: an exchange on offer is its owner's secret (A12)."""
    hidden = s["phase"] == OFFERED and signed(s["turn"]) != seat
    return DRAWING if hidden else int(s["phase"])


@kernel
def end_of_planes(v: Record) -> int:
    """Return where the planes of the cells end in a row."""
    wide = 2 * int(v["side"]) - 1
    return 7 * wide * wide


@kernel
def write_cells(s: Record, v: Record, out: Record) -> None:
    """Write the planes of the cells.

    Only cells of the area are looked at, row by row from its first column to its last; as unsigned
    numbers, indices need no check whether they count from the end.
    """
    for n in range(end_of_planes(v)):
        out[n] = 0
    side = int(v["side"])
    wide = 2 * side - 1
    plane, here, at = wide * wide, (WIDTH + 1) * (9 - side), 0
    cells = s["cells"]
    for row in range(wide):
        for column in range(max(0, row + 1 - side), min(wide, side + row)):
            held = int(cells[np.uint64(here + column)])
            if held != WALL:
                out[np.uint64(plane * held + at + column)] = 1
        here, at = here + WIDTH, at + wide


@kernel
def observe(s: Record, v: Record, seat: int, out: Record) -> None:
    """Write the row of what a seat may know of a whole state."""
    write_cells(s, v, out)
    observe_counts(s, v, seat, out)


@kernel
def observe_counts(s: Record, v: Record, seat: int, out: Record) -> None:
    """Write what a seat may know of a whole state, but for the planes of the cells."""
    unseen, sizes = s["bag"], NONE
    for n in range(v["seats"]):
        sizes |= np.uint64(size(s["racks"][n])) << np.uint64(16 * n)
        if n != seat:
            unseen += s["racks"][n]
    write_counts(s, v, seat, unseen, sizes, out)


@kernel
def observe_again(s: Record, v: Record, seat: int, move: int, shown: Record, out: Record) -> None:
    """Write the same row as `observe` where `out` has the planes of another state, `shown`.

    If this `move` is all that lies between the two, only its cells are written.
    """
    if PLACE <= move < PLACE + 36 * v["edges"].shape[0]:
        edge = (move - PLACE) // 36
        show_cell(s, v, signed(v["edges"][edge, 0]), shown, out)
        show_cell(s, v, signed(v["edges"][edge, 1]), shown, out)
    differ = 0
    for cell in range(CELLS):
        differ |= s["cells"][cell] ^ shown["cells"][cell]
    if differ:
        write_cells(s, v, out)
        for cell in range(CELLS):
            shown["cells"][cell] = s["cells"][cell]
    observe_counts(s, v, seat, out)


@kernel
def show_cell(s: Record, v: Record, cell: int, shown: Record, out: Record) -> None:
    """Write in the planes what a cell of the area holds now."""
    before, now = int(shown["cells"][cell]), int(s["cells"][cell])
    side = int(v["side"])
    wide = 2 * side - 1
    row, column = cell // WIDTH - (9 - side), cell % WIDTH - (9 - side)
    if before < WALL and now < WALL and 0 <= row < wide and 0 <= column < wide:
        out[wide * (wide * before + row) + column] = 0
        out[wide * (wide * now + row) + column] = 1
        shown["cells"][cell] = now


_write = speed_up(over_arrays(write))


def features(view: GenialView) -> np.ndarray:
    """Return a view as a row."""
    out = np.empty(length(parts(view.setup)), DTYPE)
    sizes = sum(held << 16 * seat for seat, held in enumerate(view.rack_sizes))
    _write(view.data, view.table, view.seat, np.uint64(view.unseen), np.uint64(sizes), out)
    return out
