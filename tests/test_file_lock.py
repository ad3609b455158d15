"""One process at a time holds a file, on Unix and on Windows."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from hexade import file_lock
from hexade.contract.reason import Reason, Refusal
from hexade.file_lock import BYTE, FileLock, sole_writer

BUSY = Reason("locked", "", "somebody else has it")
HOLD = """
import sys
from pathlib import Path
from hexade.file_lock import sole_writer
with sole_writer(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


class Windows(ModuleType):
    """Locks bytes of files as Windows does: each byte once, whoever asks."""

    LK_NBLCK = 2

    def __init__(self, broken: bool = False) -> None:
        super().__init__("msvcrt")
        self.broken = broken
        self.held: dict[tuple[int, int], int] = {}  # inode and byte: the descriptor that holds it

    def locking(self, file: int, mode: int, length: int) -> None:
        """Lock bytes from the current position on."""
        assert (mode, length) == (self.LK_NBLCK, 1)
        if self.broken:
            raise OSError(errno.ENOSYS, "no locks here")
        byte = os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR)
        if self.held.get(byte, file) != file and self._is_open(self.held[byte]):
            raise PermissionError(errno.EACCES, "locked")
        self.held[byte] = file

    @staticmethod
    def _is_open(file: int) -> bool:
        try:
            os.fstat(file)
        except OSError:
            return False
        return True


@pytest.fixture(params=["unix", "windows"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    found = str(request.param)
    if found == "windows":
        monkeypatch.setattr(file_lock, "fcntl", None)
        monkeypatch.setitem(sys.modules, "msvcrt", Windows())
    elif file_lock.fcntl is None:
        pytest.skip("this is Windows")
    return found


def test_a_file_is_held_once_until_it_is_freed(tmp_path: Path, system: str) -> None:
    path = tmp_path / "lock"
    first, second = FileLock(path), FileLock(path)
    first.take(BUSY)
    with pytest.raises(Refusal, match="somebody else has it"):
        second.take(BUSY)
    second.free()  # it never had it
    with pytest.raises(Refusal):
        second.take(BUSY, required=False)
    first.free()
    second.take(BUSY)
    second.free()


def test_a_sole_writer_can_write_and_read_meanwhile(tmp_path: Path, system: str) -> None:
    path = tmp_path / "games.jsonl"
    with sole_writer(path):
        path.write_text("one\n")
        with pytest.raises(Refusal, match="another run is writing") as refused, sole_writer(path):
            pass
        assert refused.value.reason.code == "busy"
        assert path.read_text() == "one\n"
    with sole_writer(path):
        assert path.read_text() == "one\n"  # nothing was cut off


def test_without_locks_only_what_must_be_locked_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_lock, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", Windows(broken=True))
    with sole_writer(tmp_path / "games.jsonl"):
        pass
    with pytest.raises(Refusal, match="somebody else has it"):
        FileLock(tmp_path / "lock").take(BUSY)


def test_windows_locks_a_byte_that_its_c_library_can_reach() -> None:
    assert BYTE + 1 < 1 << 31  # positions are 32-bit numbers there


def test_a_file_is_kept_to_one_run_until_its_process_dies(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(Refusal, match="another run is writing"), sole_writer(path):
            pass
        other.kill()
        other.wait()
    with sole_writer(path):
        assert path.exists()
