"""Rules A11 to A13: bonus turns, the exchange, and the end."""

from __future__ import annotations

from collections import Counter

import pytest

from hexade.contract.game import CHANCE, NOBODY, WATCHER
from hexade.games.genial import board
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.scene import (
    bag,
    bonus,
    draw,
    event,
    phase,
    placements,
    play,
    rack,
    refusal,
    scene,
    track,
    turn,
)

ROWS = """
    j     . . .
    i    . R R .
    h   . . . . .
    g    . B B .
    f     . . .
"""
NEARLY_FULL = """
    m           R  P  R  G  B  G
    l         G  B  O  Y  P  R  G
    k       Y  P  R  .  B  O  Y  P
    j     G  B  O  Y  P  R  G  B  O
    i   Y  P  R  G  R  R  Y  P  R  G
    h P  B  O  Y  P  .  .  B  O  Y  B
    g   P  R  G  B  O  Y  P  R  G  B
    f     O  Y  P  R  G  B  O  Y  P
    e       G  B  O  .  P  R  G  B
    d         P  R  G  B  O  Y  P
    c           Y  Y  P  R  G  O
"""
LEVEL = "r5 g5 b5 o5 y5 p5"


def due(position: GenialState) -> int:
    return int(position.record["due"])


def test_A11_a_marker_that_reaches_18_earns_a_tile_more_before_drawing() -> None:
    position = play(scene(ROWS, racks=["ro yy gg oo"], tracks=["r17"]), "ro h8 h7")
    assert (track(position), bonus(position)) == ({"r": 18}, 1)
    assert (phase(position), turn(position)) == ("place", 0)
    after = play(position, "yy j8 j9")
    assert (phase(after), bonus(after), rack(after), due(after)) == ("draw", 0, "gg oo", 4)


def test_A11_bonus_turns_cannot_be_declined() -> None:
    position = play(scene(ROWS, racks=["ro yy gg"], tracks=["r17"]), "ro h8 h7")
    for word in ("draw", "exchange"):
        reason = refusal(position, word)
        assert reason is not None
        assert (reason.code, reason.rule) == ("must-place", "A11")
    reason = GAME.why_not(position, CHANCE, 0)
    assert reason is not None
    assert reason.code == "no-draw"


def test_A11_one_tile_can_earn_two() -> None:
    position = play(scene(ROWS, racks=["br yy gg oo"], tracks=["r17 b17"]), "rb h8 h9")
    assert (track(position), bonus(position)) == ({"r": 18, "b": 18}, 2)
    position = play(position, "yy j8 j9")
    assert (phase(position), bonus(position)) == ("place", 1)
    assert phase(play(position, "gg f6 f7")) == "draw"


def test_A11_a_bonus_turn_can_earn_another() -> None:
    position = play(scene(ROWS, racks=["ro by gg"], tracks=["r17 b17"]), "ro h8 h7")
    assert bonus(position) == 1
    position = play(position, "by h9 h10")
    assert (track(position), bonus(position)) == ({"r": 18, "b": 18}, 1)
    after = play(position, "gg f6 f7")
    assert (phase(after), due(after)) == ("draw", 6)


def test_A11_a_double_earns_one_bonus_turn_for_its_one_marker() -> None:
    position = play(scene(ROWS, racks=["rr yy gg"], tracks=["r16"]), "rr h8 h9")
    assert (track(position), bonus(position)) == ({"r": 18}, 1)


@pytest.mark.parametrize(("before", "owed"), [(15, 0), (16, 1), (17, 1), (18, 0)])
def test_A11_only_reaching_18_earns_a_bonus_turn(before: int, owed: int) -> None:
    position = scene(ROWS, racks=["ro yy gg"], tracks=[f"r{before}"])
    assert bonus(play(position, "ro h8 h7")) == owed


def test_A11_no_points_earn_no_bonus_turn() -> None:
    position = scene(ROWS, racks=["oy gg"], tracks=["r18 o17 y17"])
    assert bonus(play(position, "oy f7 f8")) == 0


def test_A11_bonus_turns_lapse_when_the_rack_is_empty() -> None:
    position = play(scene(ROWS, racks=["br yy"], tracks=["r17 b17"]), "rb h8 h9")
    assert bonus(position) == 2
    position = play(position, "yy j8 j9")
    assert (phase(position), bonus(position), due(position)) == ("draw", 0, 6)
    assert turn(draw(position, "rr rr rr rr gg gg")) == 1


