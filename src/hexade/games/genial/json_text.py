"""What the server sends most, written as JSON by kernels: the same as `show` and `preview` return.

A law holds both to the same bytes (`law_of_json` in contract/laws.py).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from typing import cast

import numpy as np

from hexade.contract.bits import NONE, THREE, signed
from hexade.contract.game import Seat
from hexade.contract.json_text import put, put_number, rows_of
from hexade.contract.kernel import Record, Word, called_often, compiled, kernel, speed_up
from hexade.games.genial import board, json_view, rules
from hexade.games.genial.board import CELLS, FREE
from hexade.games.genial.preview import (
    DIRECTIONS,
    YES,
    filling,
    leave_exchange,
    lines,
    most_points,
    open_edges,
    reaches,
)
from hexade.games.genial.rules import OFFERED, OVER, decision, has_opened
from hexade.games.genial.variants import VARIANTS
from hexade.games.genial.view import GenialView

_EDGES, _TILES = len(board.EDGES), len(board.TILES)
_VIEW_BYTES = 8_192  # a full board has 169 cells of 10 bytes, and there are 120 tiles of 5 bytes
_PREVIEW_BYTES = 98_304  # at most 13 kB for lines, 4 for reach, 45 for exchanges and what fills
_EXACT = json.JSONEncoder(separators=(",", ":")).encode

# Kernels copy rows of text; these are the rows and, for the single texts, their numbers. Numba
# would compile a kernel again for every plain integer that it is called with, but not for these.
_WORDS = rows_of((
    '"ply":', ',"turn":', "null", ',"phase":"', '","bonus":', ',"first":[', "true", "false",
    '],"cells":{', '"', '],"racks":[', '],"bag":', ',"unseen":[', '],"aside":[', '],"scores":',
    ',"marks":{', ',"dead":[', '"lines":{', '},"reach":{', '"exchange":{', '"fills":[', '"rack":[',
    "{", "}", "[", "]", ",", "+", " ", ":", '":"', '":{', '":[', "},", "],", '",',
))  # fmt: skip
(
    _PLY, _TURN, _NULL, _PHASE, _BONUS, _FIRST, _TRUE, _FALSE,
    _CELLS, _QUOTE, _RACKS, _BAG, _UNSEEN, _ASIDE, _SCORES,
    _MARKS, _DEAD, _LINES, _REACH, _EXCHANGE, _FILLS, _RACK,
    _OPEN, _CLOSE, _BEGIN, _END, _COMMA, _PLUS, _SPACE, _COLON, _IS_TEXT, _IS_OPEN, _IS_LIST,
    _CLOSED, _ENDED, _TEXT_ENDED,
) = cast("list[int]", np.arange(36))  # fmt: skip
_AT_FIRST = cast("int", np.int64(0))
_PHASES = rows_of(rules.PHASE_NAMES)
_NAMES = rows_of(
    board.cell_name(cell) if 0 < cell // 16 < 16 else "" for cell in range(board.CELLS)
)
_COLOURS = rows_of(board.COLOURS)
_TILE = rows_of(f'"{name}",' for name in board.TILE_NAMES)
_TILE_NAMES = rows_of(board.TILE_NAMES)
_WAYS = rows_of(DIRECTIONS)


@called_often
def word(out: Record, at: int, n: int) -> int:
    """Write one of the fixed texts."""
    return put(out, at, _WORDS, n)


@kernel
def without_comma(out: Record, at: int) -> int:
    """Step back over the comma after the last entry of a list, if it has entries."""
    return at - 1 if out[at - 1] == ord(",") else at


@called_often
def put_tiles(out: Record, at: int, multiset: Word) -> int:
    """Write the names of the tiles in a multiset, with the comma between them."""
    for kind in range(_TILES):
        for _ in range(signed(multiset & np.uint64(7))):
            at = put(out, at, _TILE, kind)
        multiset = multiset >> THREE
    return without_comma(out, at)


@kernel
def put_numbers(out: Record, at: int, packed: int, count: int) -> int:
    """Write so many numbers below 256 that are packed into one, with commas between them."""
    for n in range(count):
        at = word(out, put_number(out, at, (packed >> 8 * n) & 255), _COMMA)
    return without_comma(out, at)


@called_often
def put_track(out: Record, at: int, track: Record) -> int:
    """Write the six markers of a track as an object."""
    at = word(out, at, _OPEN)
    for colour in range(6):
        at = put(out, word(out, at, _QUOTE), _COLOURS, colour)
        at = word(out, word(out, at, _QUOTE), _COLON)
        at = word(out, put_number(out, at, int(track[colour])), _COMMA)
    return word(out, without_comma(out, at), _CLOSE)


@kernel
def put_cells(s: Record, out: Record, at: int) -> int:
    """Write the colour of every cell that has one."""
    for cell in range(CELLS):
        if s["cells"][cell] < FREE:
            at = put(out, word(out, at, _QUOTE), _NAMES, cell)
            at = put(out, word(out, at, _IS_TEXT), _COLOURS, int(s["cells"][cell]))
            at = word(out, at, _TEXT_ENDED)
    return without_comma(out, at)


@kernel
def put_dead(s: Record, out: Record, at: int) -> int:
    """Write the free cells on which no tile can lie any more: they have no free neighbour."""
    for cell in range(CELLS):
        if s["cells"][cell] == FREE:
            alone = True
            for step in (1, 16, 17):
                if s["cells"][cell + step] == FREE or s["cells"][cell - step] == FREE:
                    alone = False
            if alone:
                at = put(out, word(out, at, _QUOTE), _NAMES, cell)
                at = word(out, at, _TEXT_ENDED)
    return without_comma(out, at)


@kernel
def put_head(s: Record, v: Record, out: Record) -> int:
    """Write from `ply` up to `first`; return how many bytes that were."""
    at = put_number(out, word(out, _AT_FIRST, _PLY), decision(s))
    at = word(out, at, _TURN)
    at = word(out, at, _NULL) if s["phase"] == OVER else put_number(out, at, signed(s["turn"]))
    at = put(out, word(out, at, _PHASE), _PHASES, int(s["phase"]))
    at = put_number(out, word(out, at, _BONUS), int(s["bonus"]))
    at = word(out, at, _FIRST)
    for seat in range(v["seats"]):
        at = word(out, at, _FALSE if has_opened(s, seat) else _TRUE)
        at = word(out, at, _COMMA)
    return without_comma(out, at)


@kernel
def write_view(
    states: Record, table: Record, seat: int, sizes: int, unseen: Word, tracks: int, out: Record
) -> tuple[int, int]:
    """Write a view from `ply` to `marks`, then `dead`; return where each of the two ends.

    `sizes` are those of the racks, packed; `tracks` how many are shown.
    """
    s, v = states[0], table[0]
    at = put_cells(s, out, word(out, put_head(s, v, out), _CELLS))
    at = word(out, word(out, word(out, at, _CLOSE), _COMMA), _RACK)
    at = put_tiles(out, at, s["racks"][seat] if seat >= 0 else NONE)
    at = put_numbers(out, word(out, at, _RACKS), sizes, int(v["seats"]))
    at = put_number(out, word(out, at, _BAG), int(s["bag_size"]))
    at = put_tiles(out, word(out, at, _UNSEEN), unseen)
    at = put_tiles(out, word(out, at, _ASIDE), s["aside"])
    at = word(out, at, _SCORES)
    if v["tug"] != 0:
        at = put_track(out, at, s["tracks"][0])
    else:
        at = word(out, at, _BEGIN)
        for n in range(tracks):
            at = word(out, put_track(out, at, s["tracks"][n]), _COMMA)
        at = word(out, without_comma(out, at), _END)
    at = word(out, at, _MARKS)
    for colour in range(6):
        if s["marks"][colour] >= 0:
            at = put(out, word(out, at, _QUOTE), _COLOURS, colour)
            at = word(out, word(out, at, _QUOTE), _COLON)
            at = word(out, put_number(out, at, int(s["marks"][colour])), _COMMA)
    marks = word(out, without_comma(out, at), _CLOSE)
    return marks, put_dead(s, out, word(out, marks, _DEAD))


@kernel
def put_lines(out: Record, at: int, used: Record, found: Record, count: int) -> int:
    """Write for each cell the lines that start beside it: direction, colour and length."""
    n = 0
    for cell in used:
        at = put(out, word(out, at, _QUOTE), _NAMES, cell)
        at = word(out, at, _IS_OPEN)
        while n < count and found[n, 0] == cell:
            at = put(out, word(out, at, _QUOTE), _WAYS, found[n, 1])
            at = put(out, word(out, at, _IS_TEXT), _COLOURS, found[n, 2])
            at = word(out, put_number(out, at, found[n, 3]), _TEXT_ENDED)
            n += 1
        at = word(out, without_comma(out, at), _CLOSED)
    return without_comma(out, at)


@kernel
def put_reach(out: Record, at: int, reached: Record, most: Record) -> int:
    """Write per colour where 0, 1, 2 … points take the marker, with bonus turns."""
    for colour in range(6):
        at = put(out, word(out, at, _QUOTE), _COLOURS, colour)
        at = word(out, at, _IS_LIST)
        for points in range(most[colour] + 1):
            at = put_number(out, word(out, at, _BEGIN), int(reached[colour, points, 0]))
            at = put_number(out, word(out, at, _COMMA), int(reached[colour, points, 1]))
            at = word(out, at, _ENDED)
        at = word(out, without_comma(out, at), _ENDED)
    return without_comma(out, at)


@kernel
def put_exchange(out: Record, at: int, leaves: Record) -> int:
    """Write for each tile the points of its halves with which an exchange would be possible."""
    for kind in range(leaves.shape[0]):
        before = at
        for first in range(leaves.shape[1]):
            for second in range(leaves.shape[2]):
                if leaves[kind, first, second] == YES:
                    if at == before:
                        at = put(out, word(out, at, _QUOTE), _TILE_NAMES, kind)
                        at = word(out, at, _IS_LIST)
                    at = put_number(out, word(out, at, _QUOTE), first)
                    at = put_number(out, word(out, at, _PLUS), second)
                    at = word(out, at, _TEXT_ENDED)
        if at != before:
            at = word(out, without_comma(out, at), _ENDED)
    return without_comma(out, at)


@kernel
def put_fills(out: Record, at: int, edges: Record, count: int) -> int:
    """Write pairs of cells."""
    for n in range(count):
        at = put(out, word(out, at, _QUOTE), _NAMES, edges[n, 0])
        at = put(out, word(out, at, _SPACE), _NAMES, edges[n, 1])
        at = word(out, at, _TEXT_ENDED)
    return without_comma(out, at)


@kernel
def write_preview(states: Record, table: Record, seat: int, out: Record) -> int:
    """Write a preview; return how many bytes that were. `states` as for try_score."""
    places = np.empty((_EDGES, 2), np.int64)
    edges = places[: open_edges(states, table, places)]
    covered = np.zeros(CELLS, np.bool_)
    for n in range(edges.shape[0]):
        covered[edges[n, 0]] = True
        covered[edges[n, 1]] = True
    used = np.flatnonzero(covered)
    found, points = np.empty((6 * len(used), 4), np.int64), np.zeros((CELLS, 6), np.int64)
    count = lines(states, used, found, points)
    at = word(out, word(out, _AT_FIRST, _OPEN), _LINES)
    at = word(out, put_lines(out, at, used, found, count), _REACH)
    most = np.zeros(6, np.int64)
    most_points(edges, points, most)
    reached = np.zeros((6, most.max() + 1, 2), np.int8)
    reaches(states, table, seat, reached)
    at = word(out, put_reach(out, at, reached, most), _CLOSE)
    top = points.max() + 1
    leaves = np.zeros((_TILES, top, top), np.int8)
    leave_exchange(states, table, seat, edges, points, leaves)
    begun = word(out, word(out, at, _COMMA), _EXCHANGE)
    ended = put_exchange(out, begun, leaves)
    if ended != begun:
        at = word(out, ended, _CLOSE)
        fills = filling(states, table, places)
        if fills > 0:
            at = word(out, word(out, at, _COMMA), _FILLS)
            at = word(out, put_fills(out, at, places, fills), _END)
    return word(out, at, _CLOSE)


_write_view = speed_up(write_view)
_write_preview = speed_up(write_preview)


def show_json(view: GenialView, chosen: Collection[Seat] = ()) -> bytes | None:
    """Return what `show` returns as JSON; None where nothing is compiled."""
    if not compiled():  # encoding is faster
        return None
    setup, seat, known = view.setup, view.seat, view.record
    form = VARIANTS[setup.variant]
    sizes = sum(size << 8 * n for n, size in enumerate(view.rack_sizes))
    out = np.empty(_VIEW_BYTES, np.uint8)
    tracks, unseen = form.teams or setup.seats, np.uint64(view.unseen)
    marks, dead = _write_view(view.data, view.table, seat, sizes, unseen, tracks, out)
    offer = json_view.offer(view) if known["phase"] == OFFERED else None
    written = out[:dead].tobytes()
    begins = (
        f'{{"game":"{setup.game}","variant":"{setup.variant}","edition":"{setup.edition}",'
        f'"seats":{setup.seats},"start":{setup.start},"seat":{seat if seat >= 0 else "null"},'
    )
    ends = "null" if offer is None else _EXACT(offer)
    fixed = _fixed(setup.variant, setup.seats)
    parts = (written[:marks], fixed, written[marks:])
    return b"".join((begins.encode(), *parts, b'],"offer":', ends.encode(), b"}"))


def preview_json(view: GenialView) -> bytes | None:
    """Return what `preview` returns as JSON; None where there is nothing, or nothing is compiled.

    Doubles whose halves are scored separately (B2) are left to `preview`.
    """
    form = VARIANTS[view.setup.variant]
    if not compiled() or form.stop != form.end or view.record["phase"] == OFFERED:
        return None
    out = np.empty(_PREVIEW_BYTES, np.uint8)
    return out[: _write_preview(view.thaw(2), view.table, view.seat, out)].tobytes()


@cache
def _fixed(variant: str, seats: int) -> bytes:
    return f",{_EXACT(json_view.fixed(variant, seats))[1:-1]}".encode()
