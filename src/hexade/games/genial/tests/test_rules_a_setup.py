"""Rules A1 to A5: the board, the tiles, the racks and who begins."""

from __future__ import annotations

from collections import Counter

import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, WATCHER
from hexade.contract.setup import agree
from hexade.games.genial import board, notation
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState, opening
from hexade.games.genial.tests.scene import (
    bag,
    bonus,
    draw,
    phase,
    placements,
    play,
    rack,
    refusal,
    scene,
    track,
    turn,
)
from hexade.match import start

TABLES = [("base", 2), ("base", 3), ("base", 4), ("solo", 1), ("team", 4), ("duel", 2)]
CELLS = {1: 91, 2: 91, 3: 127, 4: 169}


def dealt(variant: str, seats: int, first: int = 0) -> GenialState:
    setup = agree(GAME, variant, "2023", seats, first)
    position: GenialState = start(GAME, setup, Stream(7)).match.state
    return position


def neighbours(name: str) -> set[str]:
    row, column = board.ROWS.index(name[0]), int(name[1:])
    steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]
    around = {f"{board.ROWS[row + dr]}{column + dq}" for dr, dq in steps if 0 < row + dr < 16}
    return around & board.CELL_OF.keys()


def pairs(position: GenialState) -> set[frozenset[str]]:
    """Return the pairs of cells on which the seat in turn may lay a tile."""
    return {frozenset(move.split()[1:]) for move in placements(position)}


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_A1_the_area_is_a_hexagon_of_side_6_7_or_8(variant: str, seats: int) -> None:
    cells = opening(agree(GAME, variant, "2023", seats)).record["cells"]
    assert sum(cells != board.WALL) == CELLS[seats]
    assert sum(cells[list(board.CELL_OF.values())] != board.WALL) == CELLS[seats]


@pytest.mark.parametrize(("seats", "reach"), [(2, 5), (3, 6), (4, 7)])
def test_A1_the_outer_rings_belong_to_more_players(seats: int, reach: int) -> None:
    span = range(-reach, reach + 1)
    area = {f"{board.ROWS[8 + r]}{8 + q}" for q in span for r in span if abs(q - r) <= reach}
    allowed = {cell for pair in pairs(scene(seats=seats, racks=["ry"])) for cell in pair}
    assert allowed == area - set(board.PRINTED)


@pytest.mark.parametrize(
    ("seats", "move"), [(2, "ry n9 n10"), (2, "ry m9 n9"), (3, "ry h1 h2"), (3, "ry o9 o10")]
)
def test_A1_no_tile_lies_outside_the_area(seats: int, move: str) -> None:
    reason = refusal(scene(seats=seats, racks=["ry"]), move)
    assert reason is not None
    assert (reason.code, reason.rule) == ("outside", "A1")
    assert refusal(scene(seats=seats + 1, racks=["ry"]), move) is None


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_A2_the_six_corners_of_the_white_hexagon_carry_the_symbols(
    variant: str, seats: int
) -> None:
    record = opening(agree(GAME, variant, "2023", seats)).record
    expected = {"m8": "r", "m13": "g", "h13": "b", "c8": "o", "c3": "y", "h3": "p"}
    assert notation.colours_on(record["cells"]) == expected


@pytest.mark.parametrize(("seats", "cells"), [(2, 85), (3, 121), (4, 163)])
def test_A2_free_cells_at_the_start(seats: int, cells: int) -> None:
    record = opening(agree(GAME, "base", "2023", seats)).record
    assert sum(record["cells"] == board.FREE) == cells


@pytest.mark.parametrize(
    ("variant", "seats", "count"),
    [("solo", 1, 222), ("base", 2, 222), ("duel", 2, 222), ("base", 3, 306), ("team", 4, 426)],
)
def test_A2_free_pairs_at_the_start(variant: str, seats: int, count: int) -> None:
    position = scene(variant=variant, seats=seats, racks=["rr"])
    assert (position.record["free"] == opening(position.setup).record["free"]).all()
    assert len(pairs(position)) == len(placements(position)) == count


@pytest.mark.parametrize(
    ("variant", "seats", "count"),
    [("solo", 1, 9), ("base", 2, 9), ("duel", 2, 9), ("base", 3, 17), ("team", 4, 24)],
)
def test_A2_legal_pairs_beside_each_symbol_in_the_first_turn(
    variant: str, seats: int, count: int
) -> None:
    legal = pairs(scene(variant=variant, seats=seats, racks=["rr"], opened=False))
    for symbol in board.PRINTED:
        assert sum(bool(pair & neighbours(symbol)) for pair in legal) == count
    assert len(legal) == 6 * count


