"""Rules B1 to B3: the solo game."""

from __future__ import annotations

import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, NOBODY
from hexade.contract.setup import agree
from hexade.games.genial.game import GAME
from hexade.games.genial.tests.scene import (
    bonus,
    draw,
    phase,
    placements,
    play,
    points,
    rack,
    refusal,
    scene,
    track,
    turn,
)
from hexade.match import start

FIVE_AND_THREE = """
    k       . . . .
    j      . R . . .
    i     . . R . R .
    h    . R R . . R R
    g     . . R . . .
    f      . . . . .
    e       . . . .
"""
NEARLY_FULL = """
    m           R  P  R  G  B  G
    l         G  B  O  Y  P  R  G
    k       Y  P  R  G  B  O  Y  P
    j     G  B  O  Y  P  R  G  B  O
    i   Y  P  R  G  B  O  Y  P  R  G
    h P  B  O  Y  P  .  .  B  O  Y  B
    g   P  R  G  B  O  Y  P  R  G  B
    f     O  Y  P  R  G  B  O  Y  P
    e       G  B  O  Y  P  R  G  B
    d         P  R  G  B  O  Y  P
    c           Y  Y  P  R  G  O
"""


def test_B1_one_tile_is_drawn_placed_and_scored_then_the_next() -> None:
    position = start(GAME, agree(GAME, "solo"), Stream(3)).match.state
    assert len(rack(position).split()) == 1
    assert position.record["bag_size"] == 119
    for _ in range(5):
        position = play(position, sorted(placements(position))[0])
        assert (phase(position), rack(position), turn(position)) == ("draw", "", 0)
        position = draw(position, "gy")
        assert (phase(position), rack(position), turn(position)) == ("place", "gy", 0)


def test_B1_the_first_tile_lies_beside_a_printed_symbol() -> None:
    position = scene(variant="solo", racks=["oo"], opened=False)
    assert len(placements(position)) == 54
    reason = refusal(position, "oo h8 h9")
    assert reason is not None
    assert reason.rule == "A7"


@pytest.mark.parametrize(("before", "after"), [(16, 18), (34, 36)])
def test_B1_no_bonus_turns(before: int, after: int) -> None:
    position = scene(FIVE_AND_THREE, variant="solo", racks=["ry"], tracks=[f"r{before}"])
    position = play(position, "ry h9 g9")
    assert track(position) == {"r": after}
    assert (bonus(position), phase(position)) == (0, "draw")
    assert GAME.to_act(position) == {CHANCE}


def test_B1_no_exchange() -> None:
    position = scene(variant="solo", racks=["oo"], tracks=["r5 g5 b5 o5 y5 p3"])
    assert phase(play(position, "oo h8 h9")) == "draw"
    reason = refusal(position, "exchange")
    assert reason is not None
    assert reason.code == "must-place"


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 3), (14, 17), (15, 18), (16, 18), (17, 18), (18, 21), (30, 33), (33, 36), (34, 36)],
)
def test_B2_a_marker_stops_at_18_and_ends_on_36(before: int, after: int) -> None:
    position = scene(FIVE_AND_THREE, variant="solo", racks=["ry"], tracks=[f"r{before}"])
    assert points(position, "ry h9 g9") == [3, 0]
    assert track(play(position, "ry h9 g9")) == {"r": after}


@pytest.mark.parametrize("move", ["rr h8 h9", "rr h9 h8"])
@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 8), (10, 18), (12, 18), (13, 21), (15, 23), (16, 23), (17, 23), (18, 26), (31, 36)],
)
def test_B2_each_half_is_scored_on_its_own_and_the_better_order_is_taken(
    move: str, before: int, after: int
) -> None:
    position = scene(FIVE_AND_THREE, variant="solo", racks=["rr"], tracks=[f"r{before}"])
    assert sorted(points(position, move)) == [3, 5]
    assert track(play(position, move)) == {"r": after}


def test_B2_the_example_of_halves_worth_5_and_3_from_16_ends_on_23_and_not_on_21() -> None:
    position = scene(FIVE_AND_THREE, variant="solo", racks=["rr"], tracks=["r16"])
    assert points(position, "rr h8 h9") == [5, 3]
    assert track(play(position, "rr h8 h9")) == {"r": 18 + 5}  # 5 first would end on 18 + 3


def test_B3_the_result_tells_all_six_markers_and_one_rank() -> None:
    position = scene(NEARLY_FULL, variant="solo", racks=["rr"], tracks=["r36 g20 b7 y3"])
    assert GAME.result(position) is None
    assert GAME.result(play(position, "rr h8 h9")) == {
        "ranks": [1],
        "scores": [{"r": 36, "g": 20, "b": 7, "o": 0, "y": 3, "p": 0}],
        "reason": "board-full",
    }


@pytest.mark.parametrize("tracks", ["r36 g36 b36 o36 y36 p34", "r18 g18 b18 o18 y18 p17"])
def test_B3_all_six_on_18_or_nearly_on_36_do_not_end_the_game(tracks: str) -> None:
    position = scene(variant="solo", racks=["py"], tracks=[tracks])
    assert phase(play(position, "yp i4 h4")) == "draw"


def test_B3_all_six_on_36_end_the_game() -> None:
    position = scene(variant="solo", racks=["py"], tracks=["r36 g36 b36 o36 y36 p35"])
    after = play(position, "yp i4 h4")
    assert (phase(after), GAME.to_act(after)) == ("over", NOBODY)
    assert GAME.result(after) == {
        "ranks": [1],
        "scores": [dict.fromkeys("rgboyp", 36)],
        "reason": "all-at-end",
    }


def test_B3_what_a_lone_player_may_expect_is_told_in_points_of_the_weakest_marker() -> None:
    alone, two = agree(GAME, "solo"), agree(GAME, "base")
    most = GAME.stake(alone)
    assert most == 36
    result = {"scores": [dict.fromkeys("rgboyp", 9)]}
    assert most * GAME.reached(alone, result) == GAME.measure(alone, result)[0] == 9
    assert GAME.stake(two) is None
