"""A real server process, to be started, told to stop, and killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

SERVE = "import sys; from hexade.server.app import serve; serve(port=int(sys.argv[1]))"
SETTINGS = {
    "HEXADE_HOLD_S": "0.05", "HEXADE_BOT_PAUSE_S": "0", "HEXADE_BOT_WORKERS": "-1",
    "HEXADE_SOCKET_RATE": "100000", "HEXADE_SOCKET_BURST": "100000",
    "HEXADE_ASIDE_RATE": "100000", "HEXADE_ASIDE_BURST": "100000",
    "HEXADE_ADDRESS_RATE": "100000", "HEXADE_ADDRESS_BURST": "100000",
    "HEXADE_TRAFFIC_RATE": "100000000", "HEXADE_TRAFFIC_BURST": "100000000",
    "HEXADE_MESSAGE_RATE": "1000000", "HEXADE_MESSAGE_BURST": "1000000",
    "HEXADE_HELP_RATE": "1000000", "HEXADE_HELP_BURST": "1000000",
    "HEXADE_PUBLIC_TABLES": "100000", "HEXADE_WRONG_CODES_PER_HOUR": "100000",
    "NUMBA_DISABLE_JIT": "1",  # what matters here is how often it starts
}  # fmt: skip


class Port:
    """A free port of this machine, for one server after another.

    While none listens there, a socket that is bound keeps it: another program that asks for any
    free port could get it, and the next server would not start.
    """

    def __init__(self) -> None:
        self._kept = socket.socket()
        if sys.platform == "linux":  # elsewhere a server could not listen beside it
            self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.number: int = self._kept.getsockname()[1]
        if sys.platform != "linux":
            self._kept.close()

    def __del__(self) -> None:
        """Give it back."""
        self._kept.close()


class Process:
    """A real server process on a port of its own, to be killed and started again."""

    def __init__(
        self, database: str, serve: str = SERVE, more: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._port = Port()
        self.port = self._port.number
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
        with tempfile.TemporaryFile() as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", self._serve, str(self.port), env=self._environment,
                stdout=asyncio.subprocess.PIPE, stderr=log, start_new_session=True,
            )  # fmt: skip
            assert self._process.stdout is not None
            line = await asyncio.wait_for(self._process.stdout.readline(), 300)
            if not line.startswith(b"Hexade is at"):
                await self.kill()
                log.seek(0)
                said = log.read().decode(errors="replace")[-1000:]
                raise RuntimeError(f"the server did not start: {said}")

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
