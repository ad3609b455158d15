"""The table of an environment, game after game, and the handling of illegal actions.

Game n of a seed is the same here as in batches and simulations. An illegal action is either refused
with an exception or replaced by a legal one that is drawn from the game's seed: checkers of
environments, and learners without masks, act at random among all actions.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from hexade.contract.chance import Stream, bot_seed, seed_of
from hexade.contract.game import WATCHER, AnyGame, Move, Seat
from hexade.contract.picture import plain
from hexade.contract.reason import Reason, Refusal, quoted
from hexade.contract.setup import Setup
from hexade.contract.whole import whole_number
from hexade.lab.adapters.driver import Facade, Quick, Seen, drive
from hexade.lab.adapters.factors import Actions, joined
from hexade.lab.adapters.match_driver import MatchDriver
from hexade.lab.adapters.raster import Raster
from hexade.lab.arguments import check_setup, one_of, seed_word
from hexade.lab.returns import Reward, potentials

Illegal: TypeAlias = Literal["replace", "raise"]
HUGE = 1 << 63  # kernels take no larger number
RENDER_MODES = ("ansi", "rgb_array")
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": 2}


def whole_action(action: Any) -> int:
    """Return an action as a number; refuse anything else, such as 1.7."""
    found = whole_number(action)
    if found is None:
        raise Refusal(Reason("action", "", f"an action is a whole number, not {action!r}"))
    if not -HUGE <= found < HUGE:
        text = f"an action is a whole number of at most 64 bits, not {quoted(action)}"
        raise Refusal(Reason("action", "", text))
    return found


def check_wishes(
    illegal: Illegal,
    render_mode: str | None,
    reward: Reward = "final",
    actions: Actions = "flat",
) -> None:
    """Refuse what an environment cannot do, when it is made."""
    one_of("actions", actions, get_args(Actions))
    one_of("illegal", illegal, get_args(Illegal))
    one_of("render_mode", render_mode, (*RENDER_MODES, None))
    one_of("reward", reward, get_args(Reward))


class EnvTable:
    """Games one after the other, each dealt from (seed, number)."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        seed: int | None = None,
        illegal: Illegal = "replace",
        reward: Reward = "final",
        actions: Actions = "flat",
    ) -> None:
        check_setup(game, setup)
        self.game, self.setup, self.illegal, self.reward = game, setup, illegal, reward
        self.actions, flat = actions, actions == "flat"
        self.sizes = (game.actions(setup),) if flat else game.factors(setup)
        self.driver: Facade | Quick | MatchDriver = drive(game, setup)
        self._root = secrets.randbits(53) if seed is None else int(seed_word(seed))
        self._next, self._raster = 0, Raster()
        self.begun = False

    def next_seed(self, seed: int | None = None) -> int:
        """Go on to the first game of a seed or, without one, to the next; return its own seed."""
        if seed is not None:
            self._root, self._next = int(seed_word(seed)), 0
        self.seed = seed_of(self._root, self._next)
        self._next += 1
        return self.seed

    def begin(self, seed: int | None = None) -> None:
        """Begin the first game of a seed or, without one, the next game."""
        self.start(self.driver, self.next_seed(seed))

    def start(self, driver: Facade | Quick | MatchDriver, seed: int) -> None:
        """Begin the game with exactly this seed, as this driver plays it."""
        self.driver, self._taken, self.begun = driver, 0, True
        driver.reset(seed)
        self._paid = [0.0] * self.setup.seats

    def see(self, seat: Seat) -> Seen:
        """Return the features of what a seat may know, and a mask of its legal actions."""
        if self.actions == "flat":
            return self.driver.see(seat)
        return {"observation": self.driver.row(seat), "action_mask": self.driver.factors(seat)}

    def move_of(self, action: Any) -> Move:
        """Return the move that an action is; refuse what is no action at all."""
        if self.actions == "flat":
            return whole_action(action)
        return joined(self.game, self.setup, action)

    def legal_actions(self, seat: Seat) -> np.ndarray:
        """Return the legal actions of a seat as a list, each as a step takes it."""
        moves = self.driver.legal(seat)
        if self.actions == "flat":
            return moves
        parts = [self.game.split_move(self.setup, move) for move in moves.tolist()]
        return np.array(parts, np.int32).reshape(-1, len(self.sizes))

    def after(self, seat: Seat, actions: Any = None) -> np.ndarray:
        """Return the features after each of a seat's actions, before chance acts.

        Without actions these are its legal ones; after what is not legal there are zeros.
        """
        if actions is None:
            return self.driver.after(seat, self.driver.legal(seat).tolist())
        if not isinstance(actions, Iterable):
            text = f"after takes a list of actions, not {quoted(actions)}"
            raise Refusal(Reason("action", "", text))
        return self.driver.after(seat, [self.move_of(action) for action in actions])

    def pay(self) -> list[float]:
        """Return the rewards of all seats since they were last asked for."""
        if self.reward == "final":
            return self.driver.rewards
        zeros, before = [0.0] * self.setup.seats, self._paid
        over = not self.driver.waiting
        self._paid = zeros if over else potentials(self.game, self.setup, self.driver.state())
        final = self.driver.rewards
        return [f + now - old for f, now, old in zip(final, self._paid, before, strict=True)]

    def check(self, chosen: Mapping[Seat, int]) -> None:
        """Refuse what several seats chose at once if one choice is illegal and none is replaced.

        A seat that acts alone needs no check: what `take` refuses has changed nothing.
        """
        if self.illegal != "raise" or len(chosen) < 2:
            return
        state = self.driver.state()
        for seat, action in chosen.items():
            if reason := self.game.why_not(state, seat, action):
                raise Refusal(reason)

    def take(self, seat: Seat, action: int) -> str | None:
        """Take an action of a seat that must choose; return why it was replaced, if it was."""
        refused = None if self.driver.act(seat, action) else self._replace(seat, action)
        self._taken += 1
        return refused

    def render(self, mode: str | None, seat: Seat = WATCHER) -> str | np.ndarray | None:
        """Return the table as a seat or a spectator sees it: text, pixels or nothing."""
        if mode is None:
            return None
        if not self.begun:
            raise Refusal(Reason("reset", "", "no game has begun: call reset() first"))
        names = [f"seat_{seat}" for seat in range(self.setup.seats)]
        picture = self.game.picture(self.game.view(self.driver.state(), seat), names, False)
        return plain(picture) if mode == "ansi" else self._raster.draw(picture)

    def _replace(self, seat: Seat, action: int) -> str:
        reason = self.game.why_not(self.driver.state(), seat, action)
        reason = reason or Reason("not-your-turn", "", f"seat {seat} does not act now")
        if self.illegal == "raise":
            raise Refusal(reason)
        legal = self.driver.legal(seat)
        chance = Stream(bot_seed(self.seed, seat))
        self.driver.act(seat, int(legal[chance.below(self._taken, len(legal))]))
        return str(reason)
