"""Workers end with their work, also where one of them died at a bad moment."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from hexade.contract.reason import Reason, Refusal
from hexade.lab.workers import MOST_DEATHS, processes

pytestmark = pytest.mark.slow
LARGE = 1 << 22  # bytes, far more than a pipe holds


def large(folder: Path) -> bytes:
    """Say that the work has begun and who does it, and return more than a pipe holds."""
    (folder / f"begun-{os.getpid()}").touch()
    return bytes(LARGE)


def test_a_worker_that_dies_while_it_writes_keeps_nobody_waiting(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    found = []
    with closing(processes(2)(large, folders)) as results:
        found.append(next(results))
        other = next(folder for folder in folders if folder != found[0][0])
        while not (writing := list(other.glob("begun-*"))):
            time.sleep(0.01)
        time.sleep(0.2)  # it writes now, and nobody reads
        os.kill(int(writing[0].name.removeprefix("begun-")), signal.SIGKILL)
        found += results
    assert sorted(folder for folder, _ in found) == folders
    assert all(result == bytes(LARGE) for _, result in found)
    assert len(list(other.glob("begun-*"))) == 2  # the task was repeated


def die(folder: Path) -> NoReturn:
    """Say that the work has begun, and end the worker."""
    (folder / f"begun-{os.getpid()}").touch()
    os._exit(3)


def test_a_task_at_which_every_worker_dies_ends_the_run(tmp_path: Path) -> None:
    text = f"{MOST_DEATHS} workers died at the same task; 1 task is left"
    with pytest.raises(Refusal, match=text):
        list(processes(2)(die, [tmp_path]))
    assert len(list(tmp_path.glob("begun-*"))) == MOST_DEATHS


def die_of(_task: dict[str, int]) -> NoReturn:
    os._exit(3)


def test_so_does_one_that_cannot_be_hashed() -> None:
    with pytest.raises(Refusal, match="workers died at the same task"):
        list(processes(2)(die_of, [{"id": 1}]))


def refuse(_task: int) -> NoReturn:
    raise Refusal(Reason("code", "", "not this one"))


def stay(_task: int) -> object:
    return lambda: None  # cannot be pickled


def test_an_error_reaches_who_asked_and_says_where_it_was_raised() -> None:
    with pytest.raises(Refusal, match="not this one") as raised:
        list(processes(2)(refuse, [1, 2]))
    assert "in refuse" in raised.value.__notes__[0]


def test_a_result_that_cannot_travel_is_an_error_and_no_death() -> None:
    with pytest.raises(Exception, match="pickle"):
        list(processes(2)(stay, [1]))


def test_closing_ends_the_workers() -> None:
    before = set(multiprocessing.active_children())
    with closing(processes(2)(abs, range(99))) as results:
        next(results)
        assert len(set(multiprocessing.active_children()) - before) == 2
    assert set(multiprocessing.active_children()) <= before


def test_a_program_that_forgets_its_workers_still_ends() -> None:
    text = "from hexade.lab.workers import processes; g = processes(2)(abs, range(99)); next(g)"
    subprocess.run([sys.executable, "-c", text], check=True, timeout=300)
