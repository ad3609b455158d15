"""Giveaways: the best placement that a move would open for the next player, as one seat sees it."""

from __future__ import annotations

from typing import Any

import numpy as np

from hexade.contract import bits
from hexade.contract.game import Move
from hexade.contract.kernel import speed_up
from hexade.games.genial import board, rules
from hexade.games.genial.preview import (
    MOST,
    after_move,
    covered,
    lines_beside,
    open_edges,
    pair_reaches,
)
from hexade.games.genial.view import GenialView

_open_edges = speed_up(open_edges)
_pair_reaches = speed_up(pair_reaches)


def giveaway(view: GenialView, move: Move) -> dict[str, Any] | None:
    """Return the next player's best placement among those that a move makes worth more.

    It is described like a placement: tile, cells, and in `points` what each half would score (A8);
    `steps` says how far the markers would actually move (A10, B2, D1). Any tile this seat has not
    seen may be on the next rack. None if nothing is opened, or there is no next player.
    """
    if move < rules.PLACE or view.setup.seats == 1:
        return None
    after = _after(view, move)
    if after[0]["phase"] == rules.OVER:  # A13: a move that ends the game gives nothing away
        return None
    edges = _edges(view, after)
    if not len(edges):
        return None
    used = covered(edges)
    now, then = (_halves(states, used, edges) for states in (view.data, after))
    steps = _steps(view, after, then)
    opened = _laid(then) > _laid(now)
    worth = np.where(opened & _unseen(view), steps, 0)
    edge, first, second = np.unravel_index(int(worth.argmax()), worth.shape)
    if not worth[edge, first, second]:
        return None
    made = [int(then[edge, 0, first]), int(then[edge, 1, second])]
    return {
        "seat": int(after[0]["turn"]),
        "tile": board.COLOURS[int(first)] + board.COLOURS[int(second)],
        "cells": [board.cell_name(cell) for cell in edges[edge].tolist()],
        "points": made,
        "steps": int(worth[edge, first, second]),
    }


def _after(view: GenialView, move: Move) -> np.ndarray:
    """Return the area after the move, the next seat in turn, and a place to try things on."""
    states = after_move(view, move)
    states[0]["turn"] = (view.seat + 1) % view.setup.seats
    return states


def _edges(view: GenialView, after: np.ndarray) -> np.ndarray:
    """Return where the next seat may lay a tile then (A6, A7)."""
    places = np.empty((len(board.EDGES), 2), np.int64)
    return places[: _open_edges(after[:1], view.table, places)]


def _halves(states: np.ndarray, used: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return what a half of each colour would score on either cell of each edge."""
    return lines_beside(states[:1], used)[1][edges]  # type: ignore[no-any-return]


def _laid(halves: np.ndarray) -> np.ndarray:
    """Return the points of both halves, for each edge and each pair of colours."""
    return halves[:, 0, :, None] + halves[:, 1, None, :]  # type: ignore[no-any-return]


def _steps(view: GenialView, after: np.ndarray, halves: np.ndarray) -> np.ndarray:
    """Return how far the next seat's markers would move, for each edge and each pair of colours."""
    code = MOST * halves[:, 0, :] + halves[:, 1, :]  # of doubles; one half alone is (n, 0)
    alone = MOST * halves
    gone = [_gone(view, after, n, code[:, n], alone[:, :, n]) for n in range(6)]
    doubles = np.stack([double for double, _ in gone], axis=1)
    single = np.stack([one for _, one in gone], axis=2)
    steps = _laid(single)
    same = np.arange(6)
    steps[:, same, same] = doubles
    return steps


def _gone(
    view: GenialView, after: np.ndarray, colour: int, code: np.ndarray, alone: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return how far a double, or either half alone, would move one marker, on each edge."""
    known, which = np.unique(np.concatenate([[0], code, alone.ravel()]), return_inverse=True)
    pairs = np.stack(np.divmod(known, MOST), axis=1)
    out = np.zeros((len(pairs), 2), np.int8)
    _pair_reaches(after, view.table, int(after[0]["turn"]), colour, pairs, out)
    steps = np.abs(out[:, 0].astype(np.int64) - int(out[0, 0]))[which[1:]]
    return steps[: len(code)], steps[len(code) :].reshape(alone.shape)


def _unseen(view: GenialView) -> np.ndarray:
    """Return which pairs of colours may be on a tile that the viewer has not seen."""
    kinds = np.zeros((6, 6), bool)
    for kind in set(bits.unpack(view.unseen)):
        first, second = (board.COLOURS.index(colour) for colour in board.TILE_NAMES[kind])
        kinds[first, second] = kinds[second, first] = True
    return kinds
