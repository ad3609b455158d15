"""Datasets stay complete when workers die, when a run stops, and when more games are requested."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest
from pyarrow import parquet

from hexade import games
from hexade.contract.reason import Refusal
from hexade.contract.record import parse, read, verify
from hexade.contract.setup import agree
from hexade.lab import workers
from hexade.lab.adapters.driver import drive
from hexade.lab.dataset import PLAN as PLAN_FILE
from hexade.lab.dataset import make, records
from hexade.lab.decisions import write_decisions
from hexade.lab.simulate import SimulationPlan, simulate
from hexade.lab.workers import alone, processes
from tests.lab.kill import killer

pytestmark = pytest.mark.slow

GAME = games.default()
PLAN = SimulationPlan(agree(GAME), ("random", "random"), 7)


def test_a_dataset_holds_the_games_of_the_plan_in_order(tmp_path: Path) -> None:
    assert list(make(tmp_path, PLAN, 10, alone, shard=4)) == [0, 4, 8, 10]
    assert list(records(tmp_path)) == list(simulate(PLAN, 10, workers=1))
    for line in records(tmp_path):
        verify(GAME, read(GAME, parse(line)))
    table = parquet.read_table(tmp_path)
    assert sorted(table["number"].to_pylist()) == list(range(10))
    assert all(sorted(ranks)[0] == 1 for ranks in table["ranks"].to_pylist())


def test_decisions_can_be_replayed_to_the_same_result(tmp_path: Path) -> None:
    list(make(tmp_path / "games", PLAN, 3, alone, shard=2))
    assert len(list(write_decisions(tmp_path / "games", tmp_path / "rows"))) == 2
    assert not list(write_decisions(tmp_path / "games", tmp_path / "rows"))
    whole = parquet.read_table(tmp_path / "games").to_pylist()
    rows = parquet.read_table(tmp_path / "rows").to_pylist()
    for game in whole:
        driver = drive(GAME, PLAN.setup)
        driver.reset(game["seed"])
        for row in (row for row in rows if row["number"] == game["number"]):
            seen = driver.see(row["seat"])
            assert row["observation"] == seen["observation"].tobytes()
            assert sorted(row["legal"]) == seen["action_mask"].nonzero()[0].tolist()
            assert driver.act(row["seat"], row["action"])
            assert row["return"] in (-1, 0, 1)
        assert not driver.waiting
        assert GAME.result(driver.state())["ranks"] == game["ranks"]  # type: ignore[index]
        assert GAME.result(driver.state())["scores"] == json.loads(game["scores"])  # type: ignore[index]


def test_what_was_begun_is_gone_on_with(tmp_path: Path) -> None:
    for done in make(tmp_path, PLAN, 12, alone, shard=4):
        if done == 4:
            break
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.parquet")}
    assert list(make(tmp_path, PLAN, 12, alone, shard=4)) == [4, 8, 12]
    assert len(list(records(tmp_path))) == 12
    for name, written in kept.items():
        assert (tmp_path / name).stat().st_mtime_ns == written


def test_more_games_take_the_place_of_a_short_shard_and_fewer_change_nothing(
    tmp_path: Path,
) -> None:
    assert list(make(tmp_path, PLAN, 6, alone, shard=4)) == [0, 4, 6]
    assert list(make(tmp_path, PLAN, 11, alone, shard=4)) == [4, 8, 11]
    assert list(make(tmp_path, PLAN, 5, alone, shard=4)) == [11]
    assert list(records(tmp_path)) == list(simulate(PLAN, 11, workers=1))
    assert sorted(parquet.read_table(tmp_path)["number"].to_pylist()) == list(range(11))


def test_a_short_shard_that_a_broken_run_left_beside_its_longer_one_is_removed(
    tmp_path: Path,
) -> None:
    list(make(tmp_path, PLAN, 2, alone, shard=4))
    (short,) = tmp_path.glob("*.parquet")
    kept = short.read_bytes()
    list(make(tmp_path, PLAN, 4, alone, shard=4))
    short.write_bytes(kept)
    assert list(make(tmp_path, PLAN, 4, alone, shard=4)) == [4]
    assert parquet.read_table(tmp_path)["number"].to_pylist() == [0, 1, 2, 3]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff"])
def test_a_plan_that_cannot_be_read_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / PLAN_FILE).write_bytes(content)
    with pytest.raises(Refusal, match="cannot be read as a plan"):
        list(make(tmp_path, PLAN, 1, alone))


def test_a_folder_of_another_plan_is_refused(tmp_path: Path) -> None:
    list(make(tmp_path, PLAN, 1, alone))
    with pytest.raises(Refusal, match="another plan"):
        list(make(tmp_path, SimulationPlan(PLAN.setup, PLAN.bots, 8), 1, alone))


def test_no_game_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    kill, killed = killer(), 0
    for done in make(tmp_path, PLAN, 12, processes(2), shard=2):
        if done == 2:
            kill()
            killed += 1
    assert killed
    assert list(records(tmp_path)) == list(simulate(PLAN, 12, workers=1))


def suicide(task: int) -> int:
    time.sleep(0.01 * task)
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def test_workers_that_always_die_are_given_up_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "MOST_DEATHS", 1)
    with pytest.raises(Refusal, match="workers died"):
        list(processes(2)(suicide, [1, 2]))
