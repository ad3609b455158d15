"""Rules E1 to E5: the material, the deal, a turn, and what a card scores."""

from __future__ import annotations

import pytest

from hexade.contract.game import CHANCE
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.games.genial_cards import cards
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import DRAWING, PLAYING, ROUND
from hexade.games.genial_cards.tests.scene import (
    befall,
    chips,
    deal,
    hand,
    legal,
    opened,
    phase,
    play,
    scene,
    table,
    told,
)


def test_E1_there_are_four_of_each_of_15_pairs_of_different_colours() -> None:
    assert len(cards.CARD_NAMES) == len(set(cards.CARD_NAMES)) == 15
    assert all(name[0] != name[1] for name in cards.CARD_NAMES)
    state = GAME.apply(GAME.begin(table(2)), {CHANCE: ROUND})
    assert GAME.chances(state) == [(kind, 4) for kind in range(15)]


def test_E1_rows_run_from_0_to_10_in_four_areas() -> None:
    assert cards.AREA_ENDS == (0, 3, 6, 10)


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 1), (4, 1)])
def test_E2_six_cards_each_then_one_face_up_or_two_for_two_players(seats: int, each: int) -> None:
    state, events = deal(GAME.begin(table(seats, start=1)))
    assert [event["event"] for event in events] == (
        ["round"] + ["draw"] * seats + ["open"] * seats * each
    )
    assert events[0] == {"event": "round", "number": 1, "start": 1}
    assert [event["seat"] for event in events[1 : seats + 1]] == list(range(seats))
    assert all(len(event["cards"]) == 6 for event in events[1 : seats + 1])
    assert state.record["pile_size"] == 60 - seats * (6 + each)
    assert state.record["turn"] == 1
    for seat in range(seats):
        assert opened(state, seat).split() == [
            event["card"] for event in events[seats + 1 :] if event["seat"] == seat
        ]


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_E2_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(Refusal, match="E2"):
        agree(GAME, seats=seats)


def test_E3_play_a_card_below_your_own_discard_the_oldest_and_draw_up_to_six() -> None:
    before = scene(seats=2, hands=["rb gy gy oy oy op"], open=["rg ro", "yp yp"])
    after = play(before, "rb")
    assert opened(after) == "ro rb"
    assert after.record["discard_size"] == 1
    assert phase(after) == DRAWING
    assert told(before, "rb")[1] == {"event": "discard", "seat": 0, "card": "rg"}
    drawn, events = befall(after, "yp")
    assert events == [{"event": "draw", "seat": 0, "cards": ["yp"]}]
    assert hand(drawn) == "gy gy oy oy op yp"
    assert drawn.record["turn"] == 1
    assert phase(drawn) == PLAYING


def test_E4_one_step_for_each_face_up_card_of_any_player_but_not_for_the_new_one() -> None:
    before = scene(hands=["rb"], open=["rg", "rb", "bp"])
    assert told(before, "rb")[0] == {
        "event": "play",
        "seat": 0,
        "card": "rb",
        "order": "rb",
        "points": [2, 2],
        "steps": [2, 2],
    }


def test_E4_example_yellow_lies_open_twice_and_blue_once() -> None:
    before = scene(hands=["by"], open=["gp", "by", "ry"])
    said = told(before, "by")[0]
    assert (said["order"], said["points"], said["steps"]) == ("by", [1, 2], [1, 2])
    assert chips(play(before, "by")) == "b1 y2"


def test_E4_both_own_earlier_cards_count_for_two_players() -> None:
    before = scene(seats=2, hands=["rb"], open=["rg ro", "rp yp"])
    assert told(before, "rb")[0]["points"] == [3, 0]


def test_E4_a_card_that_was_discarded_counts_no_more() -> None:
    after, _ = deal(play(scene(hands=["rb go"], open=["rg", "oy", "oy"]), "rb"))
    assert after.record["shown"].tolist() == [1, 0, 1, 2, 2, 0]


