"""Players made of code. They see their view and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from hexade.bots.greedy import Greedy
from hexade.bots.random import Random
from hexade.contract.game import AnyGame
from hexade.contract.player import Player
from hexade.contract.reason import Reason, Refusal

BOTS: dict[str, Callable[[AnyGame, int], Player]] = {"random": Random, "greedy": Greedy}


def make(name: str, game: AnyGame, seed: int) -> Player:
    """Return a bot by its name, its own chance drawn from the seed; refuse an unknown name."""
    if name not in BOTS:
        raise Refusal(Reason("bot", "", f"there is no bot {name!r}; choose {', '.join(BOTS)}"))
    return BOTS[name](game, seed)
