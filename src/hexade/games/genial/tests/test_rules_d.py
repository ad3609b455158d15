"""Rules D1 to D6: the duel, its markers positive towards seat 0."""

from __future__ import annotations

import pytest

from hexade.contract.setup import agree
from hexade.games.genial import variants
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState, opening
from hexade.games.genial.tests.scene import (
    bag,
    bonus,
    draw,
    event,
    phase,
    placements,
    play,
    rack,
    ranks,
    refusal,
    scene,
    track,
    turn,
)

ROWS = """
    k       . . . .
    j      . R . . .
    i     . . R . R .
    h    . R R . . R R
    g     . . R . . .
    f      . . . . .
    e       . . . .
"""
THREE, EIGHT = "ry h9 g9", "rr h8 h9"


def duel(
    seat: int, red: int, more: str = "", marks: str = "", tiles: str = "ry rr oo"
) -> GenialState:
    """Return a duel with a marker as the seat in turn sees it."""
    tracks = f"r{red if seat == 0 else -red} {more}"
    return scene(ROWS, variant="duel", racks=[tiles] * 2, tracks=[tracks], marks=marks, turn=seat)


def red(position: GenialState, seat: int) -> int:
    at = track(position).get("r", 0)
    return at if seat == 0 else -at


def holder(position: GenialState) -> int:
    return int(position.record["marks"][0])


def test_D1_one_track_for_both_from_0_in_the_middle() -> None:
    position = opening(agree(GAME, "duel"))
    assert track(position) == {}
    scores = GAME.show(GAME.view(scene(variant="duel", tracks=["r3 b-2"]), 1))["scores"]
    assert scores == {"r": 3, "g": 0, "b": -2, "o": 0, "y": 0, "p": 0}


def test_D1_white_cells_six_tiles_and_A7() -> None:
    position = scene(variant="duel", racks=["oo", "pp"], opened=False)
    assert len(placements(position)) == 54
    reason = refusal(position, "oo h8 h9")
    assert reason is not None
    assert reason.rule == "A7"
    position = draw(play(position, "oo m9 m10"), "ry ry ry ry ry ry")
    assert len(placements(position)) == 45


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("before", "after"), [(0, 3), (-1, 2), (-2, 1), (-3, 0), (-9, -6), (5, 8), (6, 9), (8, 9)]
)
def test_D1_each_point_pulls_the_marker_one_field_towards_the_scorer(
    seat: int, before: int, after: int
) -> None:
    assert red(play(duel(seat, before), THREE), seat) == after


@pytest.mark.parametrize("seat", [0, 1])
def test_D1_nothing_goes_past_9(seat: int) -> None:
    assert red(play(duel(seat, 9, marks=f"r{seat}"), EIGHT), seat) == 9
    assert red(play(duel(seat, 2), EIGHT), seat) == 9
    assert red(play(duel(seat, -9), EIGHT), seat) == -1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("marks", ["", "r0", "r1"])
def test_D2_reaching_9_takes_the_duel_marker_and_earns_a_bonus_turn(seat: int, marks: str) -> None:
    position = play(duel(seat, 7, marks=marks), THREE)
    already = marks == f"r{seat}"
    assert holder(position) == seat
    assert bonus(position) == (0 if already else 1)
    assert (phase(position) == "place") is not already
    assert turn(position) == seat
    assert GAME.show(GAME.view(position, 0))["marks"] == {"r": seat}


@pytest.mark.parametrize("marks", ["", "r0", "r1"])
def test_D2_short_of_9_nothing_is_taken(marks: str) -> None:
    position = duel(0, 5, marks=marks)
    after = play(position, THREE)
    assert (holder(after), bonus(after)) == (holder(position), 0)


def test_D2_while_a_player_holds_it_they_earn_no_further_bonus_until_it_is_lost() -> None:
    first = play(duel(0, 7, marks="r0"), THREE)
    assert (red(first, 0), bonus(first)) == (9, 0)
    lost = play(duel(1, 7, marks="r0"), THREE)
    assert (holder(lost), bonus(lost)) == (1, 1)
    again = play(duel(0, 7, marks="r1"), THREE)
    assert (holder(again), bonus(again)) == (0, 1)


def test_D2_pulling_a_marker_off_the_opponents_9_leaves_them_the_duel_marker() -> None:
    position = play(duel(1, -9, marks="r0"), THREE)
    assert (track(position), holder(position)) == ({"r": 6}, 0)


def test_D2_one_tile_can_take_two() -> None:
    drawing = ROWS.replace("g     . . R . . .", "g     . . R B . .")
    position = scene(drawing, variant="duel", racks=["br oo yy"], tracks=["r8 b8"])
    after = play(position, "rb h8 h9")
    assert bonus(after) == 2
    assert GAME.show(GAME.view(after, 1))["marks"] == {"r": 0, "b": 0}


@pytest.mark.parametrize(
    ("left", "markers", "shown"),
    [
        ("gg gr bb", "r9", "rg"),
        ("gg gr bb", "r9 b9", "rg bb"),
        ("gg gr rr rr", "r9", "rr rr rg"),
        ("gg gb", "r9", ""),
        ("gg gr bb", "r8 p9", ""),
        ("gg gr bb", "r-9", ""),
    ],
)
def test_D3_all_tiles_that_show_a_colour_on_the_own_9_may_be_exchanged(
    left: str, markers: str, shown: str
) -> None:
    position = scene(variant="duel", racks=[f"oo {left}"], tracks=[markers])
    position = play(position, "oo h8 h9")
    assert phase(position) == ("offer" if shown else "draw")
    if shown:
        assert event(position, "exchange")["tiles"] == shown.split()


