"""Ends of games of two, solved exactly: for `bench.perfect`.

Every turn uses up tiles of the pile, so that the rest of a game is a tree without cycles. Two
positions are the same here if no rule can tell them apart: colours may be called otherwise, and of
a colour only as many tiles in the middle matter as somebody still needs. It shares no code with the
rules or the judge, whose choices it measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod

from hexade.contract.game import Move, Seat
from hexade.games.genial_collect.state import STOP, CollectState

Colour = tuple[int, int, int, int]  # in the pile, in the middle, missing to the mover, to the other
Place = tuple[Colour, ...]
GOAL = 7
MOST_PILE = 10  # tiles that are left


class TooLargeError(Exception):
    """There are more positions than were allowed."""


class Solver:
    """Shares of first place, kept for all positions that were met."""

    def __init__(self, most: int = 200_000) -> None:
        self._known: dict[Place, float] = {}
        self._most = most

    def turn(self, place: Place) -> float:
        """Return the share of the player who begins a turn."""
        place = _canonical(place)
        if place not in self._known:
            if len(self._known) >= self._most:
                raise TooLargeError
            self._known[place] = self._turn(place)
        return self._known[place]

    def _turn(self, place: Place) -> float:
        size = sum(pile for pile, *_ in place)
        filled = any(middle for _, middle, *_ in place)
        if size == 0 or (size <= 3 and not filled):
            return _final(place)
        if filled:
            return Choice(self, place, 0).value
        return self._filled(place) / comb(size, 3)

    def _filled(self, place: Place) -> float:
        """Add up the values of all ways in which three tiles can fill the middle (G5)."""
        total = 0.0
        for new in _fillings():
            ways = prod(comb(pile, n) for n, (pile, *_) in zip(new, place, strict=True))
            if ways:
                after = zip(new, place, strict=True)
                total += ways * self.turn(tuple((p - n, n, m, o) for n, (p, _, m, o) in after))
        return total


class Choice:
    """A moment in a turn: which colours have been turned up, as bits."""

    def __init__(self, solver: Solver, place: Place, up: int) -> None:
        self._solver, self._place, self._up = solver, place, up
        self._left = [pile - (up >> n & 1) for n, (pile, *_) in enumerate(place)]

    @property
    def value(self) -> float:
        """The share of the player whose turn it is."""
        if not self._up:
            return self.going
        return max(self.stopping, self.going) if sum(self._left) else self.stopping

    @cached_property
    def stopping(self) -> float:
        """The same after stopping (G3)."""
        after = tuple(
            (left, 0, max(0, mine - middle - 1), theirs)
            if self._up >> n & 1 else (left, middle, mine, theirs)
            for n, (left, (_, middle, mine, theirs)) in enumerate(self._rest())
        )  # fmt: skip
        if not any(mine for *_, mine, _ in after):
            return 1.0  # G6
        return 1 - self._solver.turn(_swapped(after))

    @cached_property
    def going(self) -> float:
        """The same after turning up another tile (G2)."""
        total = 0.0
        for n, (left, (_, middle, *_)) in enumerate(self._rest()):
            if left and middle and not self._up >> n & 1:
                total += left * Choice(self._solver, self._place, self._up | 1 << n).value
            elif left:
                total += left * (1 - self._solver.turn(_swapped(self._lost(n))))
        return total / sum(self._left)

    def _lost(self, bad: int) -> Place:
        """Return the place after a bad tile (G4)."""
        more = [(self._up >> n & 1) + (n == bad) for n in range(6)]
        return tuple(
            (left - (n == bad), middle + more[n], mine, theirs)
            for n, (left, (_, middle, mine, theirs)) in enumerate(self._rest())
        )

    def _rest(self) -> Iterator[tuple[int, Colour]]:
        return zip(self._left, self._place, strict=True)


def _fillings() -> list[list[int]]:
    """Return how many tiles of each colour three new tiles in the middle can have (G5)."""
    threes = combinations_with_replacement(range(6), 3)
    return [[three.count(n) for n in range(6)] for three in threes]


def _canonical(place: Place) -> Place:
    return tuple(
        sorted(
            (p, min(m, max(1, mine - 1, theirs - 1)), mine, theirs) for p, m, mine, theirs in place
        )
    )


def _swapped(place: Place) -> Place:
    return tuple((pile, middle, theirs, mine) for pile, middle, mine, theirs in place)


def _final(place: Place) -> float:
    """Return the mover's share at the end: the colour that lacks most is compared first (G6)."""
    mine = sorted((colour[2] for colour in place), reverse=True)
    theirs = sorted((colour[3] for colour in place), reverse=True)
    return 0.5 + 0.5 * ((mine < theirs) - (mine > theirs))


def choice_of(position: CollectState, solver: Solver) -> Choice:
    """Return the choice of the seat in turn in a state of the game."""
    s = position.record
    me, other = (s["owned"][seat].tolist() for seat in (s["turn"], 1 - s["turn"]))
    up = sum(int(nth > 0) << n for n, nth in enumerate(s["shown"]))
    place = tuple(
        (int(s["pile"][n]) + (up >> n & 1), int(s["middle"][n]), max(0, GOAL - me[n]),
         max(0, GOAL - other[n]))
        for n in range(6)
    )  # fmt: skip
    return Choice(solver, place, up)


def values(position: CollectState, seat: Seat, legal: Sequence[Move]) -> list[float] | None:
    """Return the exact share of each legal move, or None if the end is too far away."""
    if position.setup.seats != 2 or position.record["pile_size"] > MOST_PILE:
        return None
    try:
        choice = choice_of(position, Solver())
        return [choice.stopping if move == STOP else choice.going for move in legal]
    except TooLargeError:
        return None
