"""Rules A6 and A7: where a tile may lie."""

from __future__ import annotations

import pytest

from hexade.games.genial import board
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.scene import (
    phase,
    placements,
    play,
    rack,
    refusal,
    scene,
    track,
)


def code(position: GenialState, move: str) -> tuple[str, str] | None:
    reason = refusal(position, move)
    return (reason.code, reason.rule) if reason else None


def test_A6_a_tile_comes_from_the_rack_and_leaves_it() -> None:
    position = scene(racks=["ry ry bb"])
    assert code(position, "rg h8 h9") == ("not-on-rack", "A6")
    assert code(position, "rr h8 h9") == ("not-on-rack", "A6")
    after = play(position, "ry h8 h9")
    assert rack(after) == "ry bb"
    assert rack(position) == "ry ry bb"
    assert GAME.show(GAME.view(after, 1))["cells"].items() >= {("h8", "r"), ("h9", "y")}


def test_A6_a_tile_may_be_laid_either_way_round() -> None:
    position = scene(racks=["ry bb"])
    assert {"ry h8 h9", "yr h8 h9", "bb h8 h9"} <= placements(position)
    assert len(GAME.legal(position, 0)) == len(placements(position)) == 222 * 3


def test_A6_both_cells_must_be_free() -> None:
    position = scene("""
        j     . . .
        i    . . . .
        h   . . R . .
        g    . . . .
        f     . . .
    """)
    assert code(position, "gg h8 h9") == ("taken", "A6")
    assert code(position, "gg h7 h8") == ("taken", "A6")
    assert code(position, "gg h9 h10") is None
    assert sum("h8" in move.split() for move in placements(position)) == 0


@pytest.mark.parametrize("other", ["h7", "h9", "i8", "i9", "g7", "g8"])
def test_A6_a_cell_has_six_neighbours(other: str) -> None:
    assert code(scene(), f"gg h8 {other}") is None


def test_A6_placing_is_compulsory_even_for_no_points() -> None:
    position = scene(racks=["oo"])
    assert code(position, "draw") == ("must-place", "A12")
    assert code(position, "exchange") == ("must-place", "A12")
    assert all(len(move.split()) == 3 for move in placements(position))
    after = play(position, "oo h8 h9")
    assert track(after) == {}
    assert phase(after) == "draw"


NEARLY_FULL = """
    m           R  P  R  G  B  G
    l         G  B  O  Y  P  R  G
    k       Y  P  R  .  B  O  Y  P
    j     G  B  O  Y  P  R  G  B  O
    i   Y  P  R  G  B  O  Y  P  R  G
    h P  B  O  Y  P  .  .  B  O  Y  B
    g   P  R  G  B  O  Y  P  R  G  B
    f     O  Y  P  R  G  B  O  Y  P
    e       G  B  O  .  P  R  G  B
    d         P  R  G  B  O  Y  P
    c           Y  Y  P  R  G  O
"""


def test_A6_single_free_cells_may_be_left() -> None:
    position = scene(NEARLY_FULL, racks=["ry bb"])
    assert placements(position) == {"ry h8 h9", "yr h8 h9", "bb h8 h9"}
    assert phase(play(position, "bb h8 h9")) == "over"


def test_A7_the_first_tile_lies_beside_a_printed_symbol() -> None:
    position = scene(racks=["oo"], opened=False)
    assert code(position, "oo h8 h9") == ("first-turn", "A7")
    assert code(position, "oo m9 m10") is None
    assert code(position, "oo m10 m11") == ("first-turn", "A7")


def test_A7_either_half_may_be_adjacent() -> None:
    position = scene(racks=["oy"], opened=False)
    near, far = "l8", "k8"
    for move in (f"oy {near} {far}", f"yo {near} {far}", f"oy {far} {near}"):
        assert code(position, move) is None


def test_A7_each_player_chooses_a_symbol_that_no_tile_lies_beside() -> None:
    position = scene(
        """
        m           R  O  O  .  .  G
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
        racks=["oo", "yy"],
        turn=1,
        opened=False,
    )
    assert code(position, "yy l7 l8") == ("first-turn", "A7")
    assert len(placements(position)) == 5 * 9
    assert code(position, "yy l12 l13") is None


@pytest.mark.parametrize("cell", ["m9", "l7", "l8", "n8", "n9", "m7"])
def test_A7_a_tile_on_any_side_of_a_symbol_uses_it_up(cell: str) -> None:
    position = scene(seats=4, racks=["oo"], opened=False)
    far = {"m9": "m10", "l7": "k6", "l8": "k8", "n8": "o8", "n9": "o10", "m7": "m6"}[cell]
    after = play(position, f"oo {cell} {far}")
    assert int(after.record["opened"]) == 1
    second = scene(seats=4, racks=["", "oo"], turn=1, opened=False)
    data = second.data.copy()
    data["cells"], data["free"] = after.record["cells"], after.record["free"]
    assert len(placements(GenialState(second.setup, data))) == 5 * 24


def test_A7_from_the_second_turn_on_any_two_free_cells_will_do() -> None:
    first = play(scene(racks=["oo oo oo"], opened=False, bonus=2), "oo m9 m10")
    assert code(first, "oo h8 h9") is None
    assert code(first, "oo l8 l9") is None


def test_A7_whether_it_is_the_first_turn_is_asked_for_each_player() -> None:
    position = play(scene(racks=["oo oo"], opened=False), "oo m9 m10")
    assert GAME.show(GAME.view(position, 0))["first"] == [False, True]


def test_A7_no_tile_touches_two_printed_symbols() -> None:
    beside = [set(board.beside(cell)) for cell in board.PRINTED_CELLS]
    assert sum(map(len, beside)) == len(set().union(*beside)) == 6 * 24


@pytest.mark.parametrize("opened", [False, True])
def test_A7_both_editions_allow_the_same(opened: bool) -> None:
    old, new = (scene(edition=edition, opened=opened) for edition in ("2011", "2023"))
    assert placements(old) == placements(new)
    assert (old.table == new.table).all()
