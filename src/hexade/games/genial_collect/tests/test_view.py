"""What people and pages are shown: odds, previews, risks, words and pictures."""

from __future__ import annotations

import pytest

from hexade.bots.analyse import Decision, instead
from hexade.contract.game import WATCHER, Risk
from hexade.contract.picture import plain
from hexade.contract.reason import Refusal
from hexade.games.genial_collect.game import GAME
from hexade.games.genial_collect.state import STOP, TURN_UP, CollectState
from hexade.games.genial_collect.tests.scene import after, scene, table

FEW = "rrrggbbbyy"  # what is left in the pile


def _view(position: CollectState, seat: int = 0) -> dict[str, object]:
    return GAME.show(GAME.view(position, seat))


def test_the_odds_are_those_of_the_tiles_that_lie_nowhere_else() -> None:
    position = scene("rrgb", "g", owned=["ggg", "bb"])
    preview = GAME.preview(GAME.view(position, 0), [TURN_UP, STOP])
    assert preview == {
        "turn_up": {
            "pile": 116,
            "left": {"r": 19, "g": 16, "b": 18, "o": 21, "y": 21, "p": 21},
            "good": ["r", "b"],
            "bad": 116 - 19 - 18,
            "cost": 2,
        },
        "stop": {
            "tiles": ["g", "g"],
            "owned": {"r": 0, "g": 5, "b": 0, "o": 0, "y": 0, "p": 0},
            "missing": 37,
            "wins": False,
        },
    }
    assert preview["turn_up"] == _view(position, WATCHER)["odds"]
    assert preview["stop"] == _view(position, 1)["stop"]


def test_before_the_first_tile_there_is_nothing_to_stop_with_and_nothing_to_lose() -> None:
    position = scene("rrg", pile=FEW)
    assert GAME.preview(GAME.view(position, 0), [TURN_UP]) == {"turn_up": _view(position)["odds"]}
    assert _view(position)["stop"] is None
    assert GAME.risk(GAME.view(position, 0), TURN_UP) is None


def test_a_stop_that_wins_says_so() -> None:
    owned = "rrrrrrgggggggbbbbbbboooooooyyyyyyyppppppp"
    position = scene("rg", "r", owned=[owned])
    assert _view(position)["stop"]["wins"] is True  # type: ignore[index]
    assert GAME.forecast(GAME.view(position, 0), STOP) == "red +2; you win"


def test_the_risk_is_the_chance_of_a_bad_tile_and_all_that_stopping_would_bring() -> None:
    view = GAME.view(scene("rrg", "r", pile=FEW), 0)
    assert GAME.risk(view, TURN_UP) == Risk(0.8, 3)  # only the two green ones are good
    assert GAME.risk(view, STOP) is None
    assert GAME.risk(GAME.view(scene("rrg", "r", pile="gg"), 0), TURN_UP) is None
    assert GAME.forecast(view, TURN_UP) == "80% bad, which costs 3 tiles"
    assert GAME.forecast(view, STOP) == "red +3; 39 to go"


def test_a_better_move_is_an_event_even_where_chance_would_have_to_complete_it() -> None:
    position = scene("rrg", "r")
    view = GAME.view(position, 0)
    chosen = Decision(0, 0, STOP, position, {0: STOP}, view, [TURN_UP, STOP])
    assert instead(GAME, chosen, TURN_UP) == {"event": "turn_up", "seat": 0}
    assert instead(GAME, chosen, STOP) == {"event": "stop", "seat": 0, "tiles": ["r", "r", "r"]}


def test_tiles_turned_up_keep_their_order() -> None:
    assert _view(after(scene("rgboy"), "y r b"))["shown"] == ["y", "r", "b"]


def test_a_view_counts_what_is_missing() -> None:
    seen = _view(scene("rg", owned=["rrrrrrrrr", "g"]))
    assert seen["missing"] == [35, 41]
    assert seen["turn"] == 0
    assert seen["phase"] == "decide"


