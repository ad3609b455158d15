"""The n-th random number as a function of (key, n): no generator, so nothing to save or share.

One seed gives one stream to the dealer (`DEALER`) and a seed of its own to each seat, so that the
deal does not depend on who plays. SplitMix64 mixes the bits (Steele, Lea, Flood, 2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.game import CHANCE, CHANCE_ACTS, AnyGame, Turn
from hexade.contract.kernel import Record, Word, kernel, speed_up

T = TypeVar("T")

DEALER, GUESS = 0, 63  # streams of a seed: seats have 1 and up
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_APART = np.uint64(0xD1342543DE82EF95)  # keeps the streams of a seed apart
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_11, _27, _30, _31, _32 = (np.uint64(bits) for bits in (11, 27, 30, 31, 32))


@kernel
def mix(word: Word) -> Word:
    """Return a word whose every bit depends on every bit of the given one."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@kernel
def stream(seed: Word, number: int) -> Word:
    """Return the key of one of a seed's independent streams."""
    return mix(seed) + np.uint64(number) * _APART


@kernel
def below(key: Word, n: int, limit: int) -> int:
    """Return the n-th number of a stream, between 0 and limit - 1."""
    word = mix(key + np.uint64(n) * _GOLDEN)
    return signed(((word >> _32) * np.uint64(limit)) >> _32)


@kernel
def nth_seed(seed: Word, number: int) -> Word:
    """Return the seed of one of many games that are dealt from one seed.

    It fits into the 53 bits that every JSON parser keeps exactly.
    """
    return mix(stream(seed, number)) >> _11


@kernel
def seat_seed(seed: Word, seat: int) -> Word:
    """Return the seed for the player in a seat, independent of the deal.

    It must stay secret: the dealer's key can be computed from it. Programs never get it.
    """
    return stream(seed, seat + 1)


@kernel
def shuffle(key: Word, deck: Record, size: int) -> None:
    """Put the first items of a deck into random order (Fisher and Yates)."""
    for n in range(size - 1, 0, -1):
        k = below(key, n, n + 1)
        deck[n], deck[k] = deck[k], deck[n]


class Dealer(Protocol):
    """A dealer: picks the outcomes of chance."""

    def pick(self, n: int, outcomes: Sequence[tuple[int, int]]) -> int:
        """Return the n-th outcome, drawn by weight."""


class Stream:
    """One stream of a seed, for callers that are not kernels themselves."""

    def __init__(self, seed: int, number: int = DEALER) -> None:
        self._key = speed_up(stream)(np.uint64(seed), number)
        self._below = speed_up(below)

    def below(self, n: int, limit: int) -> int:
        """Return the n-th number, between 0 and limit - 1."""
        return int(self._below(np.uint64(self._key), n, limit))

    def pick(self, n: int, outcomes: Sequence[tuple[int, int]]) -> int:
        """Return the n-th outcome, drawn by weight."""
        left = self.below(n, sum([weight for _, weight in outcomes]))
        for outcome, weight in outcomes:
            left -= weight
            if left < 0:
                return outcome
        raise ValueError("no outcome has any weight")

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order (Fisher and Yates)."""
        deck = list(items)
        order = np.arange(len(deck))
        speed_up(shuffle)(np.uint64(self._key), order, len(deck))
        return [deck[n] for n in order.tolist()]


def settle(game: AnyGame, state: Any, dealer: Dealer, draws: int) -> Iterator[tuple[Turn, Any]]:
    """Let chance act until a seat must, or the game is over: yield its turns and what follows.

    `draws` says how often chance has acted before.
    """
    while game.to_act(state) == CHANCE_ACTS:
        turn = {CHANCE: dealer.pick(draws, game.chances(state))}
        state = game.apply(state, turn)
        draws += 1
        yield turn, state


def settled(game: AnyGame, state: Any, dealer: Dealer, draws: int) -> tuple[Any, int]:
    """Return the state in which a seat must act or the game is over, and how many draws it took.

    The number counts those before, `draws`, as well.
    """
    for _, after in settle(game, state, dealer, draws):
        state, draws = after, draws + 1
    return state, draws


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of a seat's bot in a game that is dealt from a seed."""
    return int(speed_up(seat_seed)(np.uint64(seed), seat))


def seed_of(seed: int, number: int) -> int:
    """Return the seed of game number n, the same one that kernels use."""
    return int(speed_up(nth_seed)(np.uint64(seed), number))
