"""The table as text, forecasts in words, and the measure of a greedy player."""

from __future__ import annotations

import pytest

from hexade.contract.game import WATCHER
from hexade.contract.picture import plain
from hexade.contract.setup import agree
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.tests.scene import play, scene

TABLE = """
round 2 of 3

   Ann 5             Bob 0
R  .|.R.|...|....  2 .|..R|...|....  3
G  .|...|G..|....  4 G|...|...|....  0
B  .|..B|...|....  3 B|...|...|....  0
O  .|...|O..|....  4 O|...|...|....  0
Y  .|...|Y..|....  4 Y|...|...|....  0
P  .|...|..P|....  6 P|...|...|....  0
   weakest 2         weakest 0

Ann              RO RY   (2 in hand)
Bob              YP BO   (6 in hand)

pile 48, discard 0   Ann to move, bonus turn (1 owed)
hand RP GY
"""


def test_the_table_shows_chips_areas_open_cards_hand_and_piles() -> None:
    position = scene(
        seats=2,
        rounds=3,
        number=2,
        hands=["rp gy"],
        open=["ro ry", "yp bo"],
        chips=["r2 g4 b3 o4 y4 p6", "r3"],
        points=[5, 0],
        bonus=1,
    )
    drawn = GAME.picture(GAME.view(position, 0), ["Ann", "Bob"], False)
    assert plain(drawn).strip() == TABLE.strip()


def test_shapes_stand_beside_letters_and_a_watcher_sees_no_hand() -> None:
    drawn = plain(GAME.picture(GAME.view(scene(hands=["rp"]), WATCHER), ["a", "b", "c"], True))
    assert "R★" in drawn
    assert "\nhand" not in drawn
    assert "of 1" in drawn


@pytest.mark.parametrize(
    ("words", "chips", "said"),
    [
        ("rb", "r1", "red +2, blue +1, weakest 0"),
        ("rb", "r2", "red +1 (1 lost), blue +1, weakest 0"),
        ("rb", "r9 g4 b4 o4 y4 p4", "red +1 (1 lost), blue +1, weakest 4, bonus turn!"),
        ("rb", "r5 g7 b9 o7 y7 p7", "red +2, blue +1, weakest 7, ends the round"),
    ],
)
def test_forecasts_say_steps_losses_bonus_and_end(words: str, chips: str, said: str) -> None:
    position = scene(hands=["rb go"], open=["rb", "ry", "yp"], chips=[chips])
    assert GAME.forecast(GAME.view(position, 0), GAME.parse(words)) == said


def test_an_order_is_forecast_in_its_order() -> None:
    position = scene(hands=["rb go"], open=["rb", "yp", "yp"], chips=["b3 g1 o1 y1 p1"])
    known = GAME.view(position, 0)
    assert GAME.forecast(known, GAME.parse("rb br")) == "blue +0 (1 lost), red +1, weakest 1"
    assert GAME.forecast(known, GAME.parse("rb rb")) == "red +1, blue +1, weakest 1"


def test_an_offer_and_the_end_are_drawn_and_forecast() -> None:
    before = scene(hands=["gb gy"], open=["bo", "bp", "yp"], chips=["g1 b1 o1 y1 p1"])
    known = GAME.view(play(before, "gb"), 0)
    assert "a new hand is offered" in plain(GAME.picture(known, ["a", "b", "c"], False))
    assert {GAME.forecast(known, move) for move in (0, 1)} == {
        "keep your hand and draw",
        "show your hand, discard it and draw six",
    }
    assert GAME.worth(known, [0, 1])[0] == GAME.worth(known, [0, 1])[1]
    for rounds, words in ((1, "game over"), (2, "between rounds")):
        won = scene(
            rounds=rounds, hands=["rb"], open=["rb", "yp", "yp"], chips=["r6 g7 b8 o7 y7 p7"]
        )
        seen = GAME.view(play(won, "rb"), 0)
        assert words in plain(GAME.picture(seen, ["a", "b", "c"], False))


def test_worth_compares_sorted_chips_and_knows_the_order_of_scoring() -> None:
    position = scene(hands=["rb go"], open=["rb", "yp", "yp"], chips=["b3 g1 o1 y1 p1"])
    moves = [GAME.parse(words) for words in ("rb rb", "rb br", "go")]
    worth = GAME.worth(GAME.view(position, 0), moves)
    assert worth == [0x111114, 0x111113, 0x011113]


def test_E10_a_match_of_several_rounds_is_told_with_its_victory_points() -> None:
    chips = [dict(zip("rgboyp", row, strict=True)) for row in ([7] * 6, [4] * 6)]
    result = {"ranks": [2, 1], "scores": chips, "points": [9, 11]}
    said = GAME.verdict(agree(GAME, options={"rounds": 2}), result, ["Ann", "Ben"])
    assert said[0].startswith("1. Ben: 11 victory points; last round: weakest 4")
    one = GAME.verdict(agree(GAME), result | {"ranks": [1, 2]}, ["Ann", "Ben"])
    assert one[0] == "1. Ann: weakest 7 (r 7 g 7 b 7 o 7 y 7 p 7)"
