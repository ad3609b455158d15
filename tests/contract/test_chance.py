"""Chance is a function of (seed, n): repeatable, even, and without memory."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexade.contract.chance import Stream, seed_of, settle, settled
from hexade.contract.game import CHANCE_ACTS
from hexade.contract.setup import agree
from tests.toys import TOY

FIRST, SECOND, SEED = [479, 749, 372, 438, 954, 202], [458, 827, 768], 6457929588067868
seeds = st.integers(0, 2**64 - 1)


@given(seeds, st.integers(0, 10**6), st.integers(1, 10**6))
def test_the_nth_number_is_always_the_same_and_below_its_limit(
    seed: int, n: int, limit: int
) -> None:
    number = Stream(seed).below(n, limit)
    assert 0 <= number < limit
    assert Stream(seed).below(n, limit) == number


def test_these_numbers_never_change() -> None:
    # Records and golden games are dealt from them: a change here is a change of format.
    assert [Stream(1).below(n, 1000) for n in range(6)] == FIRST
    assert [Stream(1, 2).below(n, 1000) for n in range(3)] == SECOND
    assert seed_of(7, 0) == SEED


def test_numbers_are_even() -> None:
    counts = Counter(Stream(seed).below(n, 6) for seed in range(60) for n in range(100))
    assert all(850 < counts[face] < 1150 for face in range(6))


def test_streams_of_a_seed_and_seeds_of_a_stream_differ() -> None:
    runs = {
        tuple(Stream(s, k).below(n, 100) for n in range(8)) for s in range(40) for k in range(7)
    }
    assert len(runs) == 280


def test_weights_are_kept_to() -> None:
    outcomes = [(3, 1), (5, 0), (8, 3)]
    counts = Counter(Stream(9).pick(n, outcomes) for n in range(2000))
    assert set(counts) == {3, 8}
    assert 400 < counts[3] < 600


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="no outcome"):
        Stream(1).pick(0, [(1, 0)])


@given(seeds, st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_all_items(seed: int, items: list[int]) -> None:
    assert sorted(Stream(seed).shuffled(items)) == sorted(items)


def test_seeds_of_games_are_many_and_fit_every_reader_of_json() -> None:
    found = {seed_of(1, n) for n in range(2000)}
    assert len(found) == 2000
    assert max(found) < 2**53


def test_chance_acts_until_a_seat_must_and_each_time_draws_the_next_number() -> None:
    begun = TOY.begin(agree(TOY))
    steps = list(settle(TOY, begun, Stream(5), 3))
    state, draws = settled(TOY, begun, Stream(5), 3)
    assert steps
    assert (state, draws) == (steps[-1][1], 3 + len(steps))
    assert TOY.to_act(state) != CHANCE_ACTS
    assert settled(TOY, state, Stream(5), draws) == (state, draws)