def test_A11_bonus_turns_lapse_when_no_free_pair_is_left() -> None:
    position = play(scene(NEARLY_FULL, racks=["rg yy gg"], tracks=["r17"]), "rg h8 h9")
    assert track(position)["r"] == 18
    assert (phase(position), bonus(position)) == ("over", 0)


def test_A11_a_first_tile_that_earns_a_bonus_turn_frees_the_next_from_A7() -> None:
    position = scene(racks=["rg yy oo"], tracks=["r17"], opened=False)
    assert refusal(position, "yy h8 h9") is not None
    assert refusal(play(position, "rg m9 m10"), "yy h8 h9") is None


def test_A12_after_scoring_the_rack_is_filled_to_six() -> None:
    position = play(scene(racks=["rr yy gg bb oo pp"]), "oo h8 h9")
    assert (phase(position), due(position)) == ("draw", 1)
    assert GAME.to_act(position) == {CHANCE}
    after = draw(position, "ry")
    assert (rack(after), turn(after), phase(after)) == ("rr ry gg bb yy pp", 1, "place")
    assert Counter(bag(position).split()) - Counter(bag(after).split()) == {"ry": 1}
    assert after.record["bag_size"] == position.record["bag_size"] - 1


@pytest.mark.parametrize(
    ("left", "markers", "offered"),
    [
        ("rr gg", "r5 g5 b5 o5 y5 p3", True),
        ("rr gp", "r5 g5 b5 o5 y5 p3", False),
        ("rr pp", "r5 g5 b5 o5 y5 p3", False),
        ("rr gy", "r5 g5 b5 o5 y3 p3", False),
        ("rr gb", "r5 g5 b5 o5 y3 p3", True),
        ("rr gg", LEVEL, False),
        ("gg bb", "r2 g18 b18 o18 y18 p18", True),
    ],
)
def test_A12_an_exchange_is_offered_when_no_tile_shows_a_weakest_colour(
    left: str, markers: str, offered: bool
) -> None:
    position = play(scene(racks=[f"oo {left}"], tracks=[markers]), "oo h8 h9")
    assert phase(position) == ("offer" if offered else "draw")
    assert placements(position) == ({"draw", "exchange"} if offered else set())
    assert GAME.to_act(position) == ({0} if offered else {CHANCE})


def test_A12_weakest_means_after_scoring() -> None:
    markers = "r3 g4 b9 o9 y9 p9"
    position = scene(ROWS, racks=["ro rr"], tracks=[markers])
    assert phase(play(position, "ro h8 h7")) == "offer"
    assert phase(play(position, "or f6 f7")) == "draw"


def test_A12_it_looks_at_the_own_markers_only() -> None:
    tracks = ["r5 g5 b5 o5 y5 p3", "r3 g5 b5 o5 y5 p5"]
    for seat, offered in ((0, False), (1, True)):
        position = scene(racks=["oo pp", "oo pp"], tracks=tracks, turn=seat)
        assert (phase(play(position, "oo h8 h9")) == "offer") is offered


def offered(left: str = "rr rr rg rg rb", drawn_from: str = "yy yy yy yo yo yo yp") -> GenialState:
    position = scene(racks=[f"oo {left}", SIX_MORE], tracks=["r5 g5 b5 o5 y5 p3"], bag=drawn_from)
    return play(position, "oo h8 h9")


SIX_MORE = "gg gg gg bb bb bb"


def test_A12_the_exchange_is_optional() -> None:
    position = play(offered(), "draw")
    assert (phase(position), due(position), rack(position)) == ("draw", 1, "rr rr rg rg rb")
    after = draw(position, "yy")
    assert (rack(after), turn(after)) == ("rr rr rg rg rb yy", 1)


