"""Sets of bits and small multisets packed into one 64-bit word, as kernels.

A multiset holds up to 21 kinds with at most seven of each: kind k has the three bits from 3k on.
A bag or a rack is then one number: equal when its tiles are equal, copied and compared at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from hexade.contract.kernel import Record, Word, kernel, on_cuda

NONE = np.uint64(0)
ONE = np.uint64(1)
_TWO, _FOUR, _SEVEN, _TOP = np.uint64(2), np.uint64(4), np.uint64(7), np.uint64(56)
_PAIRS, _QUADS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_BYTES, _UNITS = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_HIGH, _BYTE, _EIGHT = np.uint64(0x8080808080808080), np.uint64(0xFF), np.uint64(8)
_LOWEST = np.uint64(0x1249249249249249)  # the lowest bit of each group of three
_LOWEST_BITS = int(_LOWEST)
_LOW_4 = np.uint64(15)
_SIX, _TWELVE, _LANE = np.uint64(6), np.uint64(12), np.uint64(0xFFF)
_SIXES, _TWELVES = np.uint64(0x71C71C71C71C71C7), np.uint64(0xF03F03F03F03F03F)
_EVERY_12, _HIGH_12 = np.uint64(0x0001001001001001), np.uint64(0x0800800800800800)
THREE = np.uint64(3)
_16, _32 = np.uint64(16), np.uint64(32)
# Bits that were three apart move together: two at a time, four, eight, and so on.
_PAIRED, _IN_FOURS = np.uint64(0x30C30C30C30C30C3), np.uint64(0xF00F00F00F00F00F)
_IN_EIGHTS, _IN_16 = np.uint64(0x00FF0000FF0000FF), np.uint64(0xFFFF00000000FFFF)
_IN_32 = np.uint64(0x1FFFFF)


@kernel
def signed(word: Word) -> int:
    """Return a small word as an ordinary integer (`int` alone keeps it unsigned once compiled)."""
    return int(np.int64(word))


@kernel
def popcount(word: Word) -> int:
    """Return how many bits are set."""
    word = word - ((word >> ONE) & _PAIRS)
    word = (word & _QUADS) + ((word >> _TWO) & _QUADS)
    word = (word + (word >> _FOUR)) & _BYTES
    return signed((word * _UNITS) >> _TOP)


@on_cuda(popcount)
def _popcount_on_cuda() -> Callable[[Word], int]:
    from numba import cuda

    def popcount(word: Word) -> int:
        return int(np.int64(cuda.popc(word)))

    return popcount


@kernel
def lowest(word: Word) -> int:
    """Return the position of the lowest bit that is set (64 if none is)."""
    return popcount((word & (~word + ONE)) - ONE)


@kernel
def select(word: Word, k: int) -> int:
    """Return the position of the k-th set bit, counted from zero."""
    # Running totals of the bits in each byte, all eight at once, tell the byte (Vigna, 2008).
    sums = word - ((word >> ONE) & _PAIRS)
    sums = (sums & _QUADS) + ((sums >> _TWO) & _QUADS)
    sums = ((sums + (sums >> _FOUR)) & _BYTES) * _UNITS
    passed = (((np.uint64(k) * _UNITS) | _HIGH) - sums) & _HIGH
    shift = np.uint64(8 * popcount(passed))
    k -= signed(((sums << _EIGHT) >> shift) & _BYTE)
    word = (word >> shift) & _BYTE
    # Three halvings without a branch tell the bit within it.
    here = popcount(word & _LOW_4)
    up = int(k >= here)
    at = 4 * up
    k -= up * here
    here = popcount((word >> np.uint64(at)) & THREE)
    up = int(k >= here)
    at += 2 * up
    k -= up * here
    return signed(shift) + at + int(k >= signed((word >> np.uint64(at)) & ONE))


@kernel
def one(kind: int) -> Word:
    """Return the multiset with one member, of this kind."""
    return ONE << np.uint64(3 * kind)


@kernel
def count(multiset: Word, kind: int) -> int:
    """Return how many of this kind there are."""
    return signed((multiset >> np.uint64(3 * kind)) & _SEVEN)


@kernel
def size(multiset: Word) -> int:
    """Return how many members there are of all kinds together."""
    low = popcount(multiset & _LOWEST)
    middle = popcount((multiset >> ONE) & _LOWEST)
    return low + 2 * middle + 4 * popcount((multiset >> _TWO) & _LOWEST)


@kernel
def kinds(multiset: Word) -> Word:
    """Return a word with bit 3k set for each kind k that is present."""
    return (multiset | (multiset >> ONE) | (multiset >> _TWO)) & _LOWEST


@kernel
def kind_set(multiset: Word) -> Word:
    """Return a word with bit k set for each kind k that is present."""
    found = kinds(multiset)
    found = (found | (found >> _TWO)) & _PAIRED
    found = (found | (found >> _FOUR)) & _IN_FOURS
    found = (found | (found >> _EIGHT)) & _IN_EIGHTS
    found = (found | (found >> _16)) & _IN_16
    return (found | (found >> _32)) & _IN_32


@kernel
def nth(multiset: Word, k: int) -> int:
    """Return the kind of the k-th member in the order of kinds, counted from zero."""
    # Running totals over four kinds at a time, all at once, tell where to begin to count.
    sums = (multiset & _SIXES) + ((multiset >> THREE) & _SIXES)
    sums = ((sums & _TWELVES) + ((sums >> _SIX) & _TWELVES)) * _EVERY_12
    passed = (((np.uint64(k) * _EVERY_12) | _HIGH_12) - sums) & _HIGH_12
    fours = popcount(passed)
    shift = np.uint64(12 * fours)
    if fours > 0:
        k -= signed((sums >> (shift - _TWELVE)) & _LANE)
    multiset = multiset >> shift
    first = signed(multiset & _SEVEN)
    second = first + signed((multiset >> THREE) & _SEVEN)
    third = second + signed((multiset >> _SIX) & _SEVEN)
    return 4 * fours + int(k >= first) + int(k >= second) + int(k >= third)


@kernel
def spread(multiset: Word, out: Record) -> int:
    """Write the kinds of all members, in order; return how many there are."""
    n = 0
    for kind in range(21):
        for _ in range(count(multiset, kind)):
            out[n] = kind
            n += 1
    return n


@kernel
def packed(kinds: Record, begin: int, end: int) -> Word:
    """Return the multiset of some of the kinds in an array."""
    found = NONE
    for n in range(begin, end):
        found += one(int(kinds[n]))
    return found


def pack(members: Iterable[int]) -> np.uint64:
    """Return the multiset of the given kinds."""
    return np.uint64(sum(1 << 3 * kind for kind in members))


_PLACES = [(kind, 3 * kind) for kind in range(21)]  # where the count of each kind is in a word


def total(multiset: int) -> int:
    """Return how many members a multiset has."""
    low, middle = (multiset & _LOWEST_BITS).bit_count(), (multiset >> 1 & _LOWEST_BITS).bit_count()
    return low + 2 * middle + 4 * (multiset >> 2 & _LOWEST_BITS).bit_count()


def unpack(multiset: np.uint64 | int) -> list[int]:
    """Return the kinds of all members, in order."""
    word = int(multiset)
    return [kind for kind in range(21) for _ in range(word >> 3 * kind & 7)]


def members(multiset: int) -> list[tuple[int, int]]:
    """Return each kind that is present with its count, in order."""
    return [(kind, count) for kind, at in _PLACES if (count := multiset >> at & 7)]