def test_moves_are_read_in_several_spellings() -> None:
    assert [GAME.parse(text) for text in ("turn_up", "Turn up", "turn-up", " STOP ")] == [
        0,
        0,
        0,
        1,
    ]
    with pytest.raises(Refusal) as refused:
        GAME.parse("take")
    assert refused.value.reason.rule == "G2"


def test_events_are_said_in_sentences() -> None:
    names = ["Ann", "Ben"]
    said = [
        GAME.say({"event": "middle", "tiles": ["r", "y", "y"]}, names),
        GAME.say({"event": "turn_up", "seat": 1, "tile": "r", "good": True}, names),
        GAME.say({"event": "turn_up", "seat": 1, "tile": "p", "good": False}, names),
        GAME.say({"event": "stop", "seat": 0, "tiles": ["r", "r", "y"]}, names),
    ]
    assert said == [
        "Turned up into the middle: 1 red, 2 yellow.",
        "Ben turns up red: good.",
        "Ben turns up purple: bad, the turn is over.",
        "Ann stops and takes 2 red, 1 yellow.",
    ]


def test_the_picture_shows_slots_middle_pile_and_odds() -> None:
    position = scene("rrg", "r", owned=["rrbbbbbbbb", "y"], pile=FEW)
    drawn = plain(GAME.picture(GAME.view(position, 0), ["Ann", "Ben"], False)).splitlines()
    assert drawn == [
        "   Ann           Ben           goal 7 of every colour",
        "R  ##.....  2    .......  0",
        "G  .......  0    .......  0",
        "B  #######  8    .......  0",
        "O  .......  0    .......  0",
        "Y  .......  0    #......  1",
        "P  .......  0    .......  0",
        "   33 to go      41 to go",
        "",
        "middle     R R G",
        "turned up  R",
        "pile       10 tiles: R 3  G 2  B 3  O 0  Y 2  P 0",
        "",
        "Ann to move   8 of 10 tiles are bad (80%)",
    ]


def test_a_verdict_names_the_reason_and_everybody() -> None:
    result = GAME.result(after(scene("rg", "r", owned=["", "bb"], pile="y"), "y"))
    assert result is not None
    assert GAME.verdict(table(2), result, ["Ann", "Ben"]) == [
        "The pile is used up (rule G7): the scarcest colour ranks, then the next; "
        "none counts above 7 (rule G6).",
        "1. Ben: scarcest 0 (r 0 g 0 b 2 o 0 y 0 p 0)",
        "2. Ann: scarcest 0 (r 0 g 0 b 0 o 0 y 0 p 0)",
    ]


def test_a_verdict_counts_the_scarcest_colour_and_not_all_tiles() -> None:
    many, even = dict.fromkeys("rgboy", 9) | {"p": 1}, dict.fromkeys("rgboyp", 2)
    result = {"ranks": [2, 1], "scores": [many, even], "reason": "pile-empty"}
    said = GAME.verdict(table(2), result, ["Ann", "Ben"])
    assert [line.split(" (")[0] for line in said[1:]] == [
        "1. Ben: scarcest 2",
        "2. Ann: scarcest 1",
    ]
    won = {"ranks": [1, 2], "scores": [dict.fromkeys("rgboyp", 7), even], "reason": "collected"}
    assert GAME.verdict(table(2), won, ["Ann", "Ben"])[:2] == [
        "The goal is reached. After the winner the scarcest colour ranks, then the next; "
        "none counts above 7 (rule G6).",
        "1. Ann: 7 of every colour (r 7 g 7 b 7 o 7 y 7 p 7)",
    ]


def test_greedy_stops_when_the_next_tile_costs_more_than_it_brings() -> None:
    risky, safe = scene("rrg", "r", pile=FEW), scene("rrg", "r", pile="ggggy")
    for position, better in ((risky, STOP), (safe, TURN_UP)):
        worth = GAME.worth(GAME.view(position, 0), [TURN_UP, STOP])
        assert worth.index(max(worth)) == better
