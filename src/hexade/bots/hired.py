"""Programs in our service: started once, spoken to over pipes, put on a shelf between games.

Threads read and write, so that a program that hangs, floods us or reads nothing can never hold up
a table: whoever asks waits for an answer as long as they wish and no longer.
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
GRACE_MS = 20  # for pipes and the scheduler, which are not the program's fault
PATIENCE_S = 1.0  # for a program to leave by itself
MOST_LINES = 64  # that are kept until somebody asks: a program that says more is kept waiting
TRIES = 2  # starts in a row without a game, before we no longer try
SLOW_GAMES = 3  # in a row with an answer too late, after which what was ended stays ended


class Hired:
    """One running program."""

    def __init__(self, command: str, errors: Path | None = None) -> None:
        self.command = command
        self.owes = 0  # answers that were asked for and have not been taken
        self._lines: deque[bytes] = deque()
        self._news = threading.Condition()
        self._closed = False
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        with _errors(errors) as stderr:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,  # Ctrl-C is for us: we tell the program
            )
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether it can still be spoken to."""
        return not self._closed

    @property
    def cpu_s(self) -> float:
        """How much processor time it has used, on Linux; elsewhere nothing is known."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):
            return 0.0

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a line; never waits."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._to_say.put(text.encode("utf-8", "surrogatepass") + b"\n")

    def answer(self, time_ms: int, known: Callable[[bytes], bool] | None = None) -> bytes | None:
        """Return the answer to the last question, or None if it does not come in time.

        Answers to earlier questions, which came too late, are passed over. Where the answer is
        `known` when it is seen, earlier ones may have been left out.
        """

        def found() -> bool:
            early = known is not None and any(map(known, self._lines))
            return self._closed or len(self._lines) >= self.owes or early

        with self._news:
            self._news.wait_for(found, (time_ms + GRACE_MS) / 1000)
            while self._lines and self.owes > 0:
                line = self._lines.popleft()
                self._news.notify_all()  # there is room for another
                self.owes -= 1
                if self.owes == 0 or (known is not None and known(line)):
                    self.owes = 0
                    return line
        return None

    def settled(self) -> bool:
        """Wait a little for answers that are owed; tell whether all have come."""

        def found() -> bool:
            return self._closed or len(self._lines) >= self.owes

        with self._news:
            self._news.wait_for(found, PATIENCE_S)
            return len(self._lines) >= self.owes

    def end(self) -> None:
        """Close its input, and end it if it does not leave by itself."""
        self._to_say.put(None)
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
        self._close()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)  # with what it has started
            else:
                self._process.kill()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as pipe:
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
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
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
    """Give where a program's complaints go: to a file, or nowhere; never among its answers."""
    if path is None:
        yield subprocess.DEVNULL
        return
    with path.open("ab") as file:
        yield file


class Shelf:
    """The programs that wait for their next game."""

    def __init__(self) -> None:
        self.errors: Path | None = None  # the file for what programs complain of
        self._idle: dict[str, list[Hired]] = {}
        self._hired: set[Hired] = set()
        self._failed: Counter[str] = Counter()  # starts in a row that came to nothing
        self._slow: Counter[str] = Counter()  # games in a row with an answer too late
        self._lock = threading.Lock()

    def take(self, command: str) -> Hired | None:
        """Return a program that waits, or a new one; None if it cannot be started."""
        with self._lock:
            while idle := self._idle.get(command):
                hired = idle.pop()
                if hired.alive:
                    return hired
                self._hired.discard(hired)
            if self._failed[command] >= TRIES or self._slow[command] >= SLOW_GAMES:
                return None
            try:
                hired = Hired(command, self.errors)
            except (OSError, ValueError):
                self._failed[command] += 1
                return None
            self._hired.add(hired)
            return hired

    def put_back(self, hired: Hired, slow: bool = False) -> None:
        """Let a program wait for its next game, or end one that still owes an answer.

        Such a one would keep the next game waiting, and answer what was never asked in it.
        """
        settled = hired.settled()
        with self._lock:
            self._failed[hired.command] = 0
            self._note(hired, slow)
            if settled:
                self._idle.setdefault(hired.command, []).append(hired)
                return
            self._hired.discard(hired)
        hired.end()

    def let_go(self, hired: Hired, slow: bool = False) -> None:
        """End a program that did not come to play."""
        with self._lock:
            self._failed[hired.command] += 1
            if slow:
                self._note(hired, slow)
            self._hired.discard(hired)
        hired.end()

    def _note(self, hired: Hired, slow: bool) -> None:
        self._slow[hired.command] = self._slow[hired.command] + 1 if slow else 0

    def close(self) -> None:
        """End all programs."""
        with self._lock:
            leaving, self._hired, self._idle = list(self._hired), set(), {}
        for hired in leaving:
            hired._to_say.put(None)  # all at once, so that their patience adds up to one
        for hired in leaving:
            hired.end()


shelf = Shelf()
atexit.register(shelf.close)
