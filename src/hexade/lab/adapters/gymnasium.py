"""One seat of any game as a Gymnasium environment; bots sit in the other seats.

The seat sees {"observation": features, "action_mask": 1 for each legal action}; a step is one
decision of this seat and lasts until its next one. The reward comes at the end, or in part before
(returns.py). An illegal action is replaced by a legal one and named in info["illegal"], or raises.
Anything that is not an action at all raises Gymnasium's own errors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np

from hexade.contract.chance import bot_seed
from hexade.contract.game import AnyGame, Move, Result, Seat
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab import players as lab_players
from hexade.lab.adapters.driver import Quick, Seen
from hexade.lab.adapters.returns import Reward
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.adapters.table import METADATA, EnvTable, Illegal, check_wishes, whole_action
from hexade.lab.adapters.told import drive_players

Opponent: TypeAlias = str | Callable[[AnyGame, int], Player]


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """An environment for the player in `seat`, against one player for each other seat.

    `opponents` are names of the lab (`lab.players.makers`), agents of one's own, or functions that
    make a player from a game and a seed, in the order of their seats; if they are omitted, random
    bots sit there.
    """

    metadata = METADATA

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        seat: Seat = 0,
        opponents: Sequence[Opponent] = (),
        illegal: Illegal = "replace",
        render_mode: str | None = None,
        reward: Reward = "final",
    ) -> None:
        check_wishes(illegal, render_mode, reward)
        self.game, self.setup, self.seat, self.illegal = game, setup, seat, illegal
        self.opponents = tuple(opponents) or ("random",) * (setup.seats - 1)
        if not 0 <= seat < setup.seats or len(self.opponents) != setup.seats - 1:
            text = f"name one bot for each seat but seat {seat}, of {setup.seats} in all"
            raise Refusal(Reason("opponents", "", text))
        for opponent in self.opponents:
            _made(opponent, game, 0)
        self.render_mode = render_mode
        self.observation_space = observation_space(game, setup)  # type: ignore[assignment]
        self.action_space = action_space(game, setup)
        self._table = EnvTable(game, setup, None, illegal, reward)
        self._quick = self._table.driver
        self._all_random = all(one in ("random", "bot:random") for one in self.opponents)
        self._players: dict[Seat, Player] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the first game of a seed or, without one, the next game."""
        super().reset(seed=seed)
        own = self._table.next_seed(seed)
        self.close()
        self._players = self._sit_down(own)
        driver = drive_players(self.game, self.setup, self._players, self._quick)
        self._table.start(driver, own)
        self._let_others_play()
        return self._see(), {}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Act, and let the others play until this seat must act again or the game is over."""
        self._check_begun()
        if not self._table.driver.waiting:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        refused = self._table.take(self.seat, _whole(action))
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

    def _sit_down(self, seed: int) -> dict[Seat, Player]:
        others = [seat for seat in range(self.setup.seats) if seat != self.seat]
        players = {
            seat: _made(opponent, self.game, bot_seed(seed, seat))
            for seat, opponent in zip(others, self.opponents, strict=True)
        }
        for seat, player in players.items():
            player.sit(self.setup, seat)
        return players

    def _let_others_play(self) -> None:
        game, driver = self.game, self._table.driver
        if self._all_random and isinstance(driver, Quick):
            driver.let_random_play(self.seat)
            return
        while others := [seat for seat in driver.waiting if seat != self.seat]:
            seat, state = others[0], driver.state()
            move = self._players[seat].choose(game.view(state, seat), game.legal(state, seat))
            if not driver.act(seat, move):
                raise Refusal(game.why_not(state, seat, move) or _NOT_NOW)

    def _see(self) -> Seen:
        return self._table.driver.see(self.seat)


_NOT_NOW = Reason("not-your-turn", "", "this seat does not act now")


def _made(opponent: Opponent, game: AnyGame, seed: int) -> Player:
    return (
        lab_players.make(opponent, game, seed)
        if isinstance(opponent, str)
        else opponent(game, seed)
    )


def _whole(action: Any) -> Move:
    try:
        return whole_action(action)
    except Refusal as refusal:
        raise gymnasium.error.InvalidAction(refusal.reason.text) from None
