"""What a kernel writes where there is nothing to write."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hexade import games
from hexade.contract.chance import Stream
from hexade.contract.kernel_game import KernelGame
from hexade.contract.setup import agree
from hexade.match import start


def test_no_legal_moves_are_an_empty_list(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(one for one in map(games.find, games.names()) if isinstance(one, KernelGame))
    state = start(game, agree(game), Stream(0)).match.state
    (seat,) = game.to_act(state)
    monkeypatch.setattr(game, "_list_legal", lambda *_: 0)
    monkeypatch.setattr(game, "_entries", np.zeros((1, 8), np.uint8))
    monkeypatch.setattr(
        "hexade.contract.kernel_game.compiled", lambda: True
    )  # also as plain Python
    written = game.legal_json(state, seat)
    assert written is not None
    assert json.loads(written) == []


def test_whoever_asks_about_no_moves_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(one for one in map(games.find, games.names()) if isinstance(one, KernelGame))
    view = game.view(start(game, agree(game), Stream(0)).match.state, 0)
    monkeypatch.setattr(game, "_worths", None)
    assert game.worth(view, []) == []
