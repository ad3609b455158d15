"""The folder of a dataset is verified like a file of records, and never mixed up with others."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from hexade import games
from hexade.contract.setup import agree
from hexade.lab.dataset import make
from hexade.lab.simulate import SimulationPlan
from hexade.lab.workers import alone
from tests.commands.invoke import hexade

pytestmark = pytest.mark.slow

GAME = games.names()[-1]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a dataset of three games, and one of their decisions, once for all tests."""
    folder = tmp_path_factory.mktemp("dataset")
    wishes = ("--games", 3, "--out", folder / "games", "--decisions", folder / "rows")
    assert hexade("dataset", GAME, *wishes).exit_code == 0
    return folder


@pytest.fixture(name="made")
def copied_dataset(dataset: Path, tmp_path: Path) -> Path:
    """Return a copy of the two datasets, which a test may spoil."""
    shutil.copytree(dataset, tmp_path, dirs_exist_ok=True)
    return tmp_path


def spoil(folder: Path, column: str, value: object) -> None:
    """Change a column of the second game."""
    (shard,) = folder.glob("*.parquet")
    table = parquet.read_table(shard)
    rows = table.to_pylist()
    rows[1][column] = value
    parquet.write_table(pa.Table.from_pylist(rows, schema=table.schema), shard)


def test_a_dataset_is_verified_as_a_folder_or_file_by_file(made: Path) -> None:
    (shard,) = (made / "games").glob("*.parquet")
    for path in (made / "games", shard):
        shown = hexade("verify", path)
        assert shown.exit_code == 0, shown.output
        assert f"{path}: 3 records, no fault" in shown.output


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("record", "{}", "game 1, the record has no"),
        ("record", None, "game 1, the column `record` holds no text"),
        ("record", "", "game 1, "),
        ("ranks", [9, 9], "game 1, the column `ranks` is not what the record says"),
        ("seed", 5, "game 1, the column `seed` is not what the record says"),
        ("number", 7, "game 1, the column `number` says 7"),
        ("number", 0, "game 1, the column `number` says 0"),
        ("number", None, "game 1, the column `number` says None"),
    ],
)
def test_a_fault_names_its_game(made: Path, column: str, value: object, said: str) -> None:
    spoil(made / "games", column, value)
    shown = hexade("verify", made / "games")
    assert shown.exit_code == 1
    assert said in shown.output
    assert "3 records, 1 bad" in shown.output


def test_a_wrong_column_is_a_field_of_its_own(made: Path) -> None:
    spoil(made / "games", "ranks", [9, 9])
    (row,) = json.loads(hexade("verify", made / "games", "--json").stdout)
    assert (row["game"], row["column"], row["line"], row["event"]) == (1, "ranks", None, None)
    assert row["fault"] == f"game 1, {row['message']}"


@pytest.mark.parametrize("column", ["number", "game", "seats", "events", "record"])
def test_a_missing_column_is_named(made: Path, column: str) -> None:
    (shard,) = (made / "games").glob("*.parquet")
    parquet.write_table(parquet.read_table(shard).drop_columns([column]), shard)
    shown = hexade("verify", made / "games")
    assert shown.exit_code == 1
    assert f"has no column '{column}'" in shown.output


def test_a_column_of_another_type_is_a_fault_and_no_crash(made: Path) -> None:
    (shard,) = (made / "games").glob("*.parquet")
    table = parquet.read_table(shard)
    for column, wrong in (("record", [1, 2, 3]), ("number", ["a", "b", "c"])):
        at = table.column_names.index(column)
        parquet.write_table(table.set_column(at, column, pa.array(wrong)), shard)
        refused(made / "games", f"game 0, the column `{column}`")


def test_no_game_may_be_missing_or_there_twice(tmp_path: Path) -> None:
    plan = SimulationPlan(agree(games.find(GAME)), ("random", "random"), 7)
    list(make(tmp_path, plan, 6, alone, shard=2))
    first, second, third = sorted(tmp_path.glob("*.parquet"))
    assert "6 records, no fault" in hexade("verify", tmp_path).output
    kept = second.read_bytes()
    twice = tmp_path / "games-0000000003-0000000004.parquet"
    parquet.write_table(parquet.read_table(second).slice(1), twice)
    refused(tmp_path, "game 3 is in two files")
    twice.unlink()
    second.unlink()
    refused(tmp_path, "games 2 to 3 are in no file")
    second.write_bytes(first.read_bytes())
    refused(tmp_path, "game 2, the column `number` says 0; 1 more bad in this file")
    parquet.write_table(parquet.read_table(first).slice(1), second)
    refused(tmp_path, "should hold games 2 to 3, by its name; it has 1")
    second.write_bytes(kept)
    first.rename(tmp_path / "mine.parquet")
    refused(tmp_path, "games 0 to 1 are in no file")
    assert "2 records, no fault" in hexade("verify", tmp_path / "mine.parquet").output
    assert "2 records, no fault" in hexade("verify", third).output


def refused(path: Path, said: str) -> None:
    shown = hexade("verify", path)
    assert shown.exit_code == 1
    assert said in shown.output


def test_what_is_no_dataset_says_what_to_name(made: Path) -> None:
    (made / "rows" / "broken.parquet").write_bytes(b"PAR1")
    for path, said in (
        (made, "holds no dataset; name a file of records, or a dataset's folder"),
        (made / "rows", "name the folder of games that `hexade dataset --out` wrote"),
        (made / "rows" / "broken.parquet", "cannot be read as Parquet"),
    ):
        shown = hexade("verify", path)
        assert shown.exit_code == 1
        assert said in shown.output


def test_folders_and_files_are_not_taken_for_each_other(made: Path) -> None:
    games_in, rows_in, file = made / "games", made / "rows", made / "file"
    file.write_text("")
    for args, said in (
        (("dataset", GAME, "--out", games_in, "--decisions", games_in), "another folder than --ou"),
        (("dataset", GAME, "--games", 3, "--out", rows_in), "no _plan.json; choose another folder"),
        (("dataset", GAME, "--out", file), "is a file; name a folder"),
        (("arena", GAME, "random", "greedy", "--out", file), "is a file; name a folder"),
        (("arena", GAME, "random", "random"), "random was named twice"),
        (("show", games_in), "is a folder; name a file of records"),
    ):
        shown = hexade(*args)
        assert shown.exit_code == 2
        assert said in shown.output


def test_players_of_the_lab_can_be_simulated(tmp_path: Path) -> None:
    out = tmp_path / "g.jsonl"
    bots = ("--bot", "noise:0.1", "--bot", "random")
    assert hexade("simulate", GAME, *bots, "--games", 1, "--out", out).exit_code == 0
    assert hexade("verify", out).exit_code == 0
    refused = hexade("simulate", GAME, "--bot", "genius")
    assert "there is no player 'genius'; choose random" in refused.output
    assert "py:MODULE:CLASS" in refused.output