def test_E5_example_red_enters_the_next_area_and_purple_loses_a_step() -> None:
    before = scene(hands=["rp gy"], open=["ro", "rp", "yp"], chips=["r2 g4 b3 o4 y4 p5"])
    assert legal(before) == ["rp", "gy"]  # the order changes nothing, so it is not asked for
    said = told(before, "rp")[0]
    assert (said["points"], said["steps"]) == ([2, 2], [2, 1])
    assert chips(play(before, "rp")) == "r4 g4 b3 o4 y4 p6"


def test_E5_example_with_blue_in_the_area_4_to_6_purple_loses_nothing() -> None:
    before = scene(hands=["rp gy"], open=["ro", "rp", "yp"], chips=["r4 g4 b4 o4 y4 p5"])
    assert chips(play(before, "rp")) == "r6 g4 b4 o4 y4 p7"


@pytest.mark.parametrize(
    ("others", "reached"),
    [
        ("g0 b1 o1 y1 p1", "r3"),
        ("g1 b1 o1 y1 p1", "r6"),
        ("g3 b4 o4 y4 p4", "r6"),
        ("g4 b4 o4 y4 p4", "r7"),
    ],
)
def test_E5_an_area_is_open_when_every_other_chip_stands_in_the_one_before(
    others: str, reached: str
) -> None:
    at = 0 if reached == "r3" else 3
    open_red = ["rg ro", "rp ry"]
    before = scene(seats=2, hands=["rb"], open=open_red, chips=[f"r{at} {others}"])
    assert chips(play(before, legal(before)[0])).split()[0] == reached


def test_E5_the_chip_itself_never_holds_itself_back() -> None:
    before = scene(hands=["rg"], open=["ro", "yp", "yp"], chips=["g1 b1 o1 y1 p1"])
    assert chips(play(before, "rg")) == "r1 g1 b1 o1 y1 p1"


def test_E5_steps_that_may_not_be_taken_are_lost() -> None:
    before = scene(hands=["rb"], open=["rg", "ro", "ry"], chips=["r1"])
    assert told(before, "rb")[0]["steps"] == [2, 0]


def test_E5_the_order_is_asked_where_it_changes_the_chips() -> None:
    before = scene(hands=["rb go"], open=["rb", "yp", "yp"], chips=["b3 g1 o1 y1 p1"])
    assert legal(before) == ["rb rb", "rb br", "go"]
    assert chips(play(before, "rb rb")) == "r1 g1 b4 o1 y1 p1"
    assert chips(play(before, "rb br")) == "r1 g1 b3 o1 y1 p1"
    assert told(before, "rb br")[0] | {"seat": 0} == {
        "event": "play",
        "seat": 0,
        "card": "rb",
        "order": "br",
        "points": [1, 1],
        "steps": [0, 1],
    }


def test_E5_two_chips_that_hold_each_other_back_climb_together() -> None:
    before = scene(seats=2, hands=["rb"], open=["rg ro", "rp by"], chips=["r3 b3 g4 o4 y4 p4"])
    assert legal(before) == ["rb"]
    assert chips(play(before, "rb")) == "r6 g4 b4 o4 y4 p4"


def test_E5_the_first_symbol_can_open_the_last_area_for_the_second() -> None:
    before = scene(seats=2, hands=["rb"], open=["rg bo", "by bp"], chips=["r3 b6 g4 o4 y4 p4"])
    assert chips(play(before, "rb rb")) == "r4 g4 b9 o4 y4 p4"
    assert chips(play(before, "rb br")) == "r4 g4 b6 o4 y4 p4"


def test_E5_no_chip_passes_10() -> None:
    before = scene(hands=["rb"], open=["rg", "ro", "ry"], chips=["r9 g7 b6 o7 y7 p7"])
    after = play(before, "rb")
    assert chips(after) == "r10 g7 b6 o7 y7 p7"
    assert told(before, "rb")[0]["points"] == [3, 0]
