"""An analysis finds the best moves, what others lost against them, and where a game turned."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexade import bots, games
from hexade.bots.analyse import analyse, position
from hexade.bots.evaluation import JUDGE
from hexade.contract.game import AnyGame
from hexade.contract.kernel import default_target
from hexade.contract.reason import Refusal
from hexade.contract.record import Record
from hexade.contract.setup import agree
from hexade.match.play import play
from tests.toys import TOY, Known

DEALT = [{"event": "deal", "seat": 0, "card": 3}, {"event": "deal", "seat": 1, "card": 2}]
SAID = [{"event": "say", "seat": 0, "word": "low"}, {"event": "say", "seat": 1, "word": "high"}]
RESULT = {"ranks": [2, 1], "scores": [1, 2]}
# As plain Python a judge that is meant to be compiled thinks for minutes.
QUICK = [g for g in games.catalogue().values() if default_target() == "cpu" or not g.kernels]
ENDED = Record(agree(TOY), ("Ann", "Ben"), 1, (*DEALT, *SAID), RESULT)


class Judged(type(TOY)):  # type: ignore[misc]
    """A toy with a judge that looks at one's own card."""

    def judge(self, view: Known, moves: Sequence[int], effort: float, seed: int) -> list[float]:
        """Return more for high the higher the card."""
        return [(view.card or 0) / 4 if move else 0.25 for move in moves]


class Silent(type(TOY)):  # type: ignore[misc]
    """A toy of which nobody knows anything."""

    def worth(self, view: Known, moves: Sequence[int]) -> None:
        """Return nothing."""


def test_every_move_has_its_loss_against_the_best() -> None:
    found = analyse(Judged(), ENDED)
    assert found.source == JUDGE
    ann, ben = found.choices
    assert (ann.move, ann.value, ann.loss, ann.rank, ann.legal) == ("low", 0.25, 0.5, 2, 2)
    assert ann.best == [("high", 0.75), ("low", 0.25)]
    assert (ben.move, ben.loss, ben.rank) == ("high", 0.0, 1)


def test_accuracy_is_a_hundred_for_the_best_and_nought_for_what_chance_would_lose() -> None:
    ann, ben = analyse(Judged(), ENDED).players
    assert (ann.accuracy, ann.blunders, ann.best) == (0.0, 1, 0)
    assert (ben.accuracy, ben.blunders, ben.best) == (100.0, 0, 1)


def test_the_turning_point_is_the_move_that_lost_most() -> None:
    (turn,) = analyse(Judged(), ENDED).turns
    assert (turn.seat, turn.before, turn.after, turn.own) == (0, 0.75, 0.25, True)


def test_a_position_shows_all_moves_of_all_who_choose() -> None:
    found = position(Judged(), ENDED, 1)
    assert [(seat, j.ranked()) for seat, j in found] == [
        (0, [(1, 0.75), (0, 0.25)]),
        (1, [(1, 0.5), (0, 0.25)]),
    ]
    assert position(Judged(), ENDED, 0) == []


def test_without_a_judge_moves_are_ranked_by_worth_and_nothing_turns() -> None:
    found = analyse(TOY, ENDED)
    assert found.choices[0].loss == 1.0
    assert found.turns == []


def test_a_game_without_any_measure_cannot_be_analysed() -> None:
    with pytest.raises(Refusal, match="cannot be analysed"):
        analyse(Silent(), ENDED)


@pytest.mark.parametrize("game", QUICK, ids=lambda game: game.name)
def test_bots_that_follow_the_judgement_make_no_mistakes(game: AnyGame) -> None:
    setup = agree(game)
    names = ["random", *["level8"] * (setup.seats - 1)]
    players = [bots.make(name, game, seat) for seat, name in enumerate(names)]
    found = analyse(game, play(game, setup, players, 4), effort=0.0)
    assert found.as_json()["players"][0]["accuracy"] < 60
    if found.source != JUDGE:  # a judge may think better of it with more effort
        assert found.players[1].accuracy == 100
