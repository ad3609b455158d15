"""The eight levels of the collecting game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.80, 1.0, ("any", "late", "own", "unseen")),
    Level(0.0, 0.70, 1.0, ("any", "early", "own", "unseen")),
    Level(0.0, 0.60, 1.0, ("late", "own", "unseen")),
    Level(0.0, 0.50, 1.0, ("early", "own")),
    Level(0.0, 0.40, 1.0, ("own",)),
    Level(0.0, 0.30, 0.3, ("late", "own")),
    Level(0.0, 0.10, 0.1, ("early",)),
    Level(1.0, 0.0),
)
