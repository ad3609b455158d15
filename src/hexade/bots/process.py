"""Bot programs as processes: started once, connected by pipes, kept in a pool between games.

Threads read and write, so that a program that hangs, floods its output or reads nothing never
blocks a game: callers wait for an answer until their own timeout.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shlex
import signal
import subprocess
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any

LONGEST_LINE = 1 << 20
GRACE_MS = 20  # added to every timeout, to allow for pipes and the scheduler
EXIT_S = 1.0  # how long a program may take to exit by itself
MOST_LINES = 64  # unread lines kept; a program that writes more must wait
TRIES = 2  # failed starts in a row before we give up
SLOW_GAMES = 3  # in a row with a late answer before we give up


class Process:
    """One running program."""

    def __init__(self, command: str, errors: Path | None = None) -> None:
        self.command = command
        self.owes = 0  # answers that were requested but not read yet
        self._lines: deque[bytes] = deque()
        self._news = threading.Condition()
        self._closed = False
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        with _errors(errors) as stderr:
            self._child = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,  # Ctrl-C goes to us: we end the program
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # Windows
            )
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether it can still answer."""
        return not self._closed

    @property
    def cpu_s(self) -> float:
        """How much processor time it has used on Linux; 0 on other systems."""
        try:
            fields = Path(f"/proc/{self._child.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):
            return 0.0

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a line; never waits."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._to_say.put(text.encode("utf-8", "surrogatepass") + b"\n")

    def answer(self, time_ms: int, known: Callable[[bytes], bool] | None = None) -> bytes | None:
        """Return the answer to the last request, or None if it is late.

        Late answers to earlier requests are skipped. With `known`, which recognises the answer,
        earlier answers may also be missing.
        """

        def found() -> bool:
            early = known is not None and any(map(known, self._lines))
            return self._closed or len(self._lines) >= self.owes or early

        with self._news:
            self._news.wait_for(found, (time_ms + GRACE_MS) / 1000)
            while self._lines and self.owes > 0:
                line = self._lines.popleft()
                self._news.notify_all()  # there is room for another line
                self.owes -= 1
                if self.owes == 0 or (known is not None and known(line)):
                    self.owes = 0
                    return line
        return None

    def settled(self) -> bool:
        """Wait a little for missing answers; tell whether all have come."""

        def found() -> bool:
            return self._closed or len(self._lines) >= self.owes

        with self._news:
            self._news.wait_for(found, EXIT_S)
            return len(self._lines) >= self.owes

    def end(self) -> None:
        """Close its input, and kill it if it does not exit by itself."""
        self._to_say.put(None)
        try:
            self._child.wait(EXIT_S)
        except subprocess.TimeoutExpired:
            self._kill()
            self._child.wait()
        self._close()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, signal.SIGKILL)  # with its children
            else:
                self._child.kill()

    def _read(self) -> None:
        assert self._child.stdout is not None
        with self._child.stdout as pipe:
            while line := pipe.readline(LONGEST_LINE):
                if not line.strip():
                    continue
                with self._news:
                    self._news.wait_for(lambda: self._closed or len(self._lines) < MOST_LINES)
                    if self._closed:
                        return
                    self._lines.append(line)
                    self._news.notify_all()
        self._close()

    def _write(self) -> None:
        assert self._child.stdin is not None
        try:
            with self._child.stdin as pipe:
                while (line := self._to_say.get()) is not None:
                    pipe.write(line)
                    pipe.flush()
        except OSError:
            self._close()

    def _close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify_all()


@contextlib.contextmanager
def _errors(path: Path | None) -> Any:
    """Give the file for a program's standard error, or the null device."""
    if path is None:
        yield subprocess.DEVNULL
        return
    with path.open("ab") as file:
        yield file


class Pool:
    """A pool of idle programs."""

    def __init__(self) -> None:
        self.errors: Path | None = None  # the file for the programs' standard error
        self._idle: dict[str, list[Process]] = {}
        self._processes: set[Process] = set()
        self._failed: Counter[str] = Counter()  # failed starts in a row
        self._slow: Counter[str] = Counter()  # games in a row with a late answer
        self._lock = threading.RLock()  # a signal may close the pool while this thread holds it

    def take(self, command: str) -> Process | None:
        """Return an idle program or a new one; None if it cannot be started."""
        with self._lock:
            while idle := self._idle.get(command):
                process = idle.pop()
                if process.alive:
                    return process
                self._processes.discard(process)
            if self._failed[command] >= TRIES or self._slow[command] >= SLOW_GAMES:
                return None
            try:
                process = Process(command, self.errors)
            except (OSError, ValueError):
                self._failed[command] += 1
                return None
            self._processes.add(process)
            return process

    def put_back(self, process: Process, slow: bool = False) -> None:
        """Keep a program for its next game, or end it if an answer is still missing.

        Such an answer would delay the next game, or be taken for an answer to it.
        """
        settled = process.settled()
        with self._lock:
            self._failed[process.command] = 0
            self._note(process, slow)
            if settled:
                self._idle.setdefault(process.command, []).append(process)
                return
            self._processes.discard(process)
        process.end()

    def let_go(self, process: Process, slow: bool = False) -> None:
        """End a program that failed before it could play."""
        with self._lock:
            self._failed[process.command] += 1
            if slow:
                self._note(process, slow)
            self._processes.discard(process)
        process.end()

    def _note(self, process: Process, slow: bool) -> None:
        self._slow[process.command] = self._slow[process.command] + 1 if slow else 0

    def close(self) -> None:
        """End all programs."""
        with self._lock:
            leaving, self._processes, self._idle = list(self._processes), set(), {}
        for process in leaving:
            process._to_say.put(None)  # to all of them first, so that they exit at the same time
        for process in leaving:
            process.end()


pool = Pool()
atexit.register(pool.close)
