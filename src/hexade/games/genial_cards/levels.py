"""The eight levels of the card game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.60, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.50, 1.0, ("own", "now", "unseen")),
    Level(0.0, 0.40, 1.0, ("own", "unseen")),
    Level(0.0, 0.30, 1.0, ("unseen",)),
    Level(0.0, 0.20, 0.5, ("unseen",)),
    Level(0.0, 0.10, 0.3, ("unseen",)),
    Level(0.25, 0.07, 0.1, ("unseen",)),
    Level(1.0, 0.0),
)
