"""Every refusal has a code, the number of its rule, and a sentence that people can read."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexade.contract.game import CHANCE
from hexade.contract.kernel_game import DEAL_TO
from hexade.contract.reason import Reason, Refusal
from hexade.contract.setup import agree
from hexade.games.genial import board, rules
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState, opening
from hexade.games.genial.tests.scene import draw, play, scene

LAID = """
    j     . . .
    i    . . . .
    h   . . R . .
    g    . . . .
    f     . . .
"""
RR, GG = board.TILE_NAMES.index("rr"), board.TILE_NAMES.index("gg")


def offered(variant: str = "base") -> GenialState:
    tracks = {"base": "r5 g5 b5 o5 y5 p3", "duel": "r9"}[variant]
    return play(scene(variant=variant, racks=["oo rr"], tracks=[tracks]), "oo h8 h9")


def drawing() -> GenialState:
    return play(scene(), "oo h8 h9")


def over() -> GenialState:
    data = scene().thaw()
    data["phase"] = rules.OVER
    return GenialState(scene().setup, data)


MOVES = [
    ("over", "A13", over(), 0, "rr h8 h9"),
    ("drawing", "A12", drawing(), 0, "rr i8 i9"),
    ("drawing", "A12", opening(agree(GAME, "base")), 0, "rr h8 h9"),
    ("not-your-turn", "A5", scene(), 1, "rr h8 h9"),
    ("not-your-turn", "A5", scene(), 7, "rr h8 h9"),
    ("no-move", "A6", scene(), 0, -1),
    ("no-move", "A6", scene(), 0, rules.PLACE + 36 * len(board.EDGES)),
    ("no-move", "A6", scene(), 0, 10**30),
    ("must-place", "A12", scene(), 0, "exchange"),
    ("must-place", "A12", scene(), 0, "draw"),
    ("must-place", "D3", scene(variant="duel"), 0, "exchange"),
    ("must-place", "A11", scene(bonus=1), 0, "draw"),
    ("must-draw", "A12", offered(), 0, "rr i8 i9"),
    ("must-draw", "A12", offered("duel"), 0, "rr i8 i9"),
    ("outside", "A1", scene(), 0, "rr n8 n9"),
    ("outside", "A1", scene(variant="solo", racks=["rr"]), 0, "rr m9 n9"),
    ("taken", "A6", scene(LAID), 0, "rr h8 h9"),
    ("taken", "A6", scene(), 0, "rr m8 m9"),
    ("not-on-rack", "A6", scene(), 0, "rg h8 h9"),
    ("not-on-rack", "A6", scene(opened=False), 0, "rg m9 m10"),
    ("first-turn", "A7", scene(opened=False), 0, "rr h8 h9"),
    ("no-draw", "A12", scene(), CHANCE, RR),
    ("no-draw", "A12", offered(), CHANCE, RR),
    ("no-draw", "A12", over(), CHANCE, RR),
    ("no-draw", "A12", drawing(), CHANCE, RR + 2 * DEAL_TO),
    ("no-tile", "A3", drawing(), CHANCE, -1),
    ("no-tile", "A3", drawing(), CHANCE, 21),
    ("no-tile", "A3", drawing(), CHANCE, 3 * DEAL_TO),
    ("not-in-bag", "A3", play(scene(bag="gg"), "oo h8 h9"), CHANCE, RR),
]


def readable(reason: Reason) -> bool:
    """Tell whether a sentence is whole, short and free of what only programs say."""
    plain = not re.search(r"np\.|array|Error|None|<|\{", reason.text)
    return plain and len(reason.text.split()) >= 3 and len(str(reason)) < 160


@pytest.mark.parametrize(("code", "rule", "position", "seat", "move"), MOVES)
def test_a_move_is_refused_with_its_rule(
    code: str, rule: str, position: GenialState, seat: int, move: str | int
) -> None:
    number = GAME.parse(move) if isinstance(move, str) else move
    reason = GAME.why_not(position, seat, number)
    assert reason is not None
    assert (reason.code, reason.rule) == (code, rule)
    assert readable(reason)
    assert str(reason).endswith(f"(rule {rule})")


def test_refusals_name_what_is_wrong() -> None:
    assert "h8" in str(GAME.why_not(scene(LAID), 0, GAME.parse("rr h8 h9")))
    assert "rg" in str(GAME.why_not(scene(), 0, GAME.parse("rg h8 h9")))
    assert "n8" in str(GAME.why_not(scene(), 0, GAME.parse("rr n8 n9")))
    assert "seat 0" in str(GAME.why_not(scene(), 1, GAME.parse("rr h8 h9")))


def test_what_is_allowed_is_not_refused() -> None:
    assert GAME.why_not(scene(), 0, GAME.parse("rr h8 h9")) is None
    assert GAME.why_not(offered(), 0, rules.KEEP) is None
    assert GAME.why_not(offered(), 0, rules.EXCHANGE) is None
    assert GAME.why_not(drawing(), CHANCE, RR) is None
    dealing = opening(agree(GAME, "base", "2023", 3))
    assert all(GAME.why_not(dealing, CHANCE, RR + DEAL_TO * seat) is None for seat in range(4))


def test_a_deal_once_begun_goes_on_to_the_same_seat() -> None:
    dealing = draw(opening(agree(GAME, "base", "2023", 3)), "rr")
    reason = GAME.why_not(dealing, CHANCE, GG + 2 * DEAL_TO)
    assert reason is not None
    assert (reason.code, reason.rule) == ("no-draw", "A12")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "A6"),
        ("ry", "A6"),
        ("ry h9", "A6"),
        ("ry h9 h10 h11", "A6"),
        ("rx h9 h10", "A3"),
        ("rys h9 h10", "A3"),
        ("ry h9 z1", "A1"),
        ("ry a15 a14", "A1"),
        ("ry h9 h9", "A6"),
        ("ry h9 h11", "A6"),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str, rule: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.parse(text)
    assert (caught.value.reason.code, caught.value.reason.rule) == ("unreadable", rule)
    assert readable(caught.value.reason)


DEALING = opening(agree(GAME, "base"))
SIX = ["rr", "gg", "bb", "oo", "yy", "pp"]
EVENTS = [
    ("unreadable", "A4", DEALING, {"event": "draw", "seat": 2, "tiles": SIX}),
    ("unreadable", "A4", DEALING, {"event": "draw", "seat": -1, "tiles": SIX}),
    ("unreadable", "A4", DEALING, {"event": "draw", "seat": "0", "tiles": SIX}),
    ("unreadable", "A4", DEALING, {"event": "draw", "tiles": SIX}),
    ("unreadable", "", DEALING, {"event": "draw", "seat": 0, "tiles": "rr"}),
    ("unreadable", "", DEALING, {"event": "draw", "seat": 0}),
    ("unreadable", "A3", DEALING, {"event": "draw", "seat": 0, "tiles": ["rx"]}),
    ("unreadable", "A3", DEALING, {"event": "draw", "seat": 0, "tiles": [["rr"]]}),
    ("unreadable", "", DEALING, {"event": "jump", "seat": 0}),
    ("unreadable", "", DEALING, {"seat": 0}),
    ("unreadable", "", offered(), {"event": "exchange", "seat": 0}),
    ("unreadable", "A3", offered(), {"event": "exchange", "seat": 0, "tiles": [0]}),
    ("unreadable", "A3", scene(), {"event": "place", "seat": 0, "tile": 5, "cells": ["h8", "h9"]}),
    ("unreadable", "A6", scene(), {"event": "place", "seat": 0, "tile": "rr", "cells": "h8 h9"}),
    ("unreadable", "A6", scene(), {"event": "place", "seat": 0, "tile": "rr", "cells": ["h8"]}),
    ("unreadable", "A1", scene(), {"event": "place", "seat": 0, "tile": "rr", "cells": ["h8", 9]}),
    ("draw", "A12", DEALING, {"event": "draw", "seat": 0, "tiles": SIX[:5]}),
    ("draw", "A12", drawing(), {"event": "draw", "seat": 0, "tiles": SIX}),
    ("draw", "A12", drawing(), {"event": "draw", "seat": 1, "tiles": ["rr"]}),
    ("draw", "A12", scene(), {"event": "draw", "seat": 0, "tiles": ["rr"]}),
    ("draw", "A4", draw(DEALING, "rr " * 5 + "gg"), {"event": "draw", "seat": 0, "tiles": SIX}),
]


@pytest.mark.parametrize(("code", "rule", "position", "event"), EVENTS)
def test_an_event_that_cannot_be_is_refused(
    code: str, rule: str, position: GenialState, event: dict[str, Any]
) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.read(position, [event])
    assert (caught.value.reason.code, caught.value.reason.rule) == (code, rule)
    assert len(caught.value.reason.text.split()) >= 3


def test_solo_never_speaks_of_an_exchange_that_it_does_not_have() -> None:
    reason = GAME.why_not(scene(variant="solo"), 0, rules.EXCHANGE)
    assert reason is not None
    assert reason.rule == "B1"
