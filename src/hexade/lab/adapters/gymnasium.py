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

from hexade.bots import own
from hexade.contract.chance import bot_seed
from hexade.contract.game import AnyGame, Move, Result, Seat
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab import players as lab_players
from hexade.lab.adapters.driver import Quick, Seen
from hexade.lab.adapters.match_driver import drive_players
from hexade.lab.adapters.returns import Reward
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.adapters.table import METADATA, EnvTable, Illegal, check_wishes, whole_action
from hexade.lab.arguments import check_setup, seat_number

Opponent: TypeAlias = str | Callable[[AnyGame, int], Player]


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """An environment for the player in `seat`, against one player for each other seat.

    `opponents` are names of the lab (`lab.players.makers`), agents of one's own, or functions that
    make a player from a game and a seed, in the order of their seats; a single one that is in no
    list sits in all of them. If they are omitted, random bots sit there.
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
    ) -> None:
        check_wishes(illegal, render_mode, reward)
        check_setup(game, setup)
        self.game, self.setup, self.illegal = game, setup, illegal
        self.seat = seat_number(seat, setup)
        self.opponents = _one_each(opponents, setup.seats - 1)
        for opponent in self.opponents:
            _make(opponent, game, 0)
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
            seat: _make(opponent, self.game, bot_seed(seed, seat))
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
            player, legal = self._players[seat], game.legal(state, seat)
            move = player.choose(game.view(state, seat), legal)
            if move not in legal:
                text = f"{player.name} in seat {seat} chose {move!r}, which is not one of its moves"
                raise Refusal(Reason("illegal", "", text))
            driver.act(seat, move)

    def _see(self) -> Seen:
        return self._table.driver.see(self.seat)


def _one_each(opponents: Any, others: int) -> tuple[Opponent, ...]:
    """Return a player for each other seat; refuse too few, too many, and anything else."""
    if opponents is None or isinstance(opponents, str) or callable(opponents):
        return ("random" if opponents is None else opponents,) * others
    if not isinstance(opponents, Sequence) or isinstance(opponents, bytes):
        text = f"opponents must be a name, a function or a list of them, not {opponents!r}"
        raise Refusal(Reason("opponents", "", text))
    if len(opponents) != others:
        seats = "1 other seat" if others == 1 else f"{others} other seats"
        text = f"opponents names {len(opponents)} for {seats}: name one for each"
        raise Refusal(Reason("opponents", "", f"{text}, or leave it out for random ones"))
    return tuple(opponents)


def _make(opponent: Any, game: AnyGame, seed: int) -> Player:
    if isinstance(opponent, str):
        return lab_players.make(opponent, game, seed)
    if not callable(opponent):
        text = f"an opponent is a name or a function that makes a player, not {opponent!r}"
        raise Refusal(Reason("opponents", "", text))
    return own.make(getattr(opponent, "__name__", repr(opponent)), opponent, game, seed)


def _whole(action: Any) -> Move:
    try:
        return whole_action(action)
    except Refusal as refusal:
        raise gymnasium.error.InvalidAction(refusal.reason.text) from None
