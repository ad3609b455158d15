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
from hexade.games.genial.board import WALL, WIDTH
from hexade.games.genial.rules import DRAWING, OFFERED, PHASE_NAMES, has_opened, untouched
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
    for n in range(out.shape[0]):
        out[n] = 0
    seats, first = int(v["seats"]), max(seat, 0)
    at = write_cells(s, v, out)
    for symbol in range(6):
        out[at + symbol] = untouched(s, v, symbol)
    rack = s["racks"][seat] if seat >= 0 else NONE
    for kind in range(KINDS):
        out[at + 6 + kind] = count(rack, kind)
        out[at + 6 + KINDS + kind] = count(unseen, kind)
        out[at + 6 + 2 * KINDS + kind] = count(s["aside"], kind)
    at += 6 + 3 * KINDS
    for n in range(seats):
        other = (first + n) % seats
        for colour in range(6):
            out[at + 6 * n + colour] = standing(s, v, other, colour)
            out[at + 6 * (seats + n) + colour] = s["marks"][colour] == other
        out[at + 12 * seats + n] = signed((sizes >> np.uint64(16 * other)) & _SIZE)
        out[at + 13 * seats + n] = has_opened(s, other)
        out[at + 14 * seats + n] = signed(s["turn"]) == other
    at += 15 * seats
    out[at + phase_seen(s, seat)] = 1
    out[at + PHASES] = s["bonus"]
    out[at + PHASES + 1] = s["bag_size"]
    out[at + PHASES + 2] = s["ply"]


@kernel
def phase_seen(s: Record, seat: int) -> int:
    """Return the phase as a seat may know it: an exchange on offer is its owner's secret (A12)."""
    hidden = s["phase"] == OFFERED and signed(s["turn"]) != seat
    return DRAWING if hidden else int(s["phase"])


@kernel
def write_cells(s: Record, v: Record, out: Record) -> int:
    """Write the planes of the cells; return where they end.

    Only cells of the area are looked at, row by row from its first column to its last; as unsigned
    numbers, indices need no check whether they count from the end.
    """
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
    return 7 * plane


@kernel
def observe(s: Record, v: Record, seat: int, out: Record) -> None:
    """Write the row of what a seat may know of a whole state."""
    unseen, sizes = s["bag"], NONE
    for n in range(v["seats"]):
        sizes |= np.uint64(size(s["racks"][n])) << np.uint64(16 * n)
        if n != seat:
            unseen += s["racks"][n]
    write(s, v, seat, unseen, sizes, out)


_write = speed_up(over_arrays(write))


def features(view: GenialView) -> np.ndarray:
    """Return a view as a row."""
    out = np.empty(length(parts(view.setup)), DTYPE)
    sizes = sum(held << 16 * seat for seat, held in enumerate(view.rack_sizes))
    _write(view.data, view.table, view.seat, np.uint64(view.unseen), np.uint64(sizes), out)
    return out
