"""One seat of any game as a Gymnasium environment; bots sit in the other seats.

The seat sees {"observation": features, "action_mask": 1 for each legal action}; a step is one
decision of this seat and lasts until its next one. The reward comes at the end, or in part before
(returns.py). An illegal action is replaced by a legal one and named in info["illegal"], or raises.
Anything that is not an action at all raises Gymnasium's own errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from hexade.contract.game import AnyGame, Move, Result, Seat
from hexade.contract.player import Player
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.driver import Quick, Seen
from hexade.lab.adapters.factors import Actions
from hexade.lab.adapters.match_driver import drive_players
from hexade.lab.adapters.seating import Opponent, all_random, chosen, made, one_each, seated
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.adapters.table import METADATA, EnvTable, Illegal, check_wishes
from hexade.lab.arguments import check_setup, seat_number
from hexade.lab.returns import Reward


class SeatEnv(gymnasium.Env[Seen, Any]):
    """An environment for the player in `seat`, against one player for each other seat.

    `opponents` are names of the lab (`lab.players.makers`), agents of one's own, or functions that
    make a player from a game and a seed, in the order of their seats; a single one that is in no
    list sits in all of them. If they are omitted, random bots sit there. With actions "factors" an
    action has a number for each factor of a move, and the mask a part for each (factors.py).
    """

    metadata = METADATA

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        seat: Seat = 0,
        opponents: Opponent | Sequence[Opponent] | None = None,
        illegal: Illegal = "replace",
        render_mode: str | None = None,
        reward: Reward = "final",
        actions: Actions = "flat",
    ) -> None:
        check_wishes(illegal, render_mode, reward, actions)
        check_setup(game, setup)
        self.game, self.setup, self.illegal = game, setup, illegal
        self.seat = seat_number(seat, setup)
        self.opponents = one_each(opponents, setup.seats - 1)
        for opponent in self.opponents:
            made(opponent, game, 0)
        self.render_mode = render_mode
        seen = observation_space(game, setup, actions)
        self.observation_space = seen  # type: ignore[assignment]
        self.action_space = action_space(game, setup, actions)
        self._table = EnvTable(game, setup, None, illegal, reward, actions)
        self._quick = self._table.driver
        self._all_random = all_random(self.opponents)
        self._players: dict[Seat, Player] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the first game of a seed or, without one, the next game."""
        super().reset(seed=seed)
        own = self._table.next_seed(seed)
        self.close()
        self._players = seated(self.opponents, self.game, self.setup, self.seat, own)
        driver = drive_players(self.game, self.setup, self._players, self._quick)
        self._table.start(driver, own)
        self._let_others_play()
        return self._see(), {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Act, and let the others play until this seat must act again or the game is over."""
        self._check_begun()
        if not self._table.driver.waiting:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        refused = self._table.take(self.seat, self._move(action))
        self._let_others_play()
        over = not self._table.driver.waiting
        if over:
            self._rise(self.game.result(self._table.driver.state()) or {})
        info = {"illegal": refused} if refused else {}
        return self._see(), self._table.pay()[self.seat], over, False, info

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal now, as masked learners such as SB3's ask for it."""
        self._check_begun()
        return self._see()["action_mask"].astype(np.bool_)

    def legal_actions(self) -> np.ndarray:
        """Return the legal actions as a list, each as `step` takes it; none after the end."""
        self._check_begun()
        return self._table.legal_actions(self.seat)

    def after(self, actions: Any = None) -> np.ndarray:
        """Return what this seat would see after each legal action, or each of some actions.

        It is a row of features for each, before chance and the others act; zeros after what is not
        legal.
        """
        self._check_begun()
        return self._table.after(self.seat, actions)

    def render(self) -> str | np.ndarray | None:
        """Return the table as this seat sees it, as text or pixels, if asked for."""
        self._check_begun()
        return self._table.render(self.render_mode, self.seat)

    def close(self) -> None:
        """Close the other players, whether or not the game is over."""
        self._rise({})
        self._table.begun = False

    def _check_begun(self) -> None:
        if not self._table.begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset() first")

    def _rise(self, result: Result) -> None:
        for player in self._players.values():
            player.rise(result)
        self._players = {}

    def _let_others_play(self) -> None:
        game, driver = self.game, self._table.driver
        if self._all_random and isinstance(driver, Quick):
            driver.let_random_play(self.seat)
            return
        while others := [seat for seat in driver.waiting if seat != self.seat]:
            seat = others[0]
            driver.act(seat, chosen(self._players[seat], game, driver.state(), seat))

    def _see(self) -> Seen:
        return self._table.see(self.seat)

    def _move(self, action: Any) -> Move:
        try:
            return self._table.move_of(action)
        except Refusal as refusal:
            raise gymnasium.error.InvalidAction(refusal.reason.text) from None
