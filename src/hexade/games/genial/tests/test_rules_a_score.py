"""Rules A8 to A10: counting a tile's points."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexade.games.genial.tests.scene import (
    bonus,
    play,
    points,
    scene,
    track,
)


def test_A8_each_half_counts_rows_of_its_colour_in_five_directions() -> None:
    position = scene(
        """
        j     R . R
        i    . R R .
        h   R R . . .
        g    . R R .
        f     R . B
        """,
        racks=["rb"],
    )
    assert points(position, "rb h8 h9") == [9, 0]


@pytest.mark.parametrize("other", ["h7", "h9", "i8", "i9", "g7", "g8"])
def test_A8_a_tile_never_scores_its_own_other_half(other: str) -> None:
    assert points(scene(racks=["rr"]), f"rr h8 {other}") == [0, 0]


def test_A8_it_does_not_look_past_its_own_other_half() -> None:
    position = scene(
        """
        j     . . .
        i    . . . .
        h   . . . R R
        g    . . . .
        f     . . .
        """,
        racks=["rr rb"],
    )
    assert points(position, "rr h7 h8") == [0, 2]
    assert points(position, "rb h8 h7") == [2, 0]
    assert points(position, "rb h7 h8") == [0, 0]


def test_A8_a_row_ends_at_a_free_cell_and_at_another_symbol() -> None:
    position = scene(
        """
        k       . . . .
        j      . . . . R
        i     . . . R . .
        h    R . R . . B R
        g     . . . R . .
        f      . . . G .
        e       . . . R
        """,
        racks=["ry"],
    )
    assert points(position, "ry h8 i8") == [3, 0]


def test_A8_a_row_ends_at_the_edge_of_the_area() -> None:
    position = scene(
        """
        m           R  R  R  .  .  G
        l         .  .  .  .  .  .  .
        k       .  .  .  .  .  .  .  .
        j     .  .  .  .  .  .  .  .  .
        i   .  .  .  .  .  .  .  .  .  .
        h P  .  .  .  .  .  .  .  .  .  B
        g   .  .  .  .  .  .  .  .  .  .
        f     .  .  .  .  .  .  .  .  .
        e       .  .  .  .  .  .  .  .
        d         .  .  .  .  .  .  .
        c           Y  .  .  .  .  O
        """,
        racks=["ry"],
    )
    assert points(position, "ry m11 m12") == [3, 0]


@pytest.mark.parametrize(
    ("move", "expected"),
    [("rg m9 m10", [1, 0]), ("bg h12 i12", [1, 0]), ("yo d3 d4", [1, 0]), ("po h4 h5", [1, 0])],
)
def test_A8_printed_symbols_count_like_laid_ones(move: str, expected: Sequence[int]) -> None:
    assert points(scene(racks=["rg bg oy op"]), move) == expected


def test_A8_both_halves_score_also_of_a_double() -> None:
    position = scene(
        """
        j     . . .
        i    . . R .
        h   R . . R .
        g    . . . .
        f     . . .
        """,
        racks=["rr"],
    )
    assert points(position, "rr h7 h8") == [1, 2]
    assert track(play(position, "rr h7 h8")) == {"r": 3}


def test_A8_points_go_to_the_colours_of_the_halves_and_to_the_one_who_lays() -> None:
    position = scene(
        """
        j     . . .
        i    . B B .
        h   R . . B .
        g    . . . .
        f     . . .
        """,
        racks=["", "br"],
        turn=1,
    )
    after = play(position, "rb h7 h8")
    assert (track(after, 0), track(after, 1)) == ({}, {"r": 1, "b": 3})


def test_A9_the_order_of_the_halves_changes_nothing() -> None:
    drawing = """
        j     . . .
        i    . B B .
        h   R . . B .
        g    . . . .
        f     . . .
    """
    position = scene(drawing, racks=["br bb rr"], tracks=["r17 b16 g4 y4"])
    assert play(position, "rb h7 h8") == play(position, "br h8 h7")
    after = play(position, "rb h7 h8")
    assert (track(after), bonus(after)) == ({"r": 18, "b": 18, "g": 4, "y": 4}, 2)


@pytest.mark.parametrize(("before", "after"), [(0, 2), (15, 17), (16, 18), (17, 18), (18, 18)])
def test_A10_at_18_a_marker_stays_and_further_points_are_lost(before: int, after: int) -> None:
    position = scene(
        """
        j     . . .
        i    . R R .
        h   . . . . .
        g    . . . .
        f     . . .
        """,
        racks=["ry bb"],
        tracks=[f"r{before} y2"],
    )
    assert points(position, "ry h8 h7") == [2, 0]
    assert track(play(position, "ry h8 h7")) == {"r": after, "y": 2}
