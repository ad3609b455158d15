"""The folder of a dataset is verified like a file of records, and never mixed up with others."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from hexade import games
from tests.commands.invoke import hexade

pytestmark = pytest.mark.slow

GAME = games.names()[-1]


@pytest.fixture(name="made")
def made_dataset(tmp_path: Path) -> Path:
    """Return a folder with a dataset of three games, and one with their decisions."""
    wishes = ("--games", 3, "--out", tmp_path / "games", "--decisions", tmp_path / "rows")
    assert hexade("dataset", GAME, *wishes).exit_code == 0
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
        ("ranks", [9, 9], "game 1, the column `ranks` is not what the record says"),
    ],
)
def test_a_fault_names_its_game(made: Path, column: str, value: object, said: str) -> None:
    spoil(made / "games", column, value)
    shown = hexade("verify", made / "games")
    assert shown.exit_code == 1
    assert said in shown.output
    assert "3 records, 1 bad" in shown.output


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
