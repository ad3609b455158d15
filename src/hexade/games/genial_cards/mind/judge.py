"""What moves are worth: a first look at all of them, then play in worlds that could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from hexade.contract.chance import GUESS, seed_of
from hexade.contract.kernel import speed_up
from hexade.games.genial_cards.mind import look, search
from hexade.games.genial_cards.state import MOST_MOVES, STATE
from hexade.games.genial_cards.view import CardsView as View

TRUST = 24  # how many worlds the first look counts for
ROUNDS = 4  # after each the worse half of the candidates goes
BUDGET = 40_000  # decisions in all worlds at full effort: 20 to 35 ms on one core of 2024
MOST_WORLDS = 4096  # in a round, where the game is nearly over
_explore = speed_up(search.explore)
_looks = speed_up(search.looks)


@dataclass(frozen=True)
class Mind:
    """What was learned for a number of seats."""

    tables: np.ndarray  # how moves differ (look.py)
    levels: np.ndarray  # tables of the same shape: how good positions are, roughly
    rounds: np.ndarray  # the weakest chips at the end of rounds that were played


@cache
def mind_for(seats: int) -> Mind:
    """Return what was learned for so many seats."""
    kept = files(__package__).joinpath("weights", f"seats{seats}.npz")
    with kept.open("rb") as file, np.load(file) as learned:
        tables, levels = (learned[name].astype(np.float32) for name in ("tables", "levels"))
        return Mind(tables, levels, learned["rounds"].astype(np.int32))


def desk_for(seats: int) -> tuple[Any, ...]:
    """Return room to think in: a spare state, moves, traits, totals, a tally of decisions."""
    return (
        np.zeros(1, STATE),
        np.zeros(MOST_MOVES, np.int32),
        np.zeros(look.traits(seats), np.int32),
        np.zeros(4, np.int64),
        np.zeros(1, np.int64),
    )


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected share of first place for each legal move of the seat in turn."""
    if not moves:
        return []
    thought = Thought(view, moves, mind_for(view.setup.seats), seed)
    thought.look()
    for _ in range(ROUNDS if effort > 0 else 0):
        thought.play_on(1 + int(effort * BUDGET / ROUNDS))
        thought.drop_half()
    return thought.values()


class Thought:
    """One decision while it is being thought about."""

    def __init__(self, view: View, moves: Sequence[int], mind: Mind, seed: int) -> None:
        self._states = np.zeros(3, STATE)
        self._states[0] = view.data[0]
        self._view, self._table, self._mind = view, view.table, mind
        self._desk = desk_for(view.setup.seats)
        self._hidden = np.array([view.unseen, could_be_in_pile(view)], np.uint64)
        self._moves = np.array(moves, np.int32)
        self._seed = np.uint64(seed_of(seed, GUESS))
        self._alive = np.ones(len(moves), np.uint8)
        self._sums = np.zeros(len(moves))
        self._played = np.zeros(len(moves))
        self._prior = np.zeros(len(moves), np.float32)
        self._level = 0.0
        self._worlds = 0

    def look(self) -> None:
        """See what the moves are worth by the tables."""
        levels = np.zeros_like(self._prior)
        for tables, out in ((self._mind.tables, self._prior), (self._mind.levels, levels)):
            _looks(self._states, self._table, self._desk, tables, self._moves, out)
            out[:] = np.minimum(out, out.max(where=out < look.WINS, initial=0.0) + 1.0)
        self._level = in_match(self._view, self._mind, float(np.clip(levels, 0, 1).mean()))
        self._prior -= self._prior.mean()

    def play_on(self, decisions: int) -> None:
        """Play the candidates that are left on, in worlds that none of them has seen."""
        plan = np.array([self._worlds, MOST_WORLDS, decisions], np.int64)
        done = _explore(
            self._states, self._table, self._desk, (self._mind.tables, self._mind.rounds),
            self._hidden, self._moves, self._alive, plan, self._seed, self._sums,
        )  # fmt: skip
        self._worlds += done
        self._played[self._alive == 1] += done
        self._level = float((self._sums / self._played).mean())

    def _means(self) -> np.ndarray:
        first = np.clip(self._level + self._prior, 0.0, 1.0)
        found: np.ndarray = (self._sums + TRUST * first) / (self._played + TRUST)
        return found

    def drop_half(self) -> None:
        """Leave the better half of the candidates that are still in, two at least."""
        living = np.flatnonzero(self._alive)
        if len(living) > 2:
            order = living[np.argsort(-self._means()[living], kind="stable")]
            self._alive[order[(len(living) + 1) // 2 :]] = 0

    def values(self) -> list[float]:
        """Return what is expected of each move; what was dropped is no better than what was not."""
        found = self._means()
        living = self._alive == 1
        found[~living] = np.minimum(found[~living], found[living].min())
        return np.clip(found, 0.0, 1.0).tolist()  # type: ignore[no-any-return]


def could_be_in_pile(view: View) -> int:
    """Return the unseen cards that can be in the draw pile, of each kind the most of them (E8)."""
    unseen, most = view.unseen, view.left_over
    return sum(min(unseen >> shift & 7, most >> shift & 7) << shift for shift in range(0, 63, 3))


def in_match(view: View, mind: Mind, share: float) -> float:
    """Return what a share of this round is worth in the match, were all rounds as those played."""
    left = view.setup.option("rounds") - int(view.record["round"])
    if view.setup.option("rounds") == 1:
        return share
    points = view.record["points"][: view.setup.seats].astype(np.int64)
    ends = sum(np.roll(mind.rounds, 17 * n, axis=0) for n in range(left + 1)) + points
    best = ends == ends.max(axis=1, keepdims=True)
    even = float((best[:, view.seat] / best.sum(axis=1)).mean())
    return even + (share - 1 / view.setup.seats) / (left + 1)
