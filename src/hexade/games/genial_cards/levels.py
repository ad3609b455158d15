"""The eight levels of the card game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.152, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.028, 1.0, ("own", "now", "unseen")),
    Level(0.0, 0.294, 0.6, ("own", "unseen")),
    Level(0.0, 0.228, 0.6, ("own", "unseen")),
    Level(0.0, 0.161, 0.6, ("own", "unseen")),
    Level(0.1, 0.156, 0.4, ("own",)),
    Level(0.25, 0.091, 0.2, ("unseen",)),
    Level(1.0, 0.0),
)
