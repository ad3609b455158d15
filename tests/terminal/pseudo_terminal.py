"""A person at a terminal: runs the real command on a pseudo terminal, reads and types."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

# Processes in the background ignore Ctrl-C, and so do those that they start.
_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
COMMAND = (sys.executable, "-c", f"{_CTRL_C}; from hexade.commands.main import main; main()")
PATIENCE = 90.0  # the first run may have to compile
AGAIN_S = 10.0


class Person:
    """Types at a `hexade` command and reads what it prints.

    A command that makes few moves starts sooner when nothing is compiled: `plain`.
    """

    def __init__(self, folder: Path, *args: str, plain: bool = True) -> None:
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))
        env = dict(os.environ, XDG_DATA_HOME=str(folder), TERM="xterm-256color", COLUMNS="200")
        env.pop("NO_COLOR", None)  # what the tester likes is not what is tested
        if plain:
            env["NUMBA_DISABLE_JIT"] = "1"
        self.process = subprocess.Popen(
            [*COMMAND, *args], stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder
        )
        os.close(slave)
        self.master = master
        self.seen = ""
        self.at = 0

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self.master)

    def read_until(self, *wanted: str) -> str:
        """Return which of some texts comes first, and pass over everything before it."""
        end = time.monotonic() + PATIENCE
        while True:
            found = [(at, text) for text in wanted if (at := self.seen.find(text, self.at)) >= 0]
            if found:
                at, text = min(found)
                self.at = at + len(text)
                return text
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"waited for {wanted}, saw {self.seen[-2000:]!r}")

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self.master, f"{line}\n".encode())

    def answer(self, prompt: str, line: str) -> None:
        """Wait for a prompt, then type."""
        self.read_until(prompt)
        self.type(line)

    def stop(self, number: signal.Signals) -> int:
        """Send a signal, and again as long as nothing comes of it; return the exit status.

        Python hears a signal late that comes just before it waits for a line: with the next key.
        """
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.process.send_signal(number)
            self._read_for(AGAIN_S)
        return self.leave()

    def leave(self) -> int:
        """Read to the end and return the exit status."""
        while self._read(PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def _read_for(self, seconds: float) -> None:
        """Read until it ends, or for so long."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            if not self._read(min(0.2, end - time.monotonic())):
                time.sleep(0.01)

    def _read(self, patience: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(patience, 0))
        try:
            data = os.read(self.master, 65536) if ready else b""
        except OSError:  # the other end is closed
            data = b""
        self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)
