"""A database file that is taken away under a server: what is not durable is not acknowledged."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from hexade.server.store import Behind, Unavailable, checkpoints
from hexade.server.store.file_watch import FileWatch
from tests.server.fixtures import IN_TURN, a_server, run
from tests.server.store.test_store import a_store, entry

GARBAGE = b"nonsense" * 2048


def elsewhere(work: str, path: Path) -> None:
    """Run a line of Python in a process of its own, with the file's name as `p`."""
    line = f"import os, shutil, sqlite3; p = {str(path)!r}; {work}"
    subprocess.run([sys.executable, "-c", line], check=True)


HARM = {
    "removed": "os.unlink(p)",
    "moved": "os.rename(p, p + '.moved')",
    "replaced": "shutil.copy(p, p + '.new'); os.replace(p + '.new', p)",
    "another one put there": "os.unlink(p); shutil.copy(p + '.copy', p)",
    "overwritten with nonsense": f"open(p, 'r+b').write({GARBAGE!r})",
    "truncated and overwritten": "open(p, 'wb').write(open(p + '.copy', 'rb').read())",
    "emptied": "open(p, 'wb')",
    "log removed": "os.unlink(p + '-wal')",
    "log emptied": "open(p + '-wal', 'wb')",
    "log overwritten": f"open(p + '-wal', 'r+b').write({GARBAGE!r})",
    "index removed": "os.unlink(p + '-shm')",
    "folder moved": "d = os.path.dirname(p); os.rename(d, d + '.moved'); os.mkdir(d)",
}


@pytest.mark.parametrize("harm", HARM)
def test_nothing_is_acknowledged_once_the_file_is_not_the_one_that_will_be_read(
    harm: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, database):
            path = Path(database)
            await store.append(entry(1))
            await store.check()
            shutil.copy(path, f"{path}.copy")
            elsewhere(HARM[harm], path)
            for n in (2, 3):
                with pytest.raises(Unavailable):
                    await store.append(entry(n, n - 1, (b"e",)))
            with pytest.raises(Unavailable):
                await store.check()

    run(test())
    (said,) = {record.getMessage() for record in caplog.records}  # the operator is told once
    assert len(caplog.records) == 1
    assert "x.sqlite" in said
    assert "restart the server" in said or "start it again" in said


def test_a_file_that_comes_back_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")

    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, database):
            await store.append(entry(1))
            os.rename(database, f"{database}.moved")
            with pytest.raises(Unavailable):
                await store.append(entry(2))
            os.rename(f"{database}.moved", database)
            with pytest.raises(Behind):  # what was refused is there after all: it is read first
                await store.append(entry(2))
            await store.append(entry(3))
            await store.check()
            assert len(await store.load("AAAAAA")) == 3

    run(test())
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]


def test_over_the_network_it_is_unavailable_and_the_operator_reads_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with a_server(tmp_path) as server:
            path = tmp_path / "tables.sqlite"
            async with httpx.AsyncClient(base_url=server.address) as web:
                wish = {"agreed": {"game": IN_TURN[0]}}
                assert (await web.post("/api/tables", json=wish)).status_code == 201
                path.unlink()
                answer = await web.post("/api/tables", json=wish)
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
                assert (await web.get("/health")).status_code == 503
                assert (await web.get("/health/live")).status_code == 200

    run(test())
    # Besides the lines that say that something is out of reach.
    sentences = [one for one in caplog.records if not hasattr(one, "is_outage")]
    assert len(sentences) == 1
    assert "tables.sqlite was removed or replaced" in sentences[0].getMessage()


@pytest.mark.parametrize("look", ["backup", "checkpoint", "write", "health"])
def test_other_processes_that_read_or_copy_the_file_lose_nothing(
    look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed without locks of ours, their connection would delete the log that we write to."""
    monkeypatch.setattr(checkpoints, "_EVERY_S", 0.01)
    work = {
        "backup": "d = sqlite3.connect(p); d.execute('SELECT * FROM facts').fetchall(); d.close()",
        "checkpoint": "d = sqlite3.connect(p); d.execute('PRAGMA wal_checkpoint'); d.close()",
        "write": "d = sqlite3.connect(p); d.execute('DELETE FROM erasures'); d.commit(); d.close()",
        "health": "sqlite3.connect('file:' + p + '?mode=ro', uri=True).close()",
    }[look]

    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, database):
            for n in range(1, 4):
                await store.append(entry(n))
                await store.check()
                await asyncio.to_thread(elsewhere, work, Path(database))
                assert Path(f"{database}-wal").exists()
            with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
                assert db.execute("SELECT count(*) FROM facts").fetchone() == (3,)
            assert _facts_after_a_crash(Path(database)) == 3

    run(test())


def _facts_after_a_crash(path: Path) -> int:
    """Return how many facts would be there if the server were killed now."""
    copy = path.parent / "crashed" / path.name
    copy.parent.mkdir()
    elsewhere(f"c = {str(copy)!r}; [shutil.copy(p + n, c + n) for n in ('', '-wal')]", path)
    with closing(sqlite3.connect(copy)) as db:
        found: int = db.execute("SELECT count(*) FROM facts").fetchone()[0]
        return found


@pytest.mark.parametrize("kind", ["PASSIVE", "TRUNCATE"])
def test_a_checkpoint_of_another_program_is_not_taken_for_harm(kind: str, tmp_path: Path) -> None:
    """The next commit begins the log again, so the index shows no trace of it any more."""
    work = f"d = sqlite3.connect(p); d.execute('PRAGMA wal_checkpoint({kind})'); d.close()"

    async def test() -> None:
        async with a_store("sqlite", tmp_path) as (store, database):
            await store.append(entry(1))
            await asyncio.to_thread(elsewhere, work, Path(database))
            for n in (2, 3):
                await store.append(entry(n))
            await store.check()

    run(test())


def test_the_file_is_read_byte_by_byte_on_windows_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # There a file opened without this flag is text: a line end loses a byte, and 0x1A ends it.
    binary, opened, real = 1 << 40, list[int](), os.open

    def recorded(name: str, flags: int, mode: int = 0o777) -> int:
        opened.append(flags)
        return real(name, flags & ~binary, mode)

    names = [tmp_path / name for name in ("x.sqlite", "x.sqlite-wal", "x.sqlite-shm")]
    for name in names:
        name.touch()
    monkeypatch.setattr(os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(os, "open", recorded)
    FileWatch(str(names[0])).close()
    assert len(opened) == len(names)
    assert all(flags & binary for flags in opened)
