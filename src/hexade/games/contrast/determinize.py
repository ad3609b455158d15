"""The state behind a view: nothing is hidden in this game, so there is only one."""

from __future__ import annotations

from hexade.games.contrast.state import ContrastState
from hexade.games.contrast.view import ContrastView


def determinize(view: ContrastView, seed: int) -> ContrastState:
    """Return the state behind a view."""
    return ContrastState(view.setup, view.data)
