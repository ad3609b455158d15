"""Agents of one's own: classes named by their module, and trained weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hexade import bots, games
from hexade.contract.game import AnyGame, Move, View
from hexade.contract.player import Thinker
from hexade.contract.reason import Refusal
from hexade.contract.setup import Setup, agree
from hexade.match.play import finish, play


class Last(Thinker):
    """Takes the last legal move."""

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return it."""
        return legal[-1]


class Mute:
    """Is made, and can do nothing."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        pass


def learner() -> AnyGame:
    return next(g for g in games.catalogue().values() if g.kernels and g.kernels.learning)


def test_a_class_is_named_by_its_module() -> None:
    game = games.default()
    players = [bots.hire(f"py:{__name__}:Last", game, seed) for seed in range(2)]
    record = play(game, agree(game), players, seed=1)
    assert record.result
    assert players[0].name == f"py:{__name__}:Last"


MADE = Last(games.default(), 7)


def test_an_object_plays_as_it_is() -> None:
    game = games.default()
    players = [bots.hire(f"py:{__name__}:MADE", game, seed) for seed in range(2)]
    same = [bots.hire(f"py:{__name__}:Last", game, seed) for seed in range(2)]
    events = [play(game, agree(game), seated, seed=1).events for seated in (players, same)]
    assert events[0] == events[1]


class Faulty(Last):
    """Chooses one that is not there."""

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Fail."""
        return legal[len(legal)]


class Answers(Last):
    """Answers what it was given, whatever that is."""

    answer: Any = None

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Any:
        """Return it; of a function what it makes of the first legal move."""
        return self.answer(legal[0]) if callable(self.answer) else self.answer


@pytest.mark.parametrize("answer", [None, "stop", 1.0, True, -1, 10**9, float])
@pytest.mark.parametrize("played", [play, finish])
def test_an_answer_that_is_no_legal_move_is_told_in_a_sentence_that_names_the_player(
    played: Any, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Answers, "answer", answer)
    game = learner()
    players = [bots.hire(f"py:{__name__}:Answers", game, seed) for seed in range(2)]
    with pytest.raises(Refusal, match=r"Answers: choose returned .*, which is not one") as refusal:
        played(game, agree(game, seats=2), players, seed=1)
    assert "\n" not in str(refusal.value)


def test_a_library_s_own_number_is_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answers, "answer", np.int64)
    game = games.default()
    players = [bots.hire(f"py:{__name__}:Answers", game, seed) for seed in range(2)]
    setup = agree(game, seats=2)
    view = SimpleNamespace()
    players[0].sit(setup, 0)
    assert type(players[0].choose(view, (3, 4))) is int


def test_an_error_in_a_player_is_told_in_a_sentence_that_names_it() -> None:
    game = learner()
    players = [bots.hire(f"py:{__name__}:Faulty", game, seed) for seed in range(2)]
    with pytest.raises(Refusal, match=r"Faulty: choose failed: IndexError.*test_own.py, line \d+"):
        play(game, agree(game), players, seed=1)


def test_a_module_that_fails_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fails_when_read.py").write_text("one = 1\nvalue = {}['nothing']\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Refusal, match=r"KeyError\('nothing'\) \(fails_when_read.py, line 2\)"):
        bots.hire("py:fails_when_read:Mine", learner(), 1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("py:", "write py:MODULE:CLASS"),
        ("py:nothing_of_this_name:Mine", "could not be loaded: No module named"),
        (f"py:{__name__}:Absent", "could not be loaded: .*has no attribute 'Absent'"),
        (f"py:{__name__}:__doc__", "neither a player nor what makes one, a class or function"),
        (f"py:{__name__}:Mute", "a player needs sit, hear, choose, rise"),
        (f"py:{__name__}:learner", "the player could not be created: TypeError"),
        ("net:nowhere.npz", "net:nowhere.npz: No such file"),
        (f"net:{__file__}", "it was not written by `hexade train`"),
    ],
)
def test_what_cannot_play_is_refused_in_a_sentence(name: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        bots.hire(name, learner(), 1)


def random_weights(path: Path, columns: int, beside: int = 0, outputs: int = 1) -> str:
    rng = np.random.default_rng(1)
    shapes = [(columns, 8), (8 + beside, 4), (4, outputs)]
    arrays = {f"w{n}": rng.normal(size=shape) for n, shape in enumerate(shapes)}
    arrays |= {f"b{n}": np.zeros(shape[1]) for n, shape in enumerate(shapes)}
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return f"net:{path}"


def weights_that_fit(path: Path, game: AnyGame, setup: Setup) -> str:
    """Return the name of a network of random weights that plays this set-up."""
    learning = game.kernels.learning if game.kernels else None
    assert learning is not None
    columns = learning.columns(setup)
    parts, each = learning.alike(setup) if learning.alike else (1, columns)
    return random_weights(path, each, columns - parts * each, learning.outputs(setup))


@pytest.mark.slow
def test_trained_weights_play_where_they_fit_and_nowhere_else(tmp_path: Path) -> None:
    game = learner()
    setup = agree(game)
    learning = game.kernels.learning if game.kernels else None
    assert learning is not None
    name = random_weights(tmp_path / "mine.npz", learning.columns(setup))
    players = [bots.hire(name, game, seed) for seed in range(setup.seats)]
    records = [play(game, setup, players, seed=1) for _ in range(2)]
    assert records[0].events == records[1].events
    other = random_weights(tmp_path / "other.npz", 3)
    with pytest.raises(Refusal, match=r"inputs of the weights is 3, but that of .* is \d+$"):
        bots.hire(other, game, 1).sit(setup, 0)
    without = next(g for g in games.catalogue().values() if not (g.kernels and g.kernels.learning))
    with pytest.raises(Refusal, match="does not support trained weights"):
        bots.hire(name, without, 1)
