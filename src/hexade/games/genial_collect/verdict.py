"""A result in sentences: who has collected what (G6)."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.contract.game import Result
from hexade.contract.setup import Setup
from hexade.games.genial_collect.variants import goal_of


def verdict(setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
    """Return the result in sentences, the best placed first (G6)."""
    goal = goal_of(setup)
    said = [] if result["reason"] == "collected" else ["The pile is used up (rule G7)."]
    told = zip(result["ranks"], names, result["scores"], strict=True)
    for rank, name, owned in sorted(told, key=lambda place: int(place[0])):
        to_go = sum(max(0, goal - n) for n in owned.values())
        each = " ".join(f"{colour} {n}" for colour, n in owned.items())
        end = f"{to_go} to go" if to_go else f"{goal} of every colour"
        said.append(f"{rank}. {name}: {end} ({each})")
    return said
