"""A result in sentences: who has won most pictures (F9), or whether the team has won (F10)."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.contract.game import Result
from hexade.contract.setup import Setup
from hexade.games.contrast.variants import TEAM, TEAM_GOAL


def verdict(setup: Setup, result: Result, names: Sequence[str]) -> list[str]:
    """Return the result in sentences, the best placed first (F9); a team wins or loses (F10)."""
    if setup.seats == TEAM:
        end = "won" if result["won"] else "did not win"
        count = result["scores"][0]
        who = " and ".join(names)
        return [f"{who} {end}: {count} pictures, {TEAM_GOAL} were needed (rule F10)."]
    places = sorted(zip(result["ranks"], names, result["scores"], strict=True))
    return [f"{rank}. {name}: {count} pictures" for rank, name, count in places]
