"""Packed sets and multisets agree with plain Python ones."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hexade.contract import bits
from hexade.contract.kernel import speed_up

words = st.integers(0, 2**64 - 1)
members = st.lists(st.integers(0, 20), max_size=100).filter(
    lambda kinds: all(kinds.count(kind) <= 7 for kind in kinds)
)


@given(words)
def test_popcount_and_lowest(word: int) -> None:
    assert speed_up(bits.popcount)(np.uint64(word)) == word.bit_count()
    lowest = (word & -word).bit_length() - 1 if word else 64
    assert speed_up(bits.lowest)(np.uint64(word)) == lowest


@given(words.filter(bool), st.data())
def test_select_finds_the_kth_bit(word: int, data: st.DataObject) -> None:
    places = [n for n in range(64) if word >> n & 1]
    k = data.draw(st.integers(0, len(places) - 1))
    assert speed_up(bits.select)(np.uint64(word), k) == places[k]


@given(members)
def test_a_multiset_is_its_members(kinds: list[int]) -> None:
    word = bits.pack(kinds)
    assert bits.unpack(word) == sorted(kinds)
    assert speed_up(bits.size)(word) == len(kinds)
    there = int(speed_up(bits.kinds)(word))
    assert [kind for kind in range(21) if there >> 3 * kind & 1] == sorted(set(kinds))
    assert int(speed_up(bits.kind_set)(word)) == sum(1 << kind for kind in set(kinds))
    for kind in range(21):
        assert speed_up(bits.count)(word, kind) == kinds.count(kind)


@given(members.filter(bool), st.data())
def test_nth_walks_the_members_in_order(kinds: list[int], data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(kinds) - 1))
    assert speed_up(bits.nth)(bits.pack(kinds), k) == sorted(kinds)[k]


@given(members)
def test_one_adds_and_takes_away(kinds: list[int]) -> None:
    word = np.uint64(0)
    for kind in kinds:
        word += speed_up(bits.one)(kind)
    assert word == bits.pack(kinds)
