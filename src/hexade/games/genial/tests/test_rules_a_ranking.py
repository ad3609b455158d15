"""Rule A14: the ranking."""

from __future__ import annotations

import pytest

from hexade.games.genial.game import GAME
from hexade.games.genial.tests.scene import ranks, scene


@pytest.mark.parametrize(
    ("tracks", "expected"),
    [
        (["r3 g9 b9 o9 y9 p9", "r4 g4 b4 o4 y4 p4"], [2, 1]),
        (["r4 g5 b4 o4 y4 p4", "r4 g4 b4 o4 y4 p4"], [1, 2]),
        (["r4 g4 b9 o9 y9 p9", "r9 g9 b9 o9 y4 p5"], [2, 1]),
        (["r1 g2 b3 o4 y5 p6", "r6 g5 b4 o3 y2 p1"], [1, 1]),
        (["r18 g18 b18 o18 y18 p17", "r18 g18 b18 o18 y18 p18"], [2, 1]),
        (["r1 g1 b1 o1 y1 p1", "r2 g2 b2 o2 y2 p2", "r1 g1 b1 o1 y1 p1"], [2, 1, 2]),
        (["r2 g2 b2 o2 y2 p2", "r1 g1 b1 o1 y1 p1", "r2 g2 b2 o2 y2 p2"], [1, 3, 1]),
        (["", "", "", ""], [1, 1, 1, 1]),
        (["r18 g18 b18 o18 y18", "r1 g1 b1 o1 y1 p1", "p9", "p8"], [2, 1, 3, 4]),
    ],
)
def test_A14_the_six_values_sorted_ascending_are_compared_from_the_front(
    tracks: list[str], expected: list[int]
) -> None:
    assert ranks(scene(seats=len(tracks), tracks=tracks)) == expected


@pytest.mark.parametrize("place", range(6))
def test_A14_every_marker_counts_down_to_the_strongest(place: int) -> None:
    level = dict(zip("rgboyp", (3, 6, 9, 12, 15, 17), strict=True))
    better = level | {"rgboyp"[place]: level["rgboyp"[place]] + 1}
    tracks = [" ".join(f"{c}{at}" for c, at in side.items()) for side in (level, better)]
    assert ranks(scene(tracks=tracks)) == [2, 1]


def test_A14_of_two_tied_the_one_with_fewer_markers_on_the_tied_field_is_ahead() -> None:
    assert ranks(scene(tracks=["r4 g4 b4 o9 y9 p9", "r4 g4 b5 o6 y6 p6"])) == [2, 1]


def test_A14_the_result_tells_places_and_scores() -> None:
    position = scene(seats=3, tracks=["r1", "g2", "b3"])
    data = position.data.copy()
    data["phase"] = 4
    result = GAME.result(type(position)(position.setup, data))
    assert result is not None
    assert result["ranks"] == [3, 2, 1]
    assert result["scores"][2] == {"r": 0, "g": 0, "b": 3, "o": 0, "y": 0, "p": 0}
