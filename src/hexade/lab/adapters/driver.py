"""One game driven by an interface: who acts, what they see and may do, and the rewards.

The facade drives any game. If a game has kernels, they do the same in a fraction of the time, and
a test checks that move by move. Both deal from the seed alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from hexade.contract.batch_templates import ILLEGAL, Kernels
from hexade.contract.chance import Stream, settled
from hexade.contract.features import DTYPE, length
from hexade.contract.game import NOBODY, AnyGame, Move, Seat
from hexade.contract.kernel import batch
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.factors import NO_MOVE, mask_of, masks_of
from hexade.lab.returns import returns

Seen: TypeAlias = dict[str, np.ndarray]


class Reading(ABC):
    """What seats see and may do, through the functions of the contract."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game, self.setup = game, setup
        self._actions = game.actions(setup)
        self.waiting: tuple[Seat, ...] = ()  # the seats that must still choose

    @abstractmethod
    def state(self) -> Any:
        """Return the state as the game's own functions take it."""

    def see(self, seat: Seat) -> Seen:
        """Return the features of what a seat may know, and 1 for each move that is legal now."""
        mask = np.zeros(self._actions, np.int8)
        mask[self.legal(seat)] = 1
        return {"observation": self.row(seat), "action_mask": mask}

    def row(self, seat: Seat) -> np.ndarray:
        """Return the features of what a seat may know."""
        return self.game.features(self.game.view(self.state(), seat))

    def legal(self, seat: Seat) -> np.ndarray:
        """Return the moves of a seat, ascending; none if it need not choose now."""
        moves = self.game.legal(self.state(), seat) if seat in self.waiting else ()
        return np.array(moves, np.int32)

    def factors(self, seat: Seat) -> np.ndarray:
        """Return 1 for each value of each factor of an action that is legal now."""
        return mask_of(self.game, self.setup, self.legal(seat).tolist())

    def after(self, seat: Seat, moves: Sequence[Move]) -> np.ndarray:
        """Return what a seat would know after each of some moves, before chance acts.

        After what is not legal these are zeros. Refuse to look where several choose at once.
        """
        state, game, legal = self.state(), self.game, set(self.legal(seat).tolist())
        if legal and len(game.to_act(state)) > 1:
            text = "several seats choose at once here: what follows depends on all their moves"
            raise Refusal(Reason("after", "", text))
        rows = np.zeros((len(moves), length(game.parts(self.setup))), DTYPE)
        for n, move in enumerate(moves):
            if move in legal:
                rows[n] = game.features(game.view(game.apply(state, {seat: move}), seat))
        return rows


class Facade(Reading):
    """Any game, through the functions of the contract."""

    def reset(self, seed: int) -> None:
        """Begin a game and deal."""
        self._dealer, self._draws = Stream(seed), 0
        self._state, self._sealed = self.game.begin(self.setup), dict[Seat, Move]()
        self.rewards = [0.0] * self.setup.seats  # all zero before the end
        self._settle()

    def act(self, seat: Seat, move: Move) -> bool:
        """Take a move; once all have chosen, play it and let chance answer.

        Return whether the move was legal: if not, nothing has changed.
        """
        if seat not in self.waiting or self.game.why_not(self._state, seat, move):
            return False
        self._sealed[seat] = move
        self.waiting = tuple(other for other in self.waiting if other != seat)
        if not self.waiting:
            self._state = self.game.apply(self._state, self._sealed)
            self._sealed = {}
            self._settle()
        return True

    def state(self) -> Any:
        """Return the state as the game's own functions take it."""
        return self._state

    def _settle(self) -> None:
        game = self.game
        self._state, self._draws = settled(game, self._state, self._dealer, self._draws)
        acting = game.to_act(self._state)
        self.waiting = tuple(sorted(acting))
        if acting == NOBODY:
            self.rewards = returns(game, self.setup, game.result(self._state))


