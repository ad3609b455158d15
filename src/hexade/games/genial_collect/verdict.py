"""A result in sentences: who has collected what, and which colour ranks (G6)."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.contract.game import Result
from hexade.contract.setup import Setup
from hexade.games.genial_collect.variants import goal_of

_RANKING = "the scarcest colour ranks, then the next; none counts above {goal} (rule G6)."
_ENDS = {
    "collected": f"The goal is reached. After the winner {_RANKING}",
    "pile-empty": f"The pile is used up (rule G7): {_RANKING}",
}


def verdict(setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
    """Return the result in sentences, the best placed first (G6)."""
    goal = goal_of(setup)
    said = [_ENDS[result["reason"]].format(goal=goal)]
    told = zip(result["ranks"], names, result["scores"], strict=True)
    for rank, name, owned in sorted(told, key=lambda place: int(place[0])):
        scarcest = min(owned.values())
        each = " ".join(f"{colour} {n}" for colour, n in owned.items())
        end = f"scarcest {scarcest}" if scarcest < goal else f"{goal} of every colour"
        said.append(f"{rank}. {name}: {end} ({each})")
    return said
