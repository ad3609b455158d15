"""The naive referees follow games by the thousand; `make soak` does it for as long as asked."""

from __future__ import annotations

import pytest

from hexade import games
from hexade.contract.kernel import default_target
from tests.soak import plans, referee_of, soak

PARTS = 8
EACH = 150 if default_target() == "cpu" else 4


def test_every_game_has_a_referee() -> None:
    assert all(referee_of(name) for name in games.names())
    assert {plan.setup.game for plan in plans(0)} == set(games.names())


@pytest.mark.parametrize("part", range(PARTS))
def test_the_referees_agree(part: int) -> None:
    assert soak(1, "", range(part * EACH, (part + 1) * EACH)) is None
