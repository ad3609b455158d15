"""`hexade backup`, `restore` and `erase`, as an operator types them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.commands.invoke import hexade

KEPT = Path(__file__).parents[1] / "server/store/kept"
CODES = [json.loads(line)["code"] for line in (KEPT / "version_1.jsonl").read_text().splitlines()]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database as the first release left it."""
    return Path(shutil.copy(KEPT / "version_1.sqlite", tmp_path / "tables.sqlite"))


def test_a_database_is_backed_up_erased_from_and_restored(database: Path, tmp_path: Path) -> None:
    file, options = tmp_path / "monday.backup", ("--database", database)
    made = hexade("backup", file, *options)
    assert made.output == f"{file}: {len(CODES)} tables from {database}\n"
    erased = hexade("erase", CODES[0].lower(), *options)
    assert erased.output.splitlines() == [
        f"{CODES[0]} is erased from {database}",
        f"{database}.version-1 may still have it: delete that file when you need it no more",
    ]
    again = hexade("erase", CODES[0], *options)
    assert (again.exit_code, again.output) == (2, f"hexade: there is no {CODES[0]}.\n")
    refused = hexade("restore", file, *options)
    assert refused.exit_code == 2
    assert "--force replaces them by the backup" in refused.output
    restored = hexade("restore", file, *options, "--force")
    assert restored.output == f"{len(CODES)} tables restored from {file} into {database}\n"
    Path(f"{database}.version-1").unlink()
    erased = hexade("erase", CODES[0], *options)
    assert erased.output.splitlines() == [
        f"{CODES[0]} is erased from {database}",
        f"{database}.before-restore may still have it: delete that file when you need it no more",
    ]


def test_the_database_of_the_environment_is_the_default(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXADE_DATABASE", str(database))
    assert hexade("backup", tmp_path / "a.backup").exit_code == 0
    twice = hexade("backup", tmp_path / "a.backup")
    assert twice.exit_code == 2
    assert "exists already" in twice.output


@pytest.mark.parametrize(
    "args", [("backup", "x"), ("restore", "nothing.backup"), ("erase", "AAAAAA"), ("erase", "?")]
)
def test_what_cannot_be_done_is_said_in_a_sentence(args: tuple[str, str], tmp_path: Path) -> None:
    done = hexade(args[0], tmp_path / args[1] if args[0] != "erase" else args[1],
                  "--database", tmp_path / "none.sqlite")  # fmt: skip
    assert done.exit_code == 2
    assert done.output.startswith("hexade: ")
    assert done.output.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_missing_or_wrong_token_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEXADE_OPERATOR_TOKEN", raising=False)
    done = hexade("operator", "load")
    said = "hexade: set HEXADE_OPERATOR_TOKEN to the secret that the server was started with.\n"
    assert (done.exit_code, done.output) == (2, said)
    monkeypatch.setenv("HEXADE_OPERATOR_TOKEN", "x")
    done = hexade("operator", "--server", "ftp://x", "load")
    said = "hexade: ftp://x is not the address of a server, such as http://HOST:8000.\n"
    assert (done.exit_code, done.output) == (2, said)


def test_a_question_ends_without_a_full_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXADE_CONTAKT", "x")
    said = "hexade: there is no setting HEXADE_CONTAKT: did you mean HEXADE_CONTACT?\n"
    assert hexade("serve").output == said
