"""Observers: what OpenSpiel's tensors and strings say about a state.

Without perfect recall that is a view: its features, and its JSON; of what is private alone, those
of them that a spectator sees otherwise or not at all. With perfect recall everything
that a seat has received since the beginning is added. In the tensor it follows the features, as
the bytes of its text, one event per line, padded with zeros: so two histories that a seat can
tell apart never have the same tensor.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from hexade.contract.features import length, split
from hexade.contract.game import WATCHER, AnyGame, Seat
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import Setup

MEMORY = 1 << 15  # bytes of received events; a random game has 4,000 to 21,000
TOLD = "told"  # the name of these bytes among the parts


class Observer:
    """Turns states into features and JSON, as OpenSpiel's PyObserver."""

    def __init__(
        self, game: AnyGame, setup: Setup, memory: int, wanted: Any, params: Any = None
    ) -> None:
        if params:
            raise ValueError(f"observations have no parameters, but {params} were given")
        self._recall, self._public = wanted.perfect_recall, wanted.public_info
        self._private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        parts = game.parts(setup)
        self._row = length(parts)
        self.tensor = np.zeros(self._row + (memory if self._recall else 0), np.float32)
        self.dict = split(parts, self.tensor[: self._row])
        if self._recall:
            self.dict[TOLD] = self.tensor[self._row :]

    def set_from(self, state: Any, player: Seat) -> None:
        """Write the features of a view and, with perfect recall, the events before it."""
        game, held = state.hexade
        seat = self._viewer(player)
        row = game.features(game.view(held, seat))
        if not self._public:
            row = np.where(row == game.features(game.view(held, WATCHER)), 0, row)
        self.tensor[: self._row] = row
        if self._recall:
            self._remember("\n".join(state.told(seat)).encode())

    def string_from(self, state: Any, player: Seat) -> str:
        """Return a view and, with perfect recall, all events before it."""
        game, held = state.hexade
        seat = self._viewer(player)
        if not self._public:
            return _private(game, held, seat)
        now = shown(game, held, seat)
        return "\n".join((*state.told(seat), now)) if self._recall else now

    def _viewer(self, player: Seat) -> Seat:
        """Return the viewer: a spectator if private information is not wanted."""
        return player if self._private else WATCHER

    def _remember(self, text: bytes) -> None:
        room = self.dict[TOLD]
        if len(text) > len(room):
            why = f"the history has {len(text)} bytes; load the game with a larger `memory`"
            raise Refusal(Reason("memory", "", why))
        room[: len(text)] = np.frombuffer(text, np.uint8)
        room[len(text) :] = 0


def shown(game: AnyGame, state: Any, seat: Seat) -> str:
    """Return what a seat may know now, as JSON."""
    return dumped(game.show(game.view(state, seat)))


def _private(game: AnyGame, state: Any, seat: Seat) -> str:
    """Return what a seat knows and a spectator does not, as JSON."""
    known, public = (game.show(game.view(state, viewer)) for viewer in (seat, WATCHER))
    return dumped({key: value for key, value in known.items() if public.get(key) != value})


def dumped(value: object) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