def test_D3_for_seat_1_the_own_9_is_the_other_side() -> None:
    racks = ["", "oo rr bb"]
    position = scene(variant="duel", racks=racks, tracks=["r9 b-9"], turn=1)
    position = play(position, "oo h8 h9")
    assert event(position, "exchange") == {"event": "exchange", "seat": 1, "tiles": ["bb"]}


def test_D3_one_draw_fills_the_rack_and_only_then_the_others_go_back() -> None:
    position = scene(
        variant="duel", racks=["oo rr rg gg gg bb"], tracks=["r9"], bag="yy yy yy yp yp"
    )
    position = play(position, "oo h8 h9", "exchange")
    assert (rack(position), position.record["due"]) == ("gg gg bb", 3)
    assert bag(position) == "yy yy yy yp yp"
    position = draw(position, "yy yy yp")
    assert (rack(position), turn(position)) == ("gg gg bb yy yy yp", 1)
    assert (bag(position), position.record["bag_size"]) == ("rr rg yy yp", 4)


def test_D3_it_may_be_declined_and_replaces_A12() -> None:
    position = scene(variant="duel", racks=["oo rr"], tracks=["r9"])
    assert rack(play(position, "oo h8 h9", "draw")) == "rr"
    without_weakest = scene(variant="duel", racks=["oo rr"], tracks=["g-3 r2 b2 o2 y2 p2"])
    assert phase(play(without_weakest, "oo h8 h9")) == "draw"


def test_D3_after_the_bonus_turns() -> None:
    position = play(duel(0, 7), THREE)
    assert phase(position) == "place"
    assert phase(play(position, "oo f5 f6")) == "offer"


@pytest.mark.parametrize("seat", [0, 1])
def test_D4_all_six_markers_on_the_own_side_win_at_once(seat: int) -> None:
    sign = "" if seat == 0 else "-"
    others = " ".join(f"{colour}{sign}1" for colour in "gboy")
    for purple, before, over in ((1, -2, True), (1, -3, False), (0, 0, False), (-1, 5, False)):
        signed = purple if seat == 0 else -purple
        after = play(duel(seat, before, f"{others} p{signed}"), THREE)
        assert (phase(after) == "over") is over
    won = play(duel(seat, -2, f"{others} p{sign}1"), THREE)
    result = GAME.result(won)
    assert result is not None
    assert result["reason"] == "all-on-one-side"
    assert result["ranks"] == ([1, 2] if seat == 0 else [2, 1])
    assert result["scores"]["g"] == (1 if seat == 0 else -1)


def test_D4_owed_bonus_turns_lapse() -> None:
    after = play(duel(0, 7, "g1 b1 o1 y1 p1"), THREE)
    assert (phase(after), bonus(after), holder(after)) == ("over", 0, 0)


@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        ("r2 g4 b-2 o-3", [1, 2]),
        ("r-2 g-4 b2 o3", [2, 1]),
        ("r1 g1 b1 o-9 y-9", [1, 2]),
        ("r9 g9 b-1 o-1 y-1", [2, 1]),
        ("r2 g4 b-4 o-2", [1, 1]),
        ("", [1, 1]),
        ("r1", [1, 2]),
        ("r-1", [2, 1]),
        ("r1 g5 b9 o-1 y-5 p-8", [1, 2]),
        ("r3 g3 b3 o-2 y-9 p-9", [1, 2]),
        ("r1 g2 b3 o-3 y-2 p-1", [1, 1]),
    ],
)
def test_D5_more_markers_on_the_own_side_then_the_weakest(
    markers: str, expected: list[int]
) -> None:
    assert ranks(scene(variant="duel", tracks=[markers])) == expected


def test_D5_the_example_of_the_book_Chris_2_and_4_beats_Angelika_2_and_3() -> None:
    chris_begins = scene(variant="duel", tracks=["r2 g4 b-2 o-3"])
    angelika_begins = scene(variant="duel", tracks=["r-2 g-4 b2 o3"])
    assert (ranks(chris_begins), ranks(angelika_begins)) == ([1, 2], [2, 1])


def test_D5_the_result_is_one_object_of_signed_positions() -> None:
    full = """
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
    position = play(scene(full, variant="duel", tracks=["r2 g4 b-2 p-3"], racks=["rr"]), "rr h8 h9")
    assert GAME.result(position) == {
        "ranks": [1, 2],
        "scores": {"r": 2, "g": 4, "b": -2, "o": 0, "y": 0, "p": -3},
        "reason": "board-full",
    }


def test_D6_both_editions_follow_the_text_of_2023() -> None:
    assert variants.table("duel", 2) is variants.table("duel", 2)
    for edition in ("2011", "2023"):
        position = scene(
            ROWS, variant="duel", edition=edition, racks=["ry rr oo"], tracks=["r7"], marks="r1"
        )
        after = play(position, THREE)
        assert (track(after), bonus(after), holder(after)) == ({"r": 9}, 1, 0)
