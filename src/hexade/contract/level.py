"""Levels of play as data, and what a game says for its bots where it has nothing special to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from hexade.contract.setup import Setup

Makers: TypeAlias = Mapping[str, Callable[[Any, int], Any]]


@dataclass(frozen=True)
class Level:
    """How well a bot plays: how hard it thinks, and how far its judgement can be trusted."""

    effort: float  # of `Game.judge`: 0 at once, 1 full strength
    noise: float  # what it gives away, in parts of what a random player would: 0 nothing, 1 all


LEVELS = (
    Level(0.0, 0.60),
    Level(0.0, 0.40),
    Level(0.0, 0.27),
    Level(0.0, 0.18),
    Level(0.0, 0.11),
    Level(0.0, 0.06),
    Level(0.25, 0.025),
    Level(1.0, 0.0),
)


def ladder(effort: float, *noises: float) -> tuple[Level, ...]:
    """Return levels of one effort and falling noise, and above them the champion."""
    return (*(Level(effort, noise) for noise in noises), Level(1.0, 0.0))


NO_PLAYERS: Makers = MappingProxyType({})


class Usual:
    """What a game says for its bots unless it knows better: games inherit it and override."""

    players: Makers = NO_PLAYERS
    baselines: Makers = NO_PLAYERS

    def judge(
        self, view: Any, moves: Sequence[int], effort: float, seed: int
    ) -> Sequence[float] | None:
        """Return nothing: there is no judge, and bots make do with the `worth` of moves."""
        return None

    def gift(self, view: Any, move: int) -> dict[str, Any] | None:
        """Return nothing: nobody is warned of what a move opens for the next player."""
        return None

    def levels(self, setup: Setup) -> Sequence[Level]:
        """Return levels that work for any game."""
        return LEVELS

    def sides(self, setup: Setup) -> Sequence[Sequence[int]]:
        """Return every seat as a side of its own."""
        return [(seat,) for seat in range(setup.seats)]

    def competes(self, setup: Setup) -> bool:
        """Tell whether there is more than one side."""
        return len(self.sides(setup)) > 1

    def stake(self, setup: Setup) -> float | None:
        """Return nothing: what a judge expects is a share of winning."""
        return None

    def reached(self, setup: Setup, result: Any) -> float:
        """Return nothing: nobody asks where all compete."""
        return 0.0
