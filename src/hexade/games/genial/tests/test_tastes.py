"""Tastes: the same view gives the same values whatever is hidden, and each leaves something out."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.setup import Setup
from hexade.games.genial.game import GAME
from hexade.games.genial.mind.oneply import TASTE, ratings
from hexade.games.genial.rules import bonus_turns
from hexade.games.genial.state import GenialState
from hexade.games.genial.tastes import MOST, POINT, TASTES, taste_of
from hexade.games.genial.tests.test_mind import COMPILED, SETUPS, middle, positions

pytestmark = pytest.mark.slow
TWO = next(setup for setup in SETUPS if setup.variant == "base" and setup.seats == 2)


def _tasted(position: GenialState, few: list[int], *tastes: str) -> np.ndarray:
    found = GAME.tasted(GAME.view(position, int(position.record["turn"])), few, tastes)
    assert found is not None
    return np.array(found)


def _few(position: GenialState) -> list[int]:
    legal = GAME.legal(position, int(position.record["turn"]))
    return list(legal[:: max(1, len(legal) // (40 if COMPILED else 6))][: 40 if COMPILED else 6])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_values_come_from_the_view_alone(setup: Setup) -> None:
    for position in positions(setup):
        seat = int(position.record["turn"])
        view, few = GAME.view(position, seat), _few(position)
        guess = GAME.view(GAME.determinize(view, 5), seat)
        for taste in TASTES:
            assert GAME.tasted(view, few, (taste,)) == GAME.tasted(guess, few, (taste,))
        if not COMPILED:
            break


def test_without_tastes_it_is_the_rule_by_hand() -> None:
    assert taste_of(0) == TASTE
    position = middle(TWO)
    few, seat = _few(position), int(position.record["turn"])
    rated = np.clip(ratings(GAME.view(position, seat), few), -MOST, MOST)
    assert _tasted(position, few) == pytest.approx(0.5 + POINT * rated)


def test_whoever_looks_only_at_itself_does_not_see_the_markers_of_others() -> None:
    position = middle(TWO)
    few, data = _few(position), position.thaw()
    data[0]["tracks"][1 - int(data[0]["turn"])] = (1, 9, 0, 12, 5, 7)
    other = GenialState(TWO, data)
    assert (_tasted(position, few, "own") == _tasted(other, few, "own")).all()
    assert (_tasted(position, few) != _tasted(other, few)).any()


def test_whoever_forgets_the_weakest_adds_to_the_leading_colours() -> None:
    position = middle(TWO)
    few, seat = _few(position), int(position.record["turn"])
    values = _tasted(position, few, "weakest", "own", "now")
    worth = []
    for move in few:
        after = GAME.apply(position, {seat: move}).record
        markers = np.array(after["tracks"][seat], float)
        further = np.log(np.mean(np.exp(markers / 4))) * 4  # four points more count e times as much
        worth.append(further + TASTE.bonus * bonus_turns(after, seat))
    assert values == pytest.approx(0.5 + POINT * np.array(worth), abs=1e-6)


def test_whoever_does_not_count_tiles_does_not_see_what_is_unseen() -> None:
    position = middle(TWO)
    few, data = _few(position), position.thaw()
    seat = int(data[0]["turn"])
    data[0]["bag"] = 5 << 0  # five tiles of one kind are left
    other = GenialState(TWO, data)
    some = [move for move in few if move in GAME.legal(other, seat)]
    assert (_tasted(position, some, "unseen") == _tasted(other, some, "unseen")).all()
    assert (_tasted(position, some) != _tasted(other, some)).any()
