"""Results: ranks and scores, who plays together, and how many turns are left."""

from __future__ import annotations

from typing import Any

from hexade.contract.game import Result, Seat
from hexade.contract.kernel import Record, kernel, over_arrays, speed_up
from hexade.contract.setup import Setup
from hexade.games.genial import board, rules, scoring
from hexade.games.genial.board import CELLS
from hexade.games.genial.mind.cell_points import has_free_neighbour, is_free
from hexade.games.genial.state import GenialState
from hexade.games.genial.variants import VARIANTS
from hexade.games.genial.view import GenialView

_rank_key = speed_up(over_arrays(scoring.rank_key))


def sides(setup: Setup) -> tuple[tuple[Seat, ...], ...]:
    """Return the teams, which take turns (C1), or every seat as a side of its own."""
    count = VARIANTS[setup.variant].teams or setup.seats
    return tuple(tuple(range(side, setup.seats, count)) for side in range(count))


@kernel
def tiles_left(s: Record, v: Record) -> int:
    """Return how many more tiles a seat would place if every cell that can be filled were."""
    cells = 0
    for cell in range(CELLS):
        cells += int(is_free(s, cell) and has_free_neighbour(s, cell))
    seats = int(v["seats"])
    return max(1, (cells // 2 + seats - 1) // seats)


_tiles_left = speed_up(over_arrays(tiles_left))


def turns_left(view: GenialView) -> int:
    """Return how many more tiles the viewer would place if every cell that can be filled were."""
    return int(_tiles_left(view.data, view.table))


def measure(setup: Setup, result: Result) -> list[float]:
    """Return each seat's weakest colour; in the duel how many markers it has on its side."""
    scores = result["scores"]
    if VARIANTS[setup.variant].tug:
        ours = sum(at > 0 for at in scores.values())
        theirs = sum(at < 0 for at in scores.values())
        return [float(ours), float(theirs)]
    weakest = [float(min(score.values())) for score in scores]
    return [weakest[seat % len(weakest)] for seat in range(setup.seats)]


def stake(setup: Setup) -> float | None:
    """Return the end of the track for a lone player, who cannot win (B3)."""
    return None if setup.seats > 1 else float(VARIANTS[setup.variant].end)


def reached(setup: Setup, result: Result) -> float:
    """Return how far the weakest marker of a lone player has come (B3)."""
    return float(min(result["scores"][0].values())) / VARIANTS[setup.variant].end


def scores(view: GenialView | GenialState) -> Any:
    """Return the markers as a record's result has them."""
    form = VARIANTS[view.setup.variant]
    rows = view.record["tracks"][: 1 if form.tug else form.teams or view.setup.seats]
    found = [dict(zip(board.COLOURS, row, strict=True)) for row in rows.tolist()]
    return found[0] if form.tug else found


def ranks(state: GenialState) -> list[int]:
    """Return the ranks if the game ended here (A14, D5)."""
    seats = state.setup.seats
    sides = VARIANTS[state.setup.variant].teams or seats
    keys = [int(_rank_key(state.data, state.table, side)) for side in range(sides)]
    return [1 + sum(other > keys[seat % sides] for other in keys) for seat in range(seats)]


def result(state: GenialState) -> Result | None:
    """Return ranks, scores and the reason for the end; nothing before it."""
    if state.record["phase"] != rules.OVER:
        return None
    won = "all-on-one-side" if VARIANTS[state.setup.variant].tug else "all-at-end"
    full = state.record["reason"] == rules.BOARD_FULL
    return {
        "ranks": ranks(state),
        "scores": scores(state),
        "reason": "board-full" if full else won,
    }
