"""Players of the lab in every lane of a batch: they play the games that `SeatEnv` would play.

Each moves in Python, one lane after the other, so that only the games themselves gain by a batch.
Who listens to events cannot sit here, as kernels make none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.chance import seed_of
from hexade.contract.game import AnyGame, Result, Seat
from hexade.contract.player import Player, listens
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup
from hexade.lab.adapters.seating import Opponent, chosen, made, seated
from hexade.lab.vector import Batch


class LanePlayers:
    """The players of all lanes but one seat's: a function from a batch to moves."""

    def __init__(
        self, game: AnyGame, setup: Setup, seat: Seat, opponents: Sequence[Opponent]
    ) -> None:
        self.game, self.setup, self.seat, self.opponents = game, setup, seat, opponents
        for opponent in opponents:
            self._refuse_listener(made(opponent, game, 0))
        self._lanes: dict[int, dict[Seat, Player]] = {}

    def __call__(self, batch: Batch) -> np.ndarray:
        """Return a move for every lane in which one of these players is to act."""
        moves = np.full(batch.lanes, -1, np.int32)
        for lane in np.flatnonzero((batch.seats >= 0) & (batch.seats != self.seat)).tolist():
            seat = int(batch.seats[lane])
            player, state = self._lanes[lane][seat], batch.state(lane)
            moves[lane] = chosen(player, self.game, state, seat)
        return moves

    def sit_down(self, lane: int, root: int, number: int) -> None:
        """Seat new players in a lane, for game number `number` of the seed `root`."""
        own = seed_of(root, number)
        self._lanes[lane] = seated(self.opponents, self.game, self.setup, self.seat, own)

    def rise(self, lane: int, result: Result) -> None:
        """Tell the players of a lane that their game is over."""
        for player in self._lanes.pop(lane, {}).values():
            player.rise(result)

    def _refuse_listener(self, player: Player) -> None:
        if listens(player):
            text = (
                f"{player.name} listens to every event, and a batch makes none: take SeatEnv, or"
                ' make_vec with vectorization_mode="sync"'
            )
            raise Refusal(Reason("opponents", "", text))
