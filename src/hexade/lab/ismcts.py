"""Information-set Monte Carlo tree search for any game: the baseline to measure others against.

Each iteration redeals the unknown, walks down one tree that is shared by all deals (Cowling,
Powley, Whitehouse, 2012), and values its end by play: some greedy turns, then random ones, by the
game's kernels where it has them. Moves are tried in the order of their `worth`, more of them the
more often a node is visited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log, sqrt, tanh
from time import process_time
from typing import Any

import numpy as np

from hexade.contract.chance import Stream, seed_of, settled
from hexade.contract.game import AnyGame, Move, Seat, View
from hexade.contract.kernel import batch
from hexade.contract.player import Thinker
from hexade.contract.setup import Setup

ITERATIONS = 200  # where no time is given
SPARED = 0.97  # the fraction of the given time to use
EXPLORE = 0.35
FIRST, ROOT = 4, 8  # moves that are tried at a new node, and at the root
GREEDY_PLIES, PLAYOUTS = 4, 8  # per rollout
LEAD = 0.5  # the weight of the lead in a rollout's value; the rest is first place
_LONGEST = 5000  # turns of a rollout


@dataclass(slots=True)
class Node:
    """What is known after some moves, whatever was dealt."""

    visits: int = 0
    children: dict[Move, Node] = field(default_factory=dict)
    could: dict[Move, int] = field(default_factory=dict)  # how often each move was available
    total: float = 0.0  # the outcomes for the player who moved here


class Ismcts(Thinker):
    """Searches for as long as it is allowed to."""

    name = "ismcts"

    def __init__(self, game: AnyGame, seed: int) -> None:
        super().__init__(game, seed)
        self.iterations = 0  # of the last search
        self._leads = Leads()
        self._order: list[Move] = []  # the root's moves by worth: the same in every deal

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the move that was tried most often."""
        if len(legal) == 1:
            return legal[0]
        seed = seed_of(self.seed, view.ply)
        root, began = Node(), process_time()  # so that a busy machine does not matter
        self._order, self._leads = self._by_worth(view, legal), Leads()
        enough = None if time_ms is None else began + SPARED * time_ms / 1000
        n = 0
        while process_time() < enough if enough is not None else n < ITERATIONS:
            self._iterate(root, view, seed_of(seed, n))
            n += 1
        self.iterations = n
        if not root.children:  # no time at all
            return self._order[0]
        return max(root.children, key=lambda move: (root.children[move].visits, -move))

    def _iterate(self, root: Node, view: View, seed: int) -> None:
        game, chance, draws = self.game, Stream(seed), 0
        state, node, path = game.determinize(view, seed), root, list[tuple[Node, Seat]]()
        while True:
            state, draws = settled(game, state, chance, draws)
            if not (acting := game.to_act(state)):
                break
            seat = view.seat if node is root else min(acting)
            if len(acting) > 1 and node is not root:
                break
            move, new = self._descend(node, state, seat, root is node)
            turn = {seat: move, **self._guess(state, acting - {seat}, chance, draws)}
            state = game.apply(state, turn)
            node.visits += 1
            node = node.children[move]
            path.append((node, seat))
            if new:
                break
        values = self._value(state, view.setup, chance, draws + 1)
        node.visits += 1
        for at, seat in path:
            at.total += values[seat]

    def _descend(self, node: Node, state: Any, seat: Seat, is_root: bool) -> tuple[Move, bool]:
        """Return the move to try at a node, and whether it is new there."""
        if is_root:
            wide = self._order[: ROOT + int(sqrt(node.visits))]
        else:
            legal = self.game.legal(state, seat)
            wide = self._by_worth(self.game.view(state, seat), legal)
            wide = wide[: FIRST + int(sqrt(node.visits))]
        for move in wide:
            node.could[move] = node.could.get(move, 0) + 1
        for move in wide:
            if move not in node.children:
                node.children[move] = Node()
                return move, True
        return max(wide, key=lambda move: _ucb(node, move)), False

    def _by_worth(self, view: View, legal: Sequence[Move]) -> list[Move]:
        worth = self.game.worth(view, legal)
        if worth is None:
            return Stream(self.seed, 3).shuffled(legal)
        return [legal[n] for n in np.argsort(-np.asarray(worth), kind="stable")[:64]]

    def _guess(
        self, state: Any, seats: frozenset[Seat], chance: Stream, n: int
    ) -> dict[Seat, Move]:
        """Return what others might choose at the same time."""
        found = {}
        for seat in seats:
            legal = self.game.legal(state, seat)
            found[seat] = legal[chance.below(1_000_000 + 16 * n + seat, len(legal))]
        return found

    def _value(self, state: Any, setup: Setup, chance: Stream, n: int) -> list[float]:
        """Return what a rollout from here gives each seat, between 0 and 1."""
        state = self._greedily(state, chance, n)
        ends = self._ends(state, setup, chance, n + 1000)
        return np.mean([self._worth_of(end, setup) for end in ends], axis=0).tolist()  # type: ignore[no-any-return]

    def _greedily(self, state: Any, chance: Stream, n: int) -> Any:
        game = self.game
        for _ in range(GREEDY_PLIES):
            state, n = settled(game, state, chance, n)
            acting = game.to_act(state)
            if len(acting) != 1:
                return state
            (seat,) = acting
            legal = game.legal(state, seat)
            worth = game.worth(game.view(state, seat), legal)
            if worth is None:
                return state
            state, n = game.apply(state, {seat: legal[int(np.argmax(worth))]}), n + 1
        return settled(game, state, chance, n)[0]

    def _ends(self, state: Any, setup: Setup, chance: Stream, n: int) -> list[Any]:
        """Return states at the end of random play."""
        kernels = self.game.kernels
        if kernels is None or not self.game.to_act(state):
            return [self._at_random(state, chance, n)]
        ends = np.zeros(PLAYOUTS, state.data.dtype)
        out = np.zeros((PLAYOUTS, 2), np.uint64)
        seed = np.uint64(chance.below(n, 1 << 31))
        play = batch(kernels.lanes.play)
        play(PLAYOUTS, ends, state.data, kernels.table(setup), seed, 0, 1, out)
        return [replace(state, data=ends[k : k + 1]) for k in range(PLAYOUTS)]

    def _at_random(self, state: Any, chance: Stream, n: int) -> Any:
        game, end = self.game, n + _LONGEST
        while n < end:
            state, n = settled(game, state, chance, n)
            if not (acting := game.to_act(state)):
                break
            state, n = game.apply(state, self._guess(state, acting, chance, n)), n + 1
        return state

    def _worth_of(self, end: Any, setup: Setup) -> list[float]:
        """Return how good an end is for each seat: half by first place, half by its lead.

        Who wins a random playout says little; the margin says more.
        """
        result = self.game.result(end)
        assert result is not None
        sides = self.game.sides(setup)
        measures = self.game.measure(setup, result)
        by_lead = self._leads.shares(measures, sides)
        if len(sides) == 1:
            return by_lead
        won = shares(result["ranks"], sides)
        return [LEAD * lead + (1 - LEAD) * place for lead, place in zip(by_lead, won, strict=True)]


