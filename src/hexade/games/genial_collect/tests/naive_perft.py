"""Perft by the naive referee: the same counts as lab/perft.py from the rules text alone.

Everything is defined in docs/perft.md; `python -m bench.perft` asks it for the smaller counts.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable

from hexade.contract.setup import Setup
from hexade.games.genial_collect.tests.oracle import COLOURS, Oracle


class Node:
    """A position in which somebody has to decide, or the game is over."""

    def __init__(self, setup: Setup, step: int) -> None:
        self.oracle = Oracle(setup.seats, setup.start, setup.variant)
        self.step, self.draws, self.decisions = step, 0, 0
        self._fill()

    def moves(self) -> list[str]:
        """Return the legal decisions by their text."""
        return sorted(self.oracle.legal())

    def after(self, move: str) -> Node:
        """Return the position after a decision and what chance makes of it."""
        found = copy.deepcopy(self)
        found.decisions += 1
        if move == "stop":
            found._stop()
        else:
            found._turn_up()
        found._fill()
        return found

    def key(self) -> Hashable:
        """Return all that makes this position what it is."""
        o = self.oracle
        heaps = (o.middle, o.pile, *o.owned)
        counts = tuple(tuple(map(heap.count, COLOURS)) for heap in heaps)
        shown = () if o.over else tuple(o.shown)
        return counts, shown, o.turn, o.over, self.draws, self.decisions

    def _stop(self) -> None:
        oracle = self.oracle
        oracle.feed({"event": "stop", "seat": oracle.turn, "tiles": oracle.take()})

    def _turn_up(self) -> None:
        oracle, (tile,) = self.oracle, self._next(1)
        good = oracle.good(tile)
        oracle.feed({"event": "turn_up", "seat": oracle.turn, "tile": tile, "good": good})
        if oracle.must_stop:
            self._stop()

    def _fill(self) -> None:
        count = self.oracle.filling()
        if count:
            self.oracle.feed({"event": "middle", "tiles": self._next(count)})

    def _next(self, count: int) -> list[str]:
        pile, found = list(self.oracle.pile), []
        for _ in range(count):
            pile.sort(key=COLOURS.index)
            found.append(pile.pop(self.step * self.draws % len(pile)))
            self.draws += 1
        return found


def count(
    setup: Setup, step: int, plies: int, depth: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return sequences and ends for each number of decisions, and different last positions."""
    node = Node(setup, step)
    for ply in range(plies):
        moves = node.moves()
        node = node.after(moves[step * ply % len(moves)])
    nodes, sequences, ended = [node], [len(node.moves())], []
    for _ in range(depth):
        nodes = [node.after(move) for node in nodes for move in node.moves()]
        sequences.append(sum(len(node.moves()) for node in nodes))
        ended.append(sum(node.oracle.over for node in nodes))
    return tuple(sequences), tuple(ended), len({node.key() for node in nodes})
