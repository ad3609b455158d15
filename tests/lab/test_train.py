"""Training runs from nothing to weights where torch is, and says what it needs where it is not."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from hexade import bots, games, lab
from hexade.contract.game import AnyGame
from hexade.contract.setup import agree
from hexade.match.play import play
from tests.commands.invoke import hexade

pytestmark = pytest.mark.slow

TORCH = importlib.util.find_spec("torch") is not None
LEARNED = [g for g in games.catalogue().values() if g.kernels and g.kernels.learning]
UNLEARNED = [g for g in games.catalogue().values() if g not in LEARNED]
FEW = ("--rounds", 2, "--games", 8, "--hidden", "8,4", "--device", "cpu")


def hide_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave things as if torch were not installed, whatever has been imported before."""
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("train", "selfplay"):
        monkeypatch.delitem(sys.modules, f"hexade.lab.{name}", raising=False)
        monkeypatch.delattr(lab, name, raising=False)  # an import asks the package first


def test_without_torch_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hide_torch(monkeypatch)
    done = hexade("train", LEARNED[0].name, "--out", tmp_path / "weights.npz")
    assert done.exit_code == 2
    assert done.stderr == ("hexade: training needs torch: install hexade with the extra `train`.\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not TORCH, reason="torch is an extra")
def test_the_same_seed_gives_the_same_weights_of_the_right_shape(tmp_path: Path) -> None:
    game = LEARNED[0]
    kept = []
    for name in ("one.npz", "two.npz"):
        done = hexade("train", game.name, *FEW, "--seed", 5, "--out", tmp_path / name)
        assert done.exit_code == 0, done.stderr
        assert "round 2, 16 games: loss 0." in done.stdout
        with np.load(tmp_path / name) as layers:
            kept.append({layer: layers[layer] for layer in layers.files})
    assert game.kernels is not None
    assert game.kernels.learning is not None
    columns = game.kernels.learning.columns(agree(game))
    shapes = [kept[0][f"w{n}"].shape for n in range(3)]
    assert shapes == [(columns, 8), (8, 4), (4, 1)]
    for layer, weights in kept[0].items():
        assert (weights == kept[1][layer]).all(), layer


@pytest.mark.skipif(not TORCH, reason="torch is an extra")
def test_a_training_goes_on_from_weights_and_meets_earlier_ones(tmp_path: Path) -> None:
    name, first, second = LEARNED[0].name, tmp_path / "first.npz", tmp_path / "second.npz"
    done = hexade("train", name, *FEW, "--greedy", 0.5, "--width", 8, "--out", first)
    assert done.exit_code == 0, done.stderr
    more = ("--begin", first, "--against", first, "--rate", 0)
    done = hexade("train", name, *FEW, *more, "--out", second)
    assert done.exit_code == 0, done.stderr
    assert "against the earlier one" in done.stdout
    with np.load(first) as old, np.load(second) as new:  # with a rate of 0 nothing is learned
        assert all((old[layer] == new[layer]).all() for layer in old.files)
    first.write_bytes(b"no weights")
    done = hexade("train", name, *FEW, "--begin", first, "--out", second)
    assert done.exit_code == 2
    assert "it was not written by `hexade train`" in done.stderr


def written(path: Path, game: AnyGame, seats: int, outputs: int = 0, beside: int = 0) -> Path:
    """Write weights of 8 and 4 for a number of seats, or not quite."""
    learning, setup = game.kernels and game.kernels.learning, agree(game, seats=seats)
    assert learning
    columns = learning.columns(setup)
    parts, each = learning.alike(setup) if learning.alike else (1, columns)
    joined = 8 + columns - parts * each + beside
    shapes = [(each, 8), (joined, 4), (4, outputs or learning.outputs(setup))]
    arrays: dict[str, np.ndarray] = {}
    for n, shape in enumerate(shapes):
        arrays |= {f"w{n}": np.zeros(shape, np.float16), f"b{n}": np.zeros(shape[1], np.float16)}
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize("option", ["--begin", "--against"])
@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_weights_for_another_set_up_are_refused(option: str, game: AnyGame, tmp_path: Path) -> None:
    file, train = tmp_path / "weights.npz", ("train", game.name, "--seats", 2, *FEW)
    for wrong, said in (
        ({"seats": 3}, "number of inputs of the weights is"),
        ({"seats": 2, "beside": 1}, "number of inputs beside the first layer of the weights is"),
        ({"seats": 2, "outputs": 7}, "number of outputs of the weights is 7, but that of"),
    ):
        written(file, game, **wrong)
        done = hexade(*train, option, file, "--out", tmp_path / "out.npz")
        assert done.exit_code == 2
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    file.write_bytes(b"no weights")
    done = hexade(*train, option, file, "--out", tmp_path / "out.npz")
    assert "it was not written by `hexade train`" in done.stderr


def test_sizes_of_layers_are_those_of_the_weights_to_begin_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hide_torch(monkeypatch)
    out = ("--out", tmp_path / "out.npz")
    begin = ("--begin", written(tmp_path / "weights.npz", LEARNED[0], 2))
    for hidden, said in (
        (("--hidden", "16,4"), "its inner layers have 8,4"),
        (("--hidden", "8,4"), "needs torch"),
        ((), "needs torch"),
    ):
        assert said in hexade("train", LEARNED[0].name, *begin, *hidden, *out).stderr


@pytest.mark.skipif(not TORCH, reason="torch is an extra")
@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_every_game_learns_by_one_course_and_its_weights_play(
    game: AnyGame, tmp_path: Path
) -> None:
    out, setup = tmp_path / "weights.npz", agree(game)
    done = hexade("train", game.name, *FEW, "--greedy", 0.5, "--out", out)
    assert done.exit_code == 0, done.stderr
    players = [bots.hire(f"net:{out}", game, seed) for seed in range(setup.seats)]
    assert play(game, setup, players, seed=1).result is not None


@pytest.mark.skipif(not TORCH, reason="torch is an extra")
def test_what_cannot_be_learned_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "weights.npz"
    for game in UNLEARNED:
        done = hexade("train", game.name, *FEW, "--out", out)
        assert done.exit_code == 2, game.name
        assert len(done.stderr.splitlines()) == 1
    done = hexade("train", LEARNED[0].name, "--device", "cpu", "--hidden", "8", "--out", out)
    assert done.exit_code == 2
    assert "two sizes" in done.stderr
    done = hexade("train", LEARNED[0].name, *FEW, "--out", tmp_path / "nowhere" / "weights.npz")
    assert done.exit_code == 2
    assert "no such folder" in done.stderr
    assert not list(tmp_path.iterdir())
