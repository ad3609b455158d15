"""Solving set-ups small enough for it: the whole tree, an equilibrium of it, and what players lose.

The tree is built through the contract alone. An information set is everything that a seat was told
since the beginning, and what it did itself: perfect recall. Simultaneous choices become choices one
after the other, which nobody else sees. Returns are those of all interfaces (returns.py).
A strategy is one array: the probability of every choice of every information set.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hexade.contract.game import CHANCE, AnyGame, Event, Move, Seat
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.arguments import check_setup
from hexade.lab.returns import returns

CHANCE_SLOT = -1  # of an edge that chance takes
Strategy = np.ndarray


@dataclass
class InfoSet:
    """What one seat knows at some moment, and its choices: slots `first` and up."""

    seat: Seat
    state: Any  # one of those in which it knows no more than this
    legal: list[Move]
    first: int
    before: int  # its own choices so far
    nodes: int = 0
    is_open: bool = True  # whether it is the same state in all of them


@dataclass
class Tree:
    """A whole game: node 0 is the beginning, and a node comes after the one that it follows."""

    game: AnyGame
    setup: Setup
    longest: int  # choices after which a game is cut off: all share the first place
    above: list[int] = field(default_factory=list)  # the node before each, -1 for the first
    depth: list[int] = field(default_factory=list)
    slot: list[int] = field(default_factory=list)  # of the choice that led here, or CHANCE_SLOT
    odds: list[float] = field(default_factory=list)  # of what chance did, else 1
    ends: dict[int, list[float]] = field(default_factory=dict)  # returns at the ends
    sets: list[InfoSet] = field(default_factory=list)
    cut: int = 0  # leaves where the tree was cut off, and the game was not over
    slots: int = 0

    @property
    def is_open(self) -> bool:
        """Whether everybody always knows everything that the rules could ask for."""
        return all(info.is_open for info in self.sets)


def tree_of(game: AnyGame, setup: Setup, longest: int = 64, most: int = 1_000_000) -> Tree:
    """Return the whole tree of a set-up; refuse one of more than `most` nodes."""
    check_setup(game, setup)
    builder = _Builder(Tree(game, setup, longest), most)
    builder.grow(game.begin(setup), (0,) * setup.seats, (0,) * setup.seats, -1, CHANCE_SLOT, 1.0)
    return builder.tree


class _Builder:
    """Grows a tree, and finds out which of its nodes look alike to a seat."""

    def __init__(self, tree: Tree, most: int) -> None:
        self.tree, self.most = tree, most
        self._told: dict[tuple[int, str], int] = {(-1, ""): 0}  # what was known, and what came
        self._sets: dict[tuple[Seat, int], int] = {}

    def grow(
        self, state: Any, keys: tuple[int, ...], made: tuple[int, ...], above: int, slot: int,
        odds: float, sealed: tuple[Move, ...] = (),
    ) -> None:  # fmt: skip
        """Add a node and all below it; `sealed` are simultaneous choices made so far."""
        tree = self.tree
        at = self._add(above, slot, odds)
        acting = sorted(tree.game.to_act(state))
        if not acting or (sum(made) >= tree.longest and acting != [CHANCE] and not sealed):
            tree.cut += bool(acting)
            tree.ends[at] = returns(tree.game, tree.setup, tree.game.result(state))
        elif acting == [CHANCE]:
            outcomes = tree.game.chances(state)
            total = sum(weight for _, weight in outcomes)
            for move, weight in outcomes:
                self._follow(state, {CHANCE: move}, keys, made, at, CHANCE_SLOT, weight / total)
        else:
            self._choose(state, acting, keys, made, at, sealed)

    def _choose(
        self, state: Any, acting: list[Seat], keys: tuple[int, ...], made: tuple[int, ...],
        at: int, sealed: tuple[Move, ...],
    ) -> None:  # fmt: skip
        seat = acting[len(sealed)]
        info = self._set(state, seat, keys, made[seat])
        info.is_open &= state == info.state and len(acting) == 1
        for n, move in enumerate(info.legal):
            did = self._next(keys[seat], f"did {move}")
            known = (*keys[:seat], did, *keys[seat + 1 :])
            more = (*made[:seat], made[seat] + 1, *made[seat + 1 :])
            if len(sealed) + 1 < len(acting):
                self.grow(state, known, more, at, info.first + n, 1.0, (*sealed, move))
            else:
                turn = dict(zip(acting, (*sealed, move), strict=True))
                self._follow(state, turn, known, more, at, info.first + n, 1.0)

    def _follow(
        self, state: Any, turn: dict[Seat, Move], keys: tuple[int, ...], made: tuple[int, ...],
        at: int, slot: int, odds: float,
    ) -> None:  # fmt: skip
        game = self.tree.game
        after = game.apply(state, turn)
        events = game.events(state, turn, after)
        keys = tuple(self._hear(key, events, seat) for seat, key in enumerate(keys))
        self.grow(after, keys, made, at, slot, odds)

    def _hear(self, key: int, events: list[Event], seat: Seat) -> int:
        for event in events:
            told = json.dumps(self.tree.game.tell(event, seat), sort_keys=True)
            key = self._next(key, told)
        return key

    def _next(self, key: int, told: str) -> int:
        return self._told.setdefault((key, told), len(self._told))

    def _set(self, state: Any, seat: Seat, keys: tuple[int, ...], before: int) -> InfoSet:
        tree = self.tree
        number = self._sets.setdefault((seat, keys[seat]), len(tree.sets))
        if number == len(tree.sets):
            legal = list(tree.game.legal(state, seat))
            tree.sets.append(InfoSet(seat, state, legal, tree.slots, before))
            tree.slots += len(legal)
        tree.sets[number].nodes += 1
        return tree.sets[number]

    def _add(self, above: int, slot: int, odds: float) -> int:
        tree = self.tree
        if len(tree.above) >= self.most:
            text = f"the tree has more than {self.most} nodes: take a tiny set-up, or raise `most`"
            raise Refusal(Reason("tree", "", text))
        tree.above.append(above)
        tree.depth.append(0 if above < 0 else tree.depth[above] + 1)
        tree.slot.append(slot)
        tree.odds.append(odds)
        return len(tree.above) - 1


class Solver:
    """Values and strategies of a tree, computed for all its nodes at once."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.seats = tree, tree.setup.seats
        self.above, self.slot = np.array(tree.above), np.array(tree.slot)
        self.odds, depth = np.array(tree.odds), np.array(tree.depth)
        self.levels = [np.flatnonzero(depth == n) for n in range(1, depth.max() + 1)]
        self.final = np.zeros((len(depth), self.seats))
        for node, worth in tree.ends.items():
            self.final[node] = worth
        counts = [len(info.legal) for info in tree.sets]
        self.set_of = np.repeat(np.arange(len(counts)), counts)  # of every slot
        self.seat_of = np.array([info.seat for info in tree.sets])[self.set_of]
        self.first = np.array([info.first for info in tree.sets])
        self.before = np.array([info.before for info in tree.sets])[self.set_of]
        self.chosen = self.slot >= 0
        self.mover = np.where(self.chosen, self.seat_of[self.slot], CHANCE)  # who led to each node

    def uniform(self) -> Strategy:
        """Return the strategy that takes every choice equally often."""
        counts = np.bincount(self.set_of)
        return 1.0 / counts[self.set_of]

    def values(self, strategy: Strategy) -> np.ndarray:
        """Return what every node is worth to each seat."""
        found, weight = self.final.copy(), self._weights(strategy)
        for level in reversed(self.levels):
            np.add.at(found, self.above[level], weight[level, None] * found[level])
        return found

    def reach(self, strategy: Strategy, without: Seat | None = None) -> np.ndarray:
        """Return how likely every node is; with `without`, if that seat does all to get there."""
        weight = self._weights(strategy)
        if without is not None:
            weight = np.where(self.mover == without, 1.0, weight)
        found = np.ones(len(weight))
        for level in self.levels:
            found[level] = found[self.above[level]] * weight[level]
        return found

    def gains(self, strategy: Strategy, seat: Seat, values: np.ndarray) -> np.ndarray:
        """Return for every slot of a seat what it earns, as often as the others let it happen."""
        at = np.flatnonzero(self.mover == seat)
        likely = self.reach(strategy, without=seat)[self.above[at]]
        sums = np.bincount(self.slot[at], likely * values[at, seat], self.tree.slots)
        return np.asarray(sums)

    def best_response(self, strategy: Strategy, seat: Seat) -> Strategy:
        """Return the strategy in which this seat does its best against the others."""
        found = strategy.copy()
        own = self.seat_of == seat
        for before in sorted({*self.before[own].tolist()}, reverse=True):
            gains = self.gains(found, seat, self.values(found))
            self._take_best(found, gains, own & (self.before == before))
        return found

    def _take_best(self, strategy: Strategy, gains: np.ndarray, slots: np.ndarray) -> None:
        best = np.maximum.reduceat(gains, self.first)[self.set_of]
        candidates = np.flatnonzero(slots & (gains >= best))
        _, firsts = np.unique(self.set_of[candidates], return_index=True)
        strategy[slots] = 0.0
        strategy[candidates[firsts]] = 1.0

    def nash_conv(self, strategy: Strategy) -> float:
        """Return what all seats together could gain by doing their best: 0 in an equilibrium."""
        own = self.values(strategy)[0]
        best = [
            self.values(self.best_response(strategy, seat))[0][seat] for seat in range(self.seats)
        ]
        return float(sum(best) - own.sum())

    def backward(self) -> Strategy:
        """Return the best play of a game in which nothing is hidden, by backward induction."""
        if not self.tree.is_open:
            raise Refusal(Reason("hidden", "", "something is hidden: call equilibrium() instead"))
        found = self.uniform()
        for before in range(max(self.tree.depth), -1, -1):
            values = self.values(found)
            at = np.flatnonzero(self.chosen & (np.array(self.tree.depth) == before))
            gains = np.full(self.tree.slots, -np.inf)
            gains[self.slot[at]] = values[at, self.mover[at]]
            self._take_best(found, gains, gains > -np.inf)
        return found

    def equilibrium(self, rounds: int, report: Callable[[int, float], None] | None = None
                    ) -> Strategy:  # fmt: skip
        """Return the average strategy of so many rounds of CFR+, seats in turn (Tammelin 2014)."""
        regrets, total = np.zeros(self.tree.slots), np.zeros(self.tree.slots)
        strategy = self.uniform()
        for number in range(1, rounds + 1):
            for seat in range(self.seats):
                gains = self.gains(strategy, seat, self.values(strategy))
                usual = np.add.reduceat(gains * strategy, self.first)[self.set_of]
                own = self.seat_of == seat
                regrets[own] = np.maximum(regrets + gains - usual, 0.0)[own]
                strategy[own] = self._shares(regrets)[own]
            total += number * self._played(strategy) * strategy
            if report and number & (number - 1) == 0:
                report(number, self.nash_conv(self._shares(total)))
        return self._shares(total)

    def _played(self, strategy: Strategy) -> np.ndarray:
        """Return for every slot how likely its seat plays so that it can choose there."""
        found = np.zeros(len(self.above))
        own = np.ones((len(self.above), self.seats))
        weight = self._weights(strategy)
        for level in self.levels:
            own[level] = own[self.above[level]]
            mine = level[self.chosen[level]]
            own[mine, self.mover[mine]] *= weight[mine]
        found[self.chosen] = own[self.above[self.chosen], self.mover[self.chosen]]
        reach = np.zeros(self.tree.slots)
        reach[self.slot[self.chosen]] = found[self.chosen]  # the same for all nodes of a set
        return reach

    def _shares(self, weights: np.ndarray) -> Strategy:
        sums = np.add.reduceat(weights, self.first)[self.set_of]
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), self.uniform())

    def _weights(self, strategy: Strategy) -> np.ndarray:
        return np.where(self.chosen, strategy[self.slot], self.odds)


def strategy_of(solver: Solver, make: Callable[[AnyGame, int], Player]) -> Strategy:
    """Return what a player chooses in every information set, as it sees it."""
    tree, found = solver.tree, np.zeros(solver.tree.slots)
    player = make(tree.game, 1)
    for info in tree.sets:
        player.sit(tree.setup, info.seat)
        view = tree.game.view(info.state, info.seat)
        found[info.first + info.legal.index(player.choose(view, info.legal))] = 1.0
    return found


def seated(solver: Solver, own: Strategy, others: Strategy, seat: Seat) -> Strategy:
    """Return a strategy in which one seat plays its own, and all others theirs."""
    return np.where(solver.seat_of == seat, own, others)


def choices(solver: Solver, strategy: Strategy, seat: Seat) -> float:
    """Return how often a seat has more than one move in a game, on average."""
    real = np.bincount(solver.set_of)[solver.set_of] > 1
    at = np.flatnonzero(solver.chosen & (solver.mover == seat))
    at = at[real[solver.slot[at]]]
    return float(solver.reach(strategy)[at].sum())
