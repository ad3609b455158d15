"""One seat of many games side by side as a Gymnasium vector environment, over a batch.

A step is one decision of this seat in every lane; then the other seats play until it must act in
every lane again. They choose at random inside the kernels, as a function says that sees all lanes
at once, or as players of the lab, lane by lane. Lane i plays the games of `SeatEnv`, number i of
the seed and so on; a game that ends is followed by the next in the same step, and
infos["final_obs"] has what the seat saw at its end.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from hexade.contract.game import AnyGame, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.driver import Seen
from hexade.lab.adapters.factors import NO_MOVE, Actions, allowed, masks_of
from hexade.lab.adapters.lane_players import LanePlayers
from hexade.lab.adapters.seating import Opponent, all_random, one_each
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.arguments import (
    array_to_read,
    array_with_columns,
    check_setup,
    one_of,
    seat_number,
    seed_word,
    whole,
)
from hexade.lab.returns import Reward
from hexade.lab.vector import Batch

try:  # a word for what `metadata` says, since Gymnasium 1.1
    from gymnasium.vector import AutoresetMode

    SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    SAME_STEP = "SameStep"

BatchOpponent: TypeAlias = Callable[[Batch], Any]  # a move for each lane, for its seat to act


class BatchEnv(VectorEnv[Seen, np.ndarray, np.ndarray]):
    """Many games for the player in `seat`; others move for all other seats.

    Either `opponents` names them as in `SeatEnv`, or `opponent` is a function that gets the batch
    and returns a move for every lane. If both are omitted, kernels move at random.
    """

    metadata = {"render_modes": [], "autoreset_mode": SAME_STEP}  # noqa: RUF012  as Gymnasium's

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        num_envs: int = 1,
        seat: Seat = 0,
        opponent: BatchOpponent | None = None,
        illegal: str = "replace",
        threads: int = 1,
        render_mode: None = None,
        opponents: Opponent | Sequence[Opponent] | None = None,
        reward: Reward = "final",
        actions: Actions = "flat",
    ) -> None:
        check_setup(game, setup)
        self.num_envs = whole("num_envs", num_envs, 1)
        self.game, self.setup, self.seat = game, setup, seat_number(seat, setup)
        self.illegal = one_of("illegal", illegal, ("replace", "raise"))
        self.actions = one_of("actions", actions, get_args(Actions))
        if render_mode is not None:
            raise Refusal(
                Reason("render_mode", "", "a batch is not drawn: render_mode must be None")
            )
        self.batch = Batch(game, setup, self.num_envs, 0, threads, autoreset=False, reward=reward)
        self.opponents = one_each(opponents, setup.seats - 1)
        self.opponent, self._players = self._sit(opponent, opponents)
        self.single_observation_space = observation_space(game, setup, actions)
        self.single_action_space = action_space(game, setup, actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: spaces.MultiDiscrete = batch_space(  # type: ignore[assignment]
            self.single_action_space, self.num_envs
        )
        self._own = np.full(self.num_envs, self.seat, np.int8)
        self._owed = np.zeros(self.num_envs, np.float32)  # won before this seat's first move
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the first games of a seed, or of any seed if none is given."""
        super().reset(seed=seed)
        self._root = secrets.randbits(53) if seed is None else int(seed_word(seed))
        self.batch.reset(self._root)
        self._begun = True
        self._begin(np.ones(self.num_envs, np.bool_))
        return self._see(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[Seen, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Act in every lane, and let the others play until this seat must act in all of them."""
        self._check_begun()
        moves, infos = self._moves(actions), dict[str, Any]()
        self.batch.step(moves)
        rewards = self._owed + self.batch.rewards[:, self.seat]
        ended = self.batch.flags[:, 0].copy()
        if (wrong := self.batch.flags[:, 1].copy()).any():
            self._check_legal(wrong, moves)
            infos |= {"illegal": wrong, "_illegal": wrong}
            instead = np.where(wrong, self.batch.random_moves(), NO_MOVE).astype(np.int32)
            self.batch.step(instead)
            rewards += self.batch.rewards[:, self.seat]
            ended |= self.batch.flags[:, 0]
        paid, over = self._let_others_play()
        rewards, ended = rewards + paid, ended | over
        self._owed = np.zeros(self.num_envs, np.float32)
        if ended.any():
            infos |= self._final(ended)
            self._next_games(ended)
        cut = np.zeros(self.num_envs, np.bool_)
        return self._see(), rewards.astype(np.float64), ended, cut, infos

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal now in every lane, as masked learners ask for it."""
        self._check_begun()
        return self._masks().astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the other players, whether or not their games are over."""
        if self._players:
            for lane in range(self.num_envs):
                self._players.rise(lane, {})
        self._begun = False

    def _sit(
        self, opponent: BatchOpponent | None, opponents: Any
    ) -> tuple[BatchOpponent, LanePlayers | None]:
        """Return who moves for all other seats, and the players if there are some."""
        if opponent is not None and not callable(opponent):
            text = f"opponent must be a function from a batch to moves, not {opponent!r}"
            raise Refusal(Reason("opponent", "", f"{text}; opponents takes names of bots"))
        if opponent is not None and opponents is not None:
            text = "name opponents or give opponent, a function from a batch to moves, not both"
            raise Refusal(Reason("opponents", "", text))
        if opponent is not None:
            return opponent, None
        if all_random(self.opponents):
            return Batch.random_moves, None
        players = LanePlayers(self.game, self.setup, self.seat, self.opponents)
        return players, players

    def _check_begun(self) -> None:
        if not self._begun:
            raise Refusal(Reason("reset", "", "no game has begun: call reset() first"))

    def _check_legal(self, wrong: np.ndarray, moves: np.ndarray) -> None:
        if self.illegal == "raise":
            lane = int(np.flatnonzero(wrong)[0])
            state, move = self.batch.state(lane), int(moves[lane])
            reason = self.game.why_not(state, self.seat, move)
            raise Refusal(reason or Reason("illegal", "", f"move number {move} is not legal now"))

    def _moves(self, actions: Any) -> np.ndarray:
        """Return the moves that actions are; no move where factors do not go together."""
        if self.actions == "flat":
            return np.asarray(actions)
        shape = (self.num_envs, len(self.batch.factors))
        parts = array_with_columns("actions", np.asarray(actions), shape, "cpu")
        legal = allowed(self._masks(), parts, self.batch.factors)
        inside = np.where(legal[:, None], parts, 0).astype(np.int32)
        return np.where(legal, self.batch.join(inside), NO_MOVE).astype(np.int32)

    def _let_others_play(self) -> tuple[np.ndarray, np.ndarray]:
        """Return what this seat has won meanwhile, and which games are over."""
        batch = self.batch
        paid, ended = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_)
        while (others := (batch.seats >= 0) & (batch.seats != self.seat)).any():
            moves = np.asarray(self.opponent(batch))
            array_to_read("the opponent's moves", moves, self.num_envs, "cpu")
            batch.step(np.where(others, moves, NO_MOVE).astype(np.int32))
            if batch.flags[others, 1].any():
                raise Refusal(Reason("illegal", "", "the opponent's moves are not all legal"))
            paid += batch.rewards[:, self.seat]
            ended |= batch.flags[:, 0]
        return paid, ended

    def _next_games(self, ended: np.ndarray) -> None:
        self.batch.reset_lanes(ended)
        self._begin(ended)

    def _begin(self, new: np.ndarray) -> None:
        """Seat players where games are new, and let them play until this seat must act.

        A game that is over before it has acted is followed by the next.
        """
        while True:
            self._seat_players(new)
            paid, new = self._let_others_play()
            self._owed = np.where(new, 0.0, self._owed + paid).astype(np.float32)
            if not new.any():
                return
            self.batch.reset_lanes(new)

    def _seat_players(self, new: np.ndarray) -> None:
        if self._players is None:
            return
        for lane in np.flatnonzero(new).tolist():
            self._players.rise(lane, {})
            self._players.sit_down(lane, self._root, int(self.batch.lots[lane]))

    def _final(self, ended: np.ndarray) -> dict[str, Any]:
        seen = self._see()
        last = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(ended).tolist():
            last[lane] = {name: part[lane].copy() for name, part in seen.items()}
            if self._players:
                self._players.rise(lane, self.game.result(self.batch.state(lane)) or {})
        return {"final_obs": last, "_final_obs": ended.copy()}

    def _masks(self) -> np.ndarray:
        if self.actions == "flat":
            found: np.ndarray = self.batch.masks()
            return found
        return masks_of(self.batch.mask_bits(), self.batch.factors)

    def _see(self) -> Seen:
        rows = self.batch.observations(seats=self._own)
        return {"observation": rows, "action_mask": self._masks()}
