"""Reads and writes files of records: clear refusals, and no half-written files."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from hexade import games
from hexade.contract import record
from hexade.contract.game import AnyGame
from hexade.contract.reason import Fault, Reason, Refusal
from hexade.contract.record import Record
from hexade.terminal.words import counted

STDIN = Path("-")
_CRASHES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


def refusal(text: str) -> Refusal:
    """Return a refusal that has nothing to do with a game's rules."""
    return Refusal(Reason("file", "", text))


def refuse_file(*folders: Path | None) -> None:
    """Refuse a file where a folder is to be written to."""
    for path in folders:
        if path and path.exists() and not path.is_dir():
            raise refusal(f"{path} is a file; name a folder")


@contextmanager
def refusing_os_errors(path: Path) -> Iterator[None]:
    """Turn an error of the file system into a refusal that names the path."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise refusal(f"{path}: {(error.strerror or str(error)).lower()}") from None


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write; it replaces `path` only when it is complete and on disk."""
    with refusing_os_errors(path):
        path = path.resolve()
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                yield device
            return
        part = path.with_name(f".hexade-{os.getpid()}.part")
        try:
            with part.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                shutil.copymode(path, part)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


def save(path: Path, kept: Record, held: bytes | None = None) -> bytes:
    """Write one record to a file of its own, and return what the file holds now.

    `held` is what the file held when this program last read or wrote it, None for a new file.
    A file that another program has changed since is not overwritten.
    """
    content = record.write(kept).encode("utf-8", "surrogatepass") + b"\n"
    with refusing_os_errors(path):
        found = path.read_bytes() if path.is_file() else None
    if found not in (None, held, content):
        said = "exists" if held is None else "was changed by another program"
        raise refusal(f"{path} {said} and is not overwritten")
    with replacing(path) as file:
        file.write(content)
    return content


def held_by(path: Path) -> bytes:
    """Return the content of a file."""
    with refusing_os_errors(path):
        return path.read_bytes()


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the non-blank lines of a file, or of standard input, with their numbers from one."""
    if path.is_dir():
        raise refusal(f"{path} is a folder; name a file of records")
    with (
        refusing_os_errors(path),
        nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as file,
    ):
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def load(line: bytes) -> tuple[AnyGame, Record]:
    """Return the record of a line and its game; its events are not checked."""
    found = record.parse(line)
    name = found["game"]
    if not isinstance(name, str):
        raise Fault(Reason("game", "", "`game` must be the name of a game"))
    game = games.find(name)
    with refusing_crashes():
        return game, record.read(game, found)


@contextmanager
def refusing_crashes() -> Iterator[None]:
    """Turn an exception that a broken record causes in a game into a fault."""
    try:
        yield
    except _CRASHES as error:
        text = f"the record cannot be read ({type(error).__name__}: {error})"
        raise Fault(Reason("unreadable", "", text)) from None


@contextmanager
def refusing_faults(where: str) -> Iterator[None]:
    """Turn a fault of a record into a refusal that says where the record is."""
    try:
        with refusing_crashes():
            yield
    except Refusal as fault:
        raise refusal(f"{where}, {say_fault(fault)}") from None


def say_fault(fault: Refusal) -> str:
    """Return a fault as a sentence that begins with the number of its event."""
    event = fault.event if isinstance(fault, Fault) else None
    return f"event {event}: {fault}" if event is not None else str(fault)


def nth(path: Path, number: int) -> tuple[AnyGame, Record]:
    """Return record number n of a file, counted from one."""
    count = 0
    for count, (at, line) in enumerate(lines(path), 1):
        if count == number:
            with refusing_faults(f"{path}, line {at}"):
                return load(line)
    raise refusal(f"{path} holds {counted(count, 'record')}, so there is no number {number}")


def only(path: Path) -> tuple[AnyGame, Record]:
    """Return the one record of a file, checked against the rules."""
    count = sum(1 for _ in lines(path))
    if count > 1:
        raise refusal(f"{path} holds {count} records; to continue a game, give a file with one")
    game, kept = nth(path, 1)
    with refusing_faults(str(path)):
        record.verify(game, kept)
    return game, kept


def free_path(path: Path) -> Path:
    """Return the path of a new file; refuse one that exists."""
    with refusing_os_errors(path):
        taken = path.exists()
    if taken:
        raise refusal(f"{path} exists; choose another name, or continue it: --resume {path}")
    return path
