"""A result in sentences: who is ahead, and with which chips (E9, E10)."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.contract.game import Result
from hexade.contract.setup import Setup


def verdict(setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
    """Return the result in sentences, the best placed first (E9, E10)."""
    several = setup.option("rounds") > 1
    told = zip(result["ranks"], names, result["points"], result["scores"], strict=True)
    said = []
    for rank, name, won, chips in sorted(told, key=lambda place: int(place[0])):
        each = " ".join(f"{colour} {at}" for colour, at in chips.items())
        points = f"{won} victory points; last round: " if several else ""
        said.append(f"{rank}. {name}: {points}weakest {min(chips.values())} ({each})")
    return said
