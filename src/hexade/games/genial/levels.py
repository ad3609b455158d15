"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.040, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.280, 0.95, ("weakest", "own", "now")),
    Level(0.0, 0.210, 1.0, ("own", "now")),
    Level(0.0, 0.090, 1.0, ("own",)),
    Level(0.0, 0.060, 0.95, ("unseen",)),
    Level(0.1, 0.111, 0.5, ("unseen",)),
    Level(0.25, 0.045, 0.3, ("unseen",)),
    Level(1.0, 0.0),
)
