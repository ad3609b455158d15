"""The state behind a view: it has no secrets, so there is only one."""

from __future__ import annotations

from hexade.games.genial_collect.state import CollectState
from hexade.games.genial_collect.view import CollectView


def determinize(view: CollectView, seed: int) -> CollectState:
    """Return the state behind a view."""
    return CollectState(view.setup, view.thaw())
