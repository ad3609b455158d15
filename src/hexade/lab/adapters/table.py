"""The table of an environment, game after game, and the handling of illegal actions.

Game n of a seed is the same here as in batches and simulations. An illegal action is either refused
with an exception or replaced by a legal one that is drawn from the game's seed: checkers of
environments, and learners without masks, act at random among all actions.
"""

from __future__ import annotations

import secrets
from typing import Literal, TypeAlias

import numpy as np

from hexade.contract.chance import Stream, bot_seed, seed_of
from hexade.contract.game import WATCHER, AnyGame, Seat
from hexade.contract.picture import plain
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.driver import drive
from hexade.lab.arguments import seed_word

Illegal: TypeAlias = Literal["replace", "raise"]


class EnvTable:
    """Games one after the other, each dealt from (seed, number)."""

    def __init__(
        self, game: AnyGame, setup: Setup, seed: int | None = None, illegal: Illegal = "replace"
    ) -> None:
        self.game, self.setup, self.illegal = game, setup, illegal
        self.driver = drive(game, setup)
        self._root = secrets.randbits(53) if seed is None else int(seed_word(seed))
        self._next = 0

    def begin(self, seed: int | None = None) -> None:
        """Begin the first game of a seed or, without one, the next game."""
        if seed is not None:
            self._root, self._next = int(seed_word(seed)), 0
        self.seed = seed_of(self._root, self._next)
        self._next += 1
        self._taken = 0
        self.driver.reset(self.seed)

    def take(self, seat: Seat, action: int) -> str | None:
        """Take an action of a seat that must choose; return why it was replaced, if it was."""
        refused = None if self.driver.act(seat, action) else self._replace(seat, action)
        self._taken += 1
        return refused

    def picture(self) -> str:
        """Return the table as a spectator sees it."""
        view = self.game.view(self.driver.state(), WATCHER)
        names = [f"seat_{seat}" for seat in range(self.setup.seats)]
        return plain(self.game.picture(view, names, False))

    def _replace(self, seat: Seat, action: int) -> str:
        reason = self.game.why_not(self.driver.state(), seat, action)
        reason = reason or Reason("not-your-turn", "", f"seat {seat} does not act now")
        if self.illegal == "raise":
            raise Refusal(reason)
        legal = np.flatnonzero(self.driver.see(seat)["action_mask"])
        chance = Stream(bot_seed(self.seed, seat))
        self.driver.act(seat, int(legal[chance.below(self._taken, len(legal))]))
        return str(reason)
