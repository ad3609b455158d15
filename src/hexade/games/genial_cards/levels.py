"""The eight levels of the card game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.450, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.300, 1.0, ("own", "now", "unseen")),
    Level(0.0, 0.150, 1.0, ("own", "now")),
    Level(0.0, 0.120, 1.0, ("unseen",)),
    Level(0.0, 0.120, 0.6, ("own", "unseen")),
    Level(0.1, 0.120, 0.4, ("own",)),
    Level(0.25, 0.060, 0.2, ("unseen",)),
    Level(1.0, 0.0),
)
