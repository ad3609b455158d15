"""Previews of a move: as data for a page (lines, tracks, bonus turns) and in words.

The page adds the six lines around each half and looks the sum up in `reach`, or, for a
double on a track with a stop on the way, the two sums in `twice` (B2). Whether the move would leave
an exchange possible stands in `exchange`, by tile and the two sums (A12, D3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexade.contract import bits
from hexade.contract.bits import NONE, ONE, kinds, lowest, one, signed
from hexade.contract.game import Move
from hexade.contract.kernel import Record, kernel, over_arrays, speed_up
from hexade.games.genial import board, notation, picture, rules
from hexade.games.genial.board import EAST, FREE, NORTH_EAST, NORTH_WEST
from hexade.games.genial.events import points_of
from hexade.games.genial.rules import allowed, bonus_turns, openings, score_both
from hexade.games.genial.scoring import exchangeable, has_won, ray, score
from hexade.games.genial.variants import NINES, NO_EXCHANGE, VARIANTS
from hexade.games.genial.view import GenialView

DIRECTIONS = ("e", "nw", "ne", "w", "se", "sw")  # in the order of board.STEPS, as drawn
_LINES = tuple(tuple(f"{colour}{length}" for length in range(16)) for colour in board.COLOURS)
_NAMES = tuple(board.cell_name(cell) if 0 < cell // 16 < 16 else "" for cell in range(board.CELLS))
_DOUBLE = {name[0]: kind for kind, name in enumerate(board.TILE_NAMES) if name[0] == name[1]}
MOST = 64  # more than a half ever scores
NO, YES = 1, 2  # answers in a table that is 0 where nothing was asked


@kernel
def open_edges(states: Record, table: Record, out: Record) -> int:
    """Write the cells of every edge on which the seat in turn may lay a tile; return how many."""
    v = table[0]
    n = 0
    for w in range(v["words"]):
        edges = allowed(states[0], v, w, openings(states[0], v))
        while edges != NONE:
            edge = 64 * w + lowest(edges)
            edges &= edges - ONE
            out[n, 0], out[n, 1] = v["edges"][edge, 0], v["edges"][edge, 1]
            n += 1
    return n


@kernel
def lines(states: Record, cells: Record, out: Record, points: Record) -> int:
    """Write every line that starts beside a cell: cell, direction, colour, length; return how many.

    `points` gets what a half of each colour would score on each of the cells (A8).
    """
    s = states[0]
    count = 0
    for n in range(cells.shape[0]):
        cell = int(cells[n])
        for way in range(6):
            step = step_of(way)
            colour = int(s["cells"][cell + step])
            if colour < FREE:
                length = ray(s, cell, step, colour)
                out[count, 0], out[count, 1] = cell, way
                out[count, 2], out[count, 3] = colour, length
                points[cell, colour] += length
                count += 1
    return count


@kernel
def most_points(edges: Record, points: Record, out: Record) -> None:
    """Write for each colour the most that both halves of a double would score on one of the edges.

    One half alone never scores more.
    """
    for n in range(edges.shape[0]):
        for colour in range(6):
            both = points[edges[n, 0], colour] + points[edges[n, 1], colour]
            out[colour] = max(out[colour], both)


@kernel
def step_of(way: int) -> int:
    """Return the step of a direction, numbered as in board.STEPS."""
    step = EAST if way % 3 == 0 else NORTH_WEST if way % 3 == 1 else NORTH_EAST
    return step if way < 3 else -step


@kernel
def try_score(
    states: Record, table: Record, seat: int, colour: int, first: int, second: int, out: Record
) -> None:
    """Write where a marker ends up, as the tracks count, and the bonus turns earned.

    `states` is an array of two: a state or view, and a place to try things on.
    """
    v = table[0]
    states[1]["tracks"][v["track"][seat], colour] = states[0]["tracks"][v["track"][seat], colour]
    states[1]["marks"][colour] = states[0]["marks"][colour]
    earned = score(states[1], v, seat, colour, first, second)
    out[0], out[1] = states[1]["tracks"][v["track"][seat], colour], earned


@kernel
def reaches(states: Record, table: Record, seat: int, out: Record) -> None:
    """Write for each colour where 0, 1, 2 … points take the marker; `states` as for try_score."""
    for colour in range(6):
        for points_made in range(out.shape[1]):
            try_score(states, table, seat, colour, points_made, 0, out[colour, points_made])


@kernel
def pair_reaches(
    states: Record, table: Record, seat: int, colour: int, pairs: Record, out: Record
) -> None:
    """Write where the two halves of a double take the marker, for each pair of points (B2)."""
    for n in range(pairs.shape[0]):
        first, second = int(pairs[n, 0]), int(pairs[n, 1])
        try_score(states, table, seat, colour, first, second, out[n])


@kernel
def leave_exchange(
    states: Record, table: Record, seat: int, edges: Record, points: Record, out: Record
) -> None:
    """Write YES for each tile and pair of points with which it would leave an exchange possible.

    `out` has a table of pairs of points for each kind of tile; `states` as for try_score.
    """
    v = table[0]
    left = kinds(states[0]["racks"][seat])
    while left != NONE:
        kind = lowest(left) // 3
        left &= left - ONE
        states[1]["racks"][seat] = states[0]["racks"][seat] - one(kind)
        if not could_exchange(states[1], v, seat):
            continue
        first, second = signed(v["first"][kind]), signed(v["second"][kind])
        for n in range(edges.shape[0]):
            for way in range(2):
                a, b = points[edges[n, way], first], points[edges[n, 1 - way], second]
                if out[kind, a, b] == 0:
                    leaves = leaves_exchange(states, v, seat, kind, a, b)
                    out[kind, a, b] = YES if leaves else NO


@kernel
def could_exchange(s: Record, v: Record, seat: int) -> bool:
    """Tell whether an exchange is possible with this rack for some markers: not if it is empty."""
    if v["exchange"] == NO_EXCHANGE or s["racks"][seat] == NONE:
        return False
    if v["exchange"] == NINES:
        return True
    missing = 0
    for colour in range(6):  # A12: one that no tile shows may be the weakest
        missing += int(s["racks"][seat] & v["showing"][colour] == NONE)
    return missing > 0


@kernel
def leaves_exchange(states: Record, v: Record, seat: int, kind: int, a: int, b: int) -> bool:
    """Tell whether a tile with these points would leave an exchange possible (A12, D3).

    Not where a bonus turn is owed (A11) or the game is won (A13).
    """
    at, tried = signed(v["track"][seat]), states[1]
    for colour in range(6):
        tried["tracks"][at, colour] = states[0]["tracks"][at, colour]
        tried["marks"][colour] = states[0]["marks"][colour]
    tried["bonus"] = states[0]["bonus"]
    score_both(tried, v, seat, signed(v["first"][kind]), signed(v["second"][kind]), a, b)
    if bonus_turns(tried, seat) > 0 or has_won(tried, v, seat):
        return False
    return bool(exchangeable(tried, v, seat) != NONE)


@kernel
def filling(states: Record, table: Record, out: Record) -> int:
    """Write the cells of every edge after which no free pair is left (A13); return how many."""
    v, n = table[0], 0
    for w in range(v["words"]):
        edges = allowed(states[0], v, w, openings(states[0], v))
        while edges != NONE:
            edge = 64 * w + lowest(edges)
            edges &= edges - ONE
            left = NONE
            for other in range(v["words"]):
                left |= states[0]["free"][other] & ~v["shadow"][edge, other]
            if left == NONE:
                out[n, 0], out[n, 1] = v["edges"][edge, 0], v["edges"][edge, 1]
                n += 1
    return n


_open_edges = speed_up(open_edges)
_leave_exchange = speed_up(leave_exchange)
_filling = speed_up(filling)
_lines = speed_up(lines)
_most_points = speed_up(most_points)
_reaches = speed_up(reaches)
_pair_reaches = speed_up(pair_reaches)
_decide = speed_up(over_arrays(rules.decide))


def preview(view: GenialView, legal: Sequence[Move]) -> dict[str, Any] | None:
    """Return the lines around every cell that may be covered, and where points move the markers."""
    if not legal or legal[-1] < rules.PLACE:  # an exchange is offered: nothing is laid
        return None
    places = np.empty((len(board.EDGES), 2), np.int64)
    edges = places[: _open_edges(view.data, view.table, places)]
    used = covered(edges)
    lines, points = lines_beside(view.data, used)
    shown = {"lines": _named(lines, used), "reach": _reach(view, edges, points)}
    return shown | _twice(view, edges, points) | _exchange(view, edges, points)


def covered(edges: np.ndarray) -> np.ndarray:
    """Return the cells of some edges, each once and in order."""
    return np.flatnonzero(np.bincount(edges.ravel()))


def lines_beside(states: np.ndarray, cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lines that start beside some cells, and what a half would score there (A8)."""
    lines = np.empty((len(board.STEPS) * len(cells), 4), np.int64)
    points = np.zeros((board.CELLS, 6), np.int64)
    return lines[: _lines(states, cells, lines, points)], points


