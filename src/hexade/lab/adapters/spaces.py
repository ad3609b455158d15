"""The spaces of observations and actions, in Gymnasium's words."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from hexade.contract.features import DTYPE, length
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup
from hexade.lab.adapters.factors import Actions, FactorSpace


def observation_space(
    game: AnyGame, setup: Setup, actions: Actions = "flat", more: int = 0
) -> spaces.Dict:
    """Return the space of a row of features and a mask of legal actions: see `action_space`."""
    bounds = np.iinfo(DTYPE)
    row = spaces.Box(bounds.min, bounds.max, (length(game.parts(setup)),), DTYPE.type)
    sizes = game.factors(setup) if actions == "factors" else (game.actions(setup),)
    mask = spaces.Box(0, 1, (sum(size + more for size in sizes),), np.int8)
    return spaces.Dict({"observation": row, "action_mask": mask})


def action_space(
    game: AnyGame, setup: Setup, actions: Actions = "flat", more: int = 0
) -> spaces.Discrete | FactorSpace:
    """Return the space of moves, as one number or in factors, with some more values for each."""
    if actions == "factors":
        return FactorSpace([size + more for size in game.factors(setup)])
    return spaces.Discrete(game.actions(setup) + more)
