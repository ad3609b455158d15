"""Rule A15: the worked examples of the books, with their own numbers and geometry."""

from __future__ import annotations

import pytest

from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.scene import bonus, draw, phase, play, points, ranks, scene, track

# i to iv: tiles beside the printed blue, h13, that grow into one chain; points of either half.
CHAIN = {
    "rb i12 i13": [0, 1],
    "rb h11 h12": [1, 2],
    "bb i14 h14": [2, 2],
    "rb j13 j14": [2, 4],
}
GAP = """
    l         . . . . .
    k        . . . . . .
    j       . . . . . . .
    i      . . . G G G . .
    h     . . . G . . G . .
    g      . . . G G . . .
    f       . . . G G . .
    e        . . P . G .
    d         . . . . .
"""
TWO_AND_FOUR = """
    j     . . .
    i    . . Y Y
    h   G G . . Y
    g    . . . Y
    f     . . .
"""


def grown(links: int) -> GenialState:
    """Return a game of three after so many tiles of the chain, each laid in turn."""
    position = scene(seats=3, racks=["br br gg oo yy pp", "br gg gg oo yy pp", "bb gg oo yy pp pp"])
    for move in list(CHAIN)[:links]:
        position = draw(play(position, move), "gy")
    return position


@pytest.mark.parametrize(("links", "move"), list(enumerate(CHAIN)))
def test_A15_i_to_iv_four_tiles_grow_into_one_chain(links: int, move: str) -> None:
    assert points(grown(links), move) == CHAIN[move]


def test_A15_i_to_iv_each_player_has_the_points_of_their_own_tiles() -> None:
    position = grown(len(CHAIN))
    assert track(position, 0) == {"r": 0 + 2, "b": 1 + 4}
    assert track(position, 1) == {"r": 1, "b": 2}
    assert track(position, 2) == {"b": 2 + 2}


@pytest.mark.parametrize("middle", "B.O")
def test_A15_iv_a_blue_that_is_not_in_a_straight_line_does_not_count(middle: str) -> None:
    drawing = f"""
        k       . . . .
        j      . . . . .
        i     . R B B . .
        h    . R B {middle} B . .
        g     . . . . . .
        f      . . . . .
        e       . . . .
    """
    assert points(scene(drawing, racks=["br"]), "rb j8 j9") == [2, 4]


def test_A15_v_a_green_double_in_a_gap() -> None:
    position = scene(GAP, racks=["gg"])
    assert points(position, "gg h8 h9") == [1 + 1 + 1 + 1 + 3, 1 + 1 + 1 + 2]
    assert track(play(position, "gg h8 h9")) == {"g": 12}


def test_A15_v_the_row_of_two_is_cut_off_by_purple() -> None:
    longer = scene(GAP.replace("P", "G"), racks=["gg"])
    assert points(longer, "gg h8 h9") == [7, 1 + 1 + 1 + 3]


def test_A15_v_both_long_rows_share_the_cell_below_the_gap() -> None:
    without = scene(GAP.replace("g      . . . G G", "g      . . . G ."), racks=["gg"])
    assert points(without, "gg h8 h9") == [7 - 3, 5 - 2]


def test_A15_Tina_before_Thomas_before_Carl_before_Heike() -> None:
    tracks = [
        "r7 g18 b18 o18 y18 p18",  # Heike
        "r9 g12 b12 o15 y16 p18",  # Carl
        "r10 g10 b11 o11 y12 p12",  # Tina
        "r12 g9 b14 o13 y13 p13",  # Thomas
    ]
    assert ranks(scene(seats=4, tracks=tracks)) == [4, 3, 1, 2]


@pytest.mark.parametrize(
    "tracks",
    [
        ["r10 g10 b10 o10 y10 p10", "r9 g18 b18 o18 y18 p18"],
        ["r9 g12 b14 o14 y14 p14", "r9 g12 b13 o18 y18 p18"],
    ],
)
def test_A15_the_rankings_of_2011(tracks: list[str]) -> None:
    assert ranks(scene(edition="2011", tracks=tracks)) == [1, 2]


@pytest.mark.parametrize(("variant", "owed", "then"), [("team", 2, "place"), ("solo", 0, "draw")])
def test_A15_green_2_and_yellow_4_stop_at_18_in_team_and_solo(
    variant: str, owed: int, then: str
) -> None:
    rack = "gy" if variant == "solo" else "gy oo pp"
    position = scene(TWO_AND_FOUR, variant=variant, racks=[rack] * 4, tracks=["g16 y17"])
    assert points(position, "gy h8 h9") == [2, 4]
    after = play(position, "gy h8 h9")
    assert track(after) == {"g": 18, "y": 18}
    assert (bonus(after), phase(after)) == (owed, then)


def test_A15_green_4_and_yellow_2_earn_two_bonus_turns_in_the_team_of_2011() -> None:
    drawing = TWO_AND_FOUR.translate(str.maketrans("GY", "YG"))
    position = scene(
        drawing, variant="team", edition="2011", racks=["gy oo pp"] * 4, tracks=["g14 y16"]
    )
    assert points(position, "yg h8 h9") == [2, 4]
    after = play(position, "yg h8 h9")
    assert (track(after), bonus(after)) == ({"g": 18, "y": 18}, 2)
