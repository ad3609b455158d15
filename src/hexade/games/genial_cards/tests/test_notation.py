"""Moves in words, there and back, and why moves are refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexade.contract.game import CHANCE
from hexade.contract.kernel_game import DEAL_TO
from hexade.contract.reason import Refusal
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.state import LAST_MOVE, PLAY, ROUND
from hexade.games.genial_cards.tests.scene import deal, legal, play, refusal, scene, table

MATTERS = {"hands": ["rb go"], "open": ["rb", "yp", "yp"], "chips": ["b3 g1 o1 y1 p1"]}
OFFER = {"hands": ["gb gy by"], "open": ["bo", "bp", "yp"], "chips": ["g1 b1 o1 y1 p1"]}


@pytest.mark.parametrize("move", range(LAST_MOVE + 1))
def test_every_move_reads_back(move: int) -> None:
    assert GAME.parse(GAME.text(move)) == move


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("br", "rb"),
        ("  RB ", "rb"),
        ("br,rb", "rb rb"),
        ("br br", "rb br"),
        ("rb-br", "rb br"),
        ("Renew", "renew"),
        ("DRAW", "draw"),
    ],
)
def test_other_spellings_are_understood(words: str, meaning: str) -> None:
    assert GAME.text(GAME.parse(words)) == meaning


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("", "E1"),
        ("rr", "E1"),
        ("rx", "E1"),
        ("rb rg", "E4"),
        ("rb br rb", ""),
        ("renew draw", "E1"),
    ],
)
def test_what_means_no_move_is_refused(words: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.parse(words)
    assert refused.value.reason.rule == rule


@given(st.text(max_size=60) | st.text("rgboyp ,-", max_size=8))
def test_any_text_is_a_move_or_refused(words: str) -> None:
    with suppress(Refusal):
        assert 0 <= GAME.parse(words) <= LAST_MOVE


@pytest.mark.parametrize(
    ("situation", "words", "code", "rule"),
    [
        (MATTERS, "ry", "not-in-hand", "E3"),
        (MATTERS, "rb", "which-order", "E5"),
        (MATTERS, "go og", "no-order", "E5"),
        (MATTERS, "renew", "must-play", "E6"),
        (MATTERS, "draw", "must-play", "E6"),
        (MATTERS | {"bonus": 1}, "draw", "must-play", "E7"),
    ],
)
def test_refusals_name_their_rule(
    situation: dict[str, object], words: str, code: str, rule: str
) -> None:
    reason = refusal(scene(**situation), words)  # type: ignore[arg-type]
    assert (reason.code, reason.rule) == (code, rule)


def test_refusals_in_other_phases() -> None:
    offered = play(scene(**OFFER), "gb")  # type: ignore[arg-type]
    assert refusal(offered, "gy").code == "must-draw"
    assert refusal(offered, "draw", seat=1).code == "drawing"  # only its seat knows (E6)
    drawing = play(offered, "draw")
    assert refusal(drawing, "gy").code == "drawing"
    assert refusal(drawing, "draw", seat=1).code == "drawing"
    assert str(refusal(drawing, "renew")).endswith("after the move (rule E6)")
    won = scene(hands=["rb"], open=["rb", "yp", "yp"], chips=["r6 g7 b8 o7 y7 p7"])
    assert refusal(play(won, "rb"), "go").code == "over"
    assert str(refusal(play(won, "rb"), "go")) == "the game is over (rule E9)"


@pytest.mark.parametrize("move", [-1, -(10**9), LAST_MOVE + 1, 10**9])
def test_numbers_that_are_no_move_are_refused(move: int) -> None:
    reason = GAME.why_not(scene(), 0, move)
    assert reason is not None
    assert reason.code == "no-move"


def _chance_refusal(position: object, move: int) -> str:
    reason = GAME.why_not(position, CHANCE, move)  # type: ignore[arg-type]
    assert reason is not None
    return reason.code


def test_chance_is_refused_what_it_cannot_do() -> None:
    begun = GAME.begin(table(3))
    assert _chance_refusal(begun, 0) == "round"
    dealing = GAME.apply(begun, {CHANCE: ROUND})
    assert _chance_refusal(dealing, ROUND) == "round"
    assert _chance_refusal(dealing, -1) == "no-card"
    assert _chance_refusal(dealing, 10**9) == "no-card"
    assert _chance_refusal(dealing, DEAL_TO + ROUND) == "no-card"
    assert _chance_refusal(GAME.apply(dealing, {CHANCE: 0}), DEAL_TO * 2) == "no-draw"
    four = dealing
    for _ in range(4):
        four = GAME.apply(four, {CHANCE: 0})
    assert _chance_refusal(four, 0) == "not-in-pile"
    playing, _ = deal(begun)
    assert _chance_refusal(playing, 0) == "no-draw"
    won = scene(hands=["rb"], open=["rb", "yp", "yp"], chips=["r6 g7 b8 o7 y7 p7"])
    assert _chance_refusal(play(won, "rb"), 0) == "over"


def test_legal_moves_are_plays_in_the_order_of_the_cards() -> None:
    position = scene(**MATTERS)  # type: ignore[arg-type]
    moves = GAME.legal(position, 0)
    assert moves == sorted(moves)
    assert min(moves) >= PLAY
    assert GAME.legal(position, 1) == []
    assert legal(position) == [GAME.text(move) for move in moves]
