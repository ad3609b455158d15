"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 0.132, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.250, 0.98, ("own", "now", "unseen")),
    Level(0.0, 0.199, 0.95, ("own", "now")),
    Level(0.0, 0.118, 0.9, ("own", "unseen")),
    Level(0.0, 0.081, 0.8, ("own",)),
    Level(0.1, 0.078, 0.5, ("unseen",)),
    Level(0.25, 0.044, 0.3, ("unseen",)),
    Level(1.0, 0.0),
)
