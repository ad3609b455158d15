"""Giveaways: the best placement that a move would open for the next player, as one seat sees it."""

from __future__ import annotations

from typing import Any

import numpy as np

from hexade.contract.bits import NONE, ONE, count, lowest, signed
from hexade.contract.game import Move
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.games.genial import board
from hexade.games.genial.board import FREE
from hexade.games.genial.preview import step_of
from hexade.games.genial.rules import OVER, PLACE, allowed, decide, openings
from hexade.games.genial.scoring import ray, score
from hexade.games.genial.view import GenialView

GIVEN = ("first", "second", "colour", "other", "points", "more", "steps")  # what `out` holds


@kernel
def best_opened(
    states: Record, table: Record, seat: int, move: int, unseen: Word, halves: Record, out: Record
) -> int:
    """Write the next seat's best placement among those that a move makes worth more.

    `states` are a view, and two to try things on; `halves` is for the points of each colour on the
    two cells of an edge, before and after the move. `out` gets cells, colours, points (A8) and how
    far the markers would move (A10, B2, D1), which is returned too: 0 if nothing is opened.
    """
    v, now, then = table[0], states[0], states[1]
    states[1] = states[0]
    decide(then, v, move)
    if then["phase"] == OVER:  # A13: a move that ends the game gives nothing away
        return 0
    then["turn"] = (seat + 1) % int(v["seats"])
    states[2] = states[1]
    best = 0
    for w in range(v["words"]):
        edges = allowed(then, v, w, openings(then, v))
        while edges != NONE:
            edge = 64 * w + lowest(edges)
            edges &= edges - ONE
            for n in range(2):
                count_halves(now, signed(v["edges"][edge, n]), halves[n])
                count_halves(then, signed(v["edges"][edge, n]), halves[2 + n])
            best = best_on(states, v, edge, unseen, halves, best, out)
    return best


@kernel
def count_halves(s: Record, cell: int, out: Record) -> None:
    """Write what a half of each colour would score on a cell (A8)."""
    for colour in range(6):
        out[colour] = 0
    for way in range(6):
        step = step_of(way)
        colour = int(s["cells"][cell + step])
        if colour < FREE:
            out[colour] += ray(s, cell, step, colour)


@kernel
def best_on(
    states: Record, v: Record, edge: int, unseen: Word, halves: Record, best: int, out: Record
) -> int:
    """Write the best placement on an edge, if it is better than `best`; return the better one."""
    code = 36
    for lay in range(36):
        a, b = signed(v["first"][lay]), signed(v["second"][lay])
        opened = halves[2, a] + halves[3, b] > halves[0, a] + halves[1, b]
        if not opened or count(unseen, signed(v["kind"][lay])) == 0:
            continue
        steps = steps_of(states, v, a, b, int(halves[2, a]), int(halves[3, b]))
        if steps > best or (steps == best and 6 * a + b < code < 36):
            best, code = steps, 6 * a + b
            out[0], out[1] = v["edges"][edge, 0], v["edges"][edge, 1]
            out[2], out[3], out[4], out[5] = a, b, halves[2, a], halves[3, b]
            out[6] = steps
    return best


@kernel
def steps_of(states: Record, v: Record, a: int, b: int, first: int, second: int) -> int:
    """Return how far the markers of the seat in turn would move by two halves."""
    if a == b:
        return moved(states, v, a, first, second)
    return moved(states, v, a, first, 0) + moved(states, v, b, second, 0)


@kernel
def moved(states: Record, v: Record, colour: int, first: int, second: int) -> int:
    """Return how far one marker would move."""
    then, tried, seat = states[1], states[2], signed(states[1]["turn"])
    track = signed(v["track"][seat])
    before = int(then["tracks"][track, colour])
    tried["tracks"][track, colour], tried["marks"][colour] = before, then["marks"][colour]
    score(tried, v, seat, colour, first, second)
    return abs(int(tried["tracks"][track, colour]) - before)


_best_opened = speed_up(best_opened)


def giveaway(view: GenialView, move: Move) -> dict[str, Any] | None:
    """Return the next player's best placement among those that a move makes worth more.

    It is described like a placement: tile, cells, and in `points` what each half would score (A8);
    `steps` says how far the markers would actually move (A10, B2, D1). Any tile this seat has not
    seen may be on the next rack. None if nothing is opened, or there is no next player.
    """
    if move < PLACE or view.setup.seats == 1:
        return None
    halves, out = np.zeros((4, 6), np.int64), np.zeros(len(GIVEN), np.int64)
    unseen = np.uint64(view.unseen)
    if not _best_opened(view.thaw(3), view.table, view.seat, move, unseen, halves, out):
        return None
    first, second, colour, other, points, more, steps = out.tolist()
    return {
        "seat": (view.seat + 1) % view.setup.seats,
        "tile": board.COLOURS[colour] + board.COLOURS[other],
        "cells": [board.cell_name(first), board.cell_name(second)],
        "points": [points, more],
        "steps": steps,
    }
