"""Checkpoints go on after the file could not be opened for a while."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hexade.server.store import checkpoints
from hexade.server.store.checkpoints import Checkpoints
from hexade.server.store.file_watch import FileWatch


class Untouched(FileWatch):
    """A file with which nothing is wrong."""

    def __init__(self) -> None:
        pass

    @contextmanager
    def copying(self) -> Iterator[bool]:
        """Let everybody make checkpoints."""
        yield True


def test_a_file_that_cannot_be_opened_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(checkpoints, "_EVERY_S", 0.001)
    monkeypatch.setattr(checkpoints, "_AGAIN_S", 0.001)
    troubles = [sqlite3.OperationalError("unable to open"), OSError("too many open files")]
    copied = threading.Event()

    def connect() -> sqlite3.Connection:
        if troubles:
            raise troubles.pop()
        db = sqlite3.connect(tmp_path / "file.sqlite")
        db.set_trace_callback(lambda said: copied.set() if said == checkpoints._COPY else None)
        return db

    copies = Checkpoints(connect, Untouched())
    with closing(sqlite3.connect(":memory:")) as writer:
        copies.committed(writer)
    copies.start()
    assert copied.wait(60)
    copies.close()
    assert len(caplog.records) == 2
