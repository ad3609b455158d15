"""Server processes that start fast: each is forked from one that has loaded everything already.

A killed process and a new one share nothing but the code; what they have in common is on disk.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress

from tests.server.process import SETTINGS, Port

_NURSERY = """
import os, signal, sys
from hexade.server.app import serve
from hexade.server.bots.warm_up import warm_rules
warm_rules()  # no bots: without a compiler the best of them think for minutes
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    port, database = line.split()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.close(0)
        try:
            serve(port=int(port), database=database)
        except BaseException as error:  # who waits for it must not wait for ever
            os.write(1, f"died {os.getpid()} {error!r}\\n".encode())
        os._exit(0)
    print("born", child, flush=True)
"""


class Nursery:
    """A process that has loaded everything, and has children that serve."""

    def __init__(self, serve: str = _NURSERY) -> None:
        self._serve = serve
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Nursery:
        """Start it."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", self._serve, env={**os.environ, **SETTINGS},
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        return self

    async def __aexit__(self, *_: object) -> None:
        """End it, and whatever is left of its children."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # a group of our own making
        await self._process.wait()

    async def bear(self, port: int, database: str) -> int:
        """Start a server, wait until it listens, and return its number."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{port} {database}\n".encode())
        child, listens = 0, False
        died: dict[int, str] = {}  # what ended children, earlier ones among them
        while not (child and (listens or child in died)):  # the lines come in any order
            line = await asyncio.wait_for(self._process.stdout.readline(), 300)
            if line.startswith(b"born"):
                child = int(line.split()[1])
            elif line.startswith(b"Hexade is at"):
                listens = listens or f":{port}".encode() in line
            elif line.startswith(b"died"):
                _, number, why = line.decode().strip().split(" ", 2)
                died[int(number)] = why
            elif not line:
                raise RuntimeError("the process that servers are forked from has ended")
        if child in died:
            raise RuntimeError(f"the server did not start: {died[child]}")
        return child


class Child:
    """A server that can be killed and started again, as fast as a process can be."""

    def __init__(self, nursery: Nursery, database: str) -> None:
        self._port = Port()
        self.port = self._port.number
        self.address = f"http://127.0.0.1:{self.port}"
        self._nursery, self._database = nursery, database
        self._pid = 0

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        self._pid = await self._nursery.bear(self.port, self._database)

    async def kill(self) -> None:
        """Kill it without any warning, and wait until it is gone."""
        if not self._pid:
            return
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
            while True:
                os.kill(self._pid, 0)
                await asyncio.sleep(0.001)
        self._pid = 0
