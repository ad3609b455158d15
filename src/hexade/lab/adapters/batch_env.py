"""One seat of many games side by side as a Gymnasium vector environment, over a batch.

A step is one decision of this seat in every lane; then the other seats play until it must act in
every lane again. They choose at random inside the kernels, or as a function says that sees all
lanes at once. Lane i plays the games of `SeatEnv`, number i of the seed and so on; a game that ends
is followed by the next in the same step, and infos["final_obs"] has what the seat saw at its end.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from hexade.contract.game import AnyGame, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.driver import Seen
from hexade.lab.adapters.spaces import action_space, observation_space
from hexade.lab.arguments import array_to_read, check_setup, one_of, seat_number, seed_word, whole
from hexade.lab.vector import Batch

try:  # a word for what `metadata` says, since Gymnasium 1.1
    from gymnasium.vector import AutoresetMode

    SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    SAME_STEP = "SameStep"

BatchOpponent: TypeAlias = Callable[[Batch], Any]  # a move for each lane, for its seat to act
WAIT = -1  # a move that changes nothing


class BatchEnv(VectorEnv[Seen, np.ndarray, np.ndarray]):
    """Many games for the player in `seat`; `opponent` moves for all other seats."""

    metadata = {"render_modes": [], "autoreset_mode": SAME_STEP}  # noqa: RUF012  as Gymnasium's

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        num_envs: int = 1,
        seat: Seat = 0,
        opponent: BatchOpponent = Batch.random_moves,
        illegal: str = "replace",
        threads: int = 1,
        render_mode: None = None,
        opponents: object = None,  # a word of SeatEnv, to be refused in a sentence
    ) -> None:
        check_setup(game, setup)
        if opponents is not None:
            text = "a batch takes opponent, a function from a batch to moves; opponents, which"
            raise Refusal(Reason("opponent", "", f"{text} names bots, is for SeatEnv"))
        self.num_envs = whole("num_envs", num_envs, 1)
        self.game, self.setup, self.seat = game, setup, seat_number(seat, setup)
        if not callable(opponent):
            text = f"opponent must be a function from a batch to moves, not {opponent!r}"
            raise Refusal(Reason("opponent", "", f"{text}; SeatEnv takes names of bots"))
        self.opponent, self.illegal = opponent, one_of("illegal", illegal, ("replace", "raise"))
        if render_mode is not None:
            raise Refusal(
                Reason("render_mode", "", "a batch is not drawn: render_mode must be None")
            )
        self.batch = Batch(game, setup, self.num_envs, 0, threads, autoreset=False)
        self.single_observation_space = observation_space(game, setup)
        self.single_action_space = action_space(game, setup)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: spaces.MultiDiscrete = batch_space(  # type: ignore[assignment]
            self.single_action_space, self.num_envs
        )
        self._own = np.full(self.num_envs, self.seat, np.int8)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the first games of a seed, or of any seed if none is given."""
        super().reset(seed=seed)
        self.batch.reset(secrets.randbits(53) if seed is None else int(seed_word(seed)))
        self._begun = True
        while (ended := self._let_others_play()[1]).any():
            self.batch.reset_lanes(ended)  # over before this seat has acted
        return self._see(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[Seen, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Act in every lane, and let the others play until this seat must act in all of them."""
        self._check_begun()
        moves, infos = np.asarray(actions), dict[str, Any]()
        self.batch.step(moves)
        rewards = self.batch.rewards[:, self.seat].copy()
        ended = self.batch.flags[:, 0].copy()
        if (wrong := self.batch.flags[:, 1].copy()).any():
            self._check_legal(wrong, moves)
            infos |= {"illegal": wrong, "_illegal": wrong}
            instead = np.where(wrong, self.batch.random_moves(), WAIT).astype(np.int32)
            self.batch.step(instead)
            rewards += self.batch.rewards[:, self.seat]
            ended |= self.batch.flags[:, 0]
        paid, over = self._let_others_play()
        rewards, ended = rewards + paid, ended | over
        if ended.any():
            infos |= self._final(ended)
            self._next_games(ended)
        cut = np.zeros(self.num_envs, np.bool_)
        return self._see(), rewards.astype(np.float64), ended, cut, infos

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal now in every lane, as masked learners ask for it."""
        self._check_begun()
        found: np.ndarray = self.batch.masks().astype(np.bool_)
        return found

    def _check_begun(self) -> None:
        if not self._begun:
            raise Refusal(Reason("reset", "", "no game has begun: call reset() first"))

    def _check_legal(self, wrong: np.ndarray, moves: np.ndarray) -> None:
        if self.illegal == "raise":
            lane = int(np.flatnonzero(wrong)[0])
            state, move = self.batch.state(lane), int(moves[lane])
            reason = self.game.why_not(state, self.seat, move)
            raise Refusal(reason or Reason("illegal", "", f"move number {move} is not legal now"))

    def _let_others_play(self) -> tuple[np.ndarray, np.ndarray]:
        """Return what this seat has won meanwhile, and which games are over."""
        batch = self.batch
        paid, ended = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_)
        while (others := (batch.seats >= 0) & (batch.seats != self.seat)).any():
            moves = np.asarray(self.opponent(batch))
            array_to_read("the opponent's moves", moves, self.num_envs, "cpu")
            batch.step(np.where(others, moves, WAIT).astype(np.int32))
            if batch.flags[others, 1].any():
                raise Refusal(Reason("illegal", "", "the opponent's moves are not all legal"))
            paid += batch.rewards[:, self.seat]
            ended |= batch.flags[:, 0]
        return paid, ended

    def _next_games(self, ended: np.ndarray) -> None:
        while ended.any():
            self.batch.reset_lanes(ended)
            ended = self._let_others_play()[1]  # over before this seat has acted

    def _final(self, ended: np.ndarray) -> dict[str, Any]:
        seen = self._see()
        last = np.full(self.num_envs, None, object)
        for lane in np.flatnonzero(ended):
            last[lane] = {name: part[lane].copy() for name, part in seen.items()}
        return {"final_obs": last, "_final_obs": ended.copy()}

    def _see(self) -> Seen:
        rows = self.batch.observations(seats=self._own)
        return {"observation": rows, "action_mask": self.batch.masks()}
