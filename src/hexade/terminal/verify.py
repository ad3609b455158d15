"""Replay records against the rules, on all cores where that pays."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from hexade.contract.reason import Refusal
from hexade.terminal import files
from hexade.terminal.progress import progress
from hexade.terminal.screen import Screen

ALONE_BELOW = 4_000_000  # bytes for which starting other processes does not pay
CHUNK = 32
Numbered = list[tuple[int, bytes]]


@dataclass(frozen=True)
class Tally:
    """What was found in some lines: how many records, how many bad, and the first fault."""

    records: int = 0
    bad: int = 0
    first: str = ""

    def __add__(self, other: Tally) -> Tally:
        """Return both together; the first fault is that of the earlier lines."""
        bad = self.bad + other.bad
        return Tally(self.records + other.records, bad, self.first or other.first)


def check(numbered: Numbered) -> Tally:
    """Verify some lines."""
    tally = Tally()
    for number, line in numbered:
        fault = _fault(line)
        first = f"line {number}, {files.say_fault(fault)}" if fault else ""
        tally += Tally(1, int(fault is not None), first)
    return tally


def _fault(line: bytes) -> Refusal | None:
    try:
        game, record = files.load(line)
    except Refusal as refusal:
        return refusal
    return files.fault_of(game, record)


def verify(screen: Screen, paths: Sequence[Path]) -> bool:
    """Verify files, say the first fault of each, and return whether there was none."""
    whole, bad_files, lost = Tally(), 0, 0
    for path in paths:
        try:
            tally = _verify_file(path)
        except Refusal as refusal:
            screen.say(str(refusal))
            lost += 1
            continue
        screen.say(_report(path, tally))
        bad_files += bool(tally.first) or not tally.records
        whole += tally
    records = files.counted(whole.records, "record")
    unread = f"; {files.counted(lost, 'file')} could not be read" if lost else ""
    screen.say(f"{files.counted(len(paths), 'file')}, {records}, {whole.bad} bad{unread}.")
    return not bad_files and not lost


def _report(path: Path, tally: Tally) -> str:
    if not tally.records:
        return f"{path}: the file holds no record"
    if not tally.first:
        return f"{path}: {files.counted(tally.records, 'record')}, no fault"
    more = tally.bad - 1
    after = f"; {more} more bad in this file" if more else ""
    return f"{path}, {tally.first}{after}"


def _verify_file(path: Path) -> Tally:
    with files.spoken(path):
        size = 0 if path == files.STDIN else path.stat().st_size
    tally = Tally()
    with progress(size, "verify") as advance:
        for found, checked in _tallies(_chunks(path), size):
            tally += found
            advance(checked)
    return tally


def _chunks(path: Path) -> Iterator[Numbered]:
    lines = files.lines(path)
    while chunk := list(islice(lines, CHUNK)):
        yield chunk


def _tallies(chunks: Iterator[Numbered], size: int) -> Iterator[tuple[Tally, int]]:
    if size < ALONE_BELOW or os.cpu_count() == 1:
        for chunk in chunks:
            yield check(chunk), _bytes(chunk)
        return
    workers = os.cpu_count() or 1
    waiting: deque[tuple[Future[Tally], int]] = deque()
    with ProcessPoolExecutor(workers, get_context("spawn"), _ignore_interrupts) as pool:
        try:
            for chunk in chunks:
                waiting.append((pool.submit(check, chunk), _bytes(chunk)))
                if len(waiting) > 4 * workers:
                    yield _done(waiting)
            while waiting:
                yield _done(waiting)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _done(waiting: deque[tuple[Future[Tally], int]]) -> tuple[Tally, int]:
    future, size = waiting.popleft()
    return future.result(), size


def _bytes(chunk: Numbered) -> int:
    return sum(len(line) for _, line in chunk)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the pool
