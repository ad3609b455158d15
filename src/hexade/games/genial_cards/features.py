"""A view of the card game as a row of numbers (contract/features.py), written by one kernel.

The kernel reads public fields, the viewer's own cards and what it is given beside the record, so
that it writes the same row for a view and for the state behind it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.bits import NONE, count, signed, size
from hexade.contract.features import DTYPE, Part, length
from hexade.contract.kernel import Record, Word, kernel, over_arrays, speed_up
from hexade.contract.setup import Setup
from hexade.games.genial_cards.cards import CARDS
from hexade.games.genial_cards.state import DRAWING, OFFERED, PHASE_NAMES
from hexade.games.genial_cards.view import CardsView

KINDS, PHASES, OPEN = len(CARDS), len(PHASE_NAMES), 3
_SIZE = np.uint64(0xFFFF)


@cache
def parts(setup: Setup) -> tuple[Part, ...]:
    """Return what the numbers of a row mean."""
    seats = setup.seats
    return (
        Part("hand", (KINDS,), "the viewer's own cards of each kind"),
        Part("unseen", (KINDS,), "cards in the draw pile or in other hands"),
        Part("left over", (KINDS,), "cards of the last shuffle that the viewer has not drawn (E8)"),
        Part("discard", (KINDS,), "cards on the discard pile (E3)"),
        Part("chips", (seats, 6), "chips of each seat"),
        Part("open", (seats, OPEN, KINDS), "face-up cards of each seat, the oldest first"),
        Part("shown", (6,), "face-up cards that show each colour"),
        Part("hands", (seats,), "cards in each hand"),
        Part("points", (seats,), "victory points of the rounds that are over (E10)"),
        Part("turn", (seats,), "whose turn it is"),
        Part("start", (seats,), "who began this round"),
        Part("phase", (PHASES,), ", ".join(PHASE_NAMES)),
        Part("bonus", (1,), "bonus turns owed, the current one included (E7)"),
        Part("pile", (1,), "cards in the draw pile"),
        Part("round", (1,), "the round, counted from one"),
        Part("rounds", (1,), "how many there will be"),
    )


@kernel
def write(
    s: Record, v: Record, seat: int, unseen: Word, stock: Word, sizes: Word, out: Record
) -> None:
    """Write a row; `sizes` has sixteen bits for each hand. A spectator looks from seat 0."""
    for n in range(out.shape[0]):
        out[n] = 0
    seats, first = int(v["seats"]), max(seat, 0)
    hand, left = NONE, stock
    if seat >= 0:
        hand, left = s["hands"][seat], stock - s["taken"][seat]
    for kind in range(KINDS):
        out[kind] = count(hand, kind)
        out[KINDS + kind] = count(unseen, kind)
        out[2 * KINDS + kind] = count(left, kind)
        out[3 * KINDS + kind] = count(s["discard"], kind)
    at = 4 * KINDS
    for n in range(seats):
        other = (first + n) % seats
        for colour in range(6):
            out[at + 6 * n + colour] = s["chips"][other, colour]
        for k in range(OPEN):
            if s["open"][other, k] >= 0:
                out[at + 6 * seats + (OPEN * n + k) * KINDS + int(s["open"][other, k])] = 1
    at += seats * (6 + OPEN * KINDS)
    for colour in range(6):
        out[at + colour] = s["shown"][colour]
    at += 6
    for n in range(seats):
        other = (first + n) % seats
        out[at + n] = signed((sizes >> np.uint64(16 * other)) & _SIZE)
        out[at + seats + n] = s["points"][other]
        out[at + 2 * seats + n] = signed(s["turn"]) == other
        out[at + 3 * seats + n] = signed(s["start"]) == other
    at += 4 * seats
    out[at + phase_seen(s, seat)] = 1
    out[at + PHASES] = s["bonus"]
    out[at + PHASES + 1] = s["pile_size"]
    out[at + PHASES + 2] = s["round"]
    out[at + PHASES + 3] = v["rounds"]


@kernel
def phase_seen(s: Record, seat: int) -> int:
    """Return the phase as a seat may know it: a new hand on offer is its owner's secret (E6)."""
    hidden = s["phase"] == OFFERED and signed(s["turn"]) != seat
    return DRAWING if hidden else int(s["phase"])


@kernel
def observe(s: Record, v: Record, seat: int, out: Record) -> None:
    """Write the row of what a seat may know of a whole state."""
    unseen, stock, sizes = s["pile"], s["pile"], NONE
    for n in range(v["seats"]):
        sizes |= np.uint64(size(s["hands"][n])) << np.uint64(16 * n)
        stock += s["taken"][n]
        if n != seat:
            unseen += s["hands"][n]
    write(s, v, seat, unseen, stock, sizes, out)


_write = speed_up(over_arrays(write))


def features(view: CardsView) -> np.ndarray:
    """Return a view as a row."""
    out = np.empty(length(parts(view.setup)), DTYPE)
    sizes = np.uint64(sum(held << 16 * seat for seat, held in enumerate(view.hand_sizes)))
    unseen, stock = np.uint64(view.unseen), np.uint64(view.stock)
    _write(view.data, view.table, view.seat, unseen, stock, sizes, out)
    return out
