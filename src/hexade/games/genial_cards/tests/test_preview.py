"""What a page is given to show before a card is played is what the rules then do (E4 to E7)."""

from __future__ import annotations

import pytest

from hexade.contract.chance import Stream
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import OFFERED, OVER, PLAYING
from hexade.games.genial_cards.tests.scene import scaled, scene, table
from hexade.match import Accepted, start, submit

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_preview_is_what_every_legal_move_brings(seats: int) -> None:
    lost = locked = offered = bonuses = 0
    for seed in range(scaled(16, 2)):
        dealer, player = Stream(seed), Stream(seed, 7)
        match = start(GAME, table(seats), dealer).match
        while not match.over:
            seat, state = min(match.waiting_for), match.state
            view, legal = GAME.view(state, seat), GAME.legal(state, seat)
            preview = GAME.preview(view, legal)
            assert (preview is None) == (state.record["phase"] == OFFERED)
            for move in legal if preview else ():
                assert preview
                seen = preview["moves"][GAME.text(move)]
                after = GAME.apply(state, {seat: move})
                told = GAME.events(state, {seat: move}, after)[0]
                assert seen["points"] == told["points"]
                assert seen["steps"] == told["steps"]
                assert seen["order"] == told["order"]
                for n, colour in enumerate(seen["order"]):
                    lines = [line for line in seen["lines"] if line["colour"] == colour]
                    assert len(lines) == told["points"][n]
                    due = told["points"][n] - told["steps"][n]
                    assert (seen["lost"][n] or {"steps": 0})["steps"] == due
                    lost += bool(due)
                shown = GAME.show(GAME.view(after, seat))
                assert seen["chips"] == shown["chips"][seat]
                assert seen["ends"] == (shown["phase"] in ("over", "between"))
                assert seen["renew"] == (after.record["phase"] == OFFERED)
                offered += seen["renew"]
                if after.record["phase"] == PLAYING:
                    owed = max(0, int(state.record["bonus"]) - 1) + seen["bonus"]
                    assert int(after.record["bonus"]) == owed
                    bonuses += seen["bonus"]
            locked += bool(preview and preview["locked"])
            for line in _all_lines(preview):
                card = GAME.show(view)["open"][line["seat"]][line["open"]]
                assert card[line["half"]] == line["colour"]
            worth = GAME.worth(view, legal)
            best = max(range(len(legal)), key=worth.__getitem__)
            move = legal[best if seed % 2 else player.below(match.version, len(legal))]
            answer = submit(match, seat, move, match.version, dealer)
            assert isinstance(answer, Accepted)
            match = answer.match
        assert match.state.record["phase"] == OVER
    assert lost
    assert locked
    assert offered
    assert bonuses or scaled(16, 2) < 16


def _all_lines(preview: dict[str, object] | None) -> list[dict[str, int]]:
    moves = preview["moves"] if preview else {}
    assert isinstance(moves, dict)
    return [line for move in moves.values() for line in move["lines"]]


def test_E5_a_locked_area_names_the_chips_that_keep_it_shut() -> None:
    position = scene(hands=["rp gy"], open=["rp", "ry", "bo"], chips=["r2 g4 b3 o4 y4 p6"])
    view = GAME.view(position, 0)
    preview = GAME.preview(view, GAME.legal(position, 0))
    assert preview
    assert preview["locked"]["p"] == {
        "rule": "E5", "limit": 6, "need": 4, "because": ["r", "b"]
    }  # fmt: skip
    assert preview["locked"]["r"]["because"] == ["b"]
    purple = next(m for t, m in preview["moves"].items() if t.startswith("rp"))
    n = purple["order"].index("p")
    assert purple["lost"][n]["steps"] == 1
    assert purple["lost"][n]["why"] == "area"
    assert "b" in purple["lost"][n]["because"]


def test_E1_points_beyond_the_end_of_the_row_are_lost_for_that_reason() -> None:
    position = scene(hands=["rb go"], open=["rb", "ry", "yp"], chips=["r9 g4 b4 o4 y4 p4"])
    preview = GAME.preview(GAME.view(position, 0), GAME.legal(position, 0))
    assert preview
    played = preview["moves"]["rb"]
    assert played["lost"] == [{"steps": 1, "why": "end", "rule": "E1"}, None]
    assert played["bonus"] == 1
    assert preview["locked"] == {}


def test_a_view_says_how_the_rows_are_divided_and_what_is_open_to_whom() -> None:
    position = scene(chips=["r2 g4 b3 o4 y4 p6", "r1", "r9 g4 b4 o4 y4 p4"])
    shown = GAME.show(GAME.view(position, 0))
    assert shown["areas"] == [[0, 0], [1, 3], [4, 6], [7, 10]]  # E1
    assert shown["goal"] == 7  # E9
    assert set(shown["limits"][0].values()) == {6}
    assert shown["limits"][1] == dict.fromkeys("rgboyp", 3)
    assert set(shown["limits"][2].values()) == {10}
    assert shown["offer"] is None


def test_E6_an_offer_says_for_want_of_which_colours() -> None:
    before = scene(hands=["gb gy"], open=["bo", "bp", "yp"], chips=["g1 b1 o1 y1 p1"])
    offer = GAME.apply(before, {0: GAME.parse("gb")})
    own, other = (GAME.show(GAME.view(offer, seat)) for seat in (0, 1))
    assert own["offer"] == {"colours": ["r"], "keep": 5, "swap": 6}
    assert (other["offer"], other["phase"]) == (None, "draw")
