"""The example that learns runs on a CPU, and what it writes plays in the arena at once."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from hexade.lab import players
from hexade.match.play import play

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is an extra"),
]


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    from examples.learn import main

    out = tmp_path / "learned.npz"
    main(["--seconds", "2", "--lanes", "8", "--device", "cpu", "--out", str(out)])
    return out


def test_it_learns_and_writes_weights_that_play(learned: Path) -> None:
    from examples.learn import learnable

    lines = [json.loads(line) for line in learned.with_suffix(".jsonl").read_text().splitlines()]
    assert len(lines) >= 2
    assert lines[-1]["games"] > 0
    assert all(0 <= line["low"] <= line["mean"] <= line["high"] <= 1 for line in lines)
    assert learned.with_suffix(".svg").read_text().startswith("<svg xmlns=")
    game, setup = learnable()
    both = [players.make(name, game, 1) for name in (f"net:{learned}", "noise:0:0")]
    record = play(game, setup, both, seed=3)
    assert record.result is not None
    assert min(record.result["ranks"]) == 1


def test_the_looks_are_those_of_the_two_champions() -> None:
    from examples.learn import LOOKS, first_look, learnable

    game, setup = learnable()
    looks = {look: first_look(game, setup, "cpu", look) for look in LOOKS}
    sizes = {look: [len(part) for part in found.parameters()] for look, found in looks.items()}
    assert sizes["champion1"] != sizes["champion"]


def test_values_move_towards_what_is_wanted() -> None:
    import torch

    from examples.learn import Learner

    torch.manual_seed(1)
    rows, wanted = torch.randn(64, 5), torch.ones(64)
    learner = Learner(5, (256, 128), "cpu")
    before = torch.sigmoid(learner.player(rows)).mean()
    for _ in range(30):
        learner.learn(rows, wanted, 1.0)
    assert torch.sigmoid(learner.player(rows)).mean() > before + 0.1


def test_later_values_and_the_outcome_are_mixed_backwards() -> None:
    import torch

    from examples.learn import targets

    at, seat = torch.tensor([0]), torch.tensor([1])
    steps = [(at, seat, torch.zeros(1, 1), torch.tensor([value])) for value in (0.2, 0.6)]
    found = targets(steps, torch.tensor([[0.0, 1.0]]), 0.5)
    assert found.tolist() == pytest.approx([0.8, 1.0])  # half the outcome, half the later value
