"""The naive referees follow games by the thousand; `make soak` does it for as long as asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexade import bots, games
from hexade.contract.kernel import default_target
from tests.soak import plans, referee_of, soak

pytestmark = pytest.mark.slow

PARTS, SEED = 8, 1
EACH = 100 if default_target() == "cpu" else 4


def _some() -> list[int]:
    """Return which games to play: a bot that thinks plays only one of each set-up."""
    known, thought, found = plans(SEED), set(), []
    for number in range(PARTS * EACH):
        plan = known[number % len(known)]
        if plan.bots[0] not in bots.steady(games.find(plan.setup.game)):
            setup = replace(plan.setup, start=0)
            if setup in thought:
                continue
            thought.add(setup)
        found.append(number)
    return found


def test_every_game_has_a_referee() -> None:
    assert all(referee_of(name) for name in games.names())
    assert {plan.setup.game for plan in plans(0)} == set(games.names())


@pytest.mark.parametrize("part", range(PARTS))
def test_the_referees_agree(part: int) -> None:
    assert soak(SEED, "", _some()[part::PARTS]) is None
