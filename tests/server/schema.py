"""Requests made from the OpenAPI description, and against it: no 5xx, answers as described.

python -m tests.server.schema 200 --seed 1
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from hexade import games
from hexade.client import Client, create
from hexade.wire.messages import Agreed, Create, Sit
from tests.server.client import play
from tests.server.process import Process

_LIMITS = {"HEXADE_TABLES_PER_HOUR": "1000000", "HEXADE_BOT_WORKERS": "-1"}


async def check(examples: int, seed: int, folder: Path) -> tuple[bool, str]:
    """Have so many requests of each kind made; return whether all went well, and the report."""
    process = Process(str(folder / "tables.sqlite"), more=_LIMITS)
    await process.start()
    codes = [await _waiting(process.address), await _played(process.address)]
    (folder / "schemathesis.toml").write_text(f'[parameters]\n"path.code" = {codes}\n')
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{process.address}/api/openapi.json",
        "--max-examples", str(examples), "--seed", str(seed), "--no-color",
        "--generation-database", "none", "--request-timeout", "30",
        # To a schema 3.0 is a whole number; here it is refused, with a reason.
        "--exclude-checks", "positive_data_acceptance",
    ]  # fmt: skip
    try:
        done = await asyncio.to_thread(
            subprocess.run, command, cwd=folder, capture_output=True, text=True
        )
    finally:
        await process.kill()
    return done.returncode == 0, done.stdout + done.stderr


async def _waiting(server: str) -> str:
    """Return the code of a table that waits for players."""
    agreed = Agreed(game=games.default().name, seats=2, public=True)
    return (await create(server, Create(agreed=agreed))).code


async def _played(server: str) -> str:
    """Return the code of a table at which a game was played."""
    agreed = Agreed(game=games.default().name, seats=2, take_back=False)
    wish = Create(agreed=agreed, sit=Sit(name="A"), bots=["random"], start=True)
    place = await create(server, wish)
    await play(Client(server, place.code, place.token))
    return place.code


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hexade-schema-") as folder:
        well, report = asyncio.run(check(asked.examples, asked.seed, Path(folder)))
    sys.stdout.write(report)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
