"""A partner learns what the others like from their choices, and from nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from hexade import bots
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.player import listens
from hexade.contract.setup import agree
from hexade.games.contrast.deck import SYMBOLS
from hexade.games.contrast.game import GAME
from hexade.games.contrast.partner import UNSURE, Partner, TastefulReader
from hexade.match.play import finish

pytestmark = pytest.mark.slow
TEAM = agree(GAME, seats=2)


class OneSymbolReader(TastefulReader):
    """Chooses its favourite whenever it can, whatever the picture is."""

    def choose(self, view, legal, time_ms=None):  # type: ignore[no-untyped-def]
        """Return the favourite, or what fits."""
        favourite = SYMBOLS.index("round")
        return favourite if favourite in legal else super().choose(view, legal)


def _known(partner: Partner, seat: int) -> np.ndarray:
    return np.array(partner._known[0]["likings"][seat, -1])


def test_it_listens_and_knows_nobody_when_a_game_begins() -> None:
    partner = Partner(GAME, 1)
    assert listens(partner)
    finish(GAME, TEAM, [partner, bots.make("reader", GAME, 2)], 3)
    assert _known(partner, 1).any()
    partner.sit(TEAM, 0)
    assert not _known(partner, 1).any()
    assert (partner._known[0]["spreads"][:, -1] == UNSURE[-1] ** 2).all()


def test_it_finds_out_a_favourite() -> None:
    partner = Partner(GAME, 1)
    finish(GAME, TEAM, [partner, OneSymbolReader(GAME, 2, 0)], 5)
    likings = _known(partner, 1)
    assert likings.argmax() == SYMBOLS.index("round")
    assert likings.max() > 5
    assert partner._known[0]["beliefs"][1].argmax() == len(UNSURE) - 1


def test_it_believes_that_somebody_without_tastes_has_none() -> None:
    partner, beliefs = Partner(GAME, 1), []
    for seed in range(6):
        finish(GAME, TEAM, [partner, TastefulReader(GAME, bot_seed(seed, 1), 0)], seed)
        beliefs.append(partner._known[0]["beliefs"][1].copy())
    assert np.mean(beliefs, axis=0).argmax() == 0


def test_before_anything_was_seen_it_plays_as_crowd_does() -> None:
    state = GAME.begin(TEAM)
    n = 0
    while GAME.to_act(state) == frozenset({-1}):
        state = GAME.apply(state, {-1: GAME.chances(state)[n % 3][0]})
        n += 1
    view, legal = GAME.view(state, 0), GAME.legal(state, 0)
    partner = Partner(GAME, 7)
    partner.sit(TEAM, 0)
    assert partner.choose(view, legal) == bots.make("crowd", GAME, 7).choose(view, legal)


def test_the_same_game_gives_the_same_choices() -> None:
    seed = seed_of(4, 1)
    results = [
        finish(GAME, TEAM, [Partner(GAME, 1), TastefulReader(GAME, bot_seed(seed, 1), 24)], seed)
        for _ in range(2)
    ]
    assert results[0] == results[1]
