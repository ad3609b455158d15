"""Levels of play as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How well a bot plays: how hard it thinks, what it overlooks, and how often it slips.

    A taste is a habit of people, such as looking only at one's own points; `Game.tastes` has a
    game's list of them, and `Game.tasted` says how good moves look to somebody who has them.
    """

    effort: float  # for `Game.judge`: 0 answers at once, 1 is full strength
    noise: float  # expected loss relative to a random player's: 0 none, 1 the same
    pull: float = 0.0  # of its tastes: 0 it sees as the judge does, 1 by its tastes alone
    tastes: tuple[str, ...] = ()


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


def mask_of(tastes: tuple[str, ...], known: tuple[str, ...]) -> int:
    """Return some of a game's tastes as bits, in the order in which it lists them."""
    return sum(1 << known.index(taste) for taste in tastes)
