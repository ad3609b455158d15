"""The judge of the card game: values of moves, by their priors and by a search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from hexade.contract.chance import GUESS, seed_of
from hexade.contract.kernel import speed_up
from hexade.contract.search import drop_half, load_weights
from hexade.games.genial_cards.mind import prior, search
from hexade.games.genial_cards.mind.prior import RoundScratch
from hexade.games.genial_cards.mind.search import HiddenCards, Learned, WorldPlan
from hexade.games.genial_cards.state import MOST_MOVES, STATE
from hexade.games.genial_cards.view import CardsView as View

TRUST = 24  # how many worlds the prior counts for
ROUNDS = 4  # after each the worse half of the candidates is dropped
BUDGET = 40_000  # decisions in all worlds at full effort: 20 to 35 ms on a core of 2024
MOST_WORLDS = 4096  # in a round, where the game is nearly over
_explore = speed_up(search.explore)
_priors = speed_up(search.priors)


@cache
def learned_for(seats: int) -> Learned:
    """Return what was learned for a number of seats."""
    found = load_weights(__package__, f"seats{seats}")
    return Learned(found["tables"], found["levels"], found["rounds"].astype(np.int32))


def scratch_for(seats: int) -> RoundScratch:
    """Return the arrays that a search needs."""
    return RoundScratch(
        states=np.zeros(1, STATE),
        moves=np.zeros(MOST_MOVES, np.int32),
        traits=np.zeros(prior.traits(seats), np.int32),
        totals=np.zeros(4, np.int64),
        decisions=np.zeros(1, np.int64),
    )


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected share of first place for each legal move of the seat in turn."""
    if not moves:
        return []
    thought = Thought(view, moves, learned_for(view.setup.seats), seed)
    thought.estimate()
    for _ in range(ROUNDS if effort > 0 else 0):
        thought.play_on(1 + int(effort * BUDGET / ROUNDS))
        thought.drop_half()
    return thought.values()


class Thought:
    """The values of a decision's moves, while they are being searched."""

    def __init__(self, view: View, moves: Sequence[int], learned: Learned, seed: int) -> None:
        self._states = np.zeros(3, STATE)
        self._states[0] = view.data[0]
        self._view, self._table, self._learned = view, view.table, learned
        self._scratch = scratch_for(view.setup.seats)
        self._hidden = hidden_from(view)
        self._moves = np.array(moves, np.int32)
        self._seed = np.uint64(seed_of(seed, GUESS))
        self._alive = np.ones(len(moves), np.uint8)
        self._sums = np.zeros(len(moves))
        self._played = np.zeros(len(moves))
        self._prior = np.zeros(len(moves), np.float32)
        self._level = 0.0
        self._worlds = 0

    def estimate(self) -> None:
        """Read the priors of all moves from the tables."""
        levels = np.zeros_like(self._prior)
        row, learned = self._scratch.traits, self._learned
        for tables, out in ((learned.tables, self._prior), (learned.levels, levels)):
            _priors(self._states, self._table, row, tables, self._moves, out)
            out[:] = np.minimum(out, out.max(where=out < prior.WINS, initial=0.0) + 1.0)
        self._level = in_match(self._view, learned.rounds, float(np.clip(levels, 0, 1).mean()))
        self._prior -= self._prior.mean()

    def play_on(self, decisions: int) -> None:
        """Play the living candidates out in worlds that were not used before."""
        plan = WorldPlan(self._worlds, MOST_WORLDS, decisions)
        done = _explore(
            self._states, self._table, self._scratch, self._learned, self._hidden, self._moves,
            self._alive, plan, self._seed, self._sums,
        )  # fmt: skip
        self._worlds += done
        self._played[self._alive == 1] += done
        self._level = float((self._sums / self._played).mean())

    def _means(self) -> np.ndarray:
        first = np.clip(self._level + self._prior, 0.0, 1.0)
        found: np.ndarray = (self._sums + TRUST * first) / (self._played + TRUST)
        return found

    def drop_half(self) -> None:
        """Drop the worse half of the candidates."""
        drop_half(self._means(), self._alive)

    def values(self) -> list[float]:
        """Return the value of each move; dropped moves are never valued above remaining ones."""
        found = self._means()
        living = self._alive == 1
        found[~living] = np.minimum(found[~living], found[living].min())
        return np.clip(found, 0.0, 1.0).tolist()  # type: ignore[no-any-return]


def hidden_from(view: View) -> HiddenCards:
    """Return the cards that a viewer has not seen, and which can be in the draw pile (E8)."""
    unseen, most = view.unseen, view.left_over
    kinds = range(0, 63, 3)
    pile = sum(min(unseen >> shift & 7, most >> shift & 7) << shift for shift in kinds)
    return HiddenCards(np.uint64(unseen), np.uint64(pile))


def in_match(view: View, rounds: np.ndarray, share: float) -> float:
    """Return the value of a share of this round in the match, if rounds go as in training."""
    left = view.setup.option("rounds") - int(view.record["round"])
    if view.setup.option("rounds") == 1:
        return share
    points = view.record["points"][: view.setup.seats].astype(np.int64)
    ends = sum(np.roll(rounds, 17 * n, axis=0) for n in range(left + 1)) + points
    best = ends == ends.max(axis=1, keepdims=True)
    even = float((best[:, view.seat] / best.sum(axis=1)).mean())
    return even + (share - 1 / view.setup.seats) / (left + 1)
