"""Workers end with their work, also where one of them died at a bad moment."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hexade.lab import workers
from hexade.lab.workers import processes

pytestmark = pytest.mark.slow


def wait_in(folder: Path) -> None:
    """Say that the work has begun, and end it when told so."""
    (folder / "begun").touch()
    while not (folder / "told").exists():
        time.sleep(0.01)


def test_a_worker_that_died_in_the_queue_keeps_nobody_from_ending(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[ProcessPoolExecutor] = []

    class Pool(ProcessPoolExecutor):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            made.append(self)

    monkeypatch.setattr(workers, "ProcessPoolExecutor", Pool)
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    found: list[Any] = []
    working = threading.Thread(
        target=lambda: found.extend(processes(2)(wait_in, folders)), daemon=True
    )
    working.start()
    while not all((folder / "begun").exists() for folder in folders):
        time.sleep(0.01)
    queue: Any = made[0]._call_queue  # type: ignore[attr-defined]
    queue._rlock.acquire()  # as one that dies there leaves it
    try:
        for folder in folders:
            (folder / "told").touch()
        working.join(60)
        assert not working.is_alive()
    finally:
        queue._rlock.release()
    assert sorted(folder for folder, _ in found) == folders
