"""What each seat may know, and the states that could be behind it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

from hexade.contract import bits
from hexade.contract.game import CHANCE, CHANCE_ACTS, WATCHER
from hexade.contract.record import Record
from hexade.games.genial_cards import cards
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import OFFERED, CardsState
from hexade.games.genial_cards.tests.scene import (
    PLAIN,
    befall,
    hand,
    play,
    scaled,
    scene,
    table,
    walk,
    whole_game,
)
from hexade.games.genial_cards.view import CardsView

pytestmark = pytest.mark.slow


def _all_cards(position: CardsState) -> int:
    s = position.record
    up = bits.pack(int(kind) for row in s["open"] for kind in row if kind >= 0)
    return int(s["pile"]) + int(s["discard"]) + int(up) + sum(map(int, s["hands"]))


def _check(position: CardsState, viewer: int, seed: int) -> CardsState:
    known = GAME.view(position, viewer)
    guess = GAME.determinize(known, seed)
    assert GAME.view(guess, viewer) == known
    assert GAME.view(guess, WATCHER) == GAME.view(position, WATCHER)
    assert GAME.show(GAME.view(guess, viewer)) == GAME.show(known)
    assert GAME.legal(guess, viewer) == GAME.legal(position, viewer)
    assert _all_cards(guess) == cards.DECK
    assert guess.record["pile_size"] == len(bits.unpack(guess.record["pile"]))
    assert not int(guess.record["drawn"]) & ~_mask(int(guess.record["taken"].sum()))
    return guess


def _mask(multiset: int) -> int:
    return sum(7 << 3 * kind for kind in set(bits.unpack(multiset)))


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_fits_every_state_behind_it(seats: int, rounds: int) -> None:
    for game in range(scaled(5 - 2 * rounds)):
        for n, (position, _, _) in enumerate(walk(table(seats, rounds), game, greedy=game % 2 > 0)):
            if n % (11 if PLAIN else 3) == 0 or position.record["phase"] == OFFERED:
                for viewer in (*range(seats), WATCHER):
                    _check(position, viewer, seed=n)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_state_behind_a_view_can_be_played_on_and_seen_by_others(seats: int) -> None:
    for n, (position, _, _) in enumerate(walk(table(seats), seed=3)):
        if n % (60 if PLAIN else 9) == 0:
            guess = _check(position, n % seats, seed=n)
            for other in range(seats):
                _check(guess, other, seed=n + 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_guess_holds_no_card_that_cannot_be_there(seats: int) -> None:
    for n, (position, _, _) in enumerate(walk(table(seats), seed=6)):
        if n % (30 if PLAIN else 5) == 0:
            known = GAME.view(position, n % seats)
            guess = GAME.determinize(known, n)
            pile = Counter(bits.unpack(guess.record["pile"]))
            assert pile <= Counter(bits.unpack(known.left_over))
            assert pile <= Counter(bits.unpack(known.unseen))


def test_E8_after_a_reshuffle_the_pile_and_so_the_other_hand_are_known() -> None:
    before = scene(seats=2, hands=["rb ro ry go gy bo"], open=["rb yp", "yp yp"], pile="op")
    after, _ = befall(play(before, "rb"), "op")
    for seed in range(5):
        guess = GAME.determinize(GAME.view(after, 0), seed)
        assert guess.record["pile"] == after.record["pile"]
        assert hand(guess, 1) == hand(after, 1)


def test_E8_what_i_drew_of_the_new_pile_is_not_in_it() -> None:
    before = scene(seats=2, hands=["rb", "op gb gb gb gb oy"], open=["rb yp", "yp yp"], pile="bo")
    after, _ = befall(play(before, "rb"), "bo op op op rg ro")
    for seed in range(20):
        guess = GAME.determinize(GAME.view(after, 0), seed)
        assert hand(guess, 1) == hand(after, 1)
    hands = {hand(GAME.determinize(GAME.view(after, WATCHER), seed)) for seed in range(40)}
    assert len(hands) > 10


def test_before_any_reshuffle_all_ways_to_deal_are_as_likely() -> None:
    before = scene(seats=2, hands=["rb rb rb rb rg rg", "ro ro gy"], pile="ro ro gy bp")
    data = before.data.copy()
    data[0]["taken"][1] = data[0]["hands"][1]
    known = GAME.view(CardsState(before.setup, data), 0)
    pool = kinds = bits.unpack(known.unseen)
    assert len(kinds) == 7
    ways = Counter(tuple(sorted(pool[n] for n in chosen)) for chosen in combinations(range(7), 4))
    tries = scaled(4000, 1000)
    met = Counter(
        tuple(bits.unpack(GAME.determinize(known, seed).record["pile"])) for seed in range(tries)
    )
    assert set(met) == set(ways)
    for pile, count in ways.items():
        expected = tries * count / ways.total()
        assert abs(met[pile] - expected) < 5 * expected**0.5


def test_E6_nobody_else_knows_that_a_hand_is_offered_a_new_one() -> None:
    chips = ["", "g1 b1 o1 y1 p1", ""]
    before = scene(turn=1, hands=["", "gb gy by oy op yp"], open=["bo", "bp", "yp"], chips=chips)
    offered = play(before, "gb")
    assert GAME.show(GAME.view(offered, 1))["phase"] == "offer"
    hands, acting = set(), set()
    for viewer in (0, 2, WATCHER):
        assert GAME.view(offered, viewer) == GAME.view(play(offered, "draw"), viewer)
        for seed in range(120):
            guess = _check(offered, viewer, seed)
            hands.add(hand(guess, 1))
            acting.add(GAME.to_act(guess))
            assert GAME.to_act(guess) == CHANCE_ACTS or "r" not in hand(guess, 1)
    assert len(hands) > 50
    assert any("r" in held for held in hands)
    assert acting == {CHANCE_ACTS, frozenset({1})}


def test_a_seat_sees_its_own_hand_and_only_counts_the_others() -> None:
    position = scene(hands=["rb ro", "gy gy gy gy"])
    known = GAME.view(position, 0)
    shown = GAME.show(known)
    assert shown["hand"] == ["rb", "ro"]
    assert shown["hands"] == [2, 4, 6]
    assert known.record["hands"].tolist()[1:] == [0, 0, 0]
    assert known.record["pile"] == 0
    assert GAME.show(GAME.view(position, WATCHER))["hand"] == []


def test_the_json_has_the_keys_of_the_bot_protocol() -> None:
    shown = GAME.show(GAME.view(scene(seats=4, rounds=2), 0))
    asked = {"hand", "open", "chips", "pile", "discard", "turn", "bonus", "round", "points"}
    assert set(shown) >= asked | {"game", "variant", "seats", "seat", "ply", "phase", "rounds"}
    assert json.loads(json.dumps(shown)) == shown


def test_of_anothers_draw_only_the_count_is_told() -> None:
    record: Record = whole_game(table(3), seed=2)
    for event in record.events:
        for viewer in (0, 1, 2, WATCHER):
            told = GAME.tell(event, viewer)
            if event["event"] != "draw" or event["seat"] == viewer:
                assert told == event
            else:
                count = len(event["cards"])
                assert told == {"event": "draw", "seat": event["seat"], "count": count}


def test_views_are_values() -> None:
    position = scene()
    known = GAME.view(position, 0)
    assert known == GAME.view(position, 0)
    assert hash(known) == hash(GAME.view(position, 0))
    assert known != GAME.view(position, 1)
    assert isinstance(known, CardsView)
    assert not known.data.flags.writeable
    assert CHANCE not in GAME.to_act(position)
