"""What a page needs to show a placement before it is made, as data: lines, tracks, bonus turns.

Whoever draws it adds the six lines round each half and looks the sum up in `reach`, or, for a
double on a track with a stop on the way, the two sums in `twice` (B2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract import bits
from hexade.contract.game import Move
from hexade.contract.kernel import speed_up
from hexade.games.genial import board, doors, rules
from hexade.games.genial.view import View

DIRECTIONS = ("e", "nw", "ne", "w", "se", "sw")  # in the order of board.STEPS, as drawn
_LINES = tuple(tuple(f"{colour}{length}" for length in range(16)) for colour in board.COLOURS)
_NAMES = tuple(board.cell_name(cell) if 0 < cell // 16 < 16 else "" for cell in range(board.CELLS))
_DOUBLE = {name[0]: kind for kind, name in enumerate(board.TILE_NAMES) if name[0] == name[1]}
MOST = 64  # more than a half ever brings
_open_edges = speed_up(doors.open_edges)
_lines = speed_up(doors.lines)
_most_points = speed_up(doors.most_points)
_reaches = speed_up(doors.reaches)
_pair_reaches = speed_up(doors.pair_reaches)


def preview(view: View, legal: Sequence[Move]) -> dict[str, Any] | None:
    """Return lines round every cell that may be covered, and where points take the markers."""
    if not legal or legal[-1] < rules.PLACE:  # an exchange is offered: nothing is laid
        return None
    places = np.empty((len(board.EDGES), 2), np.int64)
    edges = places[: _open_edges(view.data, view.table, places)]
    used = covered(edges)
    lines, points = lines_beside(view.data, used)
    shown = {"lines": _named(lines, used), "reach": _reach(view, edges, points)}
    return shown | _twice(view, edges, points)


def covered(edges: np.ndarray) -> np.ndarray:
    """Return the cells of some edges, each once and in order."""
    return np.flatnonzero(np.bincount(edges.ravel()))


def lines_beside(states: np.ndarray, cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lines that start beside some cells, and what a half would bring there (A8)."""
    lines = np.empty((len(board.STEPS) * len(cells), 4), np.int64)
    points = np.zeros((board.CELLS, 6), np.int64)
    return lines[: _lines(states, cells, lines, points)], points


def _named(lines: np.ndarray, cells: np.ndarray) -> dict[str, dict[str, str]]:
    """Return for each cell the lines that start beside it: direction, colour and length."""
    named: dict[str, dict[str, str]] = {_NAMES[cell]: {} for cell in cells.tolist()}
    for cell, way, colour, length in lines.tolist():
        named[_NAMES[cell]][DIRECTIONS[way]] = _LINES[colour][length]
    return named


def _reach(view: View, edges: np.ndarray, points: np.ndarray) -> dict[str, list[list[int]]]:
    """Return per colour where 0, 1, 2 … points of one tile take the marker, with bonus turns."""
    most = np.zeros(6, np.int64)
    _most_points(edges, points, most)
    out = np.zeros((6, int(most.max()) + 1, 2), np.int8)
    _reaches(_trial(view), view.table, view.seat, out)
    both = zip(board.COLOURS, most.tolist(), out.tolist(), strict=True)
    return {colour: reached[: top + 1] for colour, top, reached in both}


def _twice(view: View, edges: np.ndarray, points: np.ndarray) -> dict[str, Any]:
    """Return the same for doubles on the rack whose halves must be counted one by one (B2)."""
    if view.table[0]["stop"] == view.table[0]["end"]:
        return {}
    halves = points[edges]
    held = set(bits.unpack(view.rack))
    twice = {}
    for n, colour in enumerate(board.COLOURS):
        if _DOUBLE[colour] in held:
            first, second = halves[:, 0, n], halves[:, 1, n]
            code = np.unique(np.concatenate([MOST * first + second, MOST * second + first]))
            pairs = np.stack(np.divmod(code, MOST), axis=1)
            out = np.zeros((len(pairs), 2), np.int8)
            _pair_reaches(_trial(view), view.table, view.seat, n, pairs, out)
            both = zip(pairs.tolist(), out.tolist(), strict=True)
            twice[2 * colour] = {f"{a}+{b}": after for (a, b), after in both}
    return {"twice": twice}


def _trial(view: View) -> np.ndarray:
    """Return the view with a place beside it to try things on."""
    states = np.zeros(2, rules.STATE)
    states[0] = view.data[0]
    return states
