"""Eight levels of play: what a level overlooks is its taste, and noise comes on top of it.

A level's tastes pull its values of moves away from the judge's, all the way or a part of it. What
is left to chance is its noise: it loses, on average, a fixed share of what a random player would
lose by these values (contract/erring.py). So noise means the same for three moves and for a
thousand, in a close game and in a lost one, and small mistakes are more frequent than large ones.
Noise fades out over the last turns; the last one has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hexade.bots.evaluation import judged
from hexade.bots.random import Random
from hexade.contract.chance import Stream, seed_of
from hexade.contract.erring import pick
from hexade.contract.game import AnyGame, Move, View
from hexade.contract.kernel import speed_up
from hexade.contract.level import Level
from hexade.contract.player import Player

COUNT = 8
CHAMPION = "champion"  # another name of the last level, for programs and records
NAMES = {
    "en": ("First game", "Family", "Friends", "Regular", "Club", "Expert", "Master", "Champion"),
    "de": ("Erste Partie", "Familie", "Freunde", "Stammtisch", "Verein", "Kenner", "Meister",
           "Champion"),
    "nl": ("Eerste potje", "Familie", "Vrienden", "Stamtafel", "Club", "Kenner", "Meester",
           "Kampioen"),
}  # fmt: skip  # for people; programs use level1 to level8
_FADE = 5  # turns before the end in which mistakes fade out
_ERRS = 7  # the stream of a bot's seed for its mistakes
_FINE = 1 << 30


class AtLevel(Random):
    """Plays at one of the game's levels."""

    def __init__(
        self, game: AnyGame, seed: int, number: int, name: str, level: Level | None = None
    ) -> None:
        super().__init__(game, seed)
        self.number, self.name = number, name
        self._level = level  # instead of the game's own

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return a move of the level's strength."""
        if len(legal) == 1:
            return legal[0]
        level = self._level or self.game.levels(view.setup)[self.number - 1]
        values = seen_by(self.game, level, view, legal, seed_of(self.seed, view.ply))
        if values is None:
            return super().choose(view, legal)
        noise = level.noise * fading(self.game, view)
        return legal[self._pick(view, values, noise)]

    def _pick(self, view: View, values: np.ndarray, noise: float) -> int:
        share = Stream(self.seed, _ERRS).below(view.ply, _FINE) / _FINE
        return int(speed_up(pick)(values, noise, share, np.empty(len(values))))


def seen_by(
    game: AnyGame, level: Level, view: View, legal: Sequence[Move], seed: int
) -> np.ndarray | None:
    """Return the values of the legal moves as a level sees them, tastes included.

    Whoever goes by taste alone asks no judge. None if the game has neither judge nor measure.
    """
    tasted = game.tasted(view, legal, level.tastes) if level.pull > 0 else None
    if tasted is not None and level.pull >= 1:
        return np.asarray(tasted, float)
    found = judged(game, view, legal, level.effort, seed)
    if found is None or tasted is None:
        return None if found is None else found.values
    leaning: np.ndarray = found.values + level.pull * (np.asarray(tasted, float) - found.values)
    return leaning


def fading(game: AnyGame, view: View) -> float:
    """Return the factor for a level's noise, which falls to 0 in the last turn."""
    return min(1.0, (game.turns_left(view) - 1) / _FADE)


def titles() -> dict[str, dict[str, str]]:
    """Return the title of each level by language, the weakest first."""
    return {
        f"level{n + 1}": {tongue: names[n] for tongue, names in NAMES.items()} for n in range(COUNT)
    }


def makers() -> dict[str, Callable[[AnyGame, int], Player]]:
    """Return the levels by name, the champion last."""

    def maker(number: int, name: str) -> Callable[[AnyGame, int], Player]:
        return lambda game, seed: AtLevel(game, seed, number, name)

    found = {f"level{n}": maker(n, f"level{n}") for n in range(1, COUNT + 1)}
    return {**found, CHAMPION: maker(COUNT, CHAMPION)}
