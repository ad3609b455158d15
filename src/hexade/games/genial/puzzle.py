"""Puzzles of the board game: two players in the second half of a game, before any bonus turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.game import Move
from hexade.contract.kernel import over_arrays, speed_up
from hexade.contract.puzzle import FAR, PIECE, PLACE, SAME, PuzzleRules
from hexade.games.genial import board, rules
from hexade.games.genial.view import GenialView

LEAST_FREE, MOST_FREE = 16, 40  # cells
FIRST_MOVE = 18
FULL = 18  # A10

_decide = speed_up(over_arrays(rules.decide))
_both_points = speed_up(over_arrays(rules.both_points))


def suits(view: GenialView) -> bool:
    """Tell whether a position is late and open enough, and no marker is at 18 yet."""
    held = view.record
    free = int(np.count_nonzero(held["cells"] == board.FREE))
    placing = held["phase"] == rules.PLACING and held["bonus"] == 0
    return bool(
        placing
        and LEAST_FREE <= free <= MOST_FREE
        and held["ply"] >= FIRST_MOVE
        and held["tracks"].max() < FULL
    )


def points(view: GenialView, moves: Sequence[Move]) -> list[int]:
    """Return how far each move takes the markers."""
    before = int(view.record["tracks"][view.seat].sum())
    return [int(_after(view, move)["tracks"][view.seat].sum()) - before for move in moves]


def _after(view: GenialView, move: Move) -> np.void:
    data = view.thaw()
    _decide(data, view.table, move)
    return data[0]  # type: ignore[no-any-return]


def halves(view: GenialView, move: Move) -> list[tuple[int, int, int]]:
    """Return cell, colour and points of both halves of a placement."""
    edge, lay = divmod(move - rules.PLACE, len(board.LAYS))
    out = np.zeros(2, np.int64)
    _both_points(view.data, view.table, move, out)
    return list(zip(board.EDGES[edge], board.LAYS[lay], out.tolist(), strict=True))


def decisive(view: GenialView, move: Move) -> tuple[int, int]:
    """Return cell and colour of the half that matters: more points, then the weaker colour."""
    track = view.record["tracks"][view.seat]
    cell, colour, _ = max(halves(view, move), key=lambda half: (half[2], -int(track[half[1]])))
    return cell, colour


def compare(view: GenialView, best: Move, move: Move) -> str:
    """Compare a move with the best one.

    The same tile that puts the decisive colour onto the decisive cell, or lies on the same two
    cells, is the same idea.
    """
    ours, theirs = halves(view, best), halves(view, move)
    there = {cell for cell, _, _ in ours} == {cell for cell, _, _ in theirs}
    if sorted(colour for _, colour, _ in ours) != sorted(colour for _, colour, _ in theirs):
        return PLACE if there else FAR
    laid = [(cell, colour) for cell, colour, _ in theirs]
    return SAME if there or decisive(view, best) in laid else PIECE


def colour(view: GenialView, move: Move) -> str:
    """Return the colour of the half that matters."""
    return board.COLOURS[decisive(view, move)[1]]


def sketch(view: GenialView) -> str:
    """Return the board row by row, from the top."""
    cells, side = view.record["cells"], int(view.table[0]["side"])
    rows: dict[int, str] = {}
    for cell in board.area(side):
        held = int(cells[cell])
        letter = board.COLOURS[held] if held < board.FREE else "."
        rows[cell // board.WIDTH] = rows.get(cell // board.WIDTH, "") + letter
    return "/".join(rows[row] for row in sorted(rows, reverse=True))


PUZZLES = PuzzleRules("base", 2, suits, points, compare, colour, sketch)
