"""Tiny set-ups obey the laws, no table offers them, and what solves them is right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench import solve
from hexade import games
from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.laws import _check_game
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree, form_of, setups
from hexade.lab import players
from hexade.lab.solve import Solver, choices, seated, strategy_of, tree_of
from hexade.lab.vector import Batch
from tests.lab.tables import named

pytestmark = pytest.mark.slow

GAMES = list(games.catalogue().values())
ROOT = Path(__file__).parent.parent.parent
LONGEST = 4  # choices, where the rules end no game: enough for a small tree


def tiny(game: AnyGame) -> Setup:
    (form,) = game.tiny_forms
    return agree(game, form.variant)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_a_tiny_set_up_obeys_the_laws(game: AnyGame) -> None:
    for seed in range(4):
        _check_game(game, tiny(game), Stream(seed), 2)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_no_table_offers_it(game: AnyGame) -> None:
    assert tiny(game) not in list(setups(game))
    assert tiny(game) in list(setups(game, tiny=True))
    with pytest.raises(Refusal, match="has no variant"):
        form_of(game, tiny(game).variant, offered=True)


@pytest.fixture(scope="module", params=GAMES, ids=named)
def solver(request: pytest.FixtureRequest) -> Solver:
    game: AnyGame = request.param
    bounded = game.longest(tiny(game)) is not None
    return Solver(tree_of(game, tiny(game), 64 if bounded else LONGEST))


def test_probabilities_add_up_and_returns_to_zero(solver: Solver) -> None:
    strategy = solver.uniform()
    ends = list(solver.tree.ends)
    assert solver.reach(strategy)[ends].sum() == pytest.approx(1)
    assert solver.values(strategy)[0].sum() == pytest.approx(0)
    assert np.add.reduceat(strategy, solver.first) == pytest.approx(1)


def test_random_games_are_worth_what_the_tree_says(solver: Solver) -> None:
    game, setup = solver.tree.game, solver.tree.setup
    if game.kernels is None or solver.tree.cut:
        return
    lanes = 4096
    batch = Batch(game, setup, lanes, seed=3, autoreset=False)
    total = np.zeros((lanes, setup.seats))
    while (batch.seats >= 0).any():
        batch.step(np.where(batch.seats >= 0, batch.random_moves(), -1).astype(np.int32))
        total += batch.rewards
    found, error = total.mean(axis=0), total.std(axis=0) / np.sqrt(lanes)
    assert (abs(found - solver.values(solver.uniform())[0]) <= 4.5 * error + 1e-9).all()


def test_an_equilibrium_is_found_and_nobody_beats_it(solver: Solver) -> None:
    best = solver.equilibrium(16)
    assert solver.nash_conv(best) < 0.25 * max(solver.nash_conv(solver.uniform()), 0.04)
    for seat in range(solver.seats):
        worth = solver.values(best)[0][seat]
        loser = seated(solver, solver.uniform(), best, seat)
        answer = solver.best_response(best, seat)
        assert solver.values(loser)[0][seat] <= solver.values(answer)[0][seat] + 1e-12
        assert solver.values(answer)[0][seat] >= worth - 1e-12


def test_a_player_is_one_choice_in_every_information_set(solver: Solver) -> None:
    found = strategy_of(solver, lambda game, seed: players.make("random", game, seed))
    assert np.add.reduceat(found, solver.first).tolist() == [1.0] * len(solver.tree.sets)
    assert all(choices(solver, found, seat) > 0 for seat in range(solver.seats))


def test_backward_induction_is_for_open_games_alone(solver: Solver) -> None:
    if not solver.tree.is_open:
        with pytest.raises(Refusal, match="something is hidden"):
            solver.backward()
        return
    best = solver.backward()
    assert solver.nash_conv(best) == pytest.approx(0, abs=1e-12)
    found = solver.values(solver.equilibrium(16))[0]
    assert found == pytest.approx(solver.values(best)[0], abs=0.05)


def test_a_tree_that_is_too_large_is_refused() -> None:
    game = GAMES[0]
    with pytest.raises(Refusal, match="more than 100 nodes"):
        tree_of(game, tiny(game), most=100)


def test_what_the_champion_is_said_to_give_away_is_that_of_the_shipped_weights(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if default_target() == "plain":
        pytest.skip("its search would take minutes")
    (game,) = [game for game in GAMES if game.name.endswith("collect")]
    monkeypatch.setattr(solve, "PLAYERS", {"champion": "champion", "first look": "noise:0:0"})
    solver, best = solve.solved(game, tiny(game))
    solve.losses(solver, best)
    found = capsys.readouterr().out.splitlines()
    page = (ROOT / "docs" / "perft.md").read_text(encoding="utf-8").splitlines()
    assert len(found) == 1 + 3 * 2  # the tree, and both seats of three players
    assert [row for row in found if row not in page] == []
