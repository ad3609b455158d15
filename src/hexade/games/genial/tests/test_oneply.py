"""The rule by hand sees its view alone, takes what wins, denies, and beats the greedy player."""

from __future__ import annotations

import numpy as np
import pytest

from hexade import bots
from hexade.contract.chance import bot_seed, seed_of
from hexade.contract.setup import Setup
from hexade.games.genial import rules
from hexade.games.genial.game import GAME
from hexade.games.genial.mind.oneply import WON, OnePly, ratings
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.test_mind import COMPILED, SETUPS, middle, positions, row_of
from hexade.match.play import finish

pytestmark = pytest.mark.slow

TWO = next(setup for setup in SETUPS if setup.variant == "base" and setup.seats == 2)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_view_gives_the_same_legal_move_whatever_is_hidden(setup: Setup) -> None:
    for position in positions(setup):
        seat = int(position.record["turn"])
        view, legal = GAME.view(position, seat), GAME.legal(position, seat)
        few = legal[:: max(1, len(legal) // 20)]
        found = ratings(view, few)
        assert np.isfinite(found).all()
        guess = GAME.view(GAME.determinize(view, 5), seat)
        assert (ratings(guess, few) == found).all()
        assert OnePly(GAME, 1).choose(view, few) == few[int(found.argmax())]
        if not COMPILED:
            break


def test_A12_an_exchange_that_is_offered_is_taken() -> None:
    data = middle(TWO).thaw()
    data[0]["phase"] = rules.OFFERED
    view = GAME.view(GenialState(TWO, data), int(data[0]["turn"]))
    assert OnePly(GAME, 1).choose(view, [rules.KEEP, rules.EXCHANGE]) == rules.EXCHANGE


def test_A13_a_move_that_brings_all_to_18_is_taken() -> None:
    position = middle(TWO)
    seat = int(position.record["turn"])
    legal = GAME.legal(position, seat)
    before = position.record["tracks"][seat].astype(int)
    gains = {m: GAME.apply(position, {seat: m}).record["tracks"][seat] - before for m in legal}
    best = max(legal, key=lambda move: gains[move].sum())
    data = position.thaw()
    data[0]["tracks"][seat] = 18 - gains[best]
    view = GAME.view(GenialState(TWO, data), seat)
    found = ratings(view, legal)
    assert found[legal.index(best)] == WON
    assert found.max() == WON


def test_the_weaker_a_colour_of_the_next_player_is_the_more_what_is_left_for_it_costs() -> None:
    position = middle(TWO)
    seat = int(position.record["turn"])
    legal = GAME.legal(position, seat)[::20]
    offers = np.array([row_of(position, move)[1][0]["best"][:, 0] for move in legal], int)
    colour = int(np.argmax(np.ptp(offers, axis=0)))  # the one that moves change most
    left = offers[:, colour]
    assert np.ptp(left) > 0
    change = _rated(position, legal, {colour: 0}) - _rated(position, legal, {})
    assert change[left == left.max()].mean() < change[left == left.min()].mean()


def _rated(position: GenialState, legal: list[int], weak: dict[int, int]) -> np.ndarray:
    """Return what the rule thinks of moves, were these markers of the next player weak."""
    data, seat = position.thaw(), int(position.record["turn"])
    data[0]["tracks"][1 - seat] = 12
    for colour, at in weak.items():
        data[0]["tracks"][1 - seat, colour] = at
    return ratings(GAME.view(GenialState(TWO, data), seat), legal)


@pytest.mark.skipif(not COMPILED, reason="whole games as plain Python take minutes")
def test_it_beats_the_greedy_player_from_both_sides() -> None:
    won = 0.0
    for deal in range(12):
        seed = seed_of(9, deal)
        for seat in (0, 1):
            players = [bots.make("greedy", GAME, bot_seed(seed, other)) for other in (0, 1)]
            players[seat] = OnePly(GAME, 1)
            ranks = finish(GAME, TWO, players, seed)["ranks"]
            won += 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)
    assert won >= 16  # of 24; some 20 are to be expected
