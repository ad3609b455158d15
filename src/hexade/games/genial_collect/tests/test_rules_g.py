"""The rules of the collecting game, a test for each sentence."""

from __future__ import annotations

import pytest

from hexade.contract.game import CHANCE
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree, rematch
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.tests.scene import (
    after,
    legal,
    middle,
    owned,
    play,
    refusal,
    scene,
    table,
)

SIX_EACH = "rrrrrrggggggbbbbbbooooooyyyyyypppppp"
SEVEN_BUT_RED = "rrrrrrgggggggbbbbbbboooooooyyyyyyyppppppp"


def _begun(seats: int = 2, start: int = 0) -> dict[str, object]:
    return GAME.show(GAME.view(after(GAME.begin(table(seats, start)), "|rgb"), 0))


def test_G1_there_are_126_tiles_21_of_each_colour() -> None:
    chances = GAME.chances(GAME.begin(table()))
    assert chances == [(colour, 21) for colour in range(6)]


def test_G1_three_are_turned_up_in_the_middle() -> None:
    position, told = play(GAME.begin(table()), "|yry")
    assert told == [{"event": "middle", "tiles": ["r", "y", "y"]}]
    assert middle(position) == "ryy"
    assert legal(position) == ["turn_up"]


@pytest.mark.parametrize(("seats", "goal"), [(2, 7), (3, 6), (4, 5)])
def test_G1_the_goal_is_7_6_or_5(seats: int, goal: int) -> None:
    assert _begun(seats)["goal"] == goal


@pytest.mark.parametrize("seats", [1, 5])
def test_G1_two_three_or_four_players(seats: int) -> None:
    with pytest.raises(Refusal) as refused:
        agree(GAME, seats=seats)
    assert refused.value.reason.rule == "G1"


def test_G1_everybody_sees_everything_but_the_order_of_the_pile() -> None:
    position = scene("rrg", "r", owned=["by", "pp"])
    views = [GAME.show(GAME.view(position, seat)) | {"seat": 0} for seat in (0, 1, -2)]
    assert views[0] == views[1] == views[2]
    assert views[0]["left"] == {"r": 18, "g": 20, "b": 20, "o": 21, "y": 20, "p": 19}
    assert not any("order" in key for key in views[0])


def test_G2_a_tile_is_good_if_its_colour_lies_in_the_middle() -> None:
    position, told = play(scene("rrg"), "r")
    assert told == [{"event": "turn_up", "seat": 0, "tile": "r", "good": True}]
    assert legal(position) == ["turn_up", "stop"]
    assert middle(position) == "rrg"
    assert owned(position) == ""


def test_G2_a_tile_whose_colour_is_not_in_the_middle_is_bad() -> None:
    _, told = play(scene("rrg"), "b")
    assert told == [{"event": "turn_up", "seat": 0, "tile": "b", "good": False}]


def test_G2_a_colour_turned_up_before_in_this_turn_is_bad() -> None:
    _, told = play(scene("rrg", "g"), "g")
    assert told == [{"event": "turn_up", "seat": 0, "tile": "g", "good": False}]


def test_G2_the_first_tile_of_a_turn_is_compulsory() -> None:
    position = scene("rrg")
    assert legal(position) == ["turn_up"]
    assert refusal(position, "stop").rule == "G2"
    assert refusal(after(position, "r stop"), "stop", seat=1).rule == "G2"


def test_G3_who_stops_takes_the_tiles_turned_up_and_their_colours_from_the_middle() -> None:
    position, told = play(scene("rrgbb", "r", owned=["y"]), "b stop")
    assert told[-1] == {"event": "stop", "seat": 0, "tiles": ["r", "r", "r", "b", "b", "b"]}
    assert owned(position) == "rrrbbby"
    assert middle(position) == "g"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_G3_the_next_player_clockwise_has_the_turn(seats: int) -> None:
    position = scene("rrgg", "r", seats=seats, turn=seats - 1)
    assert GAME.to_act(after(position, "stop")) == {0}
    assert refusal(position, "stop", seat=0).rule == "G3"


def test_G4_a_bad_tile_ends_the_turn_and_all_tiles_of_the_turn_go_to_the_middle() -> None:
    position, told = play(scene("rrg", "rg", owned=["y"]), "p")
    assert [event["event"] for event in told] == ["turn_up"]  # no other event
    assert middle(position) == "rrrggp"
    assert owned(position) == "y"
    assert GAME.to_act(position) == {1}
    assert legal(position) == ["turn_up"]


def test_G3_example_ann_takes_her_two_tiles_and_the_three_of_the_middle() -> None:
    position, told = play(scene("rrg"), "r g stop")
    assert told[-1]["tiles"] == ["r", "r", "r", "g", "g"]
    assert owned(position) == "rrrgg"


@pytest.mark.parametrize(("second", "lies"), [("y", "rrrgy"), ("r", "rrrrg")])
def test_G4_example_a_bad_second_tile_costs_ann_the_red_one(second: str, lies: str) -> None:
    position = after(scene("rrg"), f"r {second}")
    assert owned(position) == ""
    assert middle(position) == lies


def test_G5_an_empty_middle_is_filled_before_the_next_turn() -> None:
    position = after(scene("rrg", "rg"), "stop")
    assert GAME.to_act(position) == {CHANCE}
    assert refusal(position, "turn_up", seat=1).code == "turning-up"
    position, told = play(position, "|bbo")
    assert told == [{"event": "middle", "tiles": ["b", "b", "o"]}]
    assert GAME.to_act(position) == {1}


