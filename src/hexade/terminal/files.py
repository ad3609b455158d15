"""Files of records: read with clear refusals, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import strftime
from typing import BinaryIO

from hexade import games
from hexade.contract import record
from hexade.contract.game import AnyGame
from hexade.contract.reason import Fault, Reason, Refusal
from hexade.contract.record import Record

STDIN = Path("-")
_STUMBLES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


def refusal(text: str) -> Refusal:
    """Return a refusal that no rule of a game speaks about."""
    return Refusal(Reason("file", "", text))


@contextmanager
def spoken(path: Path) -> Iterator[None]:
    """Turn what the file system says about a path into a refusal."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise refusal(f"{path}: {(error.strerror or str(error)).lower()}") from None


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write that takes the place of `path` only once it is whole and on disk."""
    with spoken(path):
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

    `held` is what it held when last read or written here, None for a new file: what somebody
    else wrote there since is not written over.
    """
    content = record.write(kept).encode("utf-8", "surrogatepass") + b"\n"
    with spoken(path):
        found = path.read_bytes() if path.is_file() else None
    if found not in (None, held, content):
        said = "exists" if held is None else "was changed by another program"
        raise refusal(f"{path} {said} and is not written over")
    with replacing(path) as file:
        file.write(content)
    return content


def held_by(path: Path) -> bytes:
    """Return what a file holds."""
    with spoken(path):
        return path.read_bytes()


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, or of standard input, that are not blank, numbered from one."""
    with spoken(path), nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def load(line: bytes) -> tuple[AnyGame, Record]:
    """Return the record of a line and its game; what happened in it is not looked at."""
    found = record.parse(line)
    name = found["game"]
    if not isinstance(name, str):
        raise Fault(Reason("game", "", "`game` must be the name of a game"))
    game = games.find(name)
    with readable():
        return game, record.read(game, found)


@contextmanager
def readable() -> Iterator[None]:
    """Turn whatever a game stumbles over in a broken record into a fault."""
    try:
        yield
    except _STUMBLES as error:
        text = f"the record cannot be read ({type(error).__name__}: {error})"
        raise Fault(Reason("unreadable", "", text)) from None


def fault_of(game: AnyGame, kept: Record) -> Refusal | None:
    """Return the first fault of a record, if it has one."""
    try:
        with readable():
            record.verify(game, kept)
    except Refusal as fault:
        return fault
    return None


def say_fault(fault: Refusal) -> str:
    """Return a fault as a sentence, after the number of its event."""
    event = fault.event if isinstance(fault, Fault) else None
    return f"event {event}: {fault}" if event is not None else str(fault)


def nth(path: Path, number: int) -> tuple[AnyGame, Record]:
    """Return record number n of a file, counted from one."""
    count = 0
    for count, (at, line) in enumerate(lines(path), 1):
        if count == number:
            try:
                return load(line)
            except Refusal as fault:
                raise refusal(f"{path}, line {at}, {say_fault(fault)}") from None
    raise refusal(f"{path} holds {counted(count, 'record')}, so there is no number {number}")


def only(path: Path) -> tuple[AnyGame, Record]:
    """Return the one record of a file, checked against the rules."""
    count = sum(1 for _ in lines(path))
    if count > 1:
        text = f"{path} holds {count} records; a game to go on with must be alone in its file"
        raise refusal(text)
    game, kept = nth(path, 1)
    fault = fault_of(game, kept)
    if fault:
        raise refusal(f"{path}, {say_fault(fault)}")
    return game, kept


def counted(number: int, thing: str) -> str:
    """Return a number of things in words."""
    return f"{number or 'no'} {thing}" + ("" if number == 1 else "s")


def new_path(game: str) -> Path:
    """Return where a new game is kept: the user's data folder, a name with the time."""
    path = data_folder("games", "--save FILE") / f"{game}-{strftime('%Y-%m-%d-%H%M%S')}.jsonl"
    return path if not path.exists() else path.with_stem(f"{path.stem}-{os.getpid()}")


def database_path() -> str:
    """Return where a server keeps its tables if nothing else was asked for."""
    return os.environ.get("HEXADE_DATABASE") or str(
        data_folder("tables", "--database FILE") / "hexade.sqlite"
    )


def data_folder(name: str, instead: str) -> Path:
    """Return a folder of the user's data folder, made if it was not there, or say what helps."""
    try:
        folder = _data_home() / "hexade" / name
        folder.mkdir(parents=True, exist_ok=True)
    except RuntimeError:
        raise refusal(f"there is no home folder to keep this in; give {instead}") from None
    except OSError as error:
        why = f"{error.filename}: {(error.strerror or str(error)).lower()}"
        raise refusal(f"there is no folder to keep this in ({why}); give {instead}") from None
    if not os.access(folder, os.W_OK):
        raise refusal(f"{folder} cannot be written to; give {instead}")
    return folder


def _data_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def free_path(path: Path) -> Path:
    """Return a path that is not taken; refuse to write over another game."""
    with spoken(path):
        taken = path.exists()
    if taken:
        raise refusal(f"{path} exists; choose another name, or go on with it: --resume {path}")
    return path