def test_A2_a_printed_cell_is_never_free_and_never_covered() -> None:
    position = scene(racks=["ry"])
    assert not {cell for pair in pairs(position) for cell in pair} & set(board.PRINTED)
    reason = refusal(position, "ry m8 m9")
    assert reason is not None
    assert (reason.code, reason.rule) == ("taken", "A6")


def test_A3_120_tiles_six_of_each_pair_and_five_of_each_double() -> None:
    position = opening(agree(GAME, "base"))
    held = Counter(bag(position).split())
    assert held.total() == position.record["bag_size"] == 120
    assert len(held) == 21
    assert all(count == (5 if tile[0] == tile[1] else 6) for tile, count in held.items())
    assert Counter("".join(held.elements())) == dict.fromkeys("rgboyp", 40)


def test_A3_chance_draws_each_tile_in_the_bag_as_likely() -> None:
    chances = dict(GAME.chances(opening(agree(GAME, "base"))))
    named = {board.TILE_NAMES[kind]: weight for kind, weight in chances.items()}
    assert len(named) == 21
    assert all(weight == (5 if tile[0] == tile[1] else 6) for tile, weight in named.items())


@pytest.mark.parametrize(("variant", "seats"), [table for table in TABLES if table[0] != "solo"])
def test_A4_every_player_draws_six_tiles_from_the_bag(variant: str, seats: int) -> None:
    position = dealt(variant, seats)
    racks = [rack(position, seat).split() for seat in range(seats)]
    assert [len(tiles) for tiles in racks] == [6] * seats
    assert position.record["bag_size"] == 120 - 6 * seats
    everything = Counter(sum(racks, bag(position).split()))
    assert everything == Counter(bag(opening(position.setup)).split())


def test_A4_only_its_owner_sees_a_rack() -> None:
    position = scene(racks=["ry ry ry ry ry ry", "bb bb bb go go go"])
    own, other, watcher = (GAME.show(GAME.view(position, seat)) for seat in (1, 0, WATCHER))
    assert own["rack"] == ["go", "go", "go", "bb", "bb", "bb"]
    assert other["rack"] == ["ry"] * 6
    assert watcher["rack"] == []
    assert other["racks"] == watcher["racks"] == [6, 6]
    drawn = {"event": "draw", "seat": 1, "tiles": ["bb", "go"]}
    assert GAME.tell(drawn, 1) == drawn
    assert GAME.tell(drawn, 0) == GAME.tell(drawn, WATCHER)
    assert GAME.tell(drawn, 0) == {"event": "draw", "seat": 1, "count": 2}


def test_A4_all_see_the_score_tracks_which_begin_on_0() -> None:
    assert track(dealt("base", 3)) == {}
    position = scene(seats=3, tracks=["r4", "g18", "b2 p7"])
    for seat in (0, 1, 2, WATCHER):
        scores = GAME.show(GAME.view(position, seat))["scores"]
        assert scores[0] == dict.fromkeys("gboyp", 0) | {"r": 4}
        assert (scores[1]["g"], scores[2]["b"], scores[2]["p"]) == (18, 2, 7)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_A5_the_agreed_seat_begins_then_clockwise(first: int) -> None:
    position = dealt("base", 3, first)
    order = []
    for _ in range(7):
        order.append(turn(position))
        assert GAME.to_act(position) == {turn(position)}
        position = play(position, sorted(placements(position))[0])
        position = play(position, "draw") if phase(position) == "offer" else position
        kind, _ = GAME.chances(position)[0]
        position = draw(position, board.TILE_NAMES[kind])
    assert order == [(first + n) % 3 for n in range(7)]


def test_A5_seat_0_begins_unless_the_table_says_otherwise() -> None:
    assert agree(GAME, "base", "2023", 4).start == 0
    assert turn(dealt("base", 4)) == 0
    assert turn(dealt("team", 4, 3)) == 3
    assert bonus(dealt("team", 4, 3)) == 0


def test_A5_nobody_moves_out_of_turn() -> None:
    reason = refusal(scene(turn=1), "rr h8 h9", seat=0)
    assert reason is not None
    assert (reason.code, reason.rule) == ("not-your-turn", "A5")
    assert GAME.legal(scene(turn=1), 0) == []
    assert CHANCE not in GAME.to_act(scene())
