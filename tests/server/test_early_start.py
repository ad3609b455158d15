"""A server listens before its rules are compiled, and its first table does not wait for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexade.contract.kernel import default_target

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(default_target() == "plain", reason="its process compiles in either case"),
]
ROOT = Path(__file__).parents[2]

# In a process of its own, which has not loaded any game. The bots' processes, which compile the
# rules, are done when the test says so.
_SERVE = """
import asyncio, sys
from pathlib import Path
from urllib.request import urlopen
from hexade.contract import kernel
kernel.plain_at_first()
from hexade.client import Client, create
from hexade.server.bots.workers import BotsInProcess
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Sit
from tests.server import fixtures
from tests.server.client import must_move

class Compiling(BotsInProcess):
    def __init__(self):
        self.compiled = asyncio.Event()
    async def compile_rules(self):
        await self.compiled.wait()

async def test(folder):
    bots = Compiling()
    fixtures.BotsInProcess = lambda: bots
    async with fixtures.a_server(folder) as server:
        for name in fixtures.ALL:
            agreed = Agreed(game=name, seats=2)
            wish = Create(agreed=agreed, sit=Sit(name="Ann"), bots=["random"], start=True)
            await turns(server.address, await create(server.address, wish), 3)
        assert "numba" not in sys.modules, "somebody waited for a compiler"
        assert "hexade_warm 0\\n" in await metrics(server.address)
        bots.compiled.set()
        while kernel.plain_for_now():
            await asyncio.sleep(0.01)
        assert "numba" in sys.modules
        assert "hexade_warm 1\\n" in await metrics(server.address)
        await turns(server.address, await create(server.address, wish), 3)

async def metrics(address):
    return await asyncio.to_thread(lambda: urlopen(f"{address}/metrics").read().decode())

async def turns(address, seated, count):
    async with Client(address, seated.code, seated.token) as ann:
        while count:
            if must_move(ann):
                count -= 1
                answer = await ann.move(ann.now.legal[0])
                assert not isinstance(answer, messages.Refused), answer
            await ann.next()

asyncio.run(test(Path(sys.argv[1])))
"""


def test_the_first_table_is_served_by_plain_python_and_then_by_compiled_code(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SERVE, str(tmp_path)], cwd=ROOT, text=True, capture_output=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"}, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
