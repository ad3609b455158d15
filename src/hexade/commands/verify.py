"""`hexade verify`: replays records against the rules, on all cores where that pays."""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import click

from hexade.commands.options import FILE, JSON, examples
from hexade.commands.progress_bar import progress_bar
from hexade.contract import record
from hexade.contract.reason import Refusal
from hexade.terminal import record_files
from hexade.terminal.screen import Screen
from hexade.terminal.words import counted

ALONE_BELOW = 4_000_000  # bytes below which other processes do not pay off
CHUNK = 32
Numbered = list[tuple[int, bytes]]


@dataclass(frozen=True)
class Findings:
    """How many records some lines hold, how many are bad, and the first fault."""

    records: int = 0
    bad: int = 0
    first: str = ""
    size: int = 0  # in bytes

    def __add__(self, other: Findings) -> Findings:
        """Return both together; the first fault is that of the earlier lines."""
        records, bad = self.records + other.records, self.bad + other.bad
        return Findings(records, bad, self.first or other.first, self.size + other.size)


@click.command(
    epilog=examples(
        "hexade verify games.jsonl",
        "hexade verify games.jsonl --json",
        "hexade simulate GAME | hexade verify -",
    )
)
@click.argument("files", nargs=-1, required=True, type=FILE)
@JSON
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Replay every record of FILES (- is standard input) against the rules.

    Prints the first fault of each file with its line, its event and the rule it breaks. Lines
    count from 1; events from 0, as indices into the record's `events`. Exits with 1 if there
    is a fault, or a file that cannot be read.
    """
    screen, whole, bad_files, unread = Screen(), Findings(), 0, 0
    rows: list[dict[str, object]] = []
    for path in files:
        try:
            found = _verify_file(path)
        except Refusal as refusal:
            rows.append({"file": str(path), "records": 0, "bad": 0, "fault": str(refusal)})
            if not as_json:
                screen.say(str(refusal))
            unread += 1
            continue
        if not as_json:
            screen.say(_report(path, found))
        rows.append(_row(path, found))
        bad_files += bool(found.first) or not found.records
        whole += found
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        ctx.exit(1 if bad_files or unread else 0)
    total = f"{counted(len(files), 'file')}, {counted(whole.records, 'record')}, {whole.bad} bad"
    screen.say(f"{total}; {counted(unread, 'file')} could not be read." if unread else f"{total}.")
    ctx.exit(1 if bad_files or unread else 0)


def check(numbered: Numbered) -> Findings:
    """Verify some lines."""
    found = Findings()
    for number, line in numbered:
        fault = _fault(line)
        first = f"line {number}, {record_files.say_fault(fault)}" if fault else ""
        found += Findings(1, int(fault is not None), first, len(line))
    return found


def _fault(line: bytes) -> Refusal | None:
    try:
        game, kept = record_files.load(line)
        with record_files.refusing_crashes():
            record.verify(game, kept)
    except Refusal as fault:
        return fault
    return None


def _report(path: Path, found: Findings) -> str:
    if not found.records:
        return f"{path}: the file holds no record"
    if not found.first:
        return f"{path}: {counted(found.records, 'record')}, no fault"
    more = found.bad - 1
    after = f"; {more} more bad in this file" if more else ""
    return f"{path}, {found.first}{after}"


def _row(path: Path, found: Findings) -> dict[str, object]:
    fault = found.first or (None if found.records else "the file holds no record")
    return {"file": str(path), "records": found.records, "bad": found.bad, "fault": fault}


def _verify_file(path: Path) -> Findings:
    with record_files.refusing_os_errors(path):
        size = 0 if path == record_files.STDIN else path.stat().st_size
    whole = Findings()
    with progress_bar(size, "verify") as advance:
        for found in _check_all(_chunks(path), size):
            whole += found
            advance(found.size)
    return whole


def _chunks(path: Path) -> Iterator[Numbered]:
    lines = record_files.lines(path)
    while chunk := list(islice(lines, CHUNK)):
        yield chunk


def _check_all(chunks: Iterator[Numbered], size: int) -> Iterator[Findings]:
    if size < ALONE_BELOW or os.cpu_count() == 1:
        yield from map(check, chunks)
        return
    workers = os.cpu_count() or 1
    waiting: deque[Future[Findings]] = deque()
    with ProcessPoolExecutor(workers, get_context("spawn"), _ignore_interrupts) as pool:
        try:
            for chunk in chunks:
                waiting.append(pool.submit(check, chunk))
                if len(waiting) > 4 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent shuts the pool down