def test_G5_a_middle_that_is_not_empty_is_not_filled() -> None:
    assert GAME.to_act(after(scene("rrg", "r"), "stop")) == {1}


@pytest.mark.parametrize(("pile", "tiles"), [("bo", "bo"), ("p", "p"), ("bop", "bop")])
def test_G5_as_many_as_there_are_if_fewer_and_G7_then_the_game_ends(pile: str, tiles: str) -> None:
    position, told = play(scene("rrg", "rg", pile=pile), f"stop |{tiles}")
    assert told[-1] == {"event": "middle", "tiles": list(tiles)}
    result = GAME.result(position)
    assert result is not None
    assert result["reason"] == "pile-empty"


def test_G6_the_game_ends_at_once_when_a_player_who_stops_owns_the_goal() -> None:
    position = scene("rg", "r", owned=[SEVEN_BUT_RED, SIX_EACH])
    assert GAME.result(position) is None  # not before the stop
    result = GAME.result(after(position, "stop"))
    assert result is not None
    assert result["reason"] == "collected"
    assert result["ranks"] == [1, 2]
    assert result["scores"][0] == {"r": 8, "g": 7, "b": 7, "o": 7, "y": 7, "p": 7}
    assert GAME.legal(after(position, "stop"), 1) == []


def test_G6_one_tile_less_than_the_goal_does_not_end_it() -> None:
    assert GAME.result(after(scene("rg", "r", owned=[SEVEN_BUT_RED[2:]]), "stop")) is None


def test_G6_the_others_rank_by_their_weakest_colour_first() -> None:
    worse, better = "rrgbooooyyyypppp", "rggggbbbbooooyyyypppp"
    position = scene("rg", "r", seats=4, owned=[SEVEN_BUT_RED, better, "", worse])
    result = GAME.result(after(position, "stop"))
    assert result is not None
    assert result["ranks"] == [1, 2, 4, 3]  # both have a single red or green; then 4 beats 1
    assert GAME.measure(table(4), result) == [30.0, 20.0 + 1, 0.0, 16.0]


def test_G6_a_colour_counts_for_no_more_than_the_goal() -> None:
    many, enough = "rrrrrrrrrrg", "rrrrrrrg"
    position = scene("rg", "r", owned=[enough, many], pile="b")
    result = GAME.result(after(position, "b"))
    assert result is not None
    assert result["ranks"] == [1, 1]
    assert [scores["r"] for scores in result["scores"]] == [7, 10]


def test_G7_a_good_last_tile_makes_the_player_stop() -> None:
    position, told = play(scene("rrg", "r", pile="g"), "g")
    assert told == [
        {"event": "turn_up", "seat": 0, "tile": "g", "good": True},
        {"event": "stop", "seat": 0, "tiles": ["r", "r", "r", "g", "g"]},
    ]
    assert owned(position) == "rrrgg"
    result = GAME.result(position)
    assert result is not None
    assert (result["reason"], result["ranks"]) == ("pile-empty", [1, 2])


def test_G7_a_good_last_tile_can_win() -> None:
    position = after(scene("rg", owned=[SEVEN_BUT_RED], pile="r"), "r")
    result = GAME.result(position)
    assert result is not None
    assert result["reason"] == "collected"


def test_G7_a_bad_last_tile_ends_the_turn_and_the_game() -> None:
    position, told = play(scene("rrg", "r", owned=["", "y"], pile="b"), "b")
    assert [event["event"] for event in told] == ["turn_up"]
    result = GAME.result(position)
    assert result is not None
    assert (result["reason"], result["ranks"]) == ("pile-empty", [2, 1])


def test_G7_no_turn_begins_without_a_pile() -> None:
    assert GAME.result(after(scene("rrg", "r", pile="b"), "stop")) is None
    assert GAME.result(after(scene("rrg", "r", pile="b"), "stop b")) is not None


@pytest.mark.parametrize("start", [0, 1, 2])
def test_G8_the_first_seat_begins_unless_the_table_says_otherwise(start: int) -> None:
    assert agree(GAME, seats=3).start == 0
    assert _begun(3, start)["turn"] == start
    assert rematch(GAME, table(3, start)).start == (start + 1) % 3


def test_refusals_name_their_rule() -> None:
    position = scene("rrg", "r")
    over = after(scene("rg", "r", owned=[SEVEN_BUT_RED]), "stop")
    assert refusal(over, "stop", seat=0).rule == "G6"
    assert GAME.why_not(position, 0, 7).rule == "G2"  # type: ignore[union-attr]
    assert GAME.why_not(position, CHANCE, 0).rule == "G2"  # type: ignore[union-attr]
    asked = GAME.apply(position, {0: GAME.parse("turn_up")})
    assert GAME.why_not(asked, CHANCE, 6).rule == "G1"  # type: ignore[union-attr]
    assert GAME.why_not(asked, 0, 0).code == "turning-up"  # type: ignore[union-attr]
    few = GAME.apply(scene("rrg", pile="r"), {0: GAME.parse("turn_up")})
    assert "no green tile" in GAME.why_not(few, CHANCE, 1).text  # type: ignore[union-attr]