def _named(lines: np.ndarray, cells: np.ndarray) -> dict[str, dict[str, str]]:
    """Return for each cell the lines that start beside it: direction, colour and length."""
    named: dict[str, dict[str, str]] = {_NAMES[cell]: {} for cell in cells.tolist()}
    for cell, way, colour, length in lines.tolist():
        named[_NAMES[cell]][DIRECTIONS[way]] = _LINES[colour][length]
    return named


def _reach(view: GenialView, edges: np.ndarray, points: np.ndarray) -> dict[str, list[list[int]]]:
    """Return per colour where 0, 1, 2 … points of one tile take the marker, with bonus turns."""
    most = np.zeros(6, np.int64)
    _most_points(edges, points, most)
    out = np.zeros((6, int(most.max()) + 1, 2), np.int8)
    _reaches(view.thaw(2), view.table, view.seat, out)
    both = zip(board.COLOURS, most.tolist(), out.tolist(), strict=True)
    return {colour: reached[: top + 1] for colour, top, reached in both}


def _twice(view: GenialView, edges: np.ndarray, points: np.ndarray) -> dict[str, Any]:
    """Return the same for doubles on the rack whose halves must be scored separately (B2)."""
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
            _pair_reaches(view.thaw(2), view.table, view.seat, n, pairs, out)
            both = zip(pairs.tolist(), out.tolist(), strict=True)
            twice[2 * colour] = {f"{a}+{b}": after for (a, b), after in both}
    return {"twice": twice}