class Quick:
    """A game with kernels, as a batch of one."""

    def __init__(self, game: AnyGame, setup: Setup, kernels: Kernels) -> None:
        self.game, self.setup, self._kernels = game, setup, kernels
        self._opening, self._table = kernels.opening(setup), kernels.table(setup)
        self._states = np.zeros(1, self._opening.dtype)
        self._acting = np.zeros(1, np.int8)
        self._paid = np.zeros((1, setup.seats), np.float64)
        self._actions, self._width = game.actions(setup), length(game.parts(setup))
        lanes = kernels.lanes
        self._begin, self._turn = batch(lanes.begin), batch(lanes.turn)
        self._see, self._drift = batch(lanes.see), batch(lanes.drift)
        self._watch, self._list = batch(lanes.watch), batch(lanes.list)
        self._factor, self._after = batch(lanes.factor), batch(lanes.after)
        self._ones = [(seat,) for seat in range(setup.seats)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what belongs to the game in progress, and leave compiled code alone."""
        kept = ("_states", "_acting", "_paid", "_seed", "rewards", "waiting")
        return drive, (self.game, self.setup), {k: v for k, v in vars(self).items() if k in kept}

    def reset(self, seed: int) -> None:
        """Begin a game and deal."""
        self._seed = np.uint64(seed)
        self._begin(1, self._states, self._opening, self._table, self._seed, self._acting)
        self.rewards = [0.0] * self.setup.seats
        self.waiting: tuple[Seat, ...] = self._ones[self._acting[0]]

    def see(self, seat: Seat) -> Seen:
        """Return the features of what a seat may know, and 1 for each move that is legal now."""
        row, mask = np.empty(self._width, DTYPE), np.empty(self._actions, np.int8)
        self._see(1, self._states, self._table, seat, row, mask)
        return {"observation": row, "action_mask": mask}

    def row(self, seat: Seat) -> np.ndarray:
        """Return the features of what a seat may know."""
        row = np.empty(self._width, DTYPE)
        self._watch(1, self._states, self._table, np.array([seat], np.int8), row[None])
        return row

    def legal(self, seat: Seat) -> np.ndarray:
        """Return the moves of a seat, ascending; none if it need not choose now."""
        moves, count = np.empty(self._kernels.most_moves, np.int32), np.zeros(1, np.int32)
        if seat in self.waiting:
            self._list(1, self._states, self._table, moves[None], count)
        return moves[: count[0]]

    def factors(self, seat: Seat) -> np.ndarray:
        """Return 1 for each value of each factor of an action that is legal now."""
        sizes = self.game.factors(self.setup)
        bits = np.zeros((1, sum((size + 63) // 64 for size in sizes)), np.uint64)
        if seat in self.waiting:
            self._factor(1, self._states, self._table, bits)
        return masks_of(bits, sizes).reshape(-1)

    def after(self, seat: Seat, moves: Sequence[Move]) -> np.ndarray:
        """Return what a seat would know after each of some moves, before chance acts."""
        rows = np.zeros((len(moves), self._width), DTYPE)
        if seat in self.waiting:
            known = [move if 0 <= move < self._actions else NO_MOVE for move in moves]
            given = np.array([known], np.int32)
            seats, tries = np.array([seat], np.int8), np.empty_like(self._states)
            self._after(1, self._states, self._table, seats, given, tries, rows[None])
        return rows

    def act(self, seat: Seat, move: Move) -> bool:
        """Make a move and let chance act."""
        if seat not in self.waiting:
            return False
        self._turn(1, self._states, self._table, self._seed, move, self._acting, self._paid)
        if self._acting[0] == ILLEGAL:
            self._acting[0] = seat
            return False
        self._look()
        return True

    def let_random_play(self, seat: Seat) -> None:
        """Let all other seats move at random, as the random bot does, until this one must."""
        if self.waiting and self.waiting[0] != seat:
            placed = (self._states, self._table, self._seed, seat)
            self._drift(1, *placed, self._acting, self._paid)
            self._look()

    def _look(self) -> None:
        acting = int(self._acting[0])
        if acting >= 0:
            self.waiting = self._ones[acting]
        else:
            self.waiting, self.rewards = (), self._paid[0].tolist()

    def state(self) -> Any:
        """Return the state as the game's own functions take it."""
        return self._kernels.state(self.setup, self._states)


def drive(game: AnyGame, setup: Setup) -> Facade | Quick:
    """Return the quickest driver that a game has."""
    return Quick(game, setup, game.kernels) if game.kernels else Facade(game, setup)
