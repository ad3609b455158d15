"""The eight levels of the card game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.270, 1.0, ("weakest", "own", "now", "unseen", "half")),
    Level(0.0, 0.400, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.250, 1.0, ("own", "now", "unseen")),
    Level(0.0, 0.070, 1.0, ("own", "unseen")),
    Level(0.0, 0.180, 0.95, ("own", "unseen")),
    Level(0.1, 0.200, 0.5, ("own",)),
    Level(0.25, 0.150, 0.4, ("unseen",)),
    Level(1.0, 0.0),
)
