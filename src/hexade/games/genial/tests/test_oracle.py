"""The rules and the naive referee agree move for move, in every variant, edition and table size."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from hexade.contract.setup import Setup, setups
from hexade.games.genial.game import GAME
from hexade.games.genial.tests.duo import Duo, Policy, greedy, lopsided, random
from hexade.games.genial.tests.scene import PLAIN, scaled

pytestmark = pytest.mark.slow

SETUPS = list(setups(GAME))
NAMES = [f"{setup.variant}-{setup.edition}-{setup.seats}" for setup in SETUPS]
RARE = {"bonus", "chain", "exchange", "declined", "board-full"}
MUST_SEE = {
    "base": RARE | {"double bonus", "all-at-end", "shared place"},
    "solo": {"board-full", "all-at-end"},
    "team": RARE | {"double bonus", "all-at-end"},
    "duel": RARE | {"taken from the opponent", "all-on-one-side"},
}
GAMES = scaled(10)


def play_many(setup: Setup, policy: Policy, count: int, head_start: bool) -> Counter[str]:
    """Play games that begin with each seat in turn, and return what was seen."""
    seen = Counter[str]()
    for seed in range(count):
        duo = Duo(replace(setup, start=seed % setup.seats), seed, head_start)
        duo.play(policy, every=7 if seed % 8 == 0 else 37)
        seen += duo.seen
    return seen


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
@pytest.mark.parametrize("policy", [random, greedy, lopsided])
def test_every_game_agrees_move_for_move(setup: Setup, policy: Policy) -> None:
    assert play_many(setup, policy, GAMES, head_start=False)["place"] > 20 * GAMES


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_games_close_to_the_end_agree_and_everything_happens(setup: Setup) -> None:
    seen = Counter[str]()
    for policy in (random, greedy, lopsided):
        seen += play_many(setup, policy, GAMES, head_start=True)
    # So few games as the interpreter can play do not meet everything.
    assert PLAIN or MUST_SEE[setup.variant] <= seen.keys()
