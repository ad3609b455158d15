"""One row a decision, as Parquet, from the records of a dataset: what learners by imitation read.

Each file holds the decisions of the shard with the same name. They are found by replaying, so that
every row has been checked against the rules.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexade import games
from hexade.contract.game import CHANCE
from hexade.contract.record import parse, read, replay
from hexade.lab.dataset import SHARDS, arrow
from hexade.lab.returns import returns


def write_decisions(folder: Path, out: Path) -> Iterator[int]:
    """Write the decisions of all shards that have none yet; yield how many rows each has."""
    parquet = arrow().parquet
    out.mkdir(parents=True, exist_ok=True)
    shards = sorted(folder.glob(SHARDS))
    for left_over in {path.name for path in out.glob(SHARDS)} - {path.name for path in shards}:
        (out / left_over).unlink()  # of a short shard that a longer one has replaced
    for path in shards:
        if (out / path.name).exists():
            continue
        table = parquet.read_table(path, columns=["number", "record"])
        pairs = zip(*(table[name].to_pylist() for name in table.column_names), strict=True)
        rows = [row for number, line in pairs for row in decisions(number, line)]
        part = (out / path.name).with_suffix(".part")
        found = arrow().pa.Table.from_pylist(rows, schema=_schema(arrow().pa))
        parquet.write_table(found, part, compression="zstd")
        os.replace(part, out / path.name)
        yield len(rows)


def decisions(number: int, line: str) -> Iterator[dict[str, Any]]:
    """Yield the decisions of one record, each with what its seat knew and what it was worth."""
    found = parse(line)
    game = games.find(found["game"])
    record = read(game, found)
    worth = returns(game, record.setup, record.result)
    state, ply = game.begin(record.setup), 0
    for step in replay(game, record):
        for seat, move in sorted(step.turn.items()):
            if seat == CHANCE:
                continue
            yield {
                "number": number,
                "ply": ply,
                "seat": seat,
                "action": move,
                "notation": game.text(move),
                "legal": list(game.legal(state, seat)),
                "observation": game.features(game.view(state, seat)).tobytes(),
                "return": worth[seat],
            }
        ply += CHANCE not in step.turn
        state = step.state


def _schema(pa: Any) -> Any:
    return pa.schema(
        [
            ("number", pa.int64()),
            ("ply", pa.int32()),
            ("seat", pa.int8()),
            ("action", pa.int32()),
            ("notation", pa.string()),
            ("legal", pa.list_(pa.int32())),
            ("observation", pa.binary()),
            ("return", pa.float32()),
        ]
    )
