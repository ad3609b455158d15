"""Which database an address means, and how it is shown."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hexade.contract.reason import Refusal
from hexade.server.store import sqlite_file
from hexade.server.store.store import choose, file_of, shown


@pytest.mark.parametrize("database", ["mysql://x/y", "postgres:/bad", "postgresql:x", "sqlite:y"])
def test_an_address_that_is_not_one_of_ours_is_refused(database: str) -> None:
    with pytest.raises(Refusal, match=r"a database cannot begin with '[a-z]+:': give a file"):
        file_of(database)


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(Refusal, match="would forget all tables"):
        file_of(":memory:")


def test_a_folder_is_refused_and_stays_open_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "hexade"
    folder.mkdir(mode=0o755)
    before = folder.stat().st_mode
    with pytest.raises(Refusal, match="is not a file: name one"):
        asyncio.run(choose(str(folder)).open())
    sqlite_file.make_private(str(folder))
    assert folder.stat().st_mode == before
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("path", ["tables.sqlite", "/a/b:c.sqlite", "C:\\tables.sqlite", "C:/t"])
def test_paths_are_files(path: str) -> None:
    assert file_of(path) == path
    assert file_of(f"sqlite:///{path}") == path
    assert shown(path) == path


@pytest.mark.parametrize(
    ("database", "seen"),
    [
        ("postgresql://me:secret@db/hexade", "postgresql://me:***@db/hexade"),
        ("postgres://me:se@cret:x@db:1/h", "postgres://me:***@db:1/h"),
        ("postgresql://db/h?password=secret&x=1", "postgresql://db/h?password=***&x=1"),
        ("postgresql://me@/h?host=/var/run", "postgresql://me@/h?host=/var/run"),
    ],
)
def test_a_database_is_shown_without_its_password(database: str, seen: str) -> None:
    assert shown(database) == seen
