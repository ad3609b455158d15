"""The spaces of observations and actions, in Gymnasium's words."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from hexade.contract.features import DTYPE, length
from hexade.contract.game import AnyGame
from hexade.contract.setup import Setup


def observation_space(game: AnyGame, setup: Setup) -> spaces.Dict:
    """Return the space of a row of features and a mask of legal actions."""
    bounds = np.iinfo(DTYPE)
    row = spaces.Box(bounds.min, bounds.max, (length(game.parts(setup)),), DTYPE.type)
    mask = spaces.Box(0, 1, (game.actions(setup),), np.int8)
    return spaces.Dict({"observation": row, "action_mask": mask})


def action_space(game: AnyGame, setup: Setup) -> spaces.Discrete:
    """Return the space of moves."""
    return spaces.Discrete(game.actions(setup))
