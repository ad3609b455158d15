"""One seat of any game as a Gymnasium environment; bots sit in the other seats.

The seat sees {"observation": features, "action_mask": 1 for each legal action}; a step is one
decision of this seat and lasts until its next one. The reward comes at the end (returns.py). An
illegal action is replaced by a legal one and named in info["illegal"], or raises. Anything that is
not an action at all raises Gymnasium's own errors.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np

from hexade.contract.chance import Stream, bot_seed, seed_of
from hexade.contract.game import AnyGame, Move, Result, Seat
from hexade.contract.picture import plain
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab import players as lab_players
from hexade.lab.adapters.driver import Seen
from hexade.lab.adapters.returns import returns
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.adapters.table import Illegal
from hexade.lab.arguments import seed_word
from hexade.match import Accepted, Match, Rejected, start, submit, told


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """An environment for the player in `seat`, against one player for each other seat.

    `opponents` are names of the lab (`lab.players.makers`), in the order of their seats; if they
    are omitted, random bots sit there.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  Gymnasium declares it so

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        seat: Seat = 0,
        opponents: Sequence[str] = (),
        illegal: Illegal = "replace",
        render_mode: str | None = None,
    ) -> None:
        self.game, self.setup, self.seat, self.illegal = game, setup, seat, illegal
        self.opponents = tuple(opponents) or ("random",) * (setup.seats - 1)
        if not 0 <= seat < setup.seats or len(self.opponents) != setup.seats - 1:
            text = f"name one bot for each seat but seat {seat}, of {setup.seats} in all"
            raise Refusal(Reason("opponents", "", text))
        for name in self.opponents:
            lab_players.make(name, game, 0)
        self.render_mode = render_mode
        self.observation_space = observation_space(game, setup)  # type: ignore[assignment]
        self.action_space = action_space(game, setup)
        self._root, self._next = secrets.randbits(53), 0
        self._match: Match | None = None
        self._players: dict[Seat, Player] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the first game of a seed or, without one, the next game."""
        super().reset(seed=seed)
        if seed is not None:
            self._root, self._next = int(seed_word(seed)), 0
        self.close()
        self._seed = seed_of(self._root, self._next)
        self._next += 1
        self._dealer, self._taken = Stream(self._seed), 0
        self._players = self._sit_down()
        self._go(start(self.game, self.setup, self._dealer))
        self._let_others_play()
        return self._see(), {}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Act, and let the others play until this seat must act again or the game is over."""
        if self._begun().over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        info: dict[str, Any] = {}
        answer = self._submit(self.seat, _whole(action))
        if isinstance(answer, Rejected):
            if self.illegal == "raise":
                raise Refusal(answer.reason)
            info["illegal"] = str(answer.reason)
            answer = self._submit(self.seat, self._any_legal())
            assert isinstance(answer, Accepted)  # a legal move is never refused
        self._taken += 1
        self._go(answer)
        self._let_others_play()
        match = self._begun()
        result = self.game.result(match.state)
        if match.over:
            self._rise(result or {})
        reward = returns(self.game, self.setup, result)[self.seat]
        return self._see(), reward, match.over, False, info

    def render(self) -> str | None:
        """Return the table as this seat sees it, if text was asked for."""
        if self.render_mode != "ansi":
            return None
        names = [f"seat_{seat}" for seat in range(self.setup.seats)]
        view = self.game.view(self._begun().state, self.seat)
        return plain(self.game.picture(view, names, False))

    def close(self) -> None:
        """Close the other players, whether or not the game is over."""
        self._rise({})
        self._match = None

    def _begun(self) -> Match:
        if self._match is None:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset() first")
        return self._match

    def _rise(self, result: Result) -> None:
        for player in self._players.values():
            player.rise(result)
        self._players = {}

    def _sit_down(self) -> dict[Seat, Player]:
        others = [seat for seat in range(self.setup.seats) if seat != self.seat]
        players = {
            seat: lab_players.make(name, self.game, bot_seed(self._seed, seat))
            for seat, name in zip(others, self.opponents, strict=True)
        }
        for seat, player in players.items():
            player.sit(self.setup, seat)
        return players

    def _let_others_play(self) -> None:
        while others := sorted((match := self._begun()).waiting_for - {self.seat}):
            seat, game = others[0], self.game
            view = game.view(match.state, seat)
            move = self._players[seat].choose(view, game.legal(match.state, seat))
            answer = self._submit(seat, move)
            if isinstance(answer, Rejected):
                raise Refusal(answer.reason)
            self._go(answer)

    def _go(self, accepted: Accepted) -> None:
        self._match = accepted.match
        for seat, player in self._players.items():
            for event in told(accepted.match, accepted.events, seat):
                player.hear(event)

    def _submit(self, seat: Seat, move: int) -> Accepted | Rejected:
        match = self._begun()
        return submit(match, seat, move, match.version, self._dealer)

    def _any_legal(self) -> int:
        legal = self.game.legal(self._begun().state, self.seat)
        chance = Stream(bot_seed(self._seed, self.seat))
        return legal[chance.below(self._taken, len(legal))]

    def _see(self) -> Seen:
        state, mask = self._begun().state, np.zeros(self.action_space.n, np.int8)  # type: ignore[attr-defined]
        mask[self.game.legal(state, self.seat)] = 1
        row = self.game.features(self.game.view(state, self.seat))
        return {"observation": row, "action_mask": mask}


def _whole(action: Any) -> Move:
    try:
        return index(action)
    except TypeError:
        text = f"an action is a whole number, not {action!r}"
        raise gymnasium.error.InvalidAction(text) from None
