"""Values of the last turns are exact: sampled worlds come to the same."""

from __future__ import annotations

import numpy as np
import pytest

from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE
from hexade.contract.setup import agree
from hexade.games.genial import rules
from hexade.games.genial.game import GAME
from hexade.games.genial.state import GenialState
from hexade.games.genial.tests.exact import values
from hexade.games.genial.tests.scene import PLAIN

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="it plays many games")]
WORLDS = 150


def endings(games: int) -> list[tuple[GenialState, int, list[int], list[float]]]:
    """Return decisions of greedy games whose values are exact and differ."""
    found = []
    for seed in range(games):
        state, dealer, draws = GAME.begin(agree(GAME)), Stream(seed), 0
        while acting := GAME.to_act(state):
            (seat,) = acting
            if seat == CHANCE:
                move, draws = dealer.pick(draws, GAME.chances(state)), draws + 1
            else:
                legal = list(GAME.legal(state, seat))
                exact = values(state, seat, legal) if len(legal) > 1 else None
                if exact is not None and len(set(exact)) > 1:
                    found.append((state, seat, legal, exact))
                worth = GAME.worth(GAME.view(state, seat), legal)
                move = legal[int(np.argmax(worth))]
            state = GAME.apply(state, {seat: move})
    return found


def sampled(state: GenialState, seat: int, move: int) -> float:
    """Return a seat's mean share over worlds in which the other lays its best tile."""
    total = 0.0
    for world in range(WORLDS):
        guess = GAME.determinize(GAME.view(state, seat), world)
        total += best_for(GAME.apply(guess, {seat: move}), seat, world)
    return total / WORLDS


def best_for(state: GenialState, seat: int, world: int) -> float:
    acting, draws = GAME.to_act(state), 0
    while acting == {CHANCE} or state.record["phase"] == rules.OFFERED:
        (who,) = acting
        turn = rules.KEEP if who >= 0 else Stream(world).pick(draws, GAME.chances(state))
        state, draws = GAME.apply(state, {who: turn}), draws + 1
        acting = GAME.to_act(state)
    if not acting:
        ranks = (GAME.result(state) or {})["ranks"]
        return 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)
    (who,) = acting
    shares = [best_for(GAME.apply(state, {who: m}), seat, world) for m in GAME.legal(state, who)]
    return max(shares) if who == seat else min(shares)


def test_A14_the_value_of_a_last_tile_is_its_mean_over_all_racks_of_the_other() -> None:
    found = endings(25)
    assert len(found) > 3
    between = 0
    for state, seat, legal, exact in found[:8]:
        some = {int(np.argmax(exact)), int(np.argmin(exact)), len(legal) // 2}
        for n in some:
            between += 0 < exact[n] < 1
            assert sampled(state, seat, legal[n]) == pytest.approx(exact[n], abs=0.16)
    assert between
