"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.500, 0.8, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.380, 0.9, ("own", "now", "unseen")),
    Level(0.0, 0.270, 0.9, ("own", "now")),
    Level(0.0, 0.190, 0.85, ("own", "unseen")),
    Level(0.0, 0.120, 0.8, ("own",)),
    Level(0.1, 0.120, 0.5, ("unseen",)),
    Level(0.25, 0.055, 0.3, ("unseen",)),
    Level(1.0, 0.0),
)