class Leads:
    """Turns leads in a game's measure into numbers between 0 and 1, by how far leads differ."""

    def __init__(self) -> None:
        self._count, self._sum, self._squares = 1, 0.0, 1.0

    def shares(self, measures: Sequence[float], sides: Sequence[Sequence[Seat]]) -> list[float]:
        """Return for each seat how far it is ahead of the best other side, 0.5 if level."""
        found = [0.0] * len(measures)
        for side in sides:
            rivals = [measures[other[0]] for other in sides if other is not side]
            lead = measures[side[0]] - (max(rivals) if rivals else self._sum / self._count)
            self._note(measures[side[0]] if not rivals else lead)
            for seat in side:
                found[seat] = 0.5 + 0.5 * tanh(lead / (2 * self._spread))
        return found

    def _note(self, value: float) -> None:
        self._count += 1
        self._sum += value
        self._squares += value * value

    @property
    def _spread(self) -> float:
        at = self._sum / self._count
        return sqrt(max(self._squares / self._count - at * at, 1e-6))


def shares(ranks: Sequence[int], sides: Sequence[Sequence[Seat]]) -> list[float]:
    """Return each seat's share of first place, divided among ties."""
    first = sum(ranks[side[0]] == 1 for side in sides)
    return [1 / first if rank == 1 else 0.0 for rank in ranks]


def _ucb(node: Node, move: Move) -> float:
    child = node.children[move]
    if child.visits == 0:
        return float("inf")
    known = child.total / child.visits
    return known + EXPLORE * sqrt(log(1 + node.could[move]) / child.visits)