def _exchange(view: GenialView, edges: np.ndarray, points: np.ndarray) -> dict[str, Any]:
    """Return for each tile the points of its halves with which an exchange would be possible.

    `fills` has the pairs of cells that end the game: nobody exchanges after that (A13).
    """
    most = int(points.max()) + 1
    out = np.zeros((len(board.TILES), most, most), np.int8)
    _leave_exchange(view.thaw(2), view.table, view.seat, edges, points, out)
    found: dict[str, list[str]] = {}
    for kind, first, second in np.argwhere(out == YES).tolist():
        found.setdefault(board.TILE_NAMES[kind], []).append(f"{first}+{second}")
    if not found:
        return {}
    places = np.empty((len(edges), 2), np.int64)
    fills = places[: _filling(view.data, view.table, places)].tolist()
    ended = {"fills": [" ".join(_NAMES[cell] for cell in pair) for pair in fills]} if fills else {}
    return {"exchange": found, **ended}


def after_move(view: GenialView, move: Move) -> np.ndarray:
    """Return the record after a move, as far as the viewer knows, and a place to try things on."""
    states = view.thaw(2)
    _decide(states, view.table, move)
    return states


def forecast(view: GenialView, move: Move, names: Sequence[str] = ()) -> str:
    """Return in a few words what a move would score."""
    if move == rules.KEEP:
        return "keep your tiles and draw"
    if move == rules.EXCHANGE:
        return "show tiles, set them aside and draw new ones"
    tile, _ = notation.parts(move)
    halves = points_of(view, move)
    after = after_move(view, move)[0]
    parts = [f"{picture.COLOUR_NAMES[c]} +{n}" for c, n in zip(tile, halves, strict=True)]
    if tile[0] == tile[1]:
        parts = [f"{picture.COLOUR_NAMES[tile[0]]} +{sum(halves)}"]
    if not VARIANTS[view.setup.variant].tug:
        parts.append(f"weakest {_weakest(view, after)}")
    if after["bonus"] > max(0, int(view.record["bonus"]) - 1):
        parts.append("bonus turn!")
    if after["phase"] == rules.OVER:
        parts.append("ends the game")
    return ", ".join(parts)


def _weakest(view: GenialView, after: np.void) -> int:
    return int(min(after["tracks"][view.table[0]["track"][view.seat]]))
