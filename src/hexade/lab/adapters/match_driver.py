"""A driver for games in which some players listen: they receive every event that they may see.

It is slower than the others, which compute no events (driver.py), and plays the same games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame, Move, Seat
from hexade.contract.player import Player, listens
from hexade.contract.setup import Setup
from hexade.lab.adapters.driver import Facade, Quick, Reading
from hexade.lab.returns import returns
from hexade.match import Accepted, Match, Rejected, start, submit, told


class MatchDriver(Reading):
    """A game as a match, whose events the players hear."""

    def __init__(self, game: AnyGame, setup: Setup, players: Mapping[Seat, Player]) -> None:
        super().__init__(game, setup)
        self._players = players
        self._match: Match

    def reset(self, seed: int) -> None:
        """Begin a game and deal."""
        self._dealer = Stream(seed)
        self.rewards = [0.0] * self.setup.seats
        self._go(start(self.game, self.setup, self._dealer))

    def act(self, seat: Seat, move: Move) -> bool:
        """Take a move and let everybody hear of it; return whether it was legal."""
        answer = submit(self._match, seat, move, self._match.version, self._dealer)
        if isinstance(answer, Rejected):
            return False
        self._go(answer)
        return True

    def state(self) -> Any:
        """Return the state as the game's own functions take it."""
        return self._match.state

    def _go(self, accepted: Accepted) -> None:
        self._match = match = accepted.match
        self.waiting = () if match.over else tuple(sorted(match.waiting_for))
        for seat, player in self._players.items():
            for event in told(match, accepted.events, seat):
                player.hear(event)
        if match.over:
            self.rewards = returns(self.game, self.setup, self.game.result(match.state))


def drive_players(
    game: AnyGame, setup: Setup, players: Mapping[Seat, Player], quick: Facade | Quick | MatchDriver
) -> Facade | Quick | MatchDriver:
    """Return the quick driver unless one of the players wants to hear what happens."""
    if any(listens(player) for player in players.values()):
        return MatchDriver(game, setup, players)
    return quick
