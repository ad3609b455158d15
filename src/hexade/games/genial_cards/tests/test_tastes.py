"""Tastes: what is left of the rule when a part is left out, counted by hand after each card."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.tastes import BONUS, LEADING, POINT, SOFT
from hexade.games.genial_cards.tests.scene import scene

TABLE = scene(
    seats=2,
    hands=["rb rg go op py bo", "ro ro gb gb py py"],
    open=["ro rp", "ro gb"],
    chips=["r5 b2 g1 o1 p1 y1", "r1 b1 g1 o1 p1 y1"],
)
MINE = TABLE.record["chips"][0].astype(float)


def tasted(*tastes: str) -> dict[str, float]:
    """Return how good each card looks to somebody with some tastes."""
    legal = GAME.legal(TABLE, 0)
    values = GAME.tasted(GAME.view(TABLE, 0), legal, tastes)
    assert values is not None
    return {GAME.text(move): value for move, value in zip(legal, values, strict=True)}


def counted(soft: float, half: bool) -> dict[str, float]:
    """Return the same for somebody who looks at nothing but the own chips after the card."""
    found = {}
    for move in GAME.legal(TABLE, 0):
        after = GAME.apply(TABLE, {0: move}).record
        chips = after["chips"][0].astype(float)
        if half:
            best = int(np.argmax(chips - MINE))
            chips = np.where(np.arange(6) == best, chips, MINE)
        worth = -soft * np.log(np.mean(np.exp(-chips / soft))) + BONUS * int(after["bonus"])
        found[GAME.text(move)] = 0.5 + POINT * worth
    return found


@pytest.mark.parametrize(
    ("more", "soft", "half"),
    [((), SOFT, False), (("weakest",), LEADING, False), (("weakest", "half"), LEADING, True)],
)
def test_it_is_the_rule_with_a_part_left_out(
    more: tuple[str, ...], soft: float, half: bool
) -> None:
    assert tasted("own", "now", *more) == pytest.approx(counted(soft, half), abs=1e-6)


def test_whoever_forgets_the_weakest_pushes_the_leading_chip_on() -> None:
    everybody, forgetful = tasted("own", "now"), tasted("own", "now", "weakest")
    assert max(forgetful, key=lambda card: forgetful[card])[0] == "r"
    assert "r" not in max(everybody, key=lambda card: everybody[card])


def test_whoever_sees_one_half_does_not_mind_what_the_other_half_brings() -> None:
    both, half = tasted("own", "now"), tasted("own", "now", "half")
    assert both != pytest.approx(half)
    assert all(half[card] <= both[card] + 1e-9 for card in both)
