"""The eight levels of the collecting game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.150, 1.0, ("any", "late", "own", "unseen")),
    Level(0.0, 0.060, 1.0, ("late", "own", "unseen")),
    Level(0.0, 0.060, 0.85, ("late", "own")),
    Level(0.0, 0.080, 1.0, ("early", "own")),
    Level(0.0, 0.060, 0.9, ("own",)),
    Level(0.0, 0.120, 0.5, ("late", "own")),
    Level(0.0, 0.100, 0.1, ("early",)),
    Level(1.0, 0.0),
)
