"""A result is told in sentences that say who is ahead and what decided it."""

from __future__ import annotations

from hexade.contract.setup import agree
from hexade.games.genial.game import GAME

NAMES = ["Ann", "Ben", "Cy", "Dee"]


def scores(*markers: int) -> dict[str, int]:
    return dict(zip("rgboyp", markers, strict=True))


def test_A14_the_best_placed_comes_first_with_the_weakest_marker() -> None:
    result = {
        "ranks": [2, 1],
        "scores": [scores(9, 12, 12, 18, 18, 18), scores(10, 11, 12, 13, 14, 15)],
        "reason": "board-full",
    }
    assert GAME.verdict(agree(GAME), result, NAMES) == [
        "1. Ben: weakest 10 (r 10 g 11 b 12 o 13 y 14 p 15)",
        "2. Ann: weakest 9 (r 9 g 12 b 12 o 18 y 18 p 18)",
        "No two adjacent free cells are left (rule A13).",
    ]


def test_C3_a_team_is_told_as_one() -> None:
    tracks = [scores(*[20] * 6), scores(*[36] * 6)]
    result = {"ranks": [2, 1, 2, 1], "scores": tracks, "reason": "all-at-end"}
    said = GAME.verdict(agree(GAME, "team"), result, NAMES)
    assert said[0].startswith("1. Ben and Dee: weakest 36")
    assert said[1].startswith("2. Ann and Cy: weakest 20")


def test_D5_the_duel_says_how_many_stand_on_either_side_and_what_breaks_a_tie() -> None:
    duel = agree(GAME, "duel")
    result = {"ranks": [1, 2], "scores": scores(2, 4, 0, 0, -2, -3), "reason": "board-full"}
    assert GAME.verdict(duel, result, NAMES)[:3] == [
        "1. Ann: 2 on their side (r 2 g 4)",
        "2. Ben: 2 on their side (y 2 p 3)",
        "As many on either side: the weakest of them decides (rule D5).",
    ]
    drawn = {"ranks": [1, 1], "scores": scores(2, 0, 0, 0, 0, -2), "reason": "board-full"}
    assert "a draw (rule D5)" in GAME.verdict(duel, drawn, NAMES)[2]
    clear = {"ranks": [1, 2], "scores": scores(*[3] * 6), "reason": "all-on-one-side"}
    assert GAME.verdict(duel, clear, NAMES)[1:] == [
        "2. Ben: 0 on their side",
        "All six markers stand on one side (rule D4).",
    ]
