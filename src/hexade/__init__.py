"""Hexade: an open digital table for a family of games, and an exact simulator of the same rules."""

import sys

__version__ = "0.1.0"

# Whoever uses Gymnasium or PettingZoo expects an import to be enough for their `make`.
if any(hasattr(sys.modules.get(name), "register") for name in ("gymnasium", "pettingzoo")):
    import hexade.envs  # noqa: F401
