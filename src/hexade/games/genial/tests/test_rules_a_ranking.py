"""Rules A14 and A15: the ranking and the worked examples of the books."""

from __future__ import annotations

import pytest

from hexade.games.genial.game import GAME
from hexade.games.genial.tests.scene import play, points, ranks, scene, track


@pytest.mark.parametrize(
    ("tracks", "expected"),
    [
        (["r3 g9 b9 o9 y9 p9", "r4 g4 b4 o4 y4 p4"], [2, 1]),
        (["r4 g5 b4 o4 y4 p4", "r4 g4 b4 o4 y4 p4"], [1, 2]),
        (["r4 g4 b9 o9 y9 p9", "r9 g9 b9 o9 y4 p5"], [2, 1]),
        (["r1 g2 b3 o4 y5 p6", "r6 g5 b4 o3 y2 p1"], [1, 1]),
        (["r18 g18 b18 o18 y18 p17", "r18 g18 b18 o18 y18 p18"], [2, 1]),
        (["r1 g1 b1 o1 y1 p1", "r2 g2 b2 o2 y2 p2", "r1 g1 b1 o1 y1 p1"], [2, 1, 2]),
        (["r2 g2 b2 o2 y2 p2", "r1 g1 b1 o1 y1 p1", "r2 g2 b2 o2 y2 p2"], [1, 3, 1]),
        (["", "", "", ""], [1, 1, 1, 1]),
        (["r18 g18 b18 o18 y18", "r1 g1 b1 o1 y1 p1", "p9", "p8"], [2, 1, 3, 4]),
    ],
)
def test_A14_the_six_values_sorted_ascending_are_compared_from_the_front(
    tracks: list[str], expected: list[int]
) -> None:
    assert ranks(scene(seats=len(tracks), tracks=tracks)) == expected


@pytest.mark.parametrize("place", range(6))
def test_A14_every_marker_counts_down_to_the_strongest(place: int) -> None:
    level = dict(zip("rgboyp", (3, 6, 9, 12, 15, 17), strict=True))
    better = level | {"rgboyp"[place]: level["rgboyp"[place]] + 1}
    tracks = [" ".join(f"{c}{at}" for c, at in side.items()) for side in (level, better)]
    assert ranks(scene(tracks=tracks)) == [2, 1]


def test_A14_of_two_tied_the_one_with_fewer_markers_on_the_tied_field_is_ahead() -> None:
    assert ranks(scene(tracks=["r4 g4 b4 o9 y9 p9", "r4 g4 b5 o6 y6 p6"])) == [2, 1]


def test_A14_the_result_tells_places_and_scores() -> None:
    position = scene(seats=3, tracks=["r1", "g2", "b3"])
    data = position.data.copy()
    data["phase"] = 4
    result = GAME.result(type(position)(position.setup, data))
    assert result is not None
    assert result["ranks"] == [3, 2, 1]
    assert result["scores"][2] == {"r": 0, "g": 0, "b": 3, "o": 0, "y": 0, "p": 0}


def test_A15_i_blue_beside_the_printed_blue_and_red_beside_nothing() -> None:
    position = scene(racks=["br"])
    assert points(position, "rb h11 h12") == [0, 1]
    assert track(play(position, "rb h11 h12")) == {"b": 1}


def test_A15_ii_red_beside_one_red_and_blue_touching_single_blues_in_two_directions() -> None:
    position = scene(
        """
        j     . . .
        i    . . . .
        h   R . . B .
        g    . . B .
        f     . . .
        """,
        racks=["br"],
    )
    assert points(position, "rb h7 h8") == [1, 2]


def test_A15_iii_a_blue_double_counts_a_shared_row_from_either_half() -> None:
    position = scene(
        """
        j     . . .
        i    . B . .
        h   . B B . .
        g    . . . .
        f     . . .
        """,
        racks=["bb"],
    )
    assert points(position, "bb i9 h9") == [2, 2]
    assert track(play(position, "bb i9 h9")) == {"b": 4}


def test_A15_iv_a_blue_that_is_not_in_a_straight_line_does_not_count() -> None:
    position = scene(
        """
        k       . . . .
        j      . . . B .
        i     . . . B . .
        h    R R . . B B .
        g     . . . . B .
        f      . . . . .
        e       . . . .
        """,
        racks=["br"],
    )
    assert points(position, "rb h7 h8") == [2, 4]


def test_A15_v_a_green_double_in_a_gap() -> None:
    position = scene(
        """
        l         . . . . .
        k        . . . . . .
        j       . . . . . . .
        i      . . . G G G . .
        h     . G G G . . G G P
        g      . . . G G . . .
        f       . . . . . . .
        e        . . . . . .
        d         . . . . .
        """,
        racks=["gg"],
    )
    assert points(position, "gg h8 h9") == [1 + 1 + 1 + 1 + 3, 1 + 1 + 1 + 2]
    assert track(play(position, "gg h8 h9")) == {"g": 12}


def test_A15_v_a_row_of_two_is_cut_off_by_purple() -> None:
    drawing = """
        l         . . . . .
        k        . . . . . .
        j       . . . . . . .
        i      . . . . . . . .
        h     . . . . . G G P .
        g      . . . . . . . .
        f       . . . . . . .
        e        . . . . . .
        d         . . . . .
    """
    assert points(scene(drawing, racks=["gg"]), "gg h7 h8") == [0, 2]
    joined = drawing.replace("G G P .", "G G G P")
    assert points(scene(joined, racks=["gg"]), "gg h7 h8") == [0, 3]


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
def test_A15_the_examples_of_2011(tracks: list[str]) -> None:
    assert ranks(scene(edition="2011", tracks=tracks)) == [1, 2]
