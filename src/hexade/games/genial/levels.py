"""The eight levels of the board game (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# What each level overlooks is chosen, so that little is left to noise, which is measured.
LEVELS = (
    Level(0.0, 0.020, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.300, 1.0, ("own", "now")),
    Level(0.0, 0.150, 1.0, ("own",)),
    Level(0.0, 0.140, 1.0, ("now", "unseen")),
    Level(0.0, 0.030, 1.0, ("unseen",)),
    Level(0.1, 0.130, 0.7, ("own",)),
    Level(0.25, 0.080, 0.5, ("unseen",)),
    Level(1.0, 0.0),
)
