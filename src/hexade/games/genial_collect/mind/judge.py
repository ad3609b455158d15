"""The judge of the collecting game: each move's expected share of first place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from hexade.contract.kernel import Record, kernel, speed_up
from hexade.contract.search import load_arrays
from hexade.games.genial_collect.mind.network import CollectNetwork
from hexade.games.genial_collect.mind.turn_tree import TurnScratch, judge_turn, scratch_for
from hexade.games.genial_collect.view import CollectView


@kernel
def judge_moves(
    states: Record,
    table: Record,
    seat: int,
    net: CollectNetwork,
    tree: TurnScratch,
    inner: TurnScratch,
    moves: Record,
    effort: float,
    out: Record,
) -> None:
    """Write the expected share of first place for each of some legal moves."""
    judge_turn(states, table, net, tree, inner, int(effort > 0.0))
    for n in range(moves.shape[0]):
        out[n] = tree.moves[moves[n], seat]


_judge_moves = speed_up(judge_moves)


@cache
def network_for(seats: int) -> CollectNetwork:
    """Return the network that was trained for a number of seats."""
    found = load_arrays(__package__, f"seats{seats}")
    return CollectNetwork(*(np.vstack([found[f"w{n}"], found[f"b{n}"]]) for n in range(3)))


def judge(view: CollectView, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected share of first place for each legal move of the seat in turn.

    Without effort this turn alone is solved, with any the next player's too. Nothing is drawn by
    chance, so that the seed does not matter.
    """
    if not moves:
        return []
    seats = view.setup.seats
    net, tree, inner = network_for(seats), scratch_for(seats), scratch_for(seats)
    listed, out = np.array(moves, np.int32), np.zeros(len(moves))
    _judge_moves(view.thaw(), view.table, view.seat, net, tree, inner, listed, float(effort), out)
    return out.tolist()
