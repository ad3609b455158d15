"""The model of a first-time player follows the lesson, among few moves, the same way each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from hexade import bots, games
from hexade.contract.chance import Stream
from hexade.contract.game import CHANCE, AnyGame, View
from hexade.contract.setup import agree
from hexade.lab import players
from hexade.lab.firsttimer import LEAST, LOOKS, PART, FirstTimer

MEASURED = [game for game in games.catalogue().values() if "greedy" in bots.makers(game)]


@pytest.mark.parametrize("game", MEASURED, ids=lambda game: game.name)
def test_it_takes_one_of_the_best_tenth_by_what_the_lesson_teaches(game: AnyGame) -> None:
    state, dealer, draws, seen = game.begin(agree(game)), Stream(3), 0, 0
    while seen < 12 and (acting := game.to_act(state)):
        (seat,) = acting
        if seat == CHANCE:
            move, draws = dealer.pick(draws, game.chances(state)), draws + 1
        else:
            view, legal = game.view(state, seat), game.legal(state, seat)
            worth = list(game.worth(view, legal) or ())
            chosen = [FirstTimer(game, seed).choose(view, legal) for seed in range(6)]
            assert [FirstTimer(game, seed).choose(view, legal) for seed in range(6)] == chosen
            among = max(LEAST, len(legal) // PART)
            better = [sum(w > worth[list(legal).index(one)] for w in worth) for one in chosen]
            assert max(better) < among
            seen += 1
            move = legal[seen % len(legal)]
        state = game.apply(state, {seat: move})
    assert seen == 12


class Measured:
    """A game in which a move is worth its number."""

    def worth(self, _view: object, moves: Sequence[int]) -> list[float]:
        """Return the numbers of the moves."""
        return [float(move) for move in moves]


class At:
    """A view that only says when it is."""

    ply = 3


def test_it_makes_the_best_of_those_that_it_looks_at_and_misses_better_ones() -> None:
    legal = range(400)  # the best tenth are the 40 from 360 on
    chosen = [FirstTimer(cast("AnyGame", Measured()), seed).choose(cast("View", At()), legal)
              for seed in range(200)]  # fmt: skip
    assert min(chosen) >= len(legal) - len(legal) // PART + LOOKS - 1  # the best of eight others
    assert len(set(chosen)) > LOOKS
    best = chosen.count(len(legal) - 1) / len(chosen)
    assert best == pytest.approx(LOOKS * PART / len(legal), abs=0.1)  # it looks at eight of forty


@pytest.mark.parametrize(("moves", "seen"), [(1, 1), (2, 2), (3, 2), (4, 2), (12, 2), (60, 3)])
def test_it_sees_both_of_two_moves_and_no_more_than_half_of_many(moves: int, seen: int) -> None:
    chosen = {FirstTimer(cast("AnyGame", Measured()), seed).choose(cast("View", At()), range(moves))
              for seed in range(200)}  # fmt: skip
    among = max(min(LEAST, moves), moves // PART)  # its choice is never one of the last it can see
    assert chosen == set(range(moves - among + seen - 1, moves))


def test_games_without_a_measure_have_no_such_player() -> None:
    for game in games.catalogue().values():
        assert (FirstTimer.name in players.makers(game)) == (game in MEASURED)
