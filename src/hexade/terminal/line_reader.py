"""Reads lines from a terminal without blocking the event loop."""

from __future__ import annotations

import asyncio
import os
import threading
from typing import TextIO

_CHUNK = 4096
_LONGEST = 100_000  # bytes without a line break


class LineReader:
    """Queues the lines of a stream as they are typed; None marks the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._part = b""

    def open(self) -> None:
        """Start reading."""
        loop = asyncio.get_running_loop()
        try:
            loop.add_reader(self._stream.fileno(), self._ready)
        except (OSError, NotImplementedError):  # a file, or a loop that cannot watch streams
            threading.Thread(target=self._read_all, args=(loop,), daemon=True).start()

    def close(self) -> None:
        """Stop reading."""
        try:
            asyncio.get_running_loop().remove_reader(self._stream.fileno())
        except (OSError, NotImplementedError, ValueError):
            return

    async def next(self) -> str | None:
        """Return the next line without its line break, or None at the end."""
        return await self._lines.get()

    def _ready(self) -> None:
        try:
            chunk = os.read(self._stream.fileno(), _CHUNK)
        except OSError:  # the terminal is gone
            chunk = b""
        if not chunk:
            self.close()
            self._lines.put_nowait(None)
            return
        *lines, self._part = (self._part + chunk).split(b"\n")
        self._part = self._part[-_LONGEST:]
        for line in lines:
            self._lines.put_nowait(line.decode(errors="replace").strip())

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in self._stream:
            loop.call_soon_threadsafe(self._lines.put_nowait, line.strip())
        loop.call_soon_threadsafe(self._lines.put_nowait, None)
