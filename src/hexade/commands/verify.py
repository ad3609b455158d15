"""`hexade verify`: replays records against the rules, on all cores where that pays."""

from __future__ import annotations

import json
import os
import re
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import click

from hexade.commands.options import FILE, JSON, examples
from hexade.commands.progress_bar import progress_bar
from hexade.contract import record
from hexade.contract.reason import Refusal
from hexade.lab import dataset
from hexade.terminal import record_files
from hexade.terminal.record_files import refusal
from hexade.terminal.screen import Screen
from hexade.terminal.words import counted

ALONE_BELOW = 4_000_000  # bytes below which other processes do not pay off
CHUNK = 32
UNPACKED = 8  # about how many times larger records are than the Parquet that holds them
FIELDS = ("line", "game", "event", "rule", "column", "message")
Detail = dict[str, int | str | None]  # what a fault says, by the names of FIELDS
Placed = list[tuple[str, bytes, str]]  # where a record is, and what is known to be wrong already


@dataclass(frozen=True)
class Findings:
    """How many records some lines hold, how many are bad, and the first fault."""

    records: int = 0
    bad: int = 0
    first: str = ""
    size: int = 0  # in bytes
    detail: Detail = field(default_factory=dict)  # of the first fault, for programs

    def __add__(self, other: Findings) -> Findings:
        """Return both together; the first fault is that of the earlier lines."""
        records, bad = self.records + other.records, self.bad + other.bad
        detail = self.detail if self.first else other.detail
        return Findings(records, bad, self.first or other.first, self.size + other.size, detail)


@click.command(
    epilog=examples(
        "hexade verify games.jsonl",
        "hexade verify games.jsonl --json",
        "hexade verify games/            # the folder of a dataset",
        "hexade simulate GAME | hexade verify -",
    )
)
@click.argument("files", nargs=-1, required=True, type=FILE)
@JSON
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Replay every record of FILES (- is standard input) against the rules.

    A file holds a record a line; the folder of a dataset, or one of its Parquet files, a record
    a row, whose other columns are compared with it; no game may be missing or there twice. Prints
    the first fault of each file with its line or game, its event and the rule it breaks. Lines
    count from 1; games as in the column `number`; events from 0, as indices into the record's
    `events`. Exits with 1 if there is a fault, or a file that cannot be read.
    """
    screen, whole, bad_files, unread = Screen(), Findings(), 0, 0
    rows: list[dict[str, object]] = []
    for path in files:
        try:
            found = _verify_file(path)
        except Refusal as refused:
            row = {"file": str(path), "records": 0, "bad": 0, "fault": str(refused)}
            rows.append(row | _fields(str(refused), {}))
            if not as_json:
                screen.say(str(refused))
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


def check(placed: Placed) -> Findings:
    """Verify some records."""
    found = Findings()
    for place, line, wrong in placed:
        fault = _fault(line) if line or not wrong else None  # a row may hold no record
        said = record_files.say_fault(fault) if fault else wrong
        first = f"{place}, {said}" if said else ""
        detail = _detail(place, fault, said) if said else {}
        found += Findings(1, bool(said), first, len(line), detail)
    return found


def _detail(place: str, fault: Refusal | None, said: str) -> Detail:
    """Return in parts what a fault says; of a wrong column its name."""
    kind, number = place.split()  # "line 3" or "game 3"
    if fault is None:
        column = re.search(r"column `(\w+)`", said)
        return {kind: int(number), "column": column and column[1], "message": said}
    event, reason = getattr(fault, "event", None), fault.reason
    parts = {"event": event, "rule": reason.rule or None, "message": reason.text}
    return {kind: int(number), **parts}


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
    more = max(0, found.bad - 1)
    after = f"; {more} more bad in this file" if more else ""
    return f"{path}, {found.first}{after}"


def _row(path: Path, found: Findings) -> dict[str, object]:
    fault = found.first or (None if found.records else "the file holds no record")
    row = {"file": str(path), "records": found.records, "bad": found.bad, "fault": fault}
    return row | _fields(fault, found.detail)


def _fields(fault: str | None, detail: Detail) -> Detail:
    """Return every field of a fault; what has no parts is its message."""
    found: Detail = dict.fromkeys(FIELDS)
    if fault:
        found |= {"message": fault}
    return found | detail


def _verify_file(path: Path) -> Findings:
    with record_files.refusing_os_errors(path):
        size = 0 if path == record_files.STDIN else _size(path)
    whole = Findings()
    with progress_bar(size, "verify") as advance:
        for found in _check_all(_chunks(path), size):
            whole += found
            advance(found.size)
        return whole + Findings(first=dataset.misplaced(path))


def _size(path: Path) -> int:
    kept = dataset.shards(path)
    return UNPACKED * sum(shard.stat().st_size for shard in kept) if kept else path.stat().st_size


def _chunks(path: Path) -> Iterator[Placed]:
    placed = _records(path)
    while chunk := list(islice(placed, CHUNK)):
        yield chunk


def _records(path: Path) -> Iterator[tuple[str, bytes, str]]:
    if path.is_dir() and not dataset.shards(path):
        raise refusal(f"{path} holds no dataset; name a file of records, or a dataset's folder")
    for shard in dataset.shards(path):
        for number, kept, wrong in dataset.rows(shard):
            yield f"game {number}", (kept or "").encode(), wrong
    if not dataset.shards(path):
        for number, line in record_files.lines(path):
            yield f"line {number}", line, ""


def _check_all(chunks: Iterator[Placed], size: int) -> Iterator[Findings]:
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
