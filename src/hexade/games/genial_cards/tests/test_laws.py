"""The laws that every game must keep."""

from __future__ import annotations

import pytest

from hexade.contract.laws import check
from hexade.games.genial_cards.game import GAME
from hexade.games.genial_cards.tests.scene import PLAIN


@pytest.mark.slow  # tests/contract has a shorter look at the laws of every game
def test_the_card_game_keeps_the_laws() -> None:
    check(GAME, games=1 if PLAIN else 2, every=43 if PLAIN else 7)
