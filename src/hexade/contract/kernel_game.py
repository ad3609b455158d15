"""KernelGame: what all games with kernels do alike, in which one seat acts at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np

from hexade.contract.base import BaseGame
from hexade.contract.batch_templates import Kernels
from hexade.contract.game import CHANCE, Move, Seat, Turn
from hexade.contract.json_text import ROW, fit, put_each, rows_of
from hexade.contract.kernel import compiled, speed_up
from hexade.contract.setup import Setup
from hexade.contract.state import KernelState, KernelView

KS = TypeVar("KS", bound=KernelState)
KV = TypeVar("KV", bound=KernelView)
DEAL_TO = 32  # in the deal, a chance move kind + DEAL_TO * (seat + 1) names the seat it goes to
_put_each = speed_up(put_each)
ONE_SEAT = [frozenset({seat}) for seat in range(4)]


def dealt_to(state: KernelState, move: Move) -> Seat:
    """Return the seat that a chance move gives its tile or card to."""
    return move // DEAL_TO - 1 if move >= DEAL_TO else int(state.record["drawer"])


class KernelGame(BaseGame[KS, KV]):
    """A game whose legal moves and turns are computed by its kernels."""

    kernels: Kernels

    def __init__(self) -> None:
        self._decide = speed_up(self.kernels.decide)
        self._befall = speed_up(self.kernels.befall)
        self._list_legal = speed_up(self.kernels.list_legal)
        self._worths = speed_up(self.kernels.worths)

    def begin(self, setup: Setup) -> KS:
        """Return the state before anything was dealt."""
        return self.kernels.begin(setup)  # type: ignore[return-value]

    def legal(self, state: KS, seat: Seat) -> list[Move]:
        """Return the legal moves, ascending."""
        if seat not in self.to_act(state):
            return []
        out = np.empty(self.kernels.most_moves, np.int32)
        count = self._list_legal(state.data, state.table, out)
        return out[:count].tolist()  # type: ignore[no-any-return]

    def legal_json(self, state: KS, seat: Seat) -> bytes | None:
        """Return the legal moves in notation as a JSON list; None where nothing is compiled."""
        if not compiled() or self._entries is None:
            return None
        if seat not in self.to_act(state):
            return b"[]"
        moves = np.empty(self.kernels.most_moves, np.int32)
        count = self._list_legal(state.data, state.table, moves)
        out = np.empty(ROW * (count + 1), np.uint8)
        size = _put_each(self._entries, moves, count, out)
        return b"[%b]" % out[: max(0, size - 1)].tobytes()  # without the last comma

    @cached_property
    def _entries(self) -> np.ndarray | None:
        """All moves in notation as rows of text, if they are short."""
        texts = [f'"{self.text(move)}",' for move in range(self.moves)]
        return rows_of(texts) if fit(texts) else None

    def apply(self, state: KS, turn: Turn) -> KS:
        """Return the state after a legal move, or after chance has acted."""
        ((seat, move),) = turn.items()
        data = state.thaw()
        if seat != CHANCE:
            self._decide(data, state.table, move)
        else:
            if move >= DEAL_TO:
                data[0]["drawer"] = dealt_to(state, move)
            self._befall(data, state.table, move % DEAL_TO)
        return type(state)(state.setup, data)

    def worth(self, view: KV, moves: Sequence[Move]) -> list[int]:
        """Return how good the state after each move looks to a greedy player."""
        if len(moves) == 0:
            return []  # whoever only asks whether there is a measure waits for no compiler
        out = np.empty(len(moves), np.int64)
        self._worths(view.thaw(2), view.table, np.array(moves, np.int32), view.seat, out)
        return out.tolist()
