"""Levels of play as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How well a bot plays: how hard it thinks, and how far its judgement can be trusted."""

    effort: float  # for `Game.judge`: 0 answers at once, 1 is full strength
    noise: float  # expected loss relative to a random player's: 0 none, 1 the same


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
    """Return levels with the same effort and falling noise, and the champion above them."""
    return (*(Level(effort, noise) for noise in noises), Level(1.0, 0.0))
