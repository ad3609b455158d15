"""One game being driven by an interface: who is to act, what they see and may do, what it brings.

The facade drives any game. Where a game has kernels they do the same in a fraction of the time, and
a test holds them to it move by move. Both deal from the seed alone.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from hexade.contract.chance import Stream
from hexade.contract.features import DTYPE, length
from hexade.contract.game import CHANCE, CHANCE_ACTS, NOBODY, AnyGame, Move, Seat
from hexade.contract.kernel import Kernels, batch
from hexade.contract.lanes import NOBODY as NO_SEAT
from hexade.contract.setup import Setup
from hexade.lab.adapters.returns import returns


class Driver(Protocol):
    """A game in progress."""

    waiting: tuple[Seat, ...]  # the seats that must still choose, none when the game is over
    rewards: list[float]  # of each seat, all nothing before the end

    def reset(self, seed: int) -> None:
        """Begin a game and deal."""

    def look(self, seat: Seat) -> np.ndarray:
        """Return the features of what a seat may know."""

    def mask(self, seat: Seat) -> np.ndarray:
        """Return 1 for each legal move of a seat that must choose, and 0 for all others."""

    def act(self, seat: Seat, move: Move) -> None:
        """Take a legal move; once all have chosen, play it and let chance answer."""

    def state(self) -> Any:
        """Return the state as the game's own functions take it."""


class Facade:
    """Any game, through the functions of the contract."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game, self.setup = game, setup
        self._actions = game.actions(setup)
        self.waiting: tuple[Seat, ...] = ()

    def reset(self, seed: int) -> None:
        """Begin a game and deal."""
        self._dealer, self._draws = Stream(seed), 0
        self._state, self._sealed = self.game.begin(self.setup), dict[Seat, Move]()
        self.rewards = [0.0] * self.setup.seats
        self._settle()

    def look(self, seat: Seat) -> np.ndarray:
        """Return the features of what a seat may know."""
        return self.game.features(self.game.view(self._state, seat))

    def mask(self, seat: Seat) -> np.ndarray:
        """Return 1 for each legal move of a seat that must choose, and 0 for all others."""
        found = np.zeros(self._actions, np.int8)
        if seat in self.waiting:
            found[self.game.legal(self._state, seat)] = 1
        return found

    def act(self, seat: Seat, move: Move) -> None:
        """Take a legal move; once all have chosen, play it and let chance answer."""
        self._sealed[seat] = move
        self.waiting = tuple(other for other in self.waiting if other != seat)
        if not self.waiting:
            self._state = self.game.apply(self._state, self._sealed)
            self._sealed = {}
            self._settle()

    def state(self) -> Any:
        """Return the state as the game's own functions take it."""
        return self._state

    def _settle(self) -> None:
        game = self.game
        while (acting := game.to_act(self._state)) == CHANCE_ACTS:
            outcome = self._dealer.pick(self._draws, game.chances(self._state))
            self._state = game.apply(self._state, {CHANCE: outcome})
            self._draws += 1
        self.waiting = tuple(sorted(acting))
        if acting == NOBODY:
            self.rewards = returns(game, self.setup, game.result(self._state))


class Quick:
    """A game with kernels, as a batch of one."""

    def __init__(self, game: AnyGame, setup: Setup, kernels: Kernels) -> None:
        self.game, self.setup, self._kernels = game, setup, kernels
        self._opening, self._table = kernels.opening(setup), kernels.table(setup)
        self._states = np.zeros(1, self._opening.dtype)
        self._acting, self._lots = np.zeros(1, np.int8), np.zeros(1, np.int64)
        self._moves = np.zeros(1, np.int32)
        self._paid = np.zeros((1, setup.seats), np.float64)
        self._actions, self._width = game.actions(setup), length(game.parts(setup))
        lanes = kernels.lanes
        self._begin, self._turn = batch(lanes.begin), batch(lanes.turn)
        self._mask, self._watch = batch(lanes.mask), batch(lanes.watch)
        self._ones = [(seat,) for seat in range(setup.seats)]

    def reset(self, seed: int) -> None:
        """Begin a game and deal."""
        self._seed = np.uint64(seed)
        self._begin(1, self._states, self._opening, self._table, self._seed, self._acting)
        self.rewards = [0.0] * self.setup.seats
        self.waiting = self._ones[self._acting[0]]

    def look(self, seat: Seat) -> np.ndarray:
        """Return the features of what a seat may know."""
        out = np.empty((1, self._width), DTYPE)
        self._lots[0] = seat
        self._watch(1, self._states, self._table, self._lots, out)
        return out[0]  # type: ignore[no-any-return]

    def mask(self, seat: Seat) -> np.ndarray:
        """Return 1 for each legal move of a seat that must choose, and 0 for all others."""
        if seat not in self.waiting:
            return np.zeros(self._actions, np.int8)
        out = np.empty((1, self._actions), np.int8)
        self._mask(1, self._states, self._table, out)
        return out[0]  # type: ignore[no-any-return]

    def act(self, seat: Seat, move: Move) -> None:
        """Make a legal move and let chance answer."""
        self._moves[0] = move
        self._turn(1, self._states, self._table, self._seed, self._moves, self._acting, self._paid)
        acting = self._acting[0]
        if acting != NO_SEAT:
            self.waiting = self._ones[acting]
        else:
            self.waiting, self.rewards = (), self._paid[0].tolist()

    def state(self) -> Any:
        """Return the state as the game's own functions take it."""
        return self._kernels.state(self.setup, self._states)


def drive(game: AnyGame, setup: Setup) -> Facade | Quick:
    """Return the quickest driver that a game has."""
    return Quick(game, setup, game.kernels) if game.kernels else Facade(game, setup)
