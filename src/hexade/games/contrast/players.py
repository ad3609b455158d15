"""Players for this game: `reader` looks at the picture, `crowd` looks at the others as well.

Both know what a person at the table sees: the picture, and everybody's hand from the rows. How
well symbols fit a picture they look up in the deck, where a person would look at the drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import exp

import numpy as np

from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame, Move
from hexade.contract.player import Player, Thinker
from hexade.games.contrast import deck, rules, variants
from hexade.games.contrast.view import ContrastView

TASTE = 6  # how far personal taste may move a rating up or down, in percent
WARMTH = 9.0  # a symbol rated this many percent lower is chosen e times less often
_TASTES = 1 << 20  # offset of the draws for taste in a seat's stream, beyond any round
_SCALE = 1 << 20
_GAPS = 100 + 2 * TASTE
_WEIGHTS = [1 + round(_SCALE * exp(-gap / WARMTH)) for gap in range(_GAPS + 1)]
_NO_TASTE = [0] * rules.MISS
_WIDTH = {2: 12, 3: 12, 4: 8, 5: 6, 6: 4}  # how many choices of each other seat `crowd` considers
_IN_CODE = np.array([0, 1, 8, 64, 512, 4096])  # the sum identifies the shape of the votes
_ONE_VOTE = np.eye(rules.MISS, dtype=np.int64)


class Reader(Thinker):
    """Chooses what fits the picture, most often what fits best, with a taste of its own."""

    name = "reader"

    def choose(self, view: ContrastView, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return a symbol in hand; the better it fits, the more likely it is chosen."""
        stream = Stream(self.seed, view.seat + 1)
        symbols = _in_question(view, view.seat)
        tastes = [stream.below(_TASTES + n, 2 * TASTE + 1) - TASTE for n in range(rules.MISS)]
        weights = _weights(view, symbols, tastes)
        return stream.pick(view.ply, list(zip(symbols, weights, strict=True)))


class Crowd(Thinker):
    """Chooses what is most likely to win if all the others are readers."""

    name = "crowd"

    def choose(self, view: ContrastView, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the symbol with the best chance of winning; the bot's own seed breaks ties."""
        hopes = _hopes(view, _in_question(view, view.seat))
        best = max(hopes.values())
        found = [symbol for symbol, hope in hopes.items() if hope == best]
        return found[Stream(self.seed, view.seat + 1).below(view.ply, len(found))]


PLAYERS: dict[str, Callable[[AnyGame, int], Player]] = {"reader": Reader, "crowd": Crowd}


def judge(view: ContrastView, moves: Sequence[Move], effort: float, seed: int) -> list[float]:
    """Return how likely each symbol is to win this picture if all the others are readers."""
    if not moves:
        return []
    hopes, (_, weights) = _hopes(view, moves), _outcomes(view)
    return [hopes[symbol] / int(weights.sum()) for symbol in moves]


def _in_question(view: ContrastView, seat: int) -> list[int]:
    """Return the symbols to consider: all in hand, in a team those that both have (F10)."""
    own = rules.symbols(view.rows[seat])
    if view.setup.seats != variants.TEAM:
        return own
    partner = rules.symbols(view.rows[1 - seat])
    return [symbol for symbol in own if symbol in partner] or own


def _weights(view: ContrastView, symbols: Sequence[int], tastes: Sequence[int]) -> list[int]:
    """Return how likely a reader with this taste is to choose each symbol, as whole weights."""
    ratings = deck.drawings()[view.shown[-1]].ratings
    likings = [ratings[symbol] + tastes[symbol] for symbol in symbols]
    return [_WEIGHTS[max(likings) - liking] for liking in likings]


def _hopes(view: ContrastView, symbols: Sequence[int]) -> dict[int, int]:
    """Return how likely each symbol is to win, as whole weights: the same on every machine."""
    votes, weights = _outcomes(view)
    codes = _IN_CODE[votes].sum(axis=1)
    wins = _wins(view.setup.seats)
    return {symbol: int(weights[wins[codes, votes[:, symbol]]].sum()) for symbol in symbols}


def _outcomes(view: ContrastView) -> tuple[np.ndarray, np.ndarray]:
    """Return what the others may choose together: votes per symbol, and the weight of each."""
    votes, weights = np.zeros((1, rules.MISS), np.int64), np.ones(1, np.int64)
    for seat in range(view.setup.seats):
        if seat != view.seat:
            choices, shares = _likely(view, seat)
            votes = (votes[:, None] + _ONE_VOTE[choices]).reshape(-1, rules.MISS)
            weights = (weights[:, None] * shares).ravel()
    return votes, weights


def _likely(view: ContrastView, seat: int) -> tuple[list[int], list[int]]:
    """Return the choices a reader in this seat is most likely to make, in thousandths."""
    symbols = _in_question(view, seat)
    weights = _weights(view, symbols, _NO_TASTE)
    order = sorted(range(len(symbols)), key=lambda n: -weights[n])[: _WIDTH[view.setup.seats]]
    total = sum(weights[n] for n in order)
    return [symbols[n] for n in order], [1000 * weights[n] // total for n in order]


@cache
def _wins(seats: int) -> np.ndarray:
    """Return whether a symbol wins, by the others' votes in code and how many chose it too."""
    table = np.zeros((_IN_CODE[-1] + 1, len(_IN_CODE)), np.bool_)
    for shape in _shapes(seats - 1, seats - 1):
        for here in {0, *shape}:
            mine = shape.index(here) if here else len(shape)
            votes = Counter(dict(enumerate(shape)))
            votes[mine] += 1
            code = sum(int(_IN_CODE[count]) for count in shape)
            table[code, here] = mine in rules.winning(votes, seats)
    return table


def _shapes(voters: int, most: int) -> Iterator[list[int]]:
    """Yield every way to split voters among symbols, the larger numbers first."""
    if voters == 0:
        yield []
    for first in range(min(voters, most), 0, -1):
        yield from ([first, *rest] for rest in _shapes(voters - first, first))
