"""The search baseline plays every game legally, the same way twice, and better than chance."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time

import pytest

from hexade import bots, games
from hexade.contract.chance import Stream, bot_seed, seed_of
from hexade.contract.game import AnyGame, Move, View
from hexade.contract.kernel import default_target
from hexade.contract.setup import agree, setups
from hexade.lab import ismcts
from hexade.lab.ismcts import Ismcts, Leads, shares
from hexade.lab.players import makers
from hexade.match import start
from hexade.match.play import finish, steps

pytestmark = pytest.mark.slow

QUICK = min((g for g in games.catalogue().values() if g.kernels), key=lambda game: game.moves)
COMPILED = default_target() == "cpu"


def first_choice() -> tuple[View, Sequence[Move]]:
    """Return the first position of a game in which there is more than one legal move."""
    setup = agree(QUICK)
    makers = [bots.make("random", QUICK, seat) for seat in range(setup.seats)]
    for step in steps(QUICK, setup, makers, 4):
        state = step.match.state
        for seat in QUICK.to_act(state):
            if len(legal := QUICK.legal(state, seat)) > 1:
                return QUICK.view(state, seat), legal
    raise AssertionError("there is no choice in the whole game")


@pytest.mark.parametrize("game", games.catalogue().values(), ids=games.names())
def test_it_finds_a_legal_move_in_every_set_up_and_always_the_same(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ismcts, "ITERATIONS", 4 if COMPILED else 1)
    for setup in setups(game):
        state = start(game, setup, Stream(4)).match.state
        seat = min(game.to_act(state))
        view, legal = game.view(state, seat), game.legal(state, seat)
        moves = {Ismcts(game, 3).choose(view, legal) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(legal)


def test_it_beats_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "ITERATIONS", 12)
    monkeypatch.setattr(ismcts, "PLAYOUTS", 4 if COMPILED else 1)
    setup, won, deals = agree(QUICK), 0.0, 6 if COMPILED else 3
    for n in range(deals):
        seed = seed_of(9, n)
        pair = [Ismcts(QUICK, bot_seed(seed, 0)), bots.make("random", QUICK, bot_seed(seed, 1))]
        ranks = finish(QUICK, setup, pair, seed)["ranks"]
        won += shares(ranks, QUICK.sides(setup))[0]
    assert won >= 0.6 * deals


def test_it_uses_the_time_that_it_is_given() -> None:
    view, legal = first_choice()
    bot, began = Ismcts(QUICK, 1), process_time()
    bot.choose(view, legal, 200)
    assert process_time() - began > 0.18
    assert bot.iterations > 0


def test_no_time_at_all_is_enough_for_a_legal_move() -> None:
    view, legal = first_choice()
    assert Ismcts(QUICK, 1).choose(view, legal, 0) in legal


def test_it_is_a_baseline_of_the_lab_and_not_offered_at_tables() -> None:
    for game in games.catalogue().values():
        assert "ismcts" in makers(game)
        assert "ismcts" not in bots.makers(game)


def test_a_lead_counts_by_how_far_leads_differ() -> None:
    leads = Leads()
    for _ in range(50):
        leads.shares([6.0, 2.0], [(0,), (1,)])
    ahead, behind = leads.shares([4.0, 2.0], [(0,), (1,)])
    assert 0.5 < ahead < 0.75
    assert ahead + behind == pytest.approx(1.0, abs=0.02)
    assert leads.shares([3.0, 3.0], [(0,), (1,)]) == [0.5, 0.5]


def test_those_who_tie_divide_first_place() -> None:
    assert shares([1, 1, 3], [(0,), (1,), (2,)]) == [0.5, 0.5, 0.0]
    assert shares([1, 2, 1, 2], [(0, 2), (1, 3)]) == [1.0, 0.0, 1.0, 0.0]
