"""Perft by the naive referee: the same counts as lab/perft.py from the rules text alone.

Everything is defined in docs/perft.md; `python -m bench.perft` asks it for the smaller counts.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Hashable

from hexade.contract.setup import Setup
from hexade.games.genial_cards.tests.oracle import COLOURS, Oracle, climb

ORDER = [one + two for n, one in enumerate(COLOURS) for two in COLOURS[n + 1 :]]


class Node:
    """A position in which somebody has to decide, or the game is over."""

    def __init__(self, setup: Setup, step: int) -> None:
        self.oracle = Oracle(setup.seats, setup.start, 1, setup.variant)
        self.step, self.draws = step, 1  # the opening of the round is draw 0
        self.taken: list[Counter[str]] = [Counter() for _ in range(setup.seats)]
        self.oracle.feed({"event": "round", "number": 1, "start": setup.start})
        for seat in range(setup.seats):
            self._draw(seat, self.oracle.hand)
        for seat in range(setup.seats):
            for _ in range(self.oracle.open_cards):
                (card,) = self._next(1)
                self.oracle.feed({"event": "open", "seat": seat, "card": card})

    def moves(self) -> list[str]:
        """Return the legal decisions by their text."""
        if self.oracle.over:
            return []
        if self.oracle.phase == "refill":
            return ["draw", "renew"]
        return sorted(f"{card} {order or ''}".strip() for card, order in self.oracle.legal())

    def after(self, move: str) -> Node:
        """Return the position after a decision and what chance makes of it."""
        found = copy.copy(self)
        found.oracle, found.taken = twin(self.oracle), [+cards for cards in self.taken]
        oracle, seat = found.oracle, self.oracle.turn
        if move == "renew":
            cards = list(oracle.hands[seat].elements())
            oracle.feed({"event": "renew", "seat": seat, "cards": cards})
        elif move != "draw":
            found._play(seat, *move.split())
        if oracle.phase == "refill" and (move in ("draw", "renew") or not oracle.offered()):
            found._refill(seat)
        return found

    def key(self) -> Hashable:
        """Return all that makes this position what it is."""
        o = self.oracle
        hidden = [*o.hands, *self.taken, o.pile, o.discard]
        return (
            tuple(frozenset((+cards).items()) for cards in hidden),
            tuple(map(tuple, o.open)),
            tuple(tuple(chips.values()) for chips in o.chips),
            (o.turn, o.bonus, o.phase, self.draws),
        )

    def _play(self, seat: int, card: str, order: str = "") -> None:
        oracle, order = self.oracle, order or card
        points = oracle.matches(order)
        steps, _ = climb(oracle.chips[seat], order, points)
        played = {"event": "play", "seat": seat, "card": card, "order": order}
        oracle.feed({**played, "points": points, "steps": steps})
        if oracle.phase == "discard":
            oracle.feed({"event": "discard", "seat": seat, "card": oracle.open[seat][0]})

    def _refill(self, seat: int) -> None:
        """Draw up to a full hand; the discard pile is shuffled in whenever the pile is empty."""
        oracle = self.oracle
        while oracle.phase == "refill":
            missing = oracle.hand - oracle.hands[seat].total()
            self._draw(seat, min(missing, oracle.pile_size))
            if oracle.phase == "reshuffle":
                oracle.feed({"event": "reshuffle", "cards": oracle.discard.total()})
                self.taken = [Counter() for _ in self.taken]

    def _draw(self, seat: int, count: int) -> None:
        cards = self._next(count)
        self.oracle.feed({"event": "draw", "seat": seat, "cards": cards})
        self.taken[seat] += Counter(cards)

    def _next(self, count: int) -> list[str]:
        pile, found = self.oracle.pile.copy(), []
        for _ in range(count):
            there = [card for card in ORDER for _ in range(pile[card])]
            found.append(there[self.step * self.draws % len(there)])
            pile[found[-1]] -= 1
            self.draws += 1
        return found


def twin(oracle: Oracle) -> Oracle:
    """Return a referee that goes its own way from here."""
    found = copy.copy(oracle)
    found.hands, found.open = [+hand for hand in oracle.hands], [list(row) for row in oracle.open]
    found.chips, found.points = [dict(chips) for chips in oracle.chips], list(oracle.points)
    found.pile, found.discard = oracle.pile.copy(), oracle.discard.copy()
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
