"""Moves, pictures and events in words, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexade.contract.picture import plain
from hexade.contract.reason import Refusal
from hexade.games.genial import board, notation, picture, rules
from hexade.games.genial.game import GAME
from hexade.games.genial.tests.scene import read_board, scene

LAST = rules.PLACE + 36 * len(board.EDGES) - 1
moves = st.integers(0, LAST)
placed = st.integers(rules.PLACE, LAST)
colours = st.sampled_from(board.COLOURS)
tiles = st.tuples(colours, colours).map("".join)
separators = st.text(" ,;:-\t", min_size=1, max_size=3)
words = st.one_of(
    st.text(max_size=30),
    st.text("rgboyp hm0189-,;:\n\x00é９İ", max_size=14),
    st.lists(st.sampled_from(["ry", "bb", "h8", "h9", "q1", "o15", "draw", "exchange"])).map(
        " ".join
    ),
)


@given(moves)
def test_a_move_is_read_as_it_is_written(move: int) -> None:
    assert GAME.parse(GAME.text(move)) == move


def test_every_single_move_is_read_as_it_is_written() -> None:
    assert [GAME.parse(GAME.text(move)) for move in range(LAST + 1)] == list(range(LAST + 1))


@given(placed)
def test_either_spelling_of_a_placement_is_accepted(move: int) -> None:
    tile, one, two = GAME.text(move).split()
    assert GAME.parse(f"{tile[::-1]} {two} {one}") == move


@given(placed, separators, separators, st.booleans())
def test_capitals_and_punctuation_do_not_matter(
    move: int, first: str, second: str, loud: bool
) -> None:
    tile, one, two = GAME.text(move).split()
    text = f" {tile}{first}{one}{second}{two} "
    assert GAME.parse(text.upper() if loud else text) == move


@pytest.mark.parametrize(
    ("text", "tile", "cells"),
    [("ry h9 h10", "ry", ["h9", "h10"]), ("yr h10 h9", "ry", ["h9", "h10"])],
)
def test_the_first_letter_lies_on_the_first_cell(text: str, tile: str, cells: list[str]) -> None:
    assert notation.parts(GAME.parse(text)) == (tile, cells)


def test_draw_and_exchange_are_words() -> None:
    assert (GAME.parse("draw"), GAME.parse(" Exchange ")) == (rules.KEEP, rules.EXCHANGE)


@given(words)
def test_hostile_words_are_refused_or_read_and_nothing_else(text: str) -> None:
    try:
        move = GAME.parse(text)
    except Refusal:
        return
    assert GAME.parse(GAME.text(move)) == move


def test_a_very_long_word_is_refused_in_short() -> None:
    with pytest.raises(Refusal) as caught:
        GAME.parse("x" * 100_000)
    assert len(str(caught.value)) < 200


cell_names = [sorted(name for name, c in board.CELL_OF.items() if board.ring(c) < side)
              for side in range(9)]  # fmt: skip


@given(st.data(), st.integers(2, 8), st.booleans())
def test_a_board_is_read_as_it_is_drawn(data: st.DataObject, side: int, glyphs: bool) -> None:
    cells = data.draw(st.dictionaries(st.sampled_from(cell_names[side]), colours))
    drawn = plain(picture.draw_board(cells, side, glyphs))
    assert read_board(drawn) == cells


def test_a_full_board_is_read_as_it_is_drawn() -> None:
    for side in (6, 7, 8):
        cells = {name: board.COLOURS[n % 6] for n, name in enumerate(cell_names[side])}
        assert read_board(plain(picture.draw_board(cells, side))) == cells


def test_the_drawing_names_rows_and_diagonals() -> None:
    lines = plain(picture.draw_board({"h8": "r", "m8": "g", "c3": "b"}, 6)).splitlines()
    assert [line[0] for line in lines[:-1]] == list("mlkjihgfedc")
    assert lines[0].split()[1] == "G"
    assert lines[5].split()[6] == "R"
    assert lines[10].split()[1] == "B"
    assert lines[11].split() == ["3", "4", "5", "6", "7", "8"]
    assert [line.split()[-1] for line in lines[6:11]] == ["13", "12", "11", "10", "9"]


@given(placed, st.lists(st.integers(0, 20), min_size=2, max_size=2), st.booleans())
def test_tidy_gives_a_placement_its_one_spelling(
    move: int, points: list[int], turned: bool
) -> None:
    tile, cells = notation.parts(move)
    ours = {"event": "place", "seat": 0, "tile": tile, "cells": cells, "points": points}
    theirs = ours | {"tile": tile[::-1], "cells": cells[::-1], "points": points[::-1]}
    assert GAME.tidy(ours) == ours
    assert GAME.tidy(theirs if turned else ours) == ours


@given(st.sampled_from(["draw", "exchange"]), st.lists(tiles, max_size=7), st.randoms())
def test_tidy_gives_tiles_their_one_order(kind: str, given: list[str], chance: object) -> None:
    shuffled = sorted((tile[::-1] for tile in given), key=lambda _: chance.random())  # type: ignore[attr-defined]
    one = GAME.tidy({"event": kind, "seat": 0, "tiles": given})
    assert one == GAME.tidy({"event": kind, "seat": 0, "tiles": shuffled})
    assert GAME.tidy(one) == one


def test_tidy_leaves_other_keys_alone_and_its_argument_as_it_was() -> None:
    event = {"event": "draw", "seat": 1, "tiles": ["yr", "bb"], "note": "late"}
    assert GAME.tidy(event)["note"] == "late"
    assert event["tiles"] == ["yr", "bb"]
    assert GAME.tidy({"event": "draw", "seat": 0, "count": 3})["count"] == 3


def test_a_move_written_down_is_legal_text_for_the_bot_protocol() -> None:
    legal = GAME.legal(scene(racks=["ry"]), 0)
    assert len({GAME.text(move) for move in legal}) == len(legal) == 444
