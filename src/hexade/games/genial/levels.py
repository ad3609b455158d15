"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.583, 0.8, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.437, 0.9, ("own", "now", "unseen")),
    Level(0.0, 0.329, 0.9, ("own", "now")),
    Level(0.0, 0.226, 0.85, ("own", "unseen")),
    Level(0.0, 0.128, 0.8, ("own",)),
    Level(0.1, 0.111, 0.5, ("unseen",)),
    Level(0.25, 0.045, 0.3, ("unseen",)),
    Level(1.0, 0.0),
)