def test_A12_the_old_tiles_return_only_after_six_new_ones_are_drawn() -> None:
    position = play(offered(), "exchange")
    assert (phase(position), due(position), rack(position)) == ("draw", 6, "")
    for n in range(6):
        kinds = {board.TILE_NAMES[kind] for kind, _ in GAME.chances(position)}
        assert kinds <= {"yy", "oy", "yp"}
        assert position.record["bag_size"] == 7 - n
        reason = GAME.why_not(position, CHANCE, board.TILE_NAMES.index("rr"))
        assert reason is not None
        assert (reason.code, reason.rule) == ("not-in-bag", "A3")
        position = draw(position, ("yy", "yo")[n // 3])
    assert (rack(position), turn(position)) == ("oy oy oy yy yy yy", 1)
    assert bag(position) == "rr rr rg rg rb yp"
    assert position.record["bag_size"] == 6
    assert position.record["aside"] == 0


def test_A12_only_one_exchange_a_turn() -> None:
    position = draw(play(offered(), "exchange"), "yy yy yy yo yo yo")
    assert (phase(position), turn(position)) == ("place", 1)


def test_A12_all_tiles_are_exchanged_and_shown_to_all() -> None:
    shown = event(offered(), "exchange")
    assert shown == {"event": "exchange", "seat": 0, "tiles": ["rr", "rr", "rg", "rg", "rb"]}
    for seat in (0, 1, WATCHER):
        assert GAME.tell(shown, seat) == shown
        view = GAME.view(play(offered(), "exchange"), seat)
        assert GAME.show(view)["aside"] == shown["tiles"]


def test_A12_after_bonus_turns_the_few_tiles_left_are_exchanged_for_six() -> None:
    tracks = ["r17 g18 b18 o18 y18 p3"]
    position = play(scene(ROWS, racks=["ro yy gg"], tracks=tracks), "ro h8 h7")
    assert phase(position) == "place"
    position = play(position, "yy j8 j9")
    assert phase(position) == "offer"
    assert due(play(position, "exchange")) == 6
    assert due(play(position, "draw")) == 5


def test_A12_an_empty_rack_just_draws_six() -> None:
    position = play(scene(racks=["oo"], tracks=["r5 g5 b5 o5 y5 p3"]), "oo h8 h9")
    assert (phase(position), due(position)) == ("draw", 6)


@pytest.mark.parametrize("markers", ["", "p1 r4 g4 b4 o4 y4"])
def test_A13_the_game_ends_when_no_two_adjacent_free_cells_are_left(markers: str) -> None:
    position = play(scene(NEARLY_FULL, racks=["yy bb"], tracks=[markers, "r9"]), "yy h8 h9")
    assert (phase(position), GAME.to_act(position)) == ("over", NOBODY)
    assert GAME.chances(position) == []
    result = GAME.result(position)
    assert result is not None
    assert result["reason"] == "board-full"


def test_A13_it_does_not_end_while_one_pair_is_left() -> None:
    position = scene(NEARLY_FULL.replace("Y  P  .  .", ".  .  .  ."), racks=["yy bb"])
    after = play(position, "yy h8 h9")
    assert (phase(after), GAME.result(after)) == ("draw", None)
    assert placements(draw(after, "bg gb gb gb gb")) != set()


def test_A13_only_pairs_inside_the_area_count() -> None:
    outer = play(scene(NEARLY_FULL, seats=3, racks=["yy bb"]), "yy h8 h9")
    assert phase(outer) == "draw"


ALMOST = "r17 g18 b18 o18 y18 p18"


def test_A13_it_ends_at_once_when_all_six_markers_are_on_18() -> None:
    position = play(scene(ROWS, racks=["ro yy gg"], tracks=[ALMOST, ALMOST]), "ro h8 h7")
    assert (phase(position), bonus(position), GAME.to_act(position)) == ("over", 0, NOBODY)
    result = GAME.result(position)
    assert result is not None
    assert (result["reason"], result["ranks"]) == ("all-at-end", [1, 2])
    assert result["scores"][0] == dict.fromkeys("rgboyp", 18)


def test_A13_five_markers_on_18_are_not_enough() -> None:
    tracks = [ALMOST.replace("p18", "p17")]
    position = play(scene(ROWS, racks=["ro yy gg"], tracks=tracks), "ro h8 h7")
    assert (phase(position), bonus(position)) == ("place", 1)


def test_A13_the_win_comes_in_a_bonus_turn_too() -> None:
    tracks = [ALMOST.replace("b18", "b17")]
    position = play(scene(ROWS, racks=["ro by gg"], tracks=tracks), "ro h8 h7", "by h9 h10")
    assert phase(position) == "over"


def test_A13_where_both_ends_fall_together_it_is_the_immediate_win() -> None:
    position = play(scene(NEARLY_FULL, racks=["rg yy"], tracks=[ALMOST, ALMOST]), "rg h8 h9")
    result = GAME.result(position)
    assert result is not None
    assert (result["reason"], result["ranks"]) == ("all-at-end", [1, 2])
