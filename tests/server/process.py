"""A real server process, to be started, told to stop, and killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

SERVE = "import sys; from hexade.server.app import serve; serve(port=int(sys.argv[1]))"
SETTINGS = {
    "HEXADE_HOLD_S": "0.05", "HEXADE_BOT_PAUSE_S": "0", "HEXADE_BOT_WORKERS": "-1",
    "HEXADE_SOCKET_RATE": "100000", "HEXADE_SOCKET_BURST": "100000",
    "HEXADE_TALK_RATE": "100000", "HEXADE_TALK_BURST": "100000",
    "HEXADE_ADDRESS_RATE": "100000", "HEXADE_ADDRESS_BURST": "100000",
    "HEXADE_TRAFFIC_RATE": "100000000", "HEXADE_TRAFFIC_BURST": "100000000",
    "HEXADE_MESSAGE_RATE": "1000000", "HEXADE_MESSAGE_BURST": "1000000",
    "HEXADE_HELP_RATE": "1000000", "HEXADE_HELP_BURST": "1000000",
    "HEXADE_PUBLIC_TABLES": "100000", "HEXADE_WRONG_CODES_PER_HOUR": "100000",
    "NUMBA_DISABLE_JIT": "1",  # what matters here is how often it starts
}  # fmt: skip


class Process:
    """A real server process on a port of its own, to be killed and started again."""

    def __init__(
        self, database: str, serve: str = SERVE, more: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._environment = {
            **os.environ, **SETTINGS, **more, "HEXADE_DATABASE": database,
        }  # fmt: skip
        self._serve = serve
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", self._serve, str(self.port), env=self._environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), 60)
        if not line.startswith(b"Hexade is at"):
            raise RuntimeError("the server did not start")

    async def kill(self) -> None:
        """Kill it and the bots that it started, without any warning."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # a group of our own making
            await self._process.wait()

    async def stop(self) -> int:
        """Tell it to stop, and return its exit status."""
        assert self._process is not None
        self._process.terminate()
        return await asyncio.wait_for(self._process.wait(), 15)
