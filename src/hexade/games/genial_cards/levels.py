"""The eight levels of the card game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.400, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.300, 1.0, ("own", "now", "unseen")),
    Level(0.0, 0.250, 1.0, ("own", "unseen")),
    Level(0.0, 0.200, 1.0, ("unseen",)),
    Level(0.0, 0.120, 0.6, ("own",)),
    Level(0.1, 0.080, 0.3, ("own",)),
    Level(0.25, 0.050, 0.1, ("unseen",)),
    Level(1.0, 0.0),
)
