"""Importing this module makes every game known to `gymnasium.make`, and to PettingZoo's.

PettingZoo is asked only if it was imported before: it is optional, and slow to load.
"""

import sys

from hexade.lab.adapters.registration import ids, register, register_pettingzoo

__all__ = ["ids", "register", "register_pettingzoo"]

register()
if hasattr(library := sys.modules.get("pettingzoo"), "aec_registry"):
    register_pettingzoo(library)
