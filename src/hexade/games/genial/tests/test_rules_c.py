"""Rules C1 to C3: two teams of two; C4 is a table's chat option, and lives with the tables."""

from __future__ import annotations

import pytest

from hexade.games.genial.game import GAME
from hexade.games.genial.tests.scene import (
    bonus,
    draw,
    phase,
    placements,
    play,
    points,
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
LEVEL = "r30 g30 b30 o30 y30 p20"


@pytest.mark.parametrize(("seat", "team"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_C1_seats_0_and_2_against_1_and_3_share_a_track(seat: int, team: int) -> None:
    position = scene(ROWS, variant="team", racks=["ry yy"] * 4, turn=seat)
    after = play(position, "ry h9 g9")
    assert (track(after, team), track(after, 1 - team)) == ({"r": 3}, {})
    scores = GAME.show(GAME.view(after, 0))["scores"]
    assert [side["r"] for side in scores] == [3 - 3 * team, 3 * team]


def test_C1_all_cells_are_in_use_and_everyone_plays_in_turn() -> None:
    position = scene(variant="team", racks=["oo gg"] * 4, opened=False)
    assert len(placements(position)) == 2 * 6 * 24
    for seat, move in enumerate(["oo n8 o8", "gg h14 h15", "gg b8 a8", "oo h2 h1"]):
        assert turn(position) == seat
        position = draw(play(position, move), f"{'rgyp'[seat]}b " * 5)
    assert turn(position) == 0


def test_C1_everyone_has_a_rack_of_their_own() -> None:
    position = scene(variant="team", racks=["oo", "bb", "yy", "pp"], turn=2)
    assert [rack(position, seat) for seat in range(4)] == ["oo", "bb", "yy", "pp"]
    assert GAME.show(GAME.view(position, 0))["rack"] == ["oo"]
    reason = refusal(position, "oo h8 h9")
    assert reason is not None
    assert reason.code == "not-on-rack"
    drawn = {"event": "draw", "seat": 2, "tiles": ["ry"]}
    assert "tiles" not in GAME.tell(drawn, 0)


def test_C1_the_first_tile_of_each_player_lies_beside_another_symbol() -> None:
    position = play(scene(variant="team", racks=["oo"] * 4, opened=False), "oo n8 o8")
    position = draw(position, "ry ry ry ry ry ry")
    assert len(placements(position)) == 5 * 24
    assert GAME.show(GAME.view(position, 1))["first"] == [False, True, True, True]


@pytest.mark.parametrize(
    ("before", "after"), [(14, 17), (15, 18), (17, 18), (18, 21), (32, 35), (33, 36), (35, 36)]
)
def test_C1_the_double_track_stops_at_18_and_at_36(before: int, after: int) -> None:
    position = scene(ROWS, variant="team", racks=["ry yy"], tracks=[f"r{before}"])
    assert track(play(position, "ry h9 g9")) == {"r": after}


@pytest.mark.parametrize(("before", "after"), [(16, 23), (13, 21), (10, 18), (30, 36)])
def test_C1_the_better_order_of_a_double_is_taken(before: int, after: int) -> None:
    position = scene(ROWS, variant="team", racks=["rr yy"], tracks=[f"r{before}"])
    assert track(play(position, "rr h8 h9")) == {"r": after}


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize(
    ("before", "owed"), [(14, 0), (15, 1), (17, 1), (18, 0), (20, 0), (33, 1), (35, 1), (36, 0)]
)
def test_C2_the_player_who_brings_a_marker_to_18_or_36_gets_the_bonus_turn(
    seat: int, before: int, owed: int
) -> None:
    position = scene(ROWS, variant="team", racks=["ry yy oo"] * 4, tracks=[f"r{before}"], turn=seat)
    after = play(position, "ry h9 g9")
    assert (bonus(after), turn(after)) == (owed, seat)
    assert phase(after) == ("place" if owed else "draw")


def test_C2_a_double_that_brings_a_marker_past_both_ends_earns_two() -> None:
    star = """
        m           R  .  .  .  .  G
        l         .  R  .  .  .  R  .
        k       .  .  R  .  .  R  .  .
        j     .  .  .  R  .  R  .  .  .
        i   .  .  .  .  R  R  .  .  .  .
        h P  R  R  R  R  .  .  R  .  .  B
        g   .  .  .  .  R  R  .  .  .  .
        f     .  .  .  R  .  R  .  .  .
        e       .  .  R  .  .  R  .  .
        d         .  R  .  .  .  R  .
        c           Y  .  .  .  .  O
    """
    position = scene(star, variant="team", racks=["rr yy oo"], tracks=["r17"])
    assert points(position, "rr h8 h9") == [21, 3]
    after = play(position, "rr h8 h9")
    assert (track(after), bonus(after)) == ({"r": 36}, 2)


def test_C3_an_exchange_looks_at_the_markers_of_the_team_and_the_own_rack() -> None:
    racks = ["oo pp", "oo rr", "oo rr", "oo rr"]
    tracks = [LEVEL, LEVEL.replace("r30", "r10")]
    for seat, offered in ((0, False), (1, False), (2, True), (3, False)):
        position = scene(variant="team", racks=racks, tracks=tracks, turn=seat)
        assert (phase(play(position, "oo h8 h9")) == "offer") is offered


def test_C3_the_teams_are_ranked_by_the_weakest_marker() -> None:
    assert ranks(scene(variant="team", tracks=[LEVEL, "r21 g21 b21 o21 y21 p21"])) == [2, 1, 2, 1]
    assert ranks(scene(variant="team", tracks=[LEVEL, "r19 g36 b36 o36 y36 p36"])) == [1, 2, 1, 2]
    assert ranks(scene(variant="team", tracks=[LEVEL, LEVEL])) == [1, 1, 1, 1]


@pytest.mark.parametrize("seat", [1, 3])
def test_C3_the_immediate_win_needs_all_six_on_36(seat: int) -> None:
    racks = ["ry yy oo"] * 4
    for markers, over in (
        ("r17 g18 b18 o18 y18 p18", False),
        ("r35 g36 b36 o36 y36 p35", False),
        ("r35 g36 b36 o36 y36 p36", True),
    ):
        position = scene(ROWS, variant="team", racks=racks, tracks=["", markers], turn=seat)
        after = play(position, "ry h9 g9")
        assert (phase(after) == "over") is over
        assert (bonus(after) == 0) is over
    result = GAME.result(after)
    assert result is not None
    assert (result["reason"], result["ranks"]) == ("all-at-end", [2, 1, 2, 1])
    assert [side["r"] for side in result["scores"]] == [0, 36]
