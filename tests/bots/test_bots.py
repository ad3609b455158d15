"""Bots choose from their view alone: the same seed and view give the same legal move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from hexade import bots, games
from hexade.bots import judge
from hexade.contract.chance import Stream
from hexade.contract.game import AnyGame, Move
from hexade.contract.reason import Refusal
from hexade.contract.setup import agree
from hexade.match import start
from tests.toys import TOY, Known, Toy

ALL = [games.find(name) for name in games.names()]


def a_view(game: AnyGame, seed: int) -> tuple[Known, list[int]]:
    state = start(game, agree(game), Stream(seed)).match.state
    seat = min(game.to_act(state))
    return game.view(state, seat), list(game.legal(state, seat))


@pytest.mark.parametrize("game", ALL, ids=games.names())
def test_the_same_seed_and_view_give_the_same_legal_move(game: AnyGame) -> None:
    for name in bots.makers(game):
        view, legal = a_view(game, 3)
        moves = {bots.make(name, game, 5).choose(view, legal) for _ in range(3)}
        assert len(moves) == 1
        assert moves <= set(legal)


def test_random_is_uniform() -> None:
    view, legal = a_view(TOY, 1)
    counts = Counter(bots.make("random", TOY, seed).choose(view, legal) for seed in range(1000))
    assert all(430 < counts[move] < 570 for move in legal)


def test_greedy_takes_the_best_and_breaks_ties_by_the_seed() -> None:
    setup = agree(TOY)
    rich, even = Known(setup, 0, 2, 3, ()), Known(setup, 0, 2, 1, ())
    assert {bots.make("greedy", TOY, seed).choose(rich, [0, 1]) for seed in range(20)} == {1}
    assert {bots.make("greedy", TOY, seed).choose(even, [0, 1]) for seed in range(20)} == {0, 1}


def test_an_unknown_bot_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refusal, match="there is no bot 'genius'; choose random, greedy"):
        bots.make("genius", TOY, 1)


def test_greedy_is_not_offered_for_a_game_without_a_measure() -> None:
    class Unmeasured(type(TOY)):  # type: ignore[misc]
        def worth(self, view: object, moves: object) -> None:
            return None

    assert list(bots.makers(Unmeasured())) == ["random"]


def test_the_usual_bot_is_a_middle_level_or_the_games_own() -> None:
    for game in ALL:
        own = list(game.players)[-1] if game.players else "greedy"
        assert bots.usual(game) == ("level4" if bots.titles(game) else own)


class Speechless(Toy):
    """Says nothing of its moves."""

    def worth(self, view: Known, moves: Sequence[Move]) -> None:
        """Return nothing."""


def test_advice_never_comes_from_a_program_that_an_operator_offers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots, "_offered", {"own": "no-such-program"})
    game = Speechless()
    assert list(bots.makers(game))[-1] == "own"
    view, legal = a_view(game, 3)
    wanted = bots.make("random", game, 4).choose(view, legal)
    assert judge(game, view, legal, 4) == [(wanted, 1.0)]
