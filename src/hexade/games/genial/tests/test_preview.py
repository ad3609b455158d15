"""What a page adds up and looks up in a preview is what the rules do with the move (A8 to A11)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from hexade.contract.chance import Stream
from hexade.contract.setup import Setup, agree
from hexade.games.genial import board, notation, rules
from hexade.games.genial.events import points_of
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.scene import PLAIN, scaled, scene
from hexade.games.genial.variants import FORMS, TINY_BOARD, VARIANTS
from hexade.match import Accepted, Match, start, submit

pytestmark = pytest.mark.slow

SETUPS = [(form.variant, seats) for form in FORMS for seats in form.seats]
SKIP = 7 if not PLAIN else 251  # of the legal moves of a position so many are passed over


def random_game(setup: Setup, seed: int) -> Iterator[Match]:
    dealer, player = Stream(seed), Stream(seed, 7)
    match = start(GAME, setup, dealer).match
    while not match.over:
        yield match
        seat = min(match.waiting_for)
        legal = GAME.legal(match.state, seat)
        move = legal[player.below(match.version, len(legal))]
        if match.version % 2 and not PLAIN:  # long lines make the markers move
            worth = GAME.worth(GAME.view(match.state, seat), legal)
            move = legal[max(range(len(legal)), key=worth.__getitem__)]
        answer = submit(match, seat, move, match.version, dealer)
        assert isinstance(answer, Accepted)
        match = answer.match


def half(preview: dict[str, Any], cell: str, colour: str) -> int:
    """Add up, as a page does, the lines of one colour that start beside a cell."""
    lines = preview["lines"][cell].values()
    return sum(int(line[1:]) for line in lines if line[0] == colour)


def looked_up(preview: dict[str, Any], text: str) -> tuple[list[int], dict[str, int], int]:
    """Return what a page makes of a move: points of both halves, new markers, bonus turns."""
    tile, *cells = text.split()
    points = [half(preview, cell, colour) for cell, colour in zip(cells, tile, strict=True)]
    if tile in preview.get("twice", {}):
        after, bonus = preview["twice"][tile][f"{points[0]}+{points[1]}"]
        return points, {tile[0]: after}, bonus
    sums = {colour: sum(p for p, c in zip(points, tile, strict=True) if c == colour)
            for colour in tile}  # fmt: skip
    found = {colour: preview["reach"][colour][n] for colour, n in sums.items()}
    return points, {c: after for c, (after, _) in found.items()}, sum(b for _, b in found.values())


def leaves_exchange(preview: dict[str, Any], move: int) -> bool:
    """Tell, as a page does, whether an exchange would be possible after a move (A12, D3)."""
    tile, *cells = notation.text(move).split()
    points = [half(preview, cell, colour) for cell, colour in zip(cells, tile, strict=True)]
    if tile not in board.TILE_NAMES:
        tile, points = tile[::-1], points[::-1]
    fills = {frozenset(pair.split()) for pair in preview.get("fills", ())}
    pairs = preview.get("exchange", {}).get(tile, ())
    return f"{points[0]}+{points[1]}" in pairs and frozenset(cells) not in fills


def compare(match_state: GenialState, seat: int, move: int, preview: dict[str, Any]) -> None:
    setup, before = match_state.setup, match_state.record
    points, markers, bonus = looked_up(preview, notation.text(move))
    after = GAME.apply(match_state, {seat: move})
    assert points == points_of(match_state, move)
    shown, row = GAME.scores(GAME.view(after, seat)), int(match_state.table[0]["track"][seat])
    own = shown if VARIANTS[setup.variant].tug else shown[row]
    before_own = GAME.scores(GAME.view(match_state, seat))
    unmoved = before_own if VARIANTS[setup.variant].tug else before_own[row]
    assert own == unmoved | markers
    assert leaves_exchange(preview, move) == (after.record["phase"] == rules.OFFERED)
    if after.record["phase"] == rules.PLACING and after.record["turn"] == seat:
        assert int(after.record["bonus"]) == max(0, int(before["bonus"]) - 1) + bonus
    elif after.record["phase"] != rules.OVER:
        left = GAME.view(after, seat).rack_sizes[seat]
        assert bonus == 0 or left == 0  # A11: what is owed lapses with an empty rack


@pytest.mark.parametrize(("variant", "seats"), SETUPS)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_page_looks_up_is_what_every_legal_move_brings(
    variant: str, seats: int, seed: int
) -> None:
    for n, match in enumerate(random_game(agree(GAME, variant, seats=seats), seed)):
        seat = min(match.waiting_for)
        view, legal = GAME.view(match.state, seat), GAME.legal(match.state, seat)
        preview = GAME.preview(view, legal)
        if match.state.record["phase"] == rules.OFFERED:
            assert preview is None  # an exchange moves no marker
            continue
        assert preview is not None
        used = {cell for move in legal for cell in notation.parts(move)[1]}
        assert preview["lines"].keys() == used
        for move in legal[n % SKIP :: SKIP]:
            compare(match.state, seat, move, preview)


def test_A8_lines_are_told_in_the_directions_as_drawn() -> None:
    position = scene("""
        m     r . . . . g
        l    . . . . . . .
        k   . . . . . . . .
        j  . . . . . . . . .
        i . . . . r . . . . .
        h p . . b b . o o o . b
        g . . . . g . . . . .
        f  . . . g . . . . .
        e   . . . . . . . .
        d    . . . . . . .
        c     y . . . . o
        """, racks=("rb",))  # fmt: skip
    view = GAME.view(position, 0)
    preview = GAME.preview(view, GAME.legal(position, 0))
    assert preview is not None
    around = preview["lines"]["h8"]
    assert around["w"] == "b2"
    assert around["e"] == "o3"
    assert set(around) <= {"e", "ne", "nw", "w", "sw", "se"}
    for direction, step in (("ne", (1, 1)), ("nw", (1, 0)), ("sw", (-1, -1)), ("se", (-1, 0))):
        row, column = board.ROWS.index("h") + step[0], 8 + step[1]
        there = GAME.show(view)["cells"].get(f"{board.ROWS[row]}{column}")
        assert around.get(direction, "-")[0] == (there or "-")


def test_the_largest_preview_is_a_few_kilobytes() -> None:
    sizes = []
    for match in random_game(agree(GAME, "team"), 3):
        seat = min(match.waiting_for)
        view, legal = GAME.view(match.state, seat), GAME.legal(match.state, seat)
        sizes.append(len(json.dumps(GAME.preview(view, legal), separators=(",", ":"))))
    assert max(sizes) < 6000


@pytest.mark.parametrize(("variant", "seats"), SETUPS)
def test_a_view_says_how_the_board_and_the_tracks_are_made(variant: str, seats: int) -> None:
    setup = agree(GAME, variant, seats=seats)
    match = next(random_game(setup, 1))
    shown = GAME.show(GAME.view(match.state, 0))
    assert shown["side"] == {1: 6, 2: 6, 3: 7, 4: 8}[seats]  # A1
    assert [shown["cells"][cell] for cell in shown["printed"]] == list(board.COLOURS)  # A2
    ends = {"base": (18, 18), "solo": (18, 36), "team": (18, 36), "duel": (9, 9)}
    assert (shown["track"]["stop"], shown["track"]["end"]) == ends[variant]
    assert len(shown["track"]["row"]) == len(shown["track"]["sign"]) == seats
    assert shown["track"]["row"] == {"team": [0, 1, 0, 1], "duel": [0, 0]}.get(
        variant, list(range(seats))
    )
    assert shown["offer"] is None


def test_a_view_of_the_tiny_board_lists_the_symbols_that_are_there() -> None:
    match = next(random_game(agree(GAME, "tiny"), 1))
    view = GAME.view(match.state, 0)
    shown = GAME.show(view)
    assert {cell: shown["cells"][cell] for cell in shown["printed"]} == dict(TINY_BOARD.printed)
    assert len([stone for stone in GAME.mosaic(view) if stone.printed]) == len(TINY_BOARD.printed)


def test_A12_an_offer_says_why_and_to_its_seat_what_it_would_show() -> None:
    seen = set()
    for seed in range(scaled(12, 4)):
        for match in random_game(agree(GAME, "base"), seed):
            if match.state.record["phase"] != rules.OFFERED:
                continue
            seat = min(match.waiting_for)
            own, other = (GAME.show(GAME.view(match.state, s)) for s in (seat, 1 - seat))
            low = min(own["scores"][seat].values())
            weakest = [c for c, at in own["scores"][seat].items() if at == low]
            assert own["offer"] == {"colours": weakest, "keep": 6 - len(own["rack"]),
                                    "tiles": own["rack"], "swap": 6}  # fmt: skip
            assert other["offer"] is None
            seen.add(seed)
    assert seen


def test_D3_in_the_duel_only_tiles_of_colours_on_nine_are_offered() -> None:
    seen = 0
    for seed in range(scaled(30, 12)):
        for match in random_game(agree(GAME, "duel"), seed):
            if match.state.record["phase"] == rules.OFFERED:
                seat = min(match.waiting_for)
                offer = GAME.show(GAME.view(match.state, seat))["offer"]
                assert all(set(tile) & set(offer["colours"]) for tile in offer["tiles"])
                assert offer["swap"] == offer["keep"] + len(offer["tiles"])
                seen += 1
    assert seen


def test_dead_cells_are_free_and_no_tile_can_lie_there() -> None:
    for match in random_game(agree(GAME, "base"), 5):
        shown = GAME.show(GAME.view(match.state, 0))
        assert not set(shown["dead"]) & set(shown["cells"])
        for cell in shown["dead"]:
            around = [board.cell(cell) + step for step in board.STEPS]
            assert all(match.state.record["cells"][c] != board.FREE for c in around)
