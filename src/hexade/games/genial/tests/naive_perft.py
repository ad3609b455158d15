"""Perft by the naive referee: the same counts as lab/perft.py from the rules text alone.

Everything is defined in docs/perft.md; `python -m bench.perft` asks it for the smaller counts.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterator

from hexade.contract.setup import Setup
from hexade.games.genial.tests.oracle import COLOURS, Oracle

ORDER = [one + two for n, one in enumerate(COLOURS) for two in COLOURS[n:]]


class Node:
    """A position in which somebody has to decide, or the game is over."""

    def __init__(self, oracle: Oracle, step: int, draws: int) -> None:
        self.oracle, self.step, self.draws = oracle, step, draws
        self._settle(declined=False)

    def moves(self) -> list[str]:
        """Return the legal decisions by their text."""
        if self.oracle.over:
            return []
        if self.oracle.due == "draw":
            return ["draw", "exchange"]
        return sorted(map(spelled, self.oracle.legal()))

    def after(self, move: str) -> Node:
        """Return the position after a decision and what chance makes of it."""
        found = copy.copy(self)
        found.oracle = twin(self.oracle)
        oracle, seat = found.oracle, self.oracle.turn
        if move == "exchange":
            tiles = list(oracle._exchangeable().elements())
            oracle.feed({"event": "exchange", "seat": seat, "tiles": tiles})
        elif move != "draw":
            tile, here, there = move.split()
            points = [oracle._count(here, there, tile[0]), oracle._count(there, here, tile[1])]
            cells = [here, there]
            placed = {"event": "place", "tile": tile, "cells": cells, "points": points}
            oracle.feed({**placed, "seat": seat})
        found._settle(declined=move in ("draw", "exchange"))
        return found

    def key(self) -> Hashable:
        """Return all that makes this position what it is."""
        o = self.oracle
        return (
            frozenset(o.cells.items()),
            tuple(frozenset(rack.items()) for rack in o.racks),
            frozenset(o.bag.items()),
            tuple(tuple(track.values()) for track in o.tracks),
            frozenset(o.marks.items()),
            (tuple(o.first), o.turn, o.bonus, o.due, o.reason, self.draws),
        )

    def _settle(self, declined: bool) -> None:
        """Let chance draw until somebody has to decide."""
        oracle = self.oracle
        while not oracle.over and oracle.due != "place":
            if oracle.due == "setup":
                seat = next(n for n, rack in enumerate(oracle.racks) if not rack)
            elif oracle.offered() and not declined:
                return
            else:
                seat = oracle.turn
            due = oracle.rack_size - oracle.racks[seat].total()
            oracle.feed({"event": "draw", "seat": seat, "tiles": list(self._drawn(due))})

    def _drawn(self, due: int) -> Iterator[str]:
        bag = self.oracle.bag.copy()
        for _ in range(due):
            there = [tile for tile in ORDER for _ in range(bag[tile])]
            tile = there[self.step * self.draws % len(there)]
            bag[tile] -= 1
            self.draws += 1
            yield tile


def spelled(placement: frozenset[tuple[str, str]]) -> str:
    """Return a placement's one spelling: the lower cell first, by row and then by column."""
    (here, one), (there, two) = sorted(placement, key=lambda half: (half[0][0], int(half[0][1:])))
    return f"{one}{two} {here} {there}"


def twin(oracle: Oracle) -> Oracle:
    """Return a referee that goes its own way from here."""
    found = copy.copy(oracle)
    found.cells, found.marks = dict(oracle.cells), dict(oracle.marks)
    found.bag, found.aside = oracle.bag.copy(), oracle.aside.copy()
    found.racks = [+rack for rack in oracle.racks]
    found.tracks = [dict(track) for track in oracle.tracks]
    found.first = list(oracle.first)
    return found


def count(
    setup: Setup, step: int, plies: int, depth: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return sequences and ends for each number of decisions, and different last positions."""
    edition = setup.edition or ""
    node = Node(Oracle(setup.variant, edition, setup.seats, setup.start), step, 0)
    for ply in range(plies):
        moves = node.moves()
        node = node.after(moves[step * ply % len(moves)])
    nodes, sequences, ended = [node], [len(node.moves())], []
    for _ in range(depth):
        nodes = [node.after(move) for node in nodes for move in node.moves()]
        sequences.append(sum(len(node.moves()) for node in nodes))
        ended.append(sum(node.oracle.over for node in nodes))
    return tuple(sequences), tuple(ended), len({node.key() for node in nodes})
